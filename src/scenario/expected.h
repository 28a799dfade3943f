// SPDX-License-Identifier: MIT
// The phrases that a line expects, and comparing them with those that came. Pure text functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sicbo::scenario {

// "bet placed; late attempt recorded"
std::string joined(const std::vector<std::string>& phrases);

// Returns true if every expected phrase is the beginning of a phrase that came, up to the end of a
// word and in the same order. Others may come between, unless the text begins with "only ".
bool as_expected(std::string_view expected, const std::vector<std::string>& phrases);

}  // namespace sicbo::scenario
