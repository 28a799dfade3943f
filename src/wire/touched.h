// SPDX-License-Identifier: MIT
// Which topics an event changes. It follows from what the fact declares (table::Audience), from the
// terminal or stay that it names, and from the players whose money it moves.
#pragma once

#include <functional>

#include "table/state.h"
#include "wire/message.h"

namespace sicbo::wire {

// Calls touch(topic) for each topic whose view the event may have changed, at times more than once
// for the same one. `state` is the state after the event.
void for_each_touched(const table::State& state, const table::Event& event,
                      const std::function<void(Topic)>& touch);

}  // namespace sicbo::wire
