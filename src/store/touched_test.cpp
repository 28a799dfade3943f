// SPDX-License-Identifier: MIT
// Replays real journals and compares every view before and after each event: a view that changed
// must be among those that the event is said to touch. Otherwise a screen would go stale.
#include "wire/touched.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "support/sample_journal.h"
#include "wire/view.h"

namespace sicbo::store {
namespace {

using wire::Topic;
using wire::TopicKind;
using Views = std::map<Topic, wire::Parts>;

// All that anybody could watch.
Views all_views(const table::State& state) {
    Views views;
    views[{TopicKind::property, 0}] = wire::property_view(state);
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

// The topics that differ. What is new was watched by nobody.
std::set<Topic> changed(const Views& before, const Views& after) {
    std::set<Topic> topics;
    for (const auto& [topic, parts] : before) {
        const auto now = after.find(topic);
        if (now != after.end() && now->second != parts) topics.insert(topic);
    }
    return topics;
}

class TouchedTopics : public testing::TestWithParam<const char*> {};

TEST_P(TouchedTopics, IncludeEveryViewThatChanged) {
    Views before = all_views({});
    std::uint64_t changes = 0;
    const auto compare = [&](const table::State& state, const table::Event& event,
                             const Position& position) {
        Views after = all_views(state);
        std::set<Topic> touched;
        wire::for_each_touched(state, event, [&](Topic topic) { touched.insert(topic); });
        for (const Topic topic : changed(before, after)) {
            ++changes;
            EXPECT_TRUE(touched.contains(topic))
                << "event " << position.sequence << ", "
                << choice_names<table::FactChoice>[event.fact.index()] << ", changed the view of "
                << to_text(topic);
        }
        before = std::move(after);
    };
    test::replay_sample(GetParam(), compare);
    EXPECT_GT(changes, 1'000u);
}

INSTANTIATE_TEST_SUITE_P(Journals, TouchedTopics,
                         testing::Values("rws-etg", "rws-taisai", "maryland", "mbs-etg"));

}  // namespace
}  // namespace sicbo::store
