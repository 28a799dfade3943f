// SPDX-License-Identifier: MIT
// The one program: reads the words of the command line and hands over to a subcommand.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <optional>
#include <sstream>

#include "commands.h"
#include "options.h"
#include "subcommand.h"

namespace sicbo::app {

std::string not_empty(const std::string& word) { return word.empty() ? "is empty" : ""; }

std::string postgres_address(const std::string& word) {
    const bool is_one = word.starts_with("postgres://") || word.starts_with("postgresql://");
    return is_one ? "" : "must be the address of a database: postgres://USER@HOST/DATABASE";
}

void add_text_or_json(CLI::App* command, std::string& format) {
    command->add_option("--format", format, "How to write the answer; text if not given")
        ->check(CLI::IsMember({"text", "json"}));
}

void add_format(CLI::App* command, std::string& format, std::vector<std::string> formats) {
    const std::string default_text = formats.front() == "json"
                                         ? "json if not given"
                                         : "if not given: text on a terminal, otherwise csv";
    command->add_option("--format", format, "How to write the answer; " + default_text)
        ->check(CLI::IsMember(std::move(formats)));
}

namespace {

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
        "An electronic table game system for Sic Bo (Tai Sai): rules, odds, tables, journal and "
        "audit",
        "sicbo");
    app.set_version_flag("--version", version_text());
    app.require_subcommand(1);
    app.footer("Exit codes: 0 fine, 1 the answer is no, 2 wrong use, 70 internal error.");
    Run run;
    add_rules_commands(app, run);
    add_server_commands(app, run);
    add_journal_commands(app, run);
    add_cage_commands(app, run);
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
        return sicbo::app::exit_internal_error;
    }
}
