// SPDX-License-Identifier: MIT
// Odds: winnings per unit staked, exact, in halves. 8.5 to 1 is 17 halves; the stake is returned in
// addition. An edge in 216ths is also a number of halves, and has the same type.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/money.h"
#include "core/result.h"

namespace sicbo::rules {

struct Odds {
    std::int32_t halves = 0;  // 0, "no odds": the bet loses

    friend constexpr auto operator<=>(Odds, Odds) = default;
};

// The highest odds a rule set may state: 1000 to 1, five times what any document pays.
inline constexpr Odds odds_max = {2000};

// Reads "12" or "8.5": positive, at most odds_max, no decimals but .5.
Result<Odds> parse_odds(std::string_view text);

// Writes "12", "8.5" or "-3.5".
std::string to_text(Odds odds);

// Returns true if the winnings on the stake are whole cents: nothing is ever rounded.
constexpr bool pays_exactly(Odds odds, Money stake) {
    return odds.halves % 2 == 0 || stake.cents() % 2 == 0;
}

}  // namespace sicbo::rules
