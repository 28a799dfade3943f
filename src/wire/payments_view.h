// SPDX-License-Identifier: MIT
// What the dealer of a shared felt is about to pay, for a console: it is on show before the order
// that settles the round, and is worked out by the same functions as that order.
#pragma once

#include <boost/json/value.hpp>
#include <vector>

#include "table/state.h"

namespace sicbo::wire {

// Returns what SettleRound would pay now: the "round", the "total" of all winnings, and the
// "players" who are paid or get part of a stake back because it counted pro rata. Each has "stay",
// "player", "winnings" (without stakes, which stay with the player), "returned" (parts of stakes
// that did not count), "bets" with the same for each ("stake" as it lies there, "counts" the part
// that takes part), and "chips", those to cut for the winnings: "size" and "count", largest first.
// Null at a game with terminals, and unless a result waits for its bets to be collected and paid.
boost::json::value payments_json(const table::State& state, const table::Table& table);

// A number of chips of one size.
struct Chips {
    Money size;
    std::int64_t count = 0;
};

// Returns as few chips as these sizes, largest first, allow for the amount. What is left below the
// smallest size is one piece of its own.
std::vector<Chips> cut(Money amount, const std::vector<Money>& sizes);

// Returns the sizes of chips that lie on the felt of a table, largest first.
std::vector<Money> chip_sizes(const table::Configuration& configuration);

}  // namespace sicbo::wire
