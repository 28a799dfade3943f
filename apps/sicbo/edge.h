// The edge of the program: files and standard streams, what the subcommands share.
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
inline constexpr int exit_no = 1;
inline constexpr int exit_wrong_use = 2;

// The whole of a file; "-" is standard input.
Result<std::string> read_input(const std::string& path);

// What errors call the input.
std::string input_name(const std::string& path);

// Writes the answer, whole. Returns exit_fine, or says what went wrong and returns exit_no.
int write_answer(std::string_view answer);

// Says on one line what is wrong and returns the exit code.
int complain(const Error& error, int exit_code = exit_wrong_use);

// Says on standard error what the answer has no place for.
void remark(std::string_view what);

// The format asked for; if none was, text on a terminal and CSV elsewhere.
std::string format_or_default(const std::string& format);

// The layout of that name, from the rule set in the file or, with no file, from the documents. The
// games it points into live as long as it does.
struct ChosenLayout {
    std::shared_ptr<const std::vector<rules::Game>> loaded;
    const rules::Game* game = nullptr;
    const rules::Layout* layout = nullptr;
};
Result<ChosenLayout> choose_layout(const std::string& layout, const std::string& rules_file);

// The rule set in the text, if it keeps to its document. Notes for an inspector go to `notes`.
Result<rules::Game> load_rules(std::string_view text, const std::string& path,
                               std::vector<std::string>& notes);

// Rows of fields as CSV, or as columns that line up.
using Rows = std::vector<std::vector<std::string>>;
std::string as_csv(const Rows& rows);
std::string as_columns(const Rows& rows);

// "a, b, c".
std::string join(std::span<const std::string> parts, std::string_view between = ", ");

}  // namespace sicbo::app
