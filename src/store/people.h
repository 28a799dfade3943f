// SPDX-License-Identifier: MIT
// Who did something, in words, for people who read a journal. Names come from a state at or after
// the event: names never change, and no person is ever removed.
#pragma once

#include <optional>
#include <string>

#include "store/round_history.h"
#include "table/state.h"

namespace sicbo::store {

// The role as people write it: "shift manager".
std::string role_text(rules::Role role);

// The name of the actor, without a role: "Mei Tan"; "person 7" if the state does not know them;
// "terminal 12"; the player's name at a felt, or "stay 5"; "system"; "device".
std::string actor_name(const table::State& later, const table::Actor& actor);

// The name, and for staff the role in which they acted: "Mei Tan, shift manager".
std::string describe_actor(const table::State& later, const table::Actor& actor, rules::Role role);

// Everybody who gave the order of an event: "Mei Tan, shift manager, with Ann Lee, supervisor".
std::string describe_actor(const table::State& later, const table::Stamp& stamp,
                           const std::optional<FirstPerson>& first_person);

}  // namespace sicbo::store
