// SPDX-License-Identifier: MIT
#include "wire/touched.h"

#include <gtest/gtest.h>

#include <set>

#include "support/property.h"

namespace sicbo::wire {
namespace {

using namespace table;

std::set<Topic> touched_by(const test::Property& property, const Event& event) {
    std::set<Topic> topics;
    for_each_touched(property.state, event, [&](Topic topic) { topics.insert(topic); });
    return topics;
}

TEST(TouchedTopics, OfABetAtATerminalAreThoseOfItsPlayerAndTheStaff) {
    test::Property property("rws-etg");
    property.go_past(rules::Step::open);
    const auto topics = touched_by(property, property.bet(1, "big", 1'000).events.at(0));
    EXPECT_EQ(topics, (std::set<Topic>{{TopicKind::terminal, 1}, {TopicKind::places, 1}}));
}

TEST(TouchedTopics, OfABetAtAFeltAreSeenByEverybody) {
    test::Property property("rws-taisai");
    property.go_past(rules::Step::open);
    const auto topics = touched_by(property, property.bet(1, "big", 10'000).events.at(0));
    EXPECT_TRUE(topics.contains({TopicKind::seat, property.stay(1).number}));
    EXPECT_TRUE(topics.contains({TopicKind::table, 1}));
}

TEST(TouchedTopics, OfAnOpeningAreTheTableButNoPlayer) {
    test::Property property("rws-etg");
    const Decision opened = property.must(test::Role::dealer, OpenBetting{});
    const auto topics = touched_by(property, opened.events.back());
    EXPECT_TRUE(topics.contains({TopicKind::table, 1}));
    EXPECT_TRUE(topics.contains({TopicKind::console, 1}));
    EXPECT_TRUE(topics.contains({TopicKind::property, 0}));
    EXPECT_FALSE(topics.contains({TopicKind::terminal, 1}));
}

TEST(TouchedTopics, OfASettlementAreThoseOfAllPlayers) {
    test::Property property("rws-etg");
    property.go_past(rules::Step::open);
    property.bet(1, "big", 1'000);
    property.finish({1, 2, 4});
    Event settled;
    settled.stamp.table = test::Property::id;
    settled.fact = RoundSettled{};
    const auto topics = touched_by(property, settled);
    for (const std::uint32_t terminal : {1u, 2u, 3u}) {
        EXPECT_TRUE(topics.contains({TopicKind::terminal, terminal}));
    }
}

}  // namespace
}  // namespace sicbo::wire
