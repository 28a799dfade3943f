// SPDX-License-Identifier: MIT
// Compares every view before and after an event: a view that changed must be among the topics that
// the event is said to touch. Otherwise a screen would go stale.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include "table/state.h"
#include "wire/cage_view.h"
#include "wire/touched.h"
#include "wire/view.h"

namespace sicbo::test {

using Views = std::map<wire::Topic, wire::Parts>;

// All that anybody could watch.
inline Views all_views(const table::State& state) {
    using wire::TopicKind;
    Views views;
    views[{TopicKind::property, 0}] = wire::property_view(state);
    views[{TopicKind::cage, 0}] = wire::cage_view(state);
    for (const auto& [id, t] : state.tables) {
        views[{TopicKind::table, id.number}] = wire::table_view(state, id, {});
        views[{TopicKind::console, id.number}] = wire::console_view(state, id);
        views[{TopicKind::places, id.number}] = wire::places_view(state, id);
        for (const auto& [terminal_id, at] : t.terminals) {
            views[{TopicKind::terminal, terminal_id.number}] =
                wire::terminal_view(state, id, terminal_id);
        }
    }
    for (const auto& [stay, at] : state.stays) {
        if (!at.terminal) views[{TopicKind::seat, stay.number}] = wire::seat_view(state, stay);
    }
    return views;
}

// Expects that the event touches each topic that differs. What is new was watched by nobody.
// Returns how many topics differ.
inline std::uint64_t expect_touched(const Views& before, const Views& after,
                                    const table::State& state, const table::Event& event) {
    std::set<wire::Topic> touched;
    wire::for_each_touched(state, event, [&](wire::Topic topic) { touched.insert(topic); });
    std::uint64_t changes = 0;
    for (const auto& [topic, parts] : before) {
        const auto now = after.find(topic);
        if (now == after.end() || now->second == parts) continue;
        ++changes;
        EXPECT_TRUE(touched.contains(topic)) << "event " << state.sequence << ", "
                                             << choice_names<table::FactChoice>[event.fact.index()]
                                             << ", changed the view of " << to_text(topic);
    }
    return changes;
}

}  // namespace sicbo::test
