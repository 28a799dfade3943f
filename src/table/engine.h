// SPDX-License-Identifier: MIT
// The heart of the system: what a command leads to, and what an event changes.
//
// decide() may refuse and never changes the state; apply() changes the state and never refuses.
// Live play is decide, apply, journal, commit, release. Recovery is apply alone, over the journal,
// so whatever apply() needs is in the event or in the state: it asks no clock and no tumbler.
#pragma once

#include <vector>

#include "table/authority.h"
#include "table/decision.h"

namespace sicbo::table {

// Decides the command as the state stands. Changes nothing. The caller applies the events of the
// decision, all of them and in order, before it decides another command.
Decision decide(const State& state, const Command& command);

// Changes the state as the event says. The event must be the next one of a decision on this state,
// or of the journal that led to it; anything else fails a check.
void apply(State& state, const Event& event);

// What would come of an order at a table if it were given now.
struct Preview {
    RoleSet roles;                     // may give it, alone or as the first of two people
    std::optional<Pair> pair;          // the two who must agree; nothing if one is enough
    std::vector<std::string> clauses;  // that say who they are
    Decision decision;                 // what it would lead to, once all have agreed
};

// Previews the command's order without asking who gives it or whether that person is logged on. The
// role of the command counts only where the order itself depends on it. The table must exist, and
// the order must not be Authorise.
Preview preview(const State& state, const Command& command);

// The commands of the system that are due at that time, to be decided before any other.
std::vector<Command> due(const State& state, Instant at);

// The digest that a second person names to authorise the command.
Hash digest_of(const Command& command);

}  // namespace sicbo::table
