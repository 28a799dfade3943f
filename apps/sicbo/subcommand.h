// SPDX-License-Identifier: MIT
// What the subcommands share: exit codes, input and output, tables of text, and the choice of a
// layout. Only this file and the subcommands touch the standard streams.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "rules/documents.h"

namespace sicbo::app {

inline constexpr int exit_fine = 0;
inline constexpr int exit_no = 1;  // a failure, or a negative result
inline constexpr int exit_wrong_use = 2;
inline constexpr int exit_internal_error = 70;  // a bug; EX_SOFTWARE of sysexits.h

// Returns the whole content of a file; "-" is standard input.
Result<std::string> read_input(const std::string& path);

// Returns the name of the input for error messages: the path, or "standard input".
std::string input_name(const std::string& path);

// Writes the answer to standard output and flushes it. Returns exit_fine, or prints the error and
// returns exit_no.
int write_answer(std::string_view answer);

// Prints the error as one line on standard error and returns the exit code.
int complain(const Error& error, int exit_code = exit_wrong_use);

// Prints a note on standard error that does not belong in the answer.
void remark(std::string_view what);

// Asks for a line that is not shown while it is typed; without a terminal, returns the next line of
// standard input.
std::string ask_secret(const std::string& what);

// Returns the given format; if it is empty, "text" on a terminal and "csv" elsewhere.
std::string format_or_default(const std::string& format);

// Returns the layout of that name, from the rule set in the file or, without a file, from the
// documents of the program. `loaded` keeps the game alive that the pointers point into.
struct ChosenLayout {
    std::shared_ptr<const std::vector<rules::Game>> loaded;
    const rules::Game* game = nullptr;
    const rules::Layout* layout = nullptr;
};
Result<ChosenLayout> choose_layout(const std::string& layout, const std::string& rules_file);

// Reads the rule set and compares it with its document. Returns an error if it does not conform;
// notes for an inspector go to `notes`. `path` is for error messages.
Result<rules::Game> load_rules(std::string_view text, const std::string& path,
                               std::vector<std::string>& notes);

// Formats rows of fields as CSV, or as aligned columns.
using Rows = std::vector<std::vector<std::string>>;
std::string as_csv(const Rows& rows);
std::string as_columns(const Rows& rows);

// Joins the parts: "a, b, c".
std::string join(std::span<const std::string> parts, std::string_view between = ", ");

}  // namespace sicbo::app
