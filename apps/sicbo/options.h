// SPDX-License-Identifier: MIT
// Reading of the command line, by groups of subcommands. Only options_*.cpp and main.cpp include
// the option parser, which is slow to compile.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace sicbo::app {

// What the chosen subcommand does; returns the exit code.
using Run = std::function<int()>;

// Each adds its subcommands. Parsing the command line then sets `run`, which must outlive `app`.
// To be called once: the parsed options are static.
void add_rules_commands(CLI::App& app, Run& run);
void add_server_commands(CLI::App& app, Run& run);
void add_journal_commands(CLI::App& app, Run& run);
void add_cage_commands(CLI::App& app, Run& run);
void add_device_commands(CLI::App& app, Run& run);
// Adds `show` and `void` to the subcommand `ticket`.
void add_ticket_desk(CLI::App* ticket, Run& run);

// Returns a complaint if the word is empty: that is an unset variable of the shell, never a file.
std::string not_empty(const std::string& word);
// Of an address that names a PostgreSQL database.
std::string postgres_address(const std::string& word);

// Adds --format. The first format is the default if it is "json".
// Adds --format for an answer that is text if no format is given, on a terminal or not.
void add_text_or_json(CLI::App* command, std::string& format);
void add_format(CLI::App* command, std::string& format, std::vector<std::string> formats);

}  // namespace sicbo::app
