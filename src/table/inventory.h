// SPDX-License-Identifier: MIT
// What the count of a box comes to. Pure functions over the state, for the engine and the audit.
#pragma once

#include <string>

#include "table/decision.h"

namespace sicbo::table {

// Returns the fact of a count: win by count is drop + closer + credits - opener - fills. The table
// must have a removed box with this seal.
BoxCounted count_of(const State& state, TableId table, const std::string& seal, Money counted);

// Returns the entries of the count. What the books had in the box moves to the cage, and the
// difference to the account of differences. Where bets are not keyed, the drop is chips that were
// bought at the table, and the win by count is what the house has won; chips that it won beyond
// those outstanding are a difference.
Postings count_postings(const State& state, TableId table, const BoxCounted& count);

}  // namespace sicbo::table
