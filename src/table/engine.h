// The heart of the system: what a command leads to, and what an event changes.
//
// decide() may refuse and never changes the state; apply() changes the state and never refuses.
// Live play is decide, apply, journal, commit, release. Recovery is apply alone, over the journal,
// so whatever apply() needs is in the event or in the state: it asks no clock and no tumbler.
#pragma once

#include <vector>

#include "table/decision.h"

namespace sicbo::table {

Decision decide(const State& state, const Command& command);

void apply(State& state, const Event& event);

// What is due at that time, as commands of the system's own, to be decided before any other.
std::vector<Command> due(const State& state, Instant at);

// The digest that a second person names to authorise the command.
Hash digest_of(const Command& command);

}  // namespace sicbo::table
