// SPDX-License-Identifier: MIT
// The engine: decide() turns a command into events, apply() changes the state by an event.
//
// decide() may refuse and never changes the state; apply() changes the state and never refuses.
// Live play is decide, apply, journal, commit, release. Recovery is apply alone, over the journal,
// so whatever apply() needs is in the event or in the state: it reads no clock and no tumbler.
#pragma once

#include <vector>

#include "table/authority.h"
#include "table/decision.h"

namespace sicbo::table {

// Decides the command in this state, which it does not change. The caller must apply the events of
// the decision, all of them and in order, before it decides another command. A request that led to
// events before gets its first answers, or its first refusal if it came after the close, and no new
// events, if it names the same session as the first time; with another one it is refused. A request
// that was refused without an event is decided again.
Decision decide(const State& state, const Command& command);

// Changes the state as the event says. The event must be the next one of a decision on this state,
// or of the journal that led to it. Most other events fail a check; a bet after the close does not,
// so that the audit can replay a forged journal and name the event (store/command_audit.h).
void apply(State& state, const Event& event);

// What an order at a table would lead to if it were given now.
struct Preview {
    RoleSet roles;                     // that may give it, alone or as the first of two people
    std::optional<Pair> pair;          // who must both give it; nothing if one person is enough
    std::vector<std::string> clauses;  // that name the two
    Decision decision;                 // the result, once everybody who must has given it
};

// Previews the command's order. Does not check the actor, nor whether a person is logged on; the
// role of the command matters only if the order itself depends on it. The table must exist, and the
// order must not be Authorise.
Preview preview(const State& state, const Command& command);

// Returns the commands of the system that are due at that time. Decide them before any other.
std::vector<Command> due(const State& state, Instant at);

// Returns the digest that a second person names to authorise the command.
Hash digest_of(const Command& command);

}  // namespace sicbo::table
