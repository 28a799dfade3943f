// SPDX-License-Identifier: MIT
// The first validation of text from outside.
#pragma once

#include <string_view>

namespace sicbo {

constexpr bool is_digit(char c) { return '0' <= c && c <= '9'; }

bool is_utf8(std::string_view text);

// Returns true if the text is UTF-8 without control characters, so that it can be shown on one
// line.
bool is_line(std::string_view text);

// Returns true if the text is a line in which every character can be seen and all are written in
// one direction: no control characters, none that change the direction of writing, and none that
// are invisible. So two texts that look alike are more likely to be the same, and none hides a
// part.
bool is_plain(std::string_view text);

// Returns true if the text is UTF-8, has no blank first or last and no two in a row. All characters
// that look like a blank count as one.
bool has_single_blanks(std::string_view text);

// Returns the text without the byte order mark that some editors and spreadsheets put first.
std::string_view without_byte_order_mark(std::string_view text);

}  // namespace sicbo
