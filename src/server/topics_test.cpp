// SPDX-License-Identifier: MIT
#include "server/topics.h"

#include <gtest/gtest.h>

#include "server/gateway_ids.h"

namespace sicbo::server {
namespace {

constexpr wire::Topic table = {wire::TopicKind::table, 1};
constexpr wire::Topic places = {wire::TopicKind::places, 1};

// Topics of two parts that a test sets, and what each connection was sent.
struct Fixture {
    Topics topics;
    std::string first = "1";
    std::string second = "2";
    std::map<std::uint64_t, std::vector<std::string>> sent;

    void publish(std::uint64_t sequence, std::int64_t at = 0) {
        sent.clear();
        topics.publish([&](wire::Topic) { return wire::Parts{{"a", first}, {"b", second}}; },
                       sequence, {at},
                       [&](wire::Topic, ConnectionId to, const SharedMessage& text) {
                           sent[to.number].push_back(*text);
                       });
    }
};

TEST(Topics, BeginWithAllAndGoOnWithWhatChanged) {
    Fixture fixture;
    fixture.topics.watch(table, {7});
    fixture.publish(10, 5);
    EXPECT_EQ(fixture.sent[7],
              std::vector<std::string>{
                  R"({"snapshot":"table/1","seq":10,"at":5,"state":{"a":1,"b":2}})"});
    fixture.publish(11);
    EXPECT_TRUE(fixture.sent.empty());
    fixture.topics.mark_changed(table);
    fixture.publish(12);  // marked, but nothing differs
    EXPECT_TRUE(fixture.sent.empty());
    fixture.second = "3";
    fixture.topics.mark_changed(table);
    fixture.publish(13, 6);
    EXPECT_EQ(fixture.sent[7],
              std::vector<std::string>{
                  R"({"delta":"table/1","seq":13,"at":6,"prev":10,"state":{"b":3}})"});
}

TEST(Topics, GiveWhoComesLaterWhatFitsTheNextChange) {
    Fixture fixture;
    fixture.topics.watch(table, {7});
    fixture.publish(10);
    fixture.first = "5";
    fixture.topics.mark_changed(table);
    fixture.topics.watch(table, {8});
    fixture.publish(20);
    ASSERT_EQ(fixture.sent[7].size(), 1u);
    EXPECT_NE(fixture.sent[7][0].find(R"("seq":20)"), std::string::npos);
    EXPECT_EQ(fixture.sent[8],
              std::vector<std::string>{
                  R"({"snapshot":"table/1","seq":20,"at":0,"state":{"a":5,"b":2}})"});
    fixture.topics.watch(table, {7});  // again: all of it
    fixture.publish(21);
    EXPECT_EQ(fixture.sent[7].size(), 1u);
    EXPECT_NE(fixture.sent[7][0].find("snapshot"), std::string::npos);
    EXPECT_TRUE(fixture.sent[8].empty());
    fixture.topics.unwatch(table, {7});
    fixture.topics.unwatch(table, {8});
    fixture.topics.mark_changed(table);
    fixture.publish(22);
    EXPECT_TRUE(fixture.sent.empty());
}

TEST(Topics, ThatManyThingsChangeWaitALittle) {
    Fixture fixture;
    fixture.topics.watch(places, {7});
    fixture.publish(1, 1'000);
    fixture.first = "9";
    fixture.topics.mark_changed(places);
    fixture.publish(2, 1'100);
    EXPECT_TRUE(fixture.sent.empty());
    EXPECT_EQ(fixture.topics.next_due(), Instant{1'250});
    fixture.publish(3, 1'250);
    EXPECT_EQ(fixture.sent[7].size(), 1u);
    EXPECT_EQ(fixture.topics.next_due(), std::nullopt);
}

TEST(Topics, GoToAGatewayOnceHoweverManyClientsItHas) {
    Fixture fixture;
    const ConnectionId one = behind_line(5, 1);
    const ConnectionId two = behind_line(5, 2);
    const ConnectionId other = behind_line(6, 1);
    for (const ConnectionId client : {one, two, other}) fixture.topics.watch(table, client);
    fixture.publish(10);
    EXPECT_EQ(fixture.sent.size(), 3u);  // each its snapshot
    GatewayTraffic traffic = fixture.topics.take_gateway_traffic();
    EXPECT_EQ(traffic.joined.size(), 3u);
    EXPECT_TRUE(traffic.published.empty());
    fixture.second = "3";
    fixture.topics.mark_changed(table);
    fixture.publish(11);
    EXPECT_TRUE(fixture.sent.empty());
    traffic = fixture.topics.take_gateway_traffic();
    ASSERT_EQ(traffic.published.size(), 2u);
    EXPECT_EQ(traffic.published[0].line, 5u);
    EXPECT_EQ(traffic.published[1].line, 6u);
    EXPECT_EQ(*traffic.published[0].message,
              R"({"delta":"table/1","seq":11,"at":0,"prev":10,"state":{"b":3}})");
    // Who watches again leaves before the change and joins after its snapshot.
    fixture.topics.watch(table, one);
    fixture.topics.unwatch(table, other);
    fixture.second = "4";
    fixture.topics.mark_changed(table);
    fixture.publish(12);
    traffic = fixture.topics.take_gateway_traffic();
    EXPECT_EQ(traffic.left.size(), 2u);
    EXPECT_EQ(traffic.published.size(), 1u);
    ASSERT_EQ(traffic.joined.size(), 1u);
    EXPECT_EQ(traffic.joined[0].client, one);
    EXPECT_EQ(fixture.sent.size(), 1u);
    // The last one takes the subscription with it.
    fixture.topics.unwatch(table, one);
    fixture.topics.unwatch(table, two);
    fixture.topics.mark_changed(table);
    fixture.publish(13);
    EXPECT_TRUE(fixture.topics.take_gateway_traffic().published.empty());
}

TEST(Topics, ThatNotEverybodyMayWatchGoToEachClientOfAGateway) {
    Fixture fixture;
    for (const std::uint64_t client : {1u, 2u})
        fixture.topics.watch(places, behind_line(5, client));
    fixture.publish(10);
    fixture.second = "3";
    fixture.topics.mark_changed(places);
    fixture.publish(11, 1'000);
    EXPECT_EQ(fixture.sent.size(), 2u);
    const GatewayTraffic traffic = fixture.topics.take_gateway_traffic();
    EXPECT_TRUE(traffic.published.empty());
    EXPECT_TRUE(traffic.joined.empty());
}

}  // namespace
}  // namespace sicbo::server
