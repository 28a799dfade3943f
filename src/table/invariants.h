// SPDX-License-Identifier: MIT
// Named invariants, so that a failure says which one does not hold. docs/invariants.md lists them.
//
// Invariants of the state are checked after every command in tests and in the simulation. At each
// round's end a release build checks I2, I3 and the meters of the terminals that bet
// (check_round_end). Invariants of a command look at what one command led to.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "table/decision.h"

namespace sicbo::table {

// An invariant of the state.
struct Invariant {
    std::string_view id;  // "I1"
    std::string_view description;
    // Returns what violates it, or nothing.
    std::optional<std::string> (*find_violation)(const State&);
};
std::span<const Invariant> invariants();

// An invariant of a command, given the state before it and its decision.
struct CommandInvariant {
    std::string_view id;
    std::string_view description;
    std::optional<std::string> (*find_violation)(const State& before, const Command&,
                                                 const Decision&);
};
std::span<const CommandInvariant> command_invariants();

// Returns the first violation in the state, as "I3: ...", or nothing.
std::optional<std::string> broken(const State& state);

// The same at the end of a round of the table: of the rounds that have ended it looks only at the
// table's newest one, so that the cost does not grow with their number.
std::optional<std::string> broken_at_end(const State& state, TableId table);

// Returns the first violation by the command and its decision, or nothing. `before` is the state in
// which the command was decided.
std::optional<std::string> broken(const State& before, const Command& command,
                                  const Decision& decision);

// Checks the table after a round has ended, in release builds too. Fails a check on a violation.
void check_round_end(const State& state, TableId table);

}  // namespace sicbo::table
