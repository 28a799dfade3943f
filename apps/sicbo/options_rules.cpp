// SPDX-License-Identifier: MIT
// The command line of rule sets, odds, settlement and scenarios.
#include <CLI/CLI.hpp>

#include "commands.h"
#include "options.h"

namespace sicbo::app {
namespace {

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
    CLI::Option* layout =
        show->add_option("LAYOUT", options.layout, "A layout; `sicbo rules list` shows them");
    show->add_option("--rules", options.rules_file,
                     "A rule set to use instead of the program's own")
        ->check(not_empty)
        ->option_text("FILE");
    show->add_option("--journal", options.journal,
                     "List the rule sets that this journal adopted; with a game or a hash instead "
                     "of LAYOUT, print that one")
        ->check(not_empty)
        ->option_text("FILE")
        ->excludes("--rules");
    add_format(show, options.format, {"text", "csv", "json", "svg", "toml"});
    show->callback([&, layout] {
        if (options.journal.empty() && layout->count() == 0) throw CLI::RequiredError("LAYOUT");
        run = [&] {
            return options.journal.empty() ? run_rules_show(options)
                                           : run_rules_of_journal(options);
        };
    });

    CLI::App* check = rules->add_subcommand(
        "check", "Check that a rule set is valid and conforms to its document (exit code 0 or 1)");
    check->add_option("FILE", options.file, "The rule set; - is standard input")
        ->required()
        ->check(not_empty);
    add_text_or_json(check, options.format);
    check->callback([&] { run = [&] { return run_rules_check(options); }; });

    CLI::App* clauses = rules->add_subcommand("clauses", "List the clauses in our own words");
    clauses->add_option("GAME", options.game, "Only of this game");
    add_format(clauses, options.format, {"text", "csv", "json"});
    clauses->callback([&] { run = [&] { return run_rules_clauses(options); }; });
}

void add_odds(CLI::App& app, LayoutOptions& options, Run& run) {
    CLI::App* odds = app.add_subcommand("odds", "List what every spot pays on every roll");
    add_layout(odds, options.layout, options.rules_file);
    add_format(odds, options.format, {"text", "csv", "json"});
    odds->callback([&] { run = [&] { return run_odds(options); }; });
}

void add_par(CLI::App& app, LayoutOptions& options, Run& run) {
    CLI::App* par =
        app.add_subcommand("par", "Compute the exact return, edge and variance of every spot");
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
    CLI::App* settle = app.add_subcommand("settle", "Compute what bets get back on one roll");
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
        "apportion", "Compute which part of each bet counts where boxes exceed their limits");
    apportion->add_option("FILE", options.file, "Limits and bets as JSON; - is standard input")
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
    CLI::Option* files =
        scenario->add_option("FILE", options.files, "Scenarios; - is standard input")
            ->check(not_empty);
    CLI::Option* grammar =
        scenario
            ->add_option("--grammar", options.grammar,
                         "Print every line that a scenario can have, as text or as markdown, "
                         "instead of playing any")
            ->expected(0, 1)
            ->default_str("text")
            ->check(CLI::IsMember({"text", "markdown"}))
            ->excludes(files);
    scenario->add_flag("--fill", options.fill,
                       "Write the scenario with what each line led to, instead of judging it");
    scenario->add_flag("--verbose", options.verbose, "Say what each line led to");
    scenario
        ->add_option("--db", options.db,
                     "Keep the events of each file in a new journal of this PostgreSQL database, "
                     "named NAME-1, NAME-2, ..., and read them there: "
                     "postgres://USER@HOST/DATABASE?journal=NAME")
        ->check(postgres_address)
        ->excludes(grammar)
        ->option_text("ADDRESS");
    add_text_or_json(scenario, options.format);
    scenario->footer(
        "A scenario begins with a line such as \"game rws-etg\". sicbo scenario --grammar prints\n"
        "every line that can follow; docs/formats/scenario.md explains them with examples.\n\n"
        "Exit codes: 0 fine, 1 the answer is no, 2 wrong use, 70 internal error.");
    scenario->callback([&options, &run, files, grammar] {
        if (files->count() == 0 && grammar->count() == 0) throw CLI::RequiredError("FILE");
        if (grammar->count() > 0 && options.grammar.empty()) options.grammar = "text";
        run = [&options] { return run_scenario(options); };
    });
}

}  // namespace

void add_rules_commands(CLI::App& app, Run& run) {
    static RulesOptions rules_options;
    static LayoutOptions layout_options;
    static ApportionOptions apportion_options;
    static ScenarioOptions scenario_options;
    add_rules(app, rules_options, run);
    add_odds(app, layout_options, run);
    add_par(app, layout_options, run);
    add_settle(app, layout_options, run);
    add_apportion(app, apportion_options, run);
    add_scenario(app, scenario_options, run);
}

}  // namespace sicbo::app
