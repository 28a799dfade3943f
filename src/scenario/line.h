// SPDX-License-Identifier: MIT
// A scenario file cut into lines, and each line into its columns: time, command, expected phrases.
//
// Knows nothing of what a command means; scenario/words.h takes a command apart.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sicbo::scenario {

struct Line {
    int number = 0;                   // counted from 1
    std::optional<std::string> time;  // "5s", "+5s"; always a valid duration
    std::string command;
    std::optional<std::string> expected;
    std::string indent;  // what stands before the command, so that the line can be written again
};

// Returns the lines that have content, in order, without their comments. Accepts any text.
std::vector<Line> split_lines(std::string_view text);

// Returns the duration in milliseconds of "1h2m3s", "250ms" or "1d"; nothing if the text is not a
// duration or is longer than a century.
std::optional<std::int64_t> parse_duration(std::string_view text);

}  // namespace sicbo::scenario
