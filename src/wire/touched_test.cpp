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

Event table_event(Fact fact) {
    Event event;
    event.stamp.table = test::Property::id;
    event.fact = std::move(fact);
    return event;
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

TEST(TouchedTopics, OfASettlementAreThoseOfPlayersWithBetsInTheRoundAndTheOneBefore) {
    test::Property property("rws-etg");
    property.go_past(rules::Step::open);
    property.bet(1, "big", 1'000);
    property.finish({1, 2, 4});
    property.go_past(rules::Step::open);
    property.bet(2, "big", 1'000);
    property.finish({1, 2, 4});
    const auto topics = touched_by(property, table_event(RoundSettled{}));
    EXPECT_TRUE(topics.contains({TopicKind::table, 1}));
    EXPECT_TRUE(topics.contains({TopicKind::terminal, 1}));
    EXPECT_TRUE(topics.contains({TopicKind::terminal, 2}));
    EXPECT_FALSE(topics.contains({TopicKind::terminal, 3}));
}

TEST(TouchedTopics, OfAClosingAreThoseOfPlayersWithBetsOnly) {
    test::Property property("rws-etg");
    property.go_past(rules::Step::open);
    property.bet(1, "big", 1'000);
    const Decision closed = property.must(test::Role::dealer, CloseBetting{});
    const auto topics = touched_by(property, closed.events.at(0));
    EXPECT_TRUE(topics.contains({TopicKind::terminal, 1}));
    EXPECT_FALSE(topics.contains({TopicKind::terminal, 2}));
}

// The events of one turn are looked at when all of them have been applied.
TEST(TouchedTopics, OfTwoRoundsInOneTurnIncludePlayersOfTheRoundBeforeBoth) {
    test::Property property("rws-etg");
    property.go_past(rules::Step::open);
    property.bet(1, "big", 1'000);
    property.finish({1, 2, 4});
    const std::uint64_t first = property.table().rounds;
    for (int round = 0; round < 2; ++round) {
        property.go_past(rules::Step::open);
        property.finish({1, 2, 4});
    }
    const TerminalId terminal = property.terminal(1);
    const Topic topic{TopicKind::terminal, terminal.number};
    EXPECT_FALSE(touched_by(property, table_event(RoundSettled{})).contains(topic));
    RoundBegun begun;
    begun.round = first + 2;
    EXPECT_TRUE(touched_by(property, table_event(begun)).contains(topic));
}

TEST(TouchedTopics, OfASettlementAreThoseOfAllPlayersIfTheRoundBeforeIsNotKept) {
    test::Settings settings;
    settings.configuration.rounds_kept = 1;
    test::Property property("rws-etg", settings);
    for (int round = 0; round < 3; ++round) {
        property.go_past(rules::Step::open);
        property.finish({1, 2, 4});
    }
    const auto topics = touched_by(property, table_event(RoundSettled{}));
    EXPECT_TRUE(topics.contains({TopicKind::terminal, 3}));
}

}  // namespace
}  // namespace sicbo::wire
