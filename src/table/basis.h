// SPDX-License-Identifier: MIT
// What an order for two people depends on. The first person's request lapses when that changes, so
// that the second person never authorises something other than what was asked for.
#pragma once

#include <string>
#include <vector>

#include "table/state.h"

namespace sicbo::table {

// Returns the part of the present state that the order depends on. Equal bases mean that nothing of
// it has changed. `table` is 0 for an order of the property.
Basis basis_of(const State& state, TableId table, const Order& order);

// Returns true if what the request depends on has changed since it was made.
bool has_lapsed(const State& state, const Pending& pending);

// Makes all requests to recall rounds lapse. Call it when rounds that were recalled are forgotten
// or others are recalled: the records in the requests may be older than an amendment since.
void lapse_recalls(Table& table);

// Returns in words what orders of this type depend on, for docs/authority.md; empty if nothing.
std::vector<std::string> dependencies_of(const Order& order);

}  // namespace sicbo::table
