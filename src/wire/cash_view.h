// SPDX-License-Identifier: MIT
// What a terminal shows of its cabinet, of notes and tickets under way, and of a hand pay.
#pragma once

#include <boost/json/value.hpp>
#include <string>

#include "table/state.h"

namespace sicbo::wire {

// Returns the hand pay of the terminal that is not acknowledged yet, null if there is none.
boost::json::value hand_pay_part(const table::State& state, TerminalId terminal);

// Returns the part `cash` of a terminal's topic as JSON; "null" if no policy says that there are
// notes and tickets. Why a ticket was refused is not in it: that is for staff.
std::string cash_part(const table::State& state, TableId table, TerminalId terminal);

}  // namespace sicbo::wire
