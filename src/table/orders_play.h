// SPDX-License-Identifier: MIT
// The orders by which players limit their own play: loss, time, breaks. They are of a stay, and
// end with it. decide() executes or refuses an order (table/engine.h); docs/authority.md lists who
// may give it: players alone, each for the own stay.
#pragma once

#include <cstdint>
#include <optional>

#include "core/money.h"
#include "table/codecs.h"

namespace sicbo::table {

// Limits what the player may lose from the first such order of the stay on; stakes in play count as
// lost. A lower limit holds at once, a higher one or none after own_limit_delay.
struct LimitLoss {
    std::optional<Money> max;  // none: no limit
};

// Refuses the player's bets from so many minutes after the order on. An earlier end holds at once,
// a later one or none after own_limit_delay.
struct LimitTime {
    std::optional<std::uint32_t> minutes;  // at most own_minutes_max; none: no limit
};

// Refuses the player's bets for so many minutes. A break can be made longer, not shorter.
struct TakeBreak {
    std::uint32_t minutes = 0;  // at most own_minutes_max
};

}  // namespace sicbo::table
