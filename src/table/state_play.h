// SPDX-License-Identifier: MIT
// The part of the state (table/state.h) that the orders of orders_play.h change: what players allow
// themselves.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "core/id.h"
#include "core/money.h"
#include "core/time.h"

namespace sicbo::table {

// How long a player waits for a limit of the own loss or time to be raised or lifted.
inline constexpr std::int64_t own_limit_delay = 900'000;
inline constexpr std::uint32_t own_minutes_max = 1'440;

// `next` replaces `current` at the moment `from`.
struct LossLimit {
    std::optional<Money> current;  // none: no limit
    std::optional<Money> next;
    Instant from;
};
struct TimeLimit {
    std::optional<Instant> current;
    std::optional<Instant> next;
    Instant from;
};

// Returns what is in force at the moment.
constexpr std::optional<Money> in_force(const LossLimit& limit, Instant at) {
    return at < limit.from ? limit.current : limit.next;
}
constexpr std::optional<Instant> in_force(const TimeLimit& limit, Instant at) {
    return at < limit.from ? limit.current : limit.next;
}

// What the player of a stay has chosen.
struct OwnLimits {
    // Stakes in play and lost less what was won since the first limit of the loss; negative if more
    // was won.
    Money lost;
    bool counting = false;  // a limit of the loss was set, so that `lost` is kept
    LossLimit loss;
    TimeLimit time;
    Instant break_until;
};

struct Play {
    std::map<StayId, OwnLimits> limits;  // of stays that have not ended

    bool empty() const { return limits.empty(); }
};

}  // namespace sicbo::table
