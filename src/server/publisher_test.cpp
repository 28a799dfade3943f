// SPDX-License-Identifier: MIT
#include "server/publisher.h"

#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <map>
#include <string>
#include <vector>

#include "support/sessions.h"

namespace sicbo::server {
namespace {

using table::ActorKind;
using table::DisableTerminal;
using table::LogOn;
using table::TakeOutOfService;
using table::TakeSeat;
using test::SmallHouse;
using wire::Topic;
using wire::TopicKind;

constexpr Topic whole_property = {TopicKind::property, 0};
constexpr Topic table_one = {TopicKind::table, 1};
constexpr Topic table_two = {TopicKind::table, 2};
constexpr Topic console_two = {TopicKind::console, 2};

// A publisher on the loop of a small property, and what its last turn sent to each connection.
struct PublisherTurns {
    SmallHouse house;
    Outbox outbox{2};
    Publisher publisher{*house.loop, house.plan, outbox};
    std::map<std::uint64_t, std::vector<SharedMessage>> sent;

    // Lets time pass, commits and publishes.
    void turn(std::int64_t milliseconds = 0) {
        house.now = house.now + milliseconds;
        publisher.on_committed(house.commit());
        publisher.publish(house.now);
        sent.clear();
        for (const auto& list : outbox.take()) {
            for (const Delivery& delivery : list) sent[delivery.to.number] = delivery.messages;
        }
    }

    // An event that changes a table for everybody.
    void change(TableId table) {
        const Reply reply = house.loop->execute_system(table, TakeOutOfService{"cleaning"});
        ASSERT_TRUE(reply.changed);
    }

