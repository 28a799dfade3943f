// SPDX-License-Identifier: MIT
// Odds: winnings per unit staked, exact, in halves. 8.5 to 1 is 17 halves; the stake comes back on
// top. Also used for an edge stated as so many in 216, which comes in halves too.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/money.h"
#include "core/result.h"

namespace sicbo::rules {

struct Odds {
    std::int32_t halves = 0;  // none: the bet loses

    friend constexpr auto operator<=>(Odds, Odds) = default;
};

// The highest odds a rule set may state: 1000 to 1, five times what any document pays.
inline constexpr Odds odds_max = {2000};

// "12" or "8.5"; more than nothing, at most odds_max. Other decimals than .5 are refused.
Result<Odds> parse_odds(std::string_view text);

// "12", "8.5", "-3.5".
std::string to_text(Odds odds);

// Whether the winnings on the stake are whole: nothing is ever rounded.
constexpr bool pays_exactly(Odds odds, Money stake) {
    return odds.halves % 2 == 0 || stake.cents() % 2 == 0;
}

}  // namespace sicbo::rules
