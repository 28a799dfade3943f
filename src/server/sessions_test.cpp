// SPDX-License-Identifier: MIT
#include "server/sessions.h"

#include <gtest/gtest.h>

#include "rules/spot_id.h"
#include "support/sessions.h"

namespace sicbo::server {
namespace {

using namespace table;
using test::SmallHouse;
using test::SmallSessions;
using wire::TopicKind;

TEST(Sessions, GreetEachConnection) {
    SmallSessions all;
    all.sessions->on_connect({1});
    all.turn();
    EXPECT_NE(all.received[1].at(0).find("\"hello\":\"sicbo.v1\""), std::string::npos);
}

TEST(Sessions, CloseAConnectionThatAsksForNothing) {
    SmallSessions all;
    const ConnectionId idle = all.connect();
    const ConnectionId watching = all.connect();
    all.ask(watching, wire::Watch{{TopicKind::property, 0}});
    EXPECT_EQ(all.sessions->next_due(), all.house.now + 10'000);
    all.wait(10'000);
    ASSERT_EQ(all.closed.size(), 1u);
    EXPECT_EQ(all.closed[0], idle);
}

TEST(Sessions, DoNotCloseAConnectionWhoseRequestWaitedForACommit) {
    SmallSessions all;
    const ConnectionId late = all.connect();
    all.house.now = all.house.now + 60'000;  // in which the loop waited for its database
    all.house.loop->tick(all.house.now);
    all.sessions->begin_turn(all.house.now);
    EXPECT_FALSE(all.ask(late, wire::Watch{{TopicKind::property, 0}}).empty());
    all.sessions->close_unused();
    all.turn();
    EXPECT_TRUE(all.closed.empty());
}

TEST(Sessions, DoNotCloseAConnectionWhosePasswordIsBeingChecked) {
    SmallSessions all;
    const ConnectionId connection = all.connect();
    all.ask(connection, wire::SignIn{"dealer", "x"});
    all.wait(10'000);
    EXPECT_TRUE(all.closed.empty());
    all.finish_check(false);
    all.wait(10'000);
    EXPECT_EQ(all.closed.size(), 1u);
}

TEST(Sessions, AnswerRequestsForALotWhenTheBudgetAllows) {
    SmallSessions all;
    const ConnectionId greedy = all.connect({.address = "10.0.0.1", .network = 1});
    const ConnectionId modest = all.connect({.address = "10.0.0.1", .network = 1});
    all.received.clear();
    int asked = 0;
    while (all.sessions->counts().delayed == 0 && asked < 10'000) {
        all.ask(greedy, wire::Watch{{TopicKind::table, 2}});
        ++asked;
    }
    EXPECT_GT(asked, 10);
    EXPECT_LT(asked, 10'000);
    EXPECT_TRUE(all.reply_to(greedy, all.id).empty());
    const std::uint64_t late = all.id;
    EXPECT_TRUE(all.sessions->next_due());
    // Orders, and whoever asks for little, do not wait.
    EXPECT_EQ(all.outcome(greedy, wire::Join{{1}, {}, {}}), "ok");
    all.wait(10);
    EXPECT_EQ(all.outcome(modest, wire::ListRounds{.table = {2}}), "ok");
    for (int i = 0; i < 40; ++i) all.ask(greedy, wire::ListRounds{.table = {2}});
    EXPECT_EQ(SmallSessions::outcome_of(all.reply_to(greedy, all.id)), "too_often");
    all.received.clear();
    all.wait(20'000);
    all.sessions->answer_reads();
    all.turn();
    EXPECT_EQ(SmallSessions::outcome_of(all.reply_to(greedy, late)), "ok");
}

TEST(RoundsCache, MakesEachListOnceUntilSomethingHasChanged) {
    test::SmallHouse house;
    RoundsCache cache;
    const wire::ListRounds request{.table = {2}};
    EXPECT_EQ(cache.text(house.loop->state(), request), "[]");
    cache.text(house.loop->state(), request);
    EXPECT_EQ(cache.made(), 1u);
    Event event;
    event.stamp.table = {2};
    event.fact = BetsPlaced{};
    cache.on_event(event);
    cache.text(house.loop->state(), request);
    EXPECT_EQ(cache.made(), 1u);
    event.fact = RoundVoided{};
    cache.on_event(event);
    cache.text(house.loop->state(), request);
    EXPECT_EQ(cache.made(), 2u);
}

TEST(Sessions, PublishSnapshotsAndThenChanges) {
    SmallSessions all;
    const ConnectionId connection = all.connect();
    EXPECT_EQ(all.outcome(connection, wire::Watch{{TopicKind::table, 9}}), "no_such_table");
    EXPECT_EQ(all.outcome(connection, wire::Watch{{TopicKind::console, 2}}), "not_allowed");
    all.ask(connection, wire::Watch{{TopicKind::table, 2}});
    EXPECT_NE(all.received[connection.number].at(1).find("\"snapshot\":\"table/2\""),
              std::string::npos);
    all.received.clear();
    all.house.loop->execute_system({2}, TakeOutOfService{"failed-check"});
    all.turn();
    ASSERT_EQ(all.received[connection.number].size(), 1u);
    EXPECT_NE(all.received[connection.number][0].find("\"delta\":\"table/2\""), std::string::npos);
    all.ask(connection, wire::Unwatch{{TopicKind::table, 2}});
    all.received.clear();
    all.house.loop->execute_system({2}, TakeOutOfService{"failed-check"});
    all.turn();
    EXPECT_TRUE(all.received.empty());
}

TEST(Sessions, LetNothingOutBeforeTheCommit) {
    SmallSessions all;
    all.house.loop->execute_system({2}, TakeOutOfService{"failed-check"});
    EXPECT_THROW(all.sessions->take_outbox(all.house.now), CheckFailed);
}

TEST(Sessions, AnswerAMalformedMessageAndCountIt) {
    SmallSessions all;
    const ConnectionId connection = all.connect();
    all.sessions->on_malformed_message(connection, 5, Error{"is no JSON"});
    all.turn();
    EXPECT_EQ(SmallSessions::outcome_of(all.reply_to(connection, 5)), "bad_message");
    EXPECT_EQ(all.sessions->counts().malformed, 1u);
}

TEST(Sessions, IgnoreWhatAConnectionSentBeforeItWasGone) {
    SmallSessions all;
    const ConnectionId connection = all.connect();
    all.sessions->on_disconnect(connection);
    all.sessions->on_disconnect(connection);
    EXPECT_EQ(all.outcome(connection, wire::Leave{}), "");
}

TEST(Sessions, SayToAPlayerHowMuchMoreMayBeStaked) {
    SmallSessions all;
    const ConnectionId connection = all.connect();
    const auto ask = [&](std::uint32_t table, const char* spot) {
        return wire::AskHeadroom{{table}, rules::id_of(*rules::parse_spot(spot))};
    };
    EXPECT_EQ(all.outcome(connection, ask(9, "big")), "no_such_table");
    EXPECT_EQ(all.outcome(connection, ask(1, "big")), "has_no_place");
    EXPECT_EQ(all.outcome(connection, wire::Join{{1}, "rws-etg-1", {}}), "ok");
    EXPECT_EQ(all.outcome(connection, ask(2, "big")), "has_no_place");
    EXPECT_EQ(all.outcome(connection, ask(1, "three-126")), "spot_not_offered");
    const auto reply = all.ask(connection, ask(1, "big"));
    EXPECT_TRUE(reply.at("ok").as_bool());
    const auto& max = all.house.loop->state().tables.at({1}).configuration.limit.max;
    if (max) {
        EXPECT_EQ(reply.at("headroom").to_number<std::int64_t>(), max->cents());
        EXPECT_EQ(reply.at("limit").as_string(), "spot_limit_reached");
        EXPECT_EQ(reply.at("limit_kind").as_string(), "spot");
    } else {
        EXPECT_TRUE(reply.at("headroom").is_null() && reply.at("limit").is_null());
    }
}

TEST(Sessions, ListRoundsOfATable) {
    SmallSessions all;
    const ConnectionId connection = all.connect();
    EXPECT_EQ(all.outcome(connection, wire::ListRounds{{9}, 10, 0}), "no_such_table");
    const auto reply = all.ask(connection, wire::ListRounds{{1}, 10, 0});
    EXPECT_TRUE(reply.at("rounds").as_array().empty());
}

// A form to log on offers them, before anybody has signed in there.
TEST(Sessions, ListTheNamesOnDutyWhereStaffMaySignIn) {
    SmallSessions all;
    const ConnectionId console = all.connect({.address = "10.0.0.1"});
    EXPECT_EQ(all.outcome(console, wire::ListOnDuty{{9}}), "no_such_table");
    EXPECT_TRUE(all.ask(console, wire::ListOnDuty{{2}}).at("on_duty").as_array().empty());
    ASSERT_FALSE(all.house.order(SmallHouse::dealer, {2}, LogOn{}).refusal);
    const auto listed = all.ask(console, wire::ListOnDuty{{2}}).at("on_duty");
    EXPECT_EQ(listed, boost::json::parse(R"([{"name":"dealer"}])"));
    const ConnectionId elsewhere = all.connect({.address = "8.8.8.8"});
    EXPECT_EQ(all.outcome(elsewhere, wire::ListOnDuty{{2}}), "not_a_console");
}

TEST(Sessions, ReplyToEverybodyWhoWaitsForTheSelfCheck) {
    SmallSessions all;
    const ConnectionId first = all.connect();
    const ConnectionId second = all.connect();
    EXPECT_EQ(all.outcome(first, wire::SelfCheck{SmallHouse::dealer}), "not_signed_in");
    all.sign_in(first, "dealer");
    all.sign_in(second, "supervisor");
    all.ask(first, wire::SelfCheck{SmallHouse::dealer});
    const std::uint64_t id = all.id;
    all.ask(second, wire::SelfCheck{SmallHouse::supervisor});
    EXPECT_EQ(all.self_checks, 1);  // one serves both
    all.sessions->on_self_checked();
    all.turn();
    EXPECT_TRUE(all.reply_to(first, id).contains("program"));
    EXPECT_TRUE(all.reply_to(second, all.id).contains("program"));
}

TEST(Sessions, InjectFaultsForATechnicianAtATrainingTable) {
    SmallSessions all;
    const ConnectionId connection = all.connect();
    const PersonId technician = SmallHouse::technician;
    EXPECT_EQ(all.outcome(connection, wire::InjectFault{{9}, technician, "stuck"}),
              "no_such_table");
    EXPECT_EQ(all.outcome(connection, wire::InjectFault{{3}, technician, "stuck"}),
              "not_signed_in");
    all.sign_in(connection, "technician");
    all.sign_in(connection, "dealer");
    EXPECT_EQ(all.outcome(connection, wire::InjectFault{{3}, SmallHouse::dealer, "stuck"}),
              "not_allowed");
    EXPECT_EQ(all.outcome(connection, wire::InjectFault{{3}, technician, "laugh"}),
              "no_such_fault");
    EXPECT_EQ(all.outcome(connection, wire::InjectFault{{3}, technician, "stuck"}), "ok");
    EXPECT_EQ(all.faults, (std::vector<std::string>{"laugh", "stuck"}));
}

}  // namespace
}  // namespace sicbo::server
