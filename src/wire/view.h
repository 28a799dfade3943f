// SPDX-License-Identifier: MIT
// Views: what each kind of client may see, as named parts of JSON. The server sends a client the
// parts that have changed. Pure functions of the state: no connection and no clock in here.
//
// A part states facts; the screens draw them. Amounts are whole numbers of cents, times are
// milliseconds since 1970, dice are lists of three. No part that players see contains dice before
// the result has been entered.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "table/state.h"
#include "wire/message.h"

namespace sicbo::wire {

struct Part {
    std::string_view name;
    std::string json;

    friend bool operator==(const Part&, const Part&) = default;
};
using Parts = std::vector<Part>;

// Settings of a table from the configuration that the journal does not contain.
struct TableSetting {
    std::string mode = "manual";
    std::string language = "en";
    std::string tumbler = "none";
    std::string video;                        // the address of a stream of the dice; empty: none
    std::uint32_t reality_check_minutes = 0;  // how often players are told of time and result
    std::string message_en;                   // the operator's message to players; empty: none
    std::string message_zh;
};

// The views of the property, of a table for everybody, of a player at a terminal or at a seat, of a
// table for its console, and of all places at a table. The table and the terminal must exist; the
// stay of a seat may have been forgotten.
Parts property_view(const table::State& state);
Parts table_view(const table::State& state, TableId id, const TableSetting& setting);
Parts terminal_view(const table::State& state, TableId id, TerminalId terminal);
Parts seat_view(const table::State& state, StayId stay);
Parts console_view(const table::State& state, TableId id);
Parts places_view(const table::State& state, TableId id);

// Returns the last rounds of a table as a JSON list, or those before a given round, newest first,
// each with the bets of the stay. The table must exist.
std::string rounds_text(const table::State& state, const ListRounds& request, StayId stay);

}  // namespace sicbo::wire
