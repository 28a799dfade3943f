// SPDX-License-Identifier: MIT
// The parts of an error message about a line: what could have stood there, and what may be meant.
//
// Pure text functions; scenario/words.h collects the alternatives.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scenario/words.h"

namespace sicbo::scenario {

// Returns the word among the alternatives and their examples that is most like the given one;
// nothing if none is alike. An identical word does not count.
std::optional<std::string> nearest(std::string_view word,
                                   std::span<const Alternative> alternatives);

// "; did you mean "big"?"
std::string did_you_mean(std::string_view word);

// "betting, table or a time such as 20s"
std::string listed(std::span<const Alternative> alternatives);

// Returns the text, cut after `max` characters of UTF-8 if it is longer, with "…" at the end.
inline constexpr std::size_t echo_max = 100;
std::string shortened(std::string_view text, std::size_t max = echo_max);

}  // namespace sicbo::scenario
