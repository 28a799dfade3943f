// SPDX-License-Identifier: MIT
// The last entries about each player's bets (wire/bet_log_entry.h), which the player's topic shows.
//
// Kept in memory only: a page that was connected has stored what it saw, and History has the
// rounds. Every method runs on the loop thread.
#pragma once

#include <deque>
#include <map>
#include <span>
#include <string>

#include "server/loop.h"

namespace sicbo::server {

class BetLog {
public:
    // Adds what the events did to players' bets. `state` is the state after the commit.
    void on_committed(const table::State& state, std::span<const CommittedEvent> events);

    // Returns the last entries of the stay as a JSON array, oldest first.
    std::string entries_of(StayId stay) const;

private:
    std::map<StayId, std::deque<std::string>> entries_;
};

}  // namespace sicbo::server
