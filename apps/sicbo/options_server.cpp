// SPDX-License-Identifier: MIT
// The command line of the simulation, the server, its people and load.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstdint>

#include "commands.h"
#include "core/text.h"
#include "options.h"

namespace sicbo::app {
namespace {

// The parser of numbers takes -1 for the largest there is, and what is larger too.
std::string whole_number(const std::string& word) {
    std::uint64_t number = 0;
    const char* end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, number);
    const bool fine = stop == end && error == std::errc();
    return fine ? "" : fmt::format("is no whole number up to {}", UINT64_MAX);
}

// A host that other machines know, and a port.
std::string host_and_port(const std::string& text) {
    const std::size_t colon = text.rfind(':');
    const auto named = text.substr(0, colon == std::string::npos ? 0 : colon);
    constexpr std::string_view letters =
        "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_.:[]";
    const bool is_host = !named.empty() && named.find_first_not_of(letters) == std::string::npos;
    std::uint16_t port = 0;
    const char* end = text.data() + text.size();
    const char* begin = colon == std::string::npos ? end : text.data() + colon + 1;
    const auto [stop, error] = std::from_chars(begin, end, port);
    if (is_host && error == std::errc() && stop == end && port != 0) return "";
    return "is no HOST:PORT, such as table1.casino.example:8080";
}

// CLI::Range lets what is no number (nan) pass.
CLI::Validator number_between(double min, double max) {
    return {[=](const std::string& text) {
                double number = 0;
                const bool fits =
                    CLI::detail::lexical_cast(text, number) && number >= min && number <= max;
                return fits ? std::string()
                            : fmt::format("{} is not a number from {} to {}", text, min, max);
            },
            ""};
}

void add_simulate(CLI::App& app, SimulateOptions& options, Run& run) {
    CLI::App* simulate = app.add_subcommand(
        "simulate",
        "Simulate a property from a seed, with faults and cheats; exit code 1 if "
        "anything does not hold");
    simulate->add_option("--game", options.game, "A game, or all of them")
        ->check(CLI::IsMember({"all", "rws-etg", "rws-taisai", "maryland", "mbs-etg"}))
        ->capture_default_str();
    simulate->add_option("--seed", options.seed, "The seed; the same seed plays the same rounds")
        ->check(whole_number)
        ->capture_default_str();
    simulate->add_option("--rounds", options.rounds, "How many rounds to play")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000'000}))
        ->capture_default_str();
    simulate
        ->add_option("--check", options.check,
                     "When invariants are checked: at each round's end, or after every command "
                     "together with a replay")
        ->check(CLI::IsMember({"round", "step"}))
        ->capture_default_str();
    simulate
        ->add_option("--db", options.db,
                     "Keep the journal in this file or database (postgres://...), and go on with "
                     "it if it is there")
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
        ->add_option("--db", options.db,
                     "Keep the journal in this PostgreSQL database instead of the folder: "
                     "postgres://USER@HOST/DATABASE?journal=NAME")
        ->check(postgres_address)
        ->option_text("ADDRESS");
    serve
        ->add_flag(
            "--standby", options.standby,
            "Follow the server that leads on the same database, and take over when its lease "
            "has lapsed")
        ->needs("--db");
    serve
        ->add_option("--endpoint", options.endpoint,
                     "Where clients reach this server, for other servers to name it; where it "
                     "listens if not given")
        ->needs("--db")
        ->check(host_and_port)
        ->option_text("HOST:PORT");
    serve
        ->add_option("--lease", options.lease,
                     "How many seconds after its last sign of life a server may be replaced")
        ->needs("--db")
        ->check(number_between(1, 600))
        ->capture_default_str();
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
    serve->add_flag("--insecure", options.insecure,
                    "Listen beyond this machine without TLS, because something else encrypts");
    serve
        ->add_option("--new-key", options.new_keys,
                     "Replace this key before the start, and register that in the journal: "
                     "journal, server or tumblers")
        ->check(CLI::IsMember({"journal", "server", "tumblers"}))
        ->excludes("--standby")
        ->option_text("NAME");
    serve->add_flag("--accept-clock", options.accept_clock,
                    "Start although the machine's clock contradicts the last event in the journal, "
                    "and register that a person has accepted it");
    serve->add_flag("--check", options.check,
                    "Only check the configuration, with --data also what it would change there");
    add_text_or_json(serve, options.format);
    serve->add_flag("--show-config", options.show_config,
                    "Print the demonstration's configuration, to begin one's own from");
    serve->callback([&] { run = [&] { return run_serve(options); }; });
}

void add_takeover(CLI::App& app, TakeoverOptions& options, Run& run) {
    CLI::App* takeover = app.add_subcommand(
        "takeover",
        "Ask the server that leads to hand over to a standby: no round begins, and it happens once "
        "no table has one");
    takeover->add_option("--db", options.db, "The database that the property is served with")
        ->required()
        ->check(postgres_address)
        ->option_text("ADDRESS");
    takeover
        ->add_option("--wait", options.wait,
                     "Hand over after so many seconds although rounds are in play; they then "
                     "continue or end as after a power failure")
        ->check(number_between(0, 86'400))
        ->capture_default_str();
    add_text_or_json(takeover, options.format);
    takeover->callback([&] { run = [&] { return run_takeover(options); }; });
}

void add_user(CLI::App& app, UserOptions& options, Run& run) {
    CLI::App* user = app.add_subcommand(
        "user", "Manage staff accounts, while a server runs on the folder or not");
    user->require_subcommand(1);
    const auto add = [&](const char* name, const char* about) {
        CLI::App* one = user->add_subcommand(name, about);
        one->add_option("--data", options.data, "The property's folder")
            ->required()
            ->check(not_empty)
            ->option_text("FOLDER");
        one->add_option("--db", options.db, "The database that the property is served with")
            ->check(postgres_address)
            ->option_text("ADDRESS");
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
    add_format(add("list", "List the accounts"), options.format, {"text", "csv", "json"});
    CLI::App* more = named(add("add", "Add somebody, with a one-time password"));
    more->add_option("--role", options.role, "dealer, supervisor, cashier, ...")->required();
    const auto with_second = [&](CLI::App* one) {
        one->add_option("--with", options.with,
                        "A second person, who must agree to the accounts of supervisors and above: "
                        "another administrator or a shift manager")
            ->check(not_empty)
            ->option_text("NAME");
    };
    by_administrator(more);
    with_second(more);
    by_administrator(named(add("disable", "Disable an account")));
    CLI::App* reset =
        named(add("reset", "Restore a disabled or locked account, with a one-time password"));
    by_administrator(reset);
    with_second(reset);
    named(add("password", "Change the password of an account"));
    named(add("recover",
              "Restore an administrator who is locked out or whose password is lost, with a "
              "one-time password; or add one where nobody is left who could agree to an account. "
              "Run it on the server's machine while no server runs"));
}

void add_gateway(CLI::App& app, GatewayOptions& options, Run& run) {
    CLI::App* gateway = app.add_subcommand(
        "gateway",
        "Serve the clients of a property in front of its server, which has one connection of this "
        "gateway instead of one of each client");
    gateway
        ->add_option("--engine", options.servers,
                     "Where servers of the property listen for gateways; they are tried in turn")
        ->delimiter(',')
        ->option_text("ADDRESS:PORT,...");
    gateway
        ->add_option("--server", options.server_key,
                     "The public key of the server; its log shows it")
        ->option_text("KEY");
    gateway->add_flag("--print-key", options.print_key,
                      "Only print the gateway's own public key, for the server's configuration");
    gateway
        ->add_option("--key", options.key,
                     "The gateway's secret key; created if the file does not exist")
        ->check(not_empty)
        ->capture_default_str()
        ->option_text("FILE");
    gateway
        ->add_option("--config", options.config,
                     "A file with the section [server] for the side of the clients; - is standard "
                     "input")
        ->check(not_empty)
        ->option_text("FILE");
    gateway
        ->add_option("--listen", options.listen,
                     "Where to listen instead of where the configuration says; port 0 is any")
        ->check(not_empty)
        ->option_text("ADDRESS:PORT");
    gateway->add_option("--clients", options.clients, "How many connections it takes")
        ->check(CLI::Range(1u, 1'000'000u))
        ->capture_default_str();
    gateway->add_option("--log", options.log, "Where to write the log; standard error if not given")
        ->check(not_empty)
        ->option_text("FILE");
    gateway->add_flag("--insecure", options.insecure,
                      "Listen beyond this machine without TLS, because something else encrypts");
    gateway->callback([&] { run = [&] { return run_gateway(options); }; });
}

void add_load(CLI::App& app, LoadOptions& options, Run& run) {
    CLI::App* load = app.add_subcommand(
        "load",
        "Run a load test: terminals that bet at training tables of a running server; exit "
        "code 1 if a balance is not what the answers led to");
    load->add_option("--server", options.server,
                     "The server's address and port, without TLS; several by commas if any of them "
                     "may lead")
        ->check(not_empty)
        ->capture_default_str()
        ->option_text("ADDRESS:PORT");
    load->add_option("--table", options.tables, "The numbers of the tables")
        ->capture_default_str()
        ->option_text("N ...");
    load->add_option("--terminals", options.terminals, "The number of terminals, over all tables")
        ->check(CLI::Range(std::uint32_t{1}, std::uint32_t{20'000}))
        ->capture_default_str();
    load->add_option("--bets", options.bets, "Bets per second while betting is open")
        ->check(number_between(0, 100'000))
        ->capture_default_str();
    load->add_option("--burst", options.burst,
                     "Bets per second shortly before a close; 0: as --bets")
        ->check(number_between(0, 100'000))
        ->capture_default_str();
    load->add_option("--burst-seconds", options.burst_seconds,
                     "The length of the burst before a close")
        ->check(number_between(0.1, 60))
        ->capture_default_str();
    load->add_option("--reconnects", options.reconnects,
                     "Terminals per second that are cut off and reconnect")
        ->check(number_between(0, 100'000))
        ->capture_default_str();
    load->add_option("--storm", options.storm,
                     "The number of terminals to cut off at once at the end")
        ->capture_default_str();
    load->add_option("--seconds", options.seconds, "How long to bet")
        ->check(number_between(0.1, 86'400))
        ->capture_default_str();
    load->add_option("--seed", options.seed,
                     "The seed of the bets; the same seed gives the same bets")
        ->capture_default_str();
    add_text_or_json(load, options.format);
    load->add_flag("--json", options.json, "The old way to ask for --format json");
    load->callback([&] { run = [&] { return run_load(options); }; });
}

void add_verify(CLI::App& app, VerifyOptions& options, Run& run) {
    CLI::App* verify = app.add_subcommand("verify",
                                          "Verify that a round's dice are those that were "
                                          "committed to and signed, and that a bundle is what "
                                          "was registered; exit code 1 if not");
    verify
        ->add_option("FILE", options.file,
                     "The proof as a terminal shows it, or a bundle (JSON); - is standard input")
        ->check(not_empty)
        ->capture_default_str();
    verify->add_option("--key", options.key, "The tumbler's public key, if it is known");
    verify
        ->add_option("--journal-key", options.journal_key,
                     "A file with the public key of the journal's notes, for a bundle")
        ->check(not_empty);
    add_text_or_json(verify, options.format);
    verify->callback([&] { run = [&] { return run_verify(options); }; });
}

void add_dice(CLI::App& app, DiceOptions& options, Run& run) {
    CLI::App* dice = app.add_subcommand(
        "dice", "Print rolls of the simulated tumbler, to test whether they are fair");
    dice->add_option("--count", options.count, "How many rolls")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000'000}))
        ->capture_default_str();
    dice->add_option("--seed", options.seed,
                     "64 hexadecimal digits, for the same rolls again; a new one if not given")
        ->check(not_empty);
    dice->add_option("--format", options.format,
                     "The format: text, csv, json, or raw (the random bits of the rolls, for "
                     "programs such as dieharder); if not given: text on a terminal, otherwise csv")
        ->check(CLI::IsMember({"text", "csv", "json", "raw"}));
    dice->add_flag("--test", options.test, "Test 216,000 rolls instead; exit code 1 if they fail");
    dice->callback([&] { run = [&] { return run_dice(options); }; });
}

void add_ticket(CLI::App& app, TicketOptions& options, Run& run) {
    CLI::App* ticket = app.add_subcommand("ticket", "Tickets that terminals print");
    ticket->require_subcommand(1);
    CLI::App* sample = ticket->add_subcommand(
        "sample", "Write a specimen of a ticket to look at, which no reader accepts");
    sample->add_option("--amount", options.amount, "The amount")->capture_default_str();
    sample->add_option("--currency", options.currency, "Three letters, such as SGD")
        ->check(CLI::Validator(
            [](const std::string& text) {
                const bool fine = text.size() == 3 && std::ranges::all_of(text, [](char letter) {
                                      return 'A' <= letter && letter <= 'Z';
                                  });
                return fine ? "" : text + " is not three capital letters, such as SGD";
            },
            ""))
        ->capture_default_str();
    sample->add_option("--house", options.house, "The name of the property")
        ->check([](const std::string& text) {
            return is_line(text) && text.size() <= 60 ? "" : "must be one line of at most 60 bytes";
        })
        ->capture_default_str();
    sample
        ->add_option("--count", options.count, "How many tickets to write; each has its own number")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{10'000}))
        ->capture_default_str();
    sample
        ->add_option("--format", options.format,
                     "The format: pdf (one page for each ticket), svg or json")
        ->check(CLI::IsMember({"pdf", "svg", "json"}))
        ->capture_default_str();
    sample->callback([&] { run = [&] { return run_ticket_sample(options); }; });
    add_ticket_desk(ticket, run);
}

}  // namespace

void add_server_commands(CLI::App& app, Run& run) {
    static SimulateOptions simulate_options;
    static ServeOptions serve_options;
    static TakeoverOptions takeover_options;
    static GatewayOptions gateway_options;
    static UserOptions user_options;
    static LoadOptions load_options;
    static VerifyOptions verify_options;
    static DiceOptions dice_options;
    static TicketOptions ticket_options;
    add_simulate(app, simulate_options, run);
    add_serve(app, serve_options, run);
    add_takeover(app, takeover_options, run);
    add_gateway(app, gateway_options, run);
    add_user(app, user_options, run);
    add_device_commands(app, run);
    add_load(app, load_options, run);
    add_verify(app, verify_options, run);
    add_dice(app, dice_options, run);
    add_ticket(app, ticket_options, run);
}

}  // namespace sicbo::app
