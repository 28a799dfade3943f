// SPDX-License-Identifier: MIT
// What a terminal shows of its cabinet, of notes and tickets under way, and of a hand pay.
#pragma once

#include <string>

#include "table/state.h"

namespace sicbo::wire {

// Returns the part `cash` of a terminal's topic as JSON; "null" if no policy says that there are
// notes and tickets. Why a ticket was refused is not in it: that is for staff.
std::string cash_part(const table::State& state, TableId table, TerminalId terminal);

}  // namespace sicbo::wire
