// The one program: reads the words of the command line and hands over to a subcommand.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <functional>
#include <optional>
#include <sstream>

#include "commands.h"
#include "core/check.h"
#include "device/simulated_tumbler.h"
#include "edge.h"

namespace sicbo::app {
namespace {

using Run = std::function<int()>;

// An empty word is an unset variable of the shell, never a file.
std::string not_empty(const std::string& word) { return word.empty() ? "is empty" : ""; }

// The parser of numbers takes -1 for the largest there is, and what is larger too.
std::string whole_number(const std::string& word) {
    std::uint64_t number = 0;
    const char* end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, number);
    const bool fine = stop == end && error == std::errc();
    return fine ? "" : fmt::format("is no whole number up to {}", UINT64_MAX);
}

std::vector<std::string> misdeeds() {
    return {words_of<device::Misdeed>.begin(), words_of<device::Misdeed>.end()};
}

// Tables and rounds are counted from 1.
std::function<std::string(const std::string&)> counted(std::uint64_t most) {
    return [most](const std::string& word) -> std::string {
        std::uint64_t number = 0;
        const char* end = word.data() + word.size();
        const auto [stop, error] = std::from_chars(word.data(), end, number);
        const bool fine = stop == end && error == std::errc() && number >= 1 && number <= most;
        return fine ? "" : fmt::format("\"{}\" is no whole number from 1 to {}", word, most);
    };
}

void add_format(CLI::App* command, std::string& format, std::vector<std::string> formats) {
    const std::string default_text = formats.front() == "json"
                                         ? "json if not given"
                                         : "if not given: text on a terminal, otherwise csv";
    command->add_option("--format", format, "How to write the answer; " + default_text)
        ->check(CLI::IsMember(std::move(formats)));
}

void add_layout(CLI::App* command, std::string& layout, std::string& rules_file) {
    command->add_option("LAYOUT", layout, "A layout; `sicbo rules list` shows them")->required();
    command->add_option("--rules", rules_file, "A rule set to use instead of the program's own")
        ->check(not_empty)
        ->option_text("FILE");
}

void add_rules(CLI::App& app, RulesOptions& options, Run& run) {
    CLI::App* rules = app.add_subcommand("rules", "The regulators' documents as data");
    rules->require_subcommand(1);

    CLI::App* list = rules->add_subcommand("list", "List the games and their layouts");
    add_format(list, options.format, {"text", "csv", "json"});
    list->callback([&] { run = [&] { return run_rules_list(options); }; });

    CLI::App* show = rules->add_subcommand("show",
                                           "Show a layout and its game; csv lists the spots, svg "
                                           "draws the felt, toml is the rule set itself");
    add_layout(show, options.layout, options.rules_file);
    add_format(show, options.format, {"text", "csv", "json", "svg", "toml"});
    show->callback([&] { run = [&] { return run_rules_show(options); }; });

    CLI::App* check = rules->add_subcommand(
        "check", "Say whether a rule set can be used and keeps to its document (exit code 0 or 1)");
    check->add_option("FILE", options.file, "The rule set; - is standard input")
        ->required()
        ->check(not_empty);
    check->callback([&] { run = [&] { return run_rules_check(options); }; });

    CLI::App* clauses = rules->add_subcommand("clauses", "List the clauses in our own words");
    clauses->add_option("GAME", options.game, "Only of this game");
    add_format(clauses, options.format, {"text", "csv", "json"});
    clauses->callback([&] { run = [&] { return run_rules_clauses(options); }; });
}

void add_odds(CLI::App& app, LayoutOptions& options, Run& run) {
    CLI::App* odds = app.add_subcommand("odds", "What every spot pays on every roll");
    add_layout(odds, options.layout, options.rules_file);
    add_format(odds, options.format, {"text", "csv", "json"});
    odds->callback([&] { run = [&] { return run_odds(options); }; });
}

void add_par(CLI::App& app, LayoutOptions& options, Run& run) {
    CLI::App* par = app.add_subcommand("par", "Exact return, edge and variance of every spot");
    add_layout(par, options.layout, options.rules_file);
    par->add_option("--slip", options.slip_file,
                    "Analyse these bets together instead (CSV player,spot,stake; - is standard "
                    "input)")
        ->check(not_empty)
        ->option_text("FILE");
    add_format(par, options.format, {"text", "csv", "json", "html"});
    par->callback([&] { run = [&] { return run_par(options); }; });
}

void add_settle(CLI::App& app, LayoutOptions& options, Run& run) {
    CLI::App* settle = app.add_subcommand("settle", "What bets get back on one roll");
    add_layout(settle, options.layout, options.rules_file);
    settle->add_option("--dice", options.dice, "The three dice, such as 1,2,4")
        ->required()
        ->option_text("D,D,D");
    settle
        ->add_option("FILE", options.bets_file,
                     "Bets as CSV with the header player,spot,stake; standard input if not given")
        ->check(not_empty);
    add_format(settle, options.format, {"text", "csv", "json"});
    settle->callback([&] { run = [&] { return run_settle(options); }; });
}

void add_apportion(CLI::App& app, ApportionOptions& options, Run& run) {
    CLI::App* apportion = app.add_subcommand(
        "apportion", "Which part of each bet counts where boxes are over their limits");
    apportion->add_option("FILE", options.file, "The question as JSON; - is standard input")
        ->required()
        ->check(not_empty);
    apportion
        ->add_option("--floors", options.floors,
                     "Who bears what a player kept at the minimum has above the pro rata share")
        ->check(CLI::IsMember({"others", "house"}))
        ->capture_default_str();
    add_format(apportion, options.format, {"json", "text", "csv"});
    apportion->callback([&] { run = [&] { return run_apportion(options); }; });
}

void add_scenario(CLI::App& app, ScenarioOptions& options, Run& run) {
    CLI::App* scenario = app.add_subcommand(
        "scenario", "Play rounds written as text; exit code 1 at the first line that differs");
    scenario->add_option("FILE", options.files, "Scenarios; - is standard input")
        ->required()
        ->check(not_empty);
    scenario->add_flag("--fill", options.fill,
                       "Write the scenario with what each line led to, instead of judging it");
    scenario->add_flag("--verbose", options.verbose, "Say what each line led to");
    scenario->callback([&] { run = [&] { return run_scenario(options); }; });
}

void add_simulate(CLI::App& app, SimulateOptions& options, Run& run) {
    CLI::App* simulate =
        app.add_subcommand("simulate",
                           "Play a world grown from a seed, with faults and cheats; exit code 1 if "
                           "anything does not hold");
    simulate->add_option("--game", options.game, "A game, or all of them")
        ->check(CLI::IsMember({"all", "rws-etg", "rws-taisai", "maryland", "mbs-etg"}))
        ->capture_default_str();
    simulate->add_option("--seed", options.seed, "What makes the world")
        ->check(whole_number)
        ->capture_default_str();
    simulate->add_option("--rounds", options.rounds, "How many rounds to play")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000'000}))
        ->capture_default_str();
    simulate
        ->add_option("--check", options.check,
                     "When invariants are asked: at each round's end, or after every step "
                     "together with a replay")
        ->check(CLI::IsMember({"round", "step"}))
        ->capture_default_str();
    simulate
        ->add_option("--db", options.db,
                     "Keep the journal in this file, and go on with it if it is there")
        ->check(not_empty);
    simulate
        ->add_option("--acks", options.acks,
                     "Write each acknowledgement to this descriptor: sequence, hash, who, request")
        ->check(CLI::Range(0, 1023))
        ->needs("--db");
    simulate->add_option("--format", options.format, "How to write the summary; text if not given")
        ->check(CLI::IsMember({"text", "json"}));
    simulate->callback([&] { run = [&] { return run_simulate(options); }; });
}

void add_serve(CLI::App& app, ServeOptions& options, Run& run) {
    CLI::App* serve = app.add_subcommand(
        "serve",
        "Run the tables of a property on the network; with no options a demonstration with a "
        "training table of each game");
    serve->add_option("--config", options.config, "The configuration (TOML); - is standard input")
        ->check(not_empty)
        ->option_text("FILE");
    serve
        ->add_option("--data", options.data,
                     "The folder of the journal, keys and accounts; made if it is not there")
        ->check(not_empty)
        ->option_text("FOLDER");
    serve
        ->add_option("--listen", options.listen,
                     "Where to listen instead of where the configuration says; port 0 is any")
        ->check(not_empty)
        ->option_text("ADDRESS:PORT");
    serve->add_option("--log", options.log, "Where to write the log; standard error if not given")
        ->check(not_empty)
        ->option_text("FILE");
    serve->add_flag(
        "--tls", options.tls,
        "Encrypt, with a certificate that is made for it if the configuration has none");
    serve->add_flag("--check", options.check, "Only say whether the configuration is fine");
    serve->add_flag("--show-config", options.show_config,
                    "Print the demonstration's configuration, to begin one's own from");
    serve->callback([&] { run = [&] { return run_serve(options); }; });
}

void add_user(CLI::App& app, UserOptions& options, Run& run) {
    CLI::App* user = app.add_subcommand("user", "Who may work here; while no server runs");
    user->require_subcommand(1);
    const auto add = [&](const char* name, const char* about) {
        CLI::App* one = user->add_subcommand(name, about);
        one->add_option("--data", options.data, "The property's folder")
            ->required()
            ->check(not_empty)
            ->option_text("FOLDER");
        one->callback([&, name] {
            options.what = name;
            run = [&] { return run_user(options); };
        });
        return one;
    };
    const auto named = [&](CLI::App* one) {
        one->add_option("NAME", options.name, "Who")->required()->check(not_empty);
        return one;
    };
    const auto by_administrator = [&](CLI::App* one) {
        one->add_option("--as", options.as, "The administrator, whose password is asked for")
            ->check(not_empty)
            ->capture_default_str();
    };
    add_format(add("list", "List them; also while a server runs"), options.format, {"text", "csv"});
    CLI::App* more = named(add("add", "Add somebody, with a one-time password"));
    more->add_option("--role", options.role, "dealer, supervisor, cashier, ...")->required();
    by_administrator(more);
    by_administrator(named(add("disable", "Somebody may no longer do anything")));
    by_administrator(
        named(add("reset", "Restore a disabled or locked account, with a one-time password")));
    named(add("password", "Choose a password of one's own"));
    named(add("recover",
              "Restore an administrator who is locked out or whose password is lost, with a "
              "one-time password; for whoever has the machine"));
}

void add_tumbler(CLI::App& app, TumblerOptions& options, Run& run) {
    CLI::App* tumbler = app.add_subcommand(
        "tumbler", "A simulated tumbler as a device of its own, for training tables");
    tumbler->add_option("--listen", options.listen, "Where the server finds it; port 0 is any")
        ->check(not_empty)
        ->capture_default_str()
        ->option_text("ADDRESS:PORT");
    tumbler
        ->add_option("--server", options.server,
                     "The public key of the server that it obeys; the server's log has it")
        ->required()
        ->option_text("KEY");
    tumbler->add_option("--key", options.key, "Its own secret; made if it is not there")
        ->check(not_empty)
        ->capture_default_str()
        ->option_text("FILE");
    tumbler->add_option("--tumble-milliseconds", options.tumble_milliseconds, "How long it tumbles")
        ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{60'000}))
        ->capture_default_str();
    tumbler->add_option("--misdeed", options.misdeed, "Misbehave in this way")
        ->check(CLI::IsMember(misdeeds()));
    tumbler->add_option("--every", options.every, "In one of so many rounds")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000}))
        ->capture_default_str();
    tumbler->callback([&] { run = [&] { return run_tumbler(options); }; });
}

