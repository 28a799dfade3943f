// What each kind of client may see, as named parts of JSON. Whoever shows them to clients sends the
// parts that have changed.
//
// A part says what is so, never what to do: the screens draw it. Amounts are whole numbers of
// cents, moments are milliseconds since 1970, dice are lists of three. No part that players see
// holds dice before the result has been entered.
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

// What the journal does not know of a table.
struct TableSetting {
    std::string mode = "manual";
    std::string language = "en";
    std::string tumbler = "none";
};

Parts property_view(const table::State& state);
Parts table_view(const table::State& state, TableId id, const TableSetting& setting);
// Of the player at the terminal, or at the seat of that stay.
Parts terminal_view(const table::State& state, TableId id, TerminalId terminal);
Parts seat_view(const table::State& state, StayId stay);
Parts console_view(const table::State& state, TableId id);
Parts places_view(const table::State& state, TableId id);

// The last rounds of the table, or those before another, newest first, with what the stay had in
// them.
std::string rounds_text(const table::State& state, const ListRounds& request, StayId stay);

}  // namespace sicbo::wire
