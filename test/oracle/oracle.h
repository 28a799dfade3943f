// SPDX-License-Identifier: MIT
// A second opinion on what a roll pays, for tests to hold the real rules against.
//
// It is written from the wording of the four rule documents, wager by wager, and is meant to be
// checked by eye with the document beside it: plain ifs over strings and numbers, no speed, nothing
// shared with the code it judges. It includes nothing from src/ and nothing there may include it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sicbo::oracle {

// The ids of all seven layouts.
std::vector<std::string> layouts();

// The spot ids a layout offers, in the order of its document. An unknown layout throws
// std::invalid_argument.
std::vector<std::string> spots(std::string_view layout);

// The winnings per unit staked in halves (8.5 to 1 is 17), without the stake itself, or nothing
// where the bet loses. The dice come in any order. An unknown layout, a spot the layout does not
// offer and a die that is not 1 to 6 throw std::invalid_argument.
std::optional<int> halves(std::string_view layout, std::string_view spot, int d1, int d2, int d3);

}  // namespace sicbo::oracle
