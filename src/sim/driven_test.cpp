// SPDX-License-Identifier: MIT
// What clients are sent, compared with the engine after every fact that there is: which views an
// event touches, who may give which order, and why it would be refused.
#include <gtest/gtest.h>

#include "support/cage_permission_walk.h"
#include "support/driven_property.h"
#include "support/permission_walk.h"
#include "support/refusal_walk.h"
#include "support/thorough.h"
#include "support/view_comparison.h"

namespace sicbo::sim {
namespace {

using table::Event;
using table::FactChoice;
using table::State;

// Takes the first occurrences of each fact, and a few of the later ones, since comparing the views
// of all would take minutes.
class Sample {
public:
    Sample(std::uint64_t first, std::uint64_t every) : first_(first), every_(every) {}

    bool takes(const Event& event) {
        const std::uint64_t count = ++counts_.at(event.fact.index());
        return count <= first_ || count % every_ == 0;
    }

private:
    std::uint64_t first_;
    std::uint64_t every_;
    std::array<std::uint64_t, FactChoice::size> counts_ = {};
};

class TouchedObserver : public test::DriveObserver {
public:
    void before(const State& state, const Event& event) override {
        compares_ = sample_.takes(event);
        if (compares_) views_ = test::all_views(state);
    }
    void after(const State& state, const Event& event) override {
        if (compares_)
            changes += test::expect_touched(views_, test::all_views(state), state, event);
    }

    std::uint64_t changes = 0;

private:
    Sample sample_ = test::is_thorough() ? Sample{12, 40} : Sample{5, 400};
    bool compares_ = false;
    test::Views views_;
};

TEST(DrivenProperty, EveryViewThatAFactChangesIsTouched) {
    TouchedObserver observer;
    test::Drive(observer).run();
    EXPECT_GT(observer.changes, 1'000u);
}

// Takes a walk over the orders of the event's table, or of the first one, after sampled events.
template <class Walk>
class WalkObserver : public test::DriveObserver {
public:
    void before(const State&, const Event&) override {}
    void after(const State& state, const Event& event) override {
        if (!sample_.takes(event) || state.tables.empty()) return;
        const TableId id = event.stamp.table;
        walk.visit(state, state.tables.contains(id) ? id : state.tables.begin()->first);
    }

    Walk walk;

private:
    Sample sample_ = test::is_thorough() ? Sample{3, 400} : Sample{2, 2000};
};

TEST(DrivenProperty, PermissionsThatAConsoleIsSentAreThoseOfTheEngine) {
    WalkObserver<test::PermissionWalk> observer;
    test::Drive(observer).run();
    EXPECT_GT(observer.walk.allowed, 10'000u);
    EXPECT_GT(observer.walk.not_allowed, 10'000u);
}

TEST(DrivenProperty, PermissionsThatTheCageIsSentAreThoseOfTheEngine) {
    WalkObserver<test::CagePermissionWalk> observer;
    test::Drive(observer).run();
    EXPECT_GT(observer.walk.allowed, 10'000u);
    EXPECT_GT(observer.walk.not_allowed, 10'000u);
    EXPECT_GT(observer.walk.by_two, 100u);
    EXPECT_GT(observer.walk.authorised, 10u);
}

TEST(DrivenProperty, RefusalsThatAConsoleIsSentAreThoseOfTheEngine) {
    WalkObserver<test::RefusalWalk> observer;
    test::Drive(observer).run();
    EXPECT_GT(observer.walk.accepted, 1'000u);
    EXPECT_GT(observer.walk.refused, 1'000u);
}

}  // namespace
}  // namespace sicbo::sim