// CLI::Range lets what is no number (nan) pass.
CLI::Validator number_between(double least, double most) {
    return {[=](const std::string& text) {
                double number = 0;
                const bool fits =
                    CLI::detail::lexical_cast(text, number) && number >= least && number <= most;
                return fits ? std::string()
                            : fmt::format("{} is not a number from {} to {}", text, least, most);
            },
            ""};
}

void add_load(CLI::App& app, LoadOptions& options, Run& run) {
    CLI::App* load = app.add_subcommand(
        "load",
        "Terminals that bet at training tables of a running server, to see what it bears; exit "
        "code 1 if a balance is not what the answers led to");
    load->add_option("--server", options.server, "Where it listens, without TLS")
        ->check(not_empty)
        ->capture_default_str()
        ->option_text("ADDRESS:PORT");
    load->add_option("--table", options.tables, "The numbers of the tables")
        ->capture_default_str()
        ->option_text("N ...");
    load->add_option("--terminals", options.terminals, "How many, over all tables")
        ->check(CLI::Range(std::uint32_t{1}, std::uint32_t{20'000}))
        ->capture_default_str();
    load->add_option("--bets", options.bets, "Bets a second while betting is open")
        ->check(number_between(0, 100'000))
        ->capture_default_str();
    load->add_option("--burst", options.burst, "Bets a second shortly before a close; 0: as before")
        ->check(number_between(0, 100'000))
        ->capture_default_str();
    load->add_option("--burst-seconds", options.burst_seconds, "How long before it")
        ->check(number_between(0.1, 60))
        ->capture_default_str();
    load->add_option("--reconnects", options.reconnects,
                     "Terminals a second that are cut off and come back")
        ->check(number_between(0, 100'000))
        ->capture_default_str();
    load->add_option("--storm", options.storm, "At the end so many are cut off at once")
        ->capture_default_str();
    load->add_option("--seconds", options.seconds, "How long to bet")
        ->check(number_between(0.1, 86'400))
        ->capture_default_str();
    load->add_option("--seed", options.seed, "The same bets again")->capture_default_str();
    load->add_flag("--json", options.json, "The summary as JSON");
    load->callback([&] { run = [&] { return run_load(options); }; });
}

void add_verify(CLI::App& app, VerifyOptions& options, Run& run) {
    CLI::App* verify = app.add_subcommand(
        "verify",
        "Whether a round's dice are those that were committed to and signed; exit code 1 if not");
    verify
        ->add_option("FILE", options.file,
                     "The proof as a terminal shows it (JSON); - is standard input")
        ->check(not_empty)
        ->capture_default_str();
    verify->add_option("--key", options.key, "The tumbler's public key, if it is known");
    verify->callback([&] { run = [&] { return run_verify(options); }; });
}

void add_dice(CLI::App& app, DiceOptions& options, Run& run) {
    CLI::App* dice = app.add_subcommand(
        "dice", "Rolls of the simulated tumbler, for tests of whether they are sound");
    dice->add_option("--count", options.count, "How many rolls")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000'000}))
        ->capture_default_str();
    dice->add_option("--seed", options.seed,
                     "64 hexadecimal digits, for the same rolls again; a new one if not given")
        ->check(not_empty);
    dice->add_option("--format", options.format,
                     "How to write them: text, csv, or raw (the bits that they are worth, for "
                     "programs such as dieharder); if not given: text on a terminal, otherwise csv")
        ->check(CLI::IsMember({"text", "csv", "raw"}));
    dice->add_flag("--test", options.test, "Test 216,000 rolls instead; exit code 1 if they fail");
    dice->callback([&] { run = [&] { return run_dice(options); }; });
}

void add_audit(CLI::App& app, AuditOptions& options, Run& run) {
    CLI::App* audit = app.add_subcommand(
        "audit",
        "Whether a journal is intact: its hashes, its signed notes, and every round "
        "played again; exit code 1 if not");
    audit->add_option("FILE", options.file, "The journal")->required()->check(not_empty);
    audit->add_option(
        "--checkpoints", options.checkpoints,
        "Signed notes from outside (- is standard input); those beside the journal if not "
        "given");
    audit->add_option("--key", options.key,
                      "The public key of the notes; the one beside the journal if not given");
    audit->add_flag("--all-signed", options.all_signed,
                    "Insist that a signed note stands for every event");
    audit->add_flag("--json", options.json, "Write the verdict as JSON");
    audit->callback([&] { run = [&] { return run_audit(options); }; });
}

void add_export(CLI::App& app, ExportOptions& options, Run& run) {
    CLI::App* command = app.add_subcommand("export", "What happened in a period, as CSV or JSON");
    command->add_option("FILE", options.file, "The journal")->required()->check(not_empty);
    command->add_option("--what", options.what, "What to write")
        ->check(CLI::IsMember({"rounds", "bets", "entries", "meters", "events"}))
        ->capture_default_str();
    command->add_option("--from", options.from,
                        "The first moment: 2026-01-05, or 2026-01-05T08:00+08:00");
    command->add_option("--to", options.to, "The moment that ends it, not in it any more");
    command->add_option("--table", options.table, "Of this table alone")
        ->option_text("NUMBER")
        ->check(counted(UINT32_MAX));
    command->add_option("--format", options.format, "How to write it")
        ->check(CLI::IsMember({"csv", "json"}))
        ->capture_default_str();
    command->callback([&] { run = [&] { return run_export(options); }; });
}

void add_history(CLI::App& app, HistoryOptions& options, Run& run) {
    CLI::App* history = app.add_subcommand(
        "history", "The last rounds of a journal; one of them as a page, or as a bundle");
    history->add_option("FILE", options.file, "The journal")->required()->check(not_empty);
    history->add_option("--table", options.table, "Of this table")
        ->option_text("NUMBER")
        ->check(counted(UINT32_MAX));
    history->add_option("--round", options.round, "One round of the table, with all of it")
        ->option_text("NUMBER")
        ->check(counted(INT64_MAX));
    history->add_option("--bundle", options.bundle,
                        "Write all about the round as JSON to this file, for a dispute; - is "
                        "standard output");
    history->callback([&] { run = [&] { return run_history(options); }; });
}

void add_backup(CLI::App& app, BackupOptions& options, Run& run) {
    CLI::App* backup = app.add_subcommand(
        "backup", "Copy a journal, also while it is written, and check the copy");
    backup->add_option("FILE", options.from, "The journal")->required()->check(not_empty);
    backup->add_option("TO", options.to, "The copy")->required()->check(not_empty);
    backup->callback([&] { run = [&] { return run_backup(options); }; });
    CLI::App* restore = app.add_subcommand("restore", "Check a copy and make a journal of it");
    restore->add_option("COPY", options.from, "What backup wrote")->required()->check(not_empty);
    restore->add_option("FILE", options.to, "The journal to make")->required()->check(not_empty);
    restore->add_flag("--accept-loss", options.accept_loss,
                      "Go on where more was signed for than the copy holds");
    restore->callback([&] { run = [&] { return run_restore(options); }; });
}

// A word that names no subcommand, which the parser would report as one that is missing.
std::optional<std::string> unknown_command(const CLI::App& app, int argc, char** argv, int at = 1) {
    const std::vector<const CLI::App*> commands = app.get_subcommands({});
    if (commands.empty() || at >= argc || argv[at][0] == '-') return std::nullopt;
    std::vector<std::string> names;
    for (const CLI::App* command : commands) {
        if (command->get_name() == argv[at]) return unknown_command(*command, argc, argv, at + 1);
        names.push_back(command->get_name());
    }
    return fmt::format("unknown command \"{}\"; there are {}", argv[at], join(names));
}

int run_program(int argc, char** argv) {
    CLI::App app(
        "Sic Bo (Tai Sai) by the rules of four regulators: odds, edges, settlement, rounds",
        "sicbo");
    app.set_version_flag("--version", "sicbo " SICBO_VERSION);
    app.require_subcommand(1);
    app.footer("Exit codes: 0 fine, 1 the answer is no, 2 wrong use.");
    Run run;
    RulesOptions rules;
    LayoutOptions layout;
    ApportionOptions apportion;
    ScenarioOptions scenario;
    SimulateOptions simulate;
    add_rules(app, rules, run);
    add_odds(app, layout, run);
    add_par(app, layout, run);
    add_settle(app, layout, run);
    add_apportion(app, apportion, run);
    add_scenario(app, scenario, run);
    add_simulate(app, simulate, run);
    ServeOptions serve;
    UserOptions user;
    TumblerOptions tumbler;
    LoadOptions load;
    VerifyOptions verify;
    DiceOptions dice;
    AuditOptions audit;
    ExportOptions exported;
    HistoryOptions history;
    BackupOptions backup;
    add_serve(app, serve, run);
    add_user(app, user, run);
    add_tumbler(app, tumbler, run);
    add_load(app, load, run);
    add_verify(app, verify, run);
    add_dice(app, dice, run);
    add_audit(app, audit, run);
    add_export(app, exported, run);
    add_history(app, history, run);
    add_backup(app, backup, run);
    if (const auto unknown = unknown_command(app, argc, argv)) return complain({*unknown});
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& success) {  // --help and --version
        std::ostringstream text;
        app.exit(success, text);
        return write_answer(text.str());
    } catch (const CLI::ParseError& error) {
        return complain({fmt::format("{} (try --help)", error.what())});
    }
    return run();
}

}  // namespace
}  // namespace sicbo::app

int main(int argc, char** argv) {
    try {
        return sicbo::app::run_program(argc, argv);
    } catch (const std::exception& error) {
        fmt::print(stderr, "sicbo: internal error, please report it: {}\n", error.what());
        return 70;
    }
}
