// SPDX-License-Identifier: MIT
// What always holds of notes, tickets and hand pays. Private to src/table.
#pragma once

#include <optional>
#include <string>

#include "table/state.h"

namespace sicbo::table {

// Returns the first contradiction between the tickets, cabinets and hand pays and the accounts and
// meters; nothing if they agree. Compares the totals that are kept of the tickets. It walks the
// tickets themselves only while there are few of them, or after every 10,000th event: with a
// million it would take longer than the command that it checks.
std::optional<std::string> find_instrument_discrepancy(const State& state);

// Returns the first table, terminal, ticket or policy that the instruments of a decoded state name
// and that does not exist, or the first value of theirs that is not valid; nothing if there is
// none.
std::optional<std::string> find_dangling_instrument(const State& state);

}  // namespace sicbo::table
