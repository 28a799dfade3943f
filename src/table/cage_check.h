// SPDX-License-Identifier: MIT
// What always holds of the cage. Called by invariants.cpp and state.cpp.
#pragma once

#include <optional>
#include <string>

#include "table/state.h"

namespace sicbo::table {

// Returns what contradicts itself: the cash account of a currency is what its counters took, paid
// and had over or short; the account of differences is what counts found; no drawer's
// balance is negative. Returns nothing if all agree.
std::optional<std::string> find_cage_discrepancy(const State& state);

// Returns the first reference of the cage to something that does not exist; nothing if there is
// none.
std::optional<std::string> find_dangling_in_cage(const State& state);

}  // namespace sicbo::table
