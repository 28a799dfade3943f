// SPDX-License-Identifier: MIT
// What a turn has committed, for tests of those who are told of it.
#pragma once

#include <vector>

#include "server/loop.h"
#include "table/engine.h"

namespace sicbo::test {

// Returns the events of the decision as they were committed. The state must be the one after them.
inline std::vector<server::CommittedEvent> committed(const table::State& state,
                                                     const table::Decision& decision) {
    std::vector<server::CommittedEvent> events;
    std::uint64_t sequence = state.sequence - decision.events.size();
    for (const table::Event& event : decision.events) events.push_back({{++sequence, {}}, event});
    return events;
}

}  // namespace sicbo::test
