// SPDX-License-Identifier: MIT
// What must hold, whatever happened: named, so that a failure says which.
//
// The numbers are those of docs/invariants.md. Those on the state are asked after every command
// in tests and simulation, and of the table at each round's end in release builds too. Those on a
// step look at what one command led to.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "table/decision.h"

namespace sicbo::table {

struct Invariant {
    std::string_view id;  // "I1"
    std::string_view says;
    // What breaks it, or nothing.
    std::optional<std::string> (*broken)(const State&);
};
std::span<const Invariant> invariants();

// One command, and the state before it: what came of it must keep to these.
struct StepInvariant {
    std::string_view id;
    std::string_view says;
    std::optional<std::string> (*broken)(const State& before, const Command&, const Decision&);
};
std::span<const StepInvariant> step_invariants();

// The first that is broken, as "I3: ...".
std::optional<std::string> broken(const State& state);
// The same, but of the rounds that are kept only the table's newest: for whoever asks at the end of
// every round.
std::optional<std::string> broken_at_end(const State& state, TableId table);
std::optional<std::string> broken(const State& before, const Command& command,
                                  const Decision& decision);

// What is asked of one table when a round has ended, in release builds too; fails the check.
void check_round_end(const State& state, TableId table);

}  // namespace sicbo::table
