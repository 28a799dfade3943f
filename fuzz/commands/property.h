// SPDX-License-Identifier: MIT
// The property that the fuzzed commands are given to: four tables that are open, with people logged
// on and players with credit.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "table/state.h"

namespace sicbo::table::fuzz {

constexpr TableId terminals = {1};  // rws-etg
constexpr TableId lights = {2};     // maryland
constexpr TableId boxes = {3};      // rws-taisai, limits enforced
constexpr TableId advised = {4};    // rws-taisai, limits advised
constexpr std::uint8_t table_count = 4;
constexpr PersonId administrator = {1};

// The person who gives the orders of a role.
constexpr std::pair<rules::Role, PersonId> staff[] = {
    {rules::Role::dealer, {2}},      {rules::Role::supervisor, {3}},
    {rules::Role::pit_manager, {4}}, {rules::Role::shift_manager, {5}},
    {rules::Role::cashier, {6}},     {rules::Role::technician, {7}},
    {rules::Role::auditor, {8}},     {rules::Role::administrator, {1}},
};

constexpr Actor person(PersonId id) { return {ActorKind::person, id.number}; }

// Aborts, so that the fuzzer keeps the input, if an invariant is broken.
void must_hold(const std::optional<std::string>& broken);

// Builds the state with its tables. Aborts if an order for it is refused.
State build_property();

}  // namespace sicbo::table::fuzz
