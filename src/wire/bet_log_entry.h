// SPDX-License-Identifier: MIT
// The entries of a player's bet log: what happens to the player's bets without an order of the
// player, for the player's own screen.
//
// Bets that a player places or withdraws are answered by the reply to the order; everything else
// that changes them is an entry here: bets placed or withdrawn by staff, excess that was rejected,
// stakes that count in part, payouts, voids, returned stakes, corrections. Pure.
#pragma once

#include <functional>
#include <string>

#include "table/event.h"
#include "table/state.h"

namespace sicbo::wire {

// Calls `add` with the JSON of an entry for each stay whose bets the event changed. `state` is the
// state after the event, or after later events of the same commit.
void for_each_bet_log_entry(const table::State& state, const table::Event& event,
                            std::uint64_t sequence,
                            const std::function<void(StayId, std::string)>& add);

}  // namespace sicbo::wire
