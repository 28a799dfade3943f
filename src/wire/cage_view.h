// SPDX-License-Identifier: MIT
// What the cage shows: its counters with their shifts, what waits to be paid or taken, the
// inventory of live tables with the boxes that wait for their count, and who may do what. A pure
// function of the state.
#pragma once

#include "wire/view.h"

namespace sicbo::wire {

// Returns the parts of the topic `cage`. No part has the number or the name of a ticket.
Parts cage_view(const table::State& state);

}  // namespace sicbo::wire
