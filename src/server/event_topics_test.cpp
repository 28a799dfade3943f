#include "server/event_topics.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/property.h"

namespace sicbo::server {
namespace {

using namespace table;
using wire::Topic;
using wire::TopicKind;

bool names(const ChangedTopics& changed, Topic topic) {
    return std::ranges::find(changed.topics, topic) != changed.topics.end();
}

ChangedTopics changed_by(const test::Property& property, const Decision& decision) {
    return topics_changed_by(property.state, decision.events.at(0));
}

TEST(EventTopics, ABetAtATerminalConcernsItsPlayerAndTheStaff) {
    test::Property property("rws-etg");
    property.go_on();
    const ChangedTopics changed = changed_by(property, property.bet(1, "big", 1'000));
    EXPECT_TRUE(names(changed, {TopicKind::terminal, 1}));
    EXPECT_TRUE(names(changed, {TopicKind::places, 1}));
    EXPECT_FALSE(names(changed, {TopicKind::terminal, 2}));
    EXPECT_FALSE(names(changed, {TopicKind::table, 1}));
    EXPECT_FALSE(changed.all_seats);
}

TEST(EventTopics, ABetAtAFeltIsSeenByEverybody) {
    test::Property property("rws-taisai");
    while (!property.table().round ||
           !is_done(property.rules(), *property.table().round, rules::Step::open)) {
        property.go_on();
    }
    const ChangedTopics changed = changed_by(property, property.bet(1, "big", 10'000));
    EXPECT_TRUE(names(changed, {TopicKind::seat, property.stay(1).number}));
    EXPECT_TRUE(names(changed, {TopicKind::table, 1}));
}

TEST(EventTopics, AnOpeningChangesTheTableButNoPlayer) {
    test::Property property("rws-etg");
    const Decision opened = property.must(test::Role::dealer, OpenBetting{});
    const ChangedTopics changed = topics_changed_by(property.state, opened.events.back());
    EXPECT_TRUE(names(changed, {TopicKind::table, 1}));
    EXPECT_TRUE(names(changed, {TopicKind::console, 1}));
    EXPECT_TRUE(names(changed, {TopicKind::property, 0}));
    EXPECT_FALSE(names(changed, {TopicKind::terminal, 1}));
}

}  // namespace
}  // namespace sicbo::server
