// SPDX-License-Identifier: MIT
// Views of access: who asked for the enrolment of which terminal, which accounts wait for a second
// person, whose password was reset, and who is on duty.
// Pure functions of the state.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>

#include "table/state.h"

namespace sicbo::wire {

// Returns those who are logged on at the table, each with "name" and nothing else. The table must
// exist.
boost::json::array on_duty_json(const table::State& state, TableId table);

// Returns the last request to enrol each terminal of the table.
boost::json::array enrolments_json(const table::State& state, TableId table);

// Returns the orders of the property that wait for a second person: whose account each is about,
// who asked, and the roles of which one must agree.
boost::json::array property_pending_json(const table::State& state);

// Returns whose password somebody else has set, or whose second factor somebody else has removed,
// newest first, up to a week after it happened.
boost::json::array password_resets_json(const table::State& state);

// Returns when and by whom the person's password was last reset; null if it never was.
boost::json::value password_reset_json(const table::State& state, PersonId person);

}  // namespace sicbo::wire
