// What belongs to one player: money, bets in play, rounds that have ended.
//
// At the end of a round it is made for every terminal, so it is written straight down, without a
// tree that would be built first.
#pragma once

#include "wire/view.h"

namespace sicbo::wire {

// Where a terminal is, and how it stands.
std::string terminal_place(TableId table, TerminalId id, const table::Terminal& terminal,
                           std::string_view layout);

void add_player(Parts& parts, const table::State& state, TableId id, StayId stay);

// A round that has ended, with what the stay had in it. `proof` is JSON; empty: left out, and so
// are which dice it was and when it began.
std::string ended_round(const table::Round& round, StayId stay, std::string_view proof = {});

// What lies on the table for the stay; nothing if nothing does.
const table::Slip* slip_in_play(const table::Table& t, StayId stay);

Money backs_of(const table::Slip& slip);

}  // namespace sicbo::wire
