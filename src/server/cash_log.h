// SPDX-License-Identifier: MIT
// The last movements of money at each terminal, which the terminal's topic shows.
//
// Kept in memory only, like the bet log. A refused note or ticket is an entry without its reason:
// the terminal only tells its player that the cashier will help. Every method runs on the loop
// thread.
#pragma once

#include <deque>
#include <map>
#include <span>
#include <string>

#include "server/loop.h"

namespace sicbo::server {

class CashLog {
public:
    static constexpr std::size_t entries_max = 10;

    // Adds what the events did. `state` is the state after the commit.
    void on_committed(const table::State& state, std::span<const CommittedEvent> events);

    // Returns the last entries of the terminal as a JSON array, oldest first.
    std::string entries_of(TerminalId terminal) const;

private:
    std::map<TerminalId, std::deque<std::string>> entries_;
};

}  // namespace sicbo::server
