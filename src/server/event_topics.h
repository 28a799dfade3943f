// Which topics an event may have changed. Pure; the views themselves are in wire/view.h.
#pragma once

#include <vector>

#include "table/state.h"
#include "wire/message.h"

namespace sicbo::server {

// The topics that one event may have changed. Naming a topic that did not change costs time only;
// missing one leaves clients with an old view.
struct ChangedTopics {
    std::vector<wire::Topic> topics;  // may name a topic twice
    bool all_seats = false;           // every seat that is watched, at any table
};

// `state` is the state after the event, or later.
ChangedTopics topics_changed_by(const table::State& state, const table::Event& event);

}  // namespace sicbo::server
