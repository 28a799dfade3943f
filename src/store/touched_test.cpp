// SPDX-License-Identifier: MIT
// Replays journals of an earlier version and compares every view before and after each event.
// src/sim/driven_test.cpp does the same with every fact of the present version.
#include "wire/touched.h"

#include <gtest/gtest.h>

#include "support/sample_journal.h"
#include "support/thorough.h"
#include "support/view_comparison.h"

namespace sicbo::store {
namespace {

class TouchedTopics : public testing::TestWithParam<const char*> {};

TEST_P(TouchedTopics, IncludeEveryViewThatChanged) {
    const std::uint64_t interval = test::is_thorough() ? 1 : 5;  // of the events compared
    test::Views before = test::all_views({});
    std::uint64_t events = 0;
    std::uint64_t changes = 0;
    const auto compare = [&](const table::State& state, const table::Event& event,
                             const Position&) {
        const bool compares = events % interval == 0;
        const bool compares_next = ++events % interval == 0;
        if (!compares && !compares_next) return;
        test::Views after = test::all_views(state);
        if (compares) changes += test::expect_touched(before, after, state, event);
        before = std::move(after);
    };
    test::replay_sample(GetParam(), compare);
    EXPECT_GT(changes, 1'000u / interval);
}

INSTANTIATE_TEST_SUITE_P(Journals, TouchedTopics,
                         testing::Values("rws-etg", "rws-taisai", "maryland", "mbs-etg"));

}  // namespace
}  // namespace sicbo::store
