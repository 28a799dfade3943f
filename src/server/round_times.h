// SPDX-License-Identifier: MIT
// How fast each table is dealt, which its console's topic shows.
//
// The pace follows from when the last rounds began, which the state knows. When the last round
// ended is kept in memory only. Every method runs on the loop thread.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "server/loop.h"

namespace sicbo::server {

// Returns how many rounds an hour were dealt, rounded, if rounds began at these moments, oldest
// first. A gap of more than five minutes is a break of the table and does not count. Nothing if no
// gap counts.
std::optional<std::int64_t> rounds_an_hour(std::span<const Instant> begun_at);

class RoundTimes {
public:
    static constexpr std::size_t rounds_max = 21;  // of which the pace is made

    // Begins with the state before any event that on_committed() is given.
    explicit RoundTimes(const table::State& state);

    // Notes which tables have ended a round. `state` is the state after the commit.
    void on_committed(const table::State& state, std::span<const CommittedEvent> events);

    // Returns {"rounds_an_hour", "last_ended_at"} as JSON; each null if it is not known. The table
    // must exist.
    std::string pace_of(const table::State& state, TableId table) const;

private:
    struct Ended {
        std::uint64_t round = 0;
        std::optional<Instant> at;  // none: before this process
    };
    std::map<TableId, Ended> ended_;
};

}  // namespace sicbo::server
