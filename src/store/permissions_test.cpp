// SPDX-License-Identifier: MIT
// Tries every order in every role in the states of journals of an earlier version.
// src/sim/driven_test.cpp does the same after every fact of the present version.
#include <gtest/gtest.h>

#include <boost/json/object.hpp>

#include "support/permission_walk.h"
#include "support/refusal_walk.h"
#include "support/sample_journal.h"
#include "support/thorough.h"
#include "table/engine.h"
#include "wire/orders_view.h"

namespace sicbo::store {
namespace {

namespace json = boost::json;
using namespace table;

// Only one event in so many is followed by a walk: a number that no round is as regular as.
std::uint64_t walk_interval() { return test::is_thorough() ? 7 : 29; }

class Permissions : public testing::TestWithParam<const char*> {};

TEST_P(Permissions, ThatAConsoleIsSentAreThoseOfTheEngine) {
    test::PermissionWalk walk;
    std::uint64_t events = 0;
    test::replay_sample(GetParam(), [&](const State& state, const Event&, const Position&) {
        if (++events % walk_interval() != 0) return;
        for (const auto& [id, table] : state.tables) walk.visit(state, id);
    });
    EXPECT_GT(walk.allowed, 10'000u);
    EXPECT_GT(walk.not_allowed, 10'000u);
}

TEST_P(Permissions, RefusalsThatAConsoleIsSentAreThoseOfTheEngine) {
    test::RefusalWalk walk;
    std::uint64_t events = 0;
    test::replay_sample(GetParam(), [&](const State& state, const Event&, const Position&) {
        if (++events % walk_interval() != 0) return;
        for (const auto& [id, table] : state.tables) walk.visit(state, id);
    });
    EXPECT_GT(walk.accepted, 3'500u / walk_interval());
    EXPECT_GT(walk.refused, 7'000u / walk_interval());
}

TEST_P(Permissions, AreSentForEveryOrderThatStaffMayGive) {
    State last;
    test::replay_sample(GetParam(),
                        [&](const State& state, const Event&, const Position&) { last = state; });
    const TableId id = last.tables.begin()->first;
    const json::object orders = wire::orders_json(last, id);
    for (std::size_t i = 0; i < choice_names<OrderChoice>.size(); ++i) {
        const std::string name(choice_names<OrderChoice>[i]);
        const bool for_staff = !wire::roles_json(authority_of(i).roles).empty();
        ASSERT_EQ(orders.contains(name), for_staff) << name;
        if (!for_staff) continue;
        const auto& sent = orders.at(name).as_object();
        EXPECT_EQ(sent.at("of_round").as_bool(), authority_of(i).of_round) << name;
    }
}

INSTANTIATE_TEST_SUITE_P(Journals, Permissions,
                         testing::Values("rws-etg", "rws-taisai", "maryland", "mbs-etg"));

}  // namespace
}  // namespace sicbo::store