    // The only message that the connection was sent, or an empty object.
    boost::json::object message_to(ConnectionId connection) {
        const std::vector<SharedMessage>& messages = sent[connection.number];
        EXPECT_EQ(messages.size(), 1u);
        if (messages.size() != 1) return {};
        return boost::json::parse(*messages.front()).as_object();
    }
};

Session session_of_staff() {
    Session session;
    session.people = {SmallHouse::dealer};
    return session;
}

Session session_at(table::Actor actor, TableId table, TerminalId terminal) {
    Session session;
    session.place = Place{actor, table, terminal};
    return session;
}

TEST(Publisher, SendsASnapshotAndThenTheChangesThatFollowOnIt) {
    PublisherTurns turns;
    Session session;
    turns.publisher.watch({7}, session, table_two);
    EXPECT_TRUE(session.topics.contains(table_two));
    turns.turn();
    const auto snapshot = turns.message_to({7});
    EXPECT_EQ(snapshot.at("snapshot"), "table/2");
    EXPECT_EQ(snapshot.at("seq"), turns.house.loop->state().sequence);
    EXPECT_EQ(snapshot.at("at"), turns.house.now.milliseconds);
    turns.turn();
    EXPECT_TRUE(turns.sent.empty());
    turns.change({2});
    turns.turn();
    const auto delta = turns.message_to({7});
    EXPECT_EQ(delta.at("delta"), "table/2");
    EXPECT_EQ(delta.at("prev"), snapshot.at("seq"));
    EXPECT_EQ(delta.at("seq"), turns.house.loop->state().sequence);
    EXPECT_LT(delta.at("state").as_object().size(), snapshot.at("state").as_object().size());
}

TEST(Publisher, SendsTheSameTextToAllWatchers) {
    PublisherTurns turns;
    Session first;
    Session second;
    turns.publisher.watch({7}, first, table_two);
    turns.publisher.watch({8}, second, table_two);
    turns.turn();
    EXPECT_EQ(turns.sent.at(7).at(0), turns.sent.at(8).at(0));
    turns.change({2});
    turns.turn();
    EXPECT_EQ(turns.sent.at(7).at(0), turns.sent.at(8).at(0));
}

TEST(Publisher, SendsAnotherSnapshotToWhoWatchesAgain) {
    PublisherTurns turns;
    Session first;
    Session second;
    turns.publisher.watch({7}, first, table_two);
    turns.publisher.watch({8}, second, table_two);
    turns.turn();
    turns.publisher.watch({7}, first, table_two);
    turns.turn();
    EXPECT_EQ(turns.message_to({7}).at("snapshot"), "table/2");
    EXPECT_FALSE(turns.sent.contains(8));
    EXPECT_EQ(first.topics.size(), 1u);
}

TEST(Publisher, SendsOnlyTheTopicsThatTheEventsTouch) {
    PublisherTurns turns;
    Session one;
    Session two;
    turns.publisher.watch({1}, one, table_one);
    turns.publisher.watch({2}, two, table_two);
    turns.turn();
    turns.change({2});
    turns.turn();
    EXPECT_FALSE(turns.sent.contains(1));
    EXPECT_EQ(turns.message_to({2}).at("delta"), "table/2");
}

TEST(Publisher, TakesNoTopicThatTheSessionMayNotWatch) {
    PublisherTurns turns;
    Session session;
    EXPECT_THROW(turns.publisher.watch({7}, session, console_two), CheckFailed);
    EXPECT_THROW(turns.publisher.watch({7}, session, {TopicKind::terminal, 201}), CheckFailed);
    EXPECT_TRUE(session.topics.empty());
    turns.turn();
    EXPECT_TRUE(turns.sent.empty());
}

TEST(Publisher, SendsNothingMoreAfterUnwatch) {
    PublisherTurns turns;
    Session session;
    turns.publisher.unwatch({7}, session, table_two);  // does nothing
    turns.publisher.watch({7}, session, table_one);
    turns.publisher.watch({7}, session, table_two);
    turns.turn();
    EXPECT_EQ(turns.sent.at(7).size(), 2u);
    turns.publisher.unwatch({7}, session, table_two);
    EXPECT_EQ(session.topics, std::set{table_one});
    turns.change({2});
    turns.turn();
    EXPECT_TRUE(turns.sent.empty());
    turns.change({1});
    turns.turn();
    EXPECT_EQ(turns.message_to({7}).at("delta"), "table/1");
}

TEST(Publisher, SendsNoSnapshotToWhoStoppedWatchingInTheSameTurn) {
    PublisherTurns turns;
    Session session;
    turns.publisher.watch({7}, session, table_two);
    turns.publisher.unwatch({7}, session, table_two);
    turns.turn();
    EXPECT_TRUE(turns.sent.empty());
}

TEST(Publisher, EndsTheWatchingThatASessionMayNoLongerDo) {
    PublisherTurns turns;
    Session session = session_of_staff();
    turns.publisher.watch({7}, session, table_two);
    turns.publisher.watch({7}, session, console_two);
    turns.turn();
    turns.publisher.unwatch_forbidden({7}, session);  // the dealer is still signed in
    EXPECT_EQ(session.topics.size(), 2u);
    session.people.clear();
    turns.publisher.unwatch_forbidden({7}, session);
    EXPECT_EQ(session.topics, std::set{table_two});
    turns.change({2});
    turns.turn();
    EXPECT_EQ(turns.message_to({7}).at("delta"), "table/2");
}

TEST(Publisher, EndsAllWatchingOfASessionAndLeavesTheOthers) {
    PublisherTurns turns;
    Session gone;
    Session there;
    turns.publisher.watch({7}, gone, table_one);
    turns.publisher.watch({7}, gone, table_two);
    turns.publisher.watch({8}, there, table_two);
    turns.turn();
    turns.publisher.unwatch_all({7}, gone);
    EXPECT_TRUE(gone.topics.empty());
    turns.change({1});
    turns.change({2});
    turns.turn();
    EXPECT_FALSE(turns.sent.contains(7));
    EXPECT_EQ(turns.message_to({8}).at("delta"), "table/2");
}

TEST(Publisher, PutsOffTheChangesOfABusyTopic) {
    PublisherTurns turns;
    Session session;
    turns.publisher.watch({7}, session, whole_property);
    turns.turn();
    const Instant published = turns.house.now;
    EXPECT_EQ(turns.publisher.next_due(), std::nullopt);
    turns.change({1});
    turns.turn(100);
    EXPECT_TRUE(turns.sent.empty());
    EXPECT_EQ(turns.publisher.next_due(), published + 500);
    turns.change({2});
    turns.turn(399);
    EXPECT_TRUE(turns.sent.empty());
    turns.turn(1);  // both changes in one message
    EXPECT_EQ(turns.message_to({7}).at("delta"), "property");
    EXPECT_EQ(turns.publisher.next_due(), std::nullopt);
}

TEST(Publisher, PublishesNothingThatIsNotCommitted) {
    PublisherTurns turns;
    Session session;
    turns.publisher.watch({7}, session, table_two);
    turns.change({2});
    EXPECT_THROW(turns.publisher.publish(turns.house.now), CheckFailed);
    for (const auto& list : turns.outbox.take()) EXPECT_TRUE(list.empty());
    turns.turn();
    EXPECT_EQ(turns.message_to({7}).at("snapshot"), "table/2");
}

TEST(Publisher, TakesEachEventOnceAndInOrder) {
    PublisherTurns turns;
    turns.change({1});
    turns.change({2});
    std::vector<CommittedEvent> events = turns.house.commit();
    ASSERT_GE(events.size(), 2u);
    turns.publisher.on_committed(events);
    EXPECT_THROW(turns.publisher.on_committed(events), CheckFailed);
    EXPECT_THROW(turns.publisher.on_committed(std::span(events).first(1)), CheckFailed);
    turns.publisher.on_committed({});
}

// Every kind of topic has its own view; the one of a table also says how the plan runs it.
TEST(Publisher, MakesAViewOfEveryKindOfTopic) {
    PublisherTurns turns;
    ASSERT_TRUE(turns.house.loop->execute_system({3}, TakeSeat{"ann"}).changed);
    const std::uint32_t stay = turns.house.loop->state().stays_begun;
    Session staff = session_of_staff();
    Session terminal = session_at({ActorKind::terminal, 201}, {2}, {201});
    Session seat = session_at({ActorKind::seat, stay}, {3}, {});
    turns.publisher.watch({1}, staff, whole_property);
    turns.publisher.watch({2}, staff, table_one);
    turns.publisher.watch({3}, staff, console_two);
    turns.publisher.watch({4}, staff, {TopicKind::places, 2});
    turns.publisher.watch({5}, terminal, {TopicKind::terminal, 201});
    turns.publisher.watch({6}, seat, {TopicKind::seat, stay});
    turns.turn();
    const std::vector<std::string> names = {"property",     "table/1",
                                            "console/2",    "places/2",
                                            "terminal/201", "seat/" + std::to_string(stay)};
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto message = turns.message_to({i + 1});
        ASSERT_TRUE(message.contains("snapshot")) << names[i];
        EXPECT_EQ(std::string(message.at("snapshot").as_string()), names[i]);
        EXPECT_FALSE(message.at("state").as_object().empty()) << names[i];
    }
    const auto table = turns.message_to({2}).at("state").at("table").as_object();
    EXPECT_EQ(table.at("mode"), "automatic");
    EXPECT_EQ(table.at("tumbler"), "simulated");
}

TEST(Publisher, MakesAnEmptyViewOfATerminalThatIsAtNoTable) {
    PublisherTurns turns;
    Session session = session_at({ActorKind::terminal, 999}, {2}, {999});
    turns.publisher.watch({7}, session, {TopicKind::terminal, 999});
    turns.turn();
    EXPECT_TRUE(turns.message_to({7}).at("state").as_object().empty());
}

// Each gets its table's change and its own in one delivery, whether it leaves early or not.
TEST(Publisher, LetsManyPlayersGoEarlyWithAllThatTheyWatch) {
    PublisherTurns turns;
    constexpr std::uint64_t watchers = 300;
    std::vector<Session> sessions(watchers, session_at({ActorKind::terminal, 201}, {2}, {201}));
    Session bystander;
    turns.publisher.watch({watchers + 1}, bystander, table_two);
    for (std::uint64_t i = 0; i < watchers; ++i) {
        turns.publisher.watch({i + 1}, sessions[i], table_two);
        turns.publisher.watch({i + 1}, sessions[i], {TopicKind::terminal, 201});
    }
    turns.turn();
    turns.change({2});
    ASSERT_TRUE(turns.house.order(SmallHouse::technician, {2}, LogOn{}).changed);
    ASSERT_TRUE(turns.house.order(SmallHouse::technician, {2}, DisableTerminal{{201}}).changed);
    turns.publisher.on_committed(turns.house.commit());
    std::map<std::uint64_t, std::vector<SharedMessage>> early;
    turns.publisher.publish(turns.house.now, {}, [&](auto lists) {
        for (const auto& list : lists) {
            for (const Delivery& delivery : list) early[delivery.to.number] = delivery.messages;
        }
    });
    EXPECT_EQ(early.size(), 256u);
    std::map<std::uint64_t, std::vector<SharedMessage>> late;
    for (const auto& list : turns.outbox.take()) {
        for (const Delivery& delivery : list) late[delivery.to.number] = delivery.messages;
    }
    EXPECT_EQ(late.at(watchers + 1).size(), 1u);
    late.erase(watchers + 1);
    EXPECT_EQ(early.size() + late.size(), watchers);
    early.merge(late);
    EXPECT_EQ(early.size(), watchers);
    for (const auto& [connection, messages] : early) {
        ASSERT_EQ(messages.size(), 2u) << connection;
        EXPECT_TRUE(messages[0]->starts_with(R"({"delta":"table/2")"));
        EXPECT_TRUE(messages[1]->starts_with(R"({"delta":"terminal/201")"));
    }
}

}  // namespace
}  // namespace sicbo::server
