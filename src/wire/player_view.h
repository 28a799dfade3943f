// SPDX-License-Identifier: MIT
// The parts of a view that belong to one player: money, bets in play, rounds that have ended.
//
// They are made for every terminal at the end of a round, so they are written directly as text,
// without building a tree first.
#pragma once

#include "wire/view.h"

namespace sicbo::wire {

// Returns the part "place" of a terminal: where it is and in which state. `layout` is an id.
std::string terminal_place(TableId table, TerminalId id, const table::Terminal& terminal,
                           std::string_view layout);

// Adds the parts "money", "bets" and "last" of the stay; without a stay there is no money and there
// are no bets. The table must exist.
void add_player(Parts& parts, const table::State& state, TableId id, StayId stay);

// Returns a round that has ended, with the bets of the stay. `game` is the one that the round was
// played by. `proof` is JSON; if it is empty, the proof, the number of the dice set and the time of
// the beginning are left out.
std::string ended_round(const rules::Game& game, const table::Round& round, StayId stay,
                        std::string_view proof = {});

// Returns the bets of the stay in the current round; null if it has none.
const table::BetSlip* slip_in_play(const table::Table& t, StayId stay);

// Returns the payout of all bets of the slip together: winnings and the stakes that go back.
Money payout_of(const table::BetSlip& slip);

}  // namespace sicbo::wire
