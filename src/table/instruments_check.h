// SPDX-License-Identifier: MIT
// What always holds of notes, tickets and hand pays. Private to src/table.
#pragma once

#include <optional>
#include <string>

#include "table/state.h"

namespace sicbo::table {

// Returns what the tickets, cabinets and hand pays contradict in the accounts and the meters;
// nothing if they agree. Compares the totals that are kept of the tickets. It walks the tickets
// themselves only while there are few of them, or after every 10,000th event: with a million it
// would take longer than the command that it checks.
std::optional<std::string> instruments_agree(const State& state);

// Returns what they name that does not exist, in a state that was decoded; nothing if all of it
// does.
std::optional<std::string> instruments_refer(const State& state);

}  // namespace sicbo::table
