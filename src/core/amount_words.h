// SPDX-License-Identifier: MIT
// An amount of money in words, as on a cheque. Words are harder to alter on paper than figures.
#pragma once

#include <string>
#include <string_view>

#include "core/money.h"

namespace sicbo {

// Return the amount in words: "thirty-seven Singapore dollars and fifty cents", or
// "新加坡元叁拾柒元伍角整". `currency` has three capital letters; one whose name is not known here
// is named by its letters. The amount must be from 0 to money_max.
std::string amount_in_english(Money amount, std::string_view currency);
std::string amount_in_chinese(Money amount, std::string_view currency);

}  // namespace sicbo
