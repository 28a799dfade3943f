// SPDX-License-Identifier: MIT
// The facts that the orders of orders_play.h lead to. apply() changes the state as a fact says
// (table/engine.h).
#pragma once

#include <optional>

#include "core/time.h"
#include "table/audience.h"
#include "table/command.h"

namespace sicbo::table {

// The player may lose at most so much (none: no limit) from the moment `from` on. Until then the
// limit that was in force before stays.
struct LossLimited {
    StayId stay;
    std::optional<Money> max;
    Instant from;

    static constexpr Audience audience = Audience::player;
};

// The player's bets are refused from `until` on (none: no limit). This replaces the limit that was
// in force before at the moment `from`.
struct TimeLimited {
    StayId stay;
    std::optional<Instant> until;
    Instant from;

    static constexpr Audience audience = Audience::player;
};

// The player's bets are refused until just before `until`.
struct BreakTaken {
    StayId stay;
    Instant until;

    static constexpr Audience audience = Audience::player;
};

using PlayFacts = Choice<LossLimited, TimeLimited, BreakTaken>;

}  // namespace sicbo::table
