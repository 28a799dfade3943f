// SPDX-License-Identifier: MIT
#include "server/places.h"

#include <gtest/gtest.h>

#include "support/sessions.h"

namespace sicbo::server {
namespace {

using namespace table;
using test::SmallHouse;
using test::SmallSessions;
using wire::TopicKind;

class Joining : public testing::Test {
protected:
    boost::json::object join(ConnectionId connection, std::uint32_t table,
                             const std::string& token = {}, const std::string& layout = {}) {
        return all.ask(connection, wire::Join{{table}, layout, token});
    }
    static std::uint64_t number_of(const boost::json::object& reply) {
        return reply.at("number").to_number<std::uint64_t>();
    }
    static std::string token_of(const boost::json::object& reply) {
        return std::string(reply.at("token").as_string());
    }
    std::int64_t credit_of(std::uint32_t table, std::uint32_t terminal) {
        const State& state = all.house.loop->state();
        const StayId stay = state.tables.at({table}).terminals.at({terminal}).stay;
        return state.ledger.balance(ledger::credit(stay)).cents();
    }
    bool is_online(std::uint32_t terminal) {
        return all.house.loop->state().tables.at({2}).terminals.at({terminal}).online;
    }
    SmallSessions all;
};

TEST_F(Joining, GivesAFreeTerminalWithPlayCredit) {
    const ConnectionId first = all.connect();
    const auto reply = join(first, 1);
    EXPECT_EQ(number_of(reply), 101u);
    EXPECT_EQ(reply.at("topic").as_string(), "terminal/101");
    EXPECT_EQ(credit_of(1, 101), 100'000);
    EXPECT_EQ(SmallSessions::outcome_of(join(first, 1)), "already_has_place");
    EXPECT_EQ(number_of(join(all.connect(), 1)), 102u);
    EXPECT_EQ(SmallSessions::outcome_of(join(all.connect(), 1, {}, "rws-etg-1")), "no_free_place");
    EXPECT_EQ(number_of(join(all.connect(), 1, {}, "rws-etg-2")), 103u);
    EXPECT_EQ(SmallSessions::outcome_of(join(all.connect(), 9)), "no_such_table");
}

TEST_F(Joining, WithATokenGivesTheSamePlaceAgain) {
    const ConnectionId first = all.connect();
    const std::string token = token_of(join(first, 1));
    all.sessions->on_disconnect(first);
    EXPECT_EQ(number_of(join(all.connect(), 1)), 102u);  // 101 has credit, and may be wanted again
    const ConnectionId again = all.connect();
    EXPECT_EQ(number_of(join(again, 1, token)), 101u);
    // From elsewhere meanwhile: the older connection is closed.
    const ConnectionId elsewhere = all.connect();
    EXPECT_EQ(number_of(join(elsewhere, 1, token)), 101u);
    ASSERT_EQ(all.closed.size(), 1u);
    EXPECT_EQ(all.closed[0], again);
}

TEST_F(Joining, IgnoresATokenThatIsForgedOrOfAnEarlierGuest) {
    const ConnectionId first = all.connect();
    const std::string token = token_of(join(first, 1));
    EXPECT_EQ(all.outcome(first, wire::Leave{}), "ok");
    EXPECT_EQ(all.outcome(first, wire::Leave{}), "has_no_place");
    const ConnectionId next = all.connect();
    join(next, 1, {}, "rws-etg-1");
    join(all.connect(), 1, {}, "rws-etg-1");
    const auto reply = join(first, 1, token);
    EXPECT_NE(number_of(reply), 101u);
    EXPECT_NE(token_of(reply), token);
    for (const char* forged : {"", "t", "t101", "t101-5-00", "s1-5-00", "t999999999999-1-x"}) {
        EXPECT_EQ(SmallSessions::outcome_of(join(all.connect(), 1, forged)), "no_free_place")
            << forged;
    }
}

TEST_F(Joining, AtAFeltMakesASeatAndGivesUpOneThatIsAbandoned) {
    const ConnectionId first = all.connect();
    const auto reply = join(first, 3);
    EXPECT_EQ(reply.at("topic").as_string(), "seat/1");
    const ConnectionId second = all.connect();
    join(second, 3);
    EXPECT_EQ(SmallSessions::outcome_of(join(all.connect(), 3)), "no_free_place");
    all.sessions->on_disconnect(second);
    EXPECT_EQ(SmallSessions::outcome_of(join(all.connect(), 3)), "no_free_place");  // grace period
    all.wait(119'999);
    EXPECT_FALSE(all.house.loop->state().stays.at({2}).ended);
    all.wait(1);
    EXPECT_TRUE(all.house.loop->state().stays.at({2}).ended);
    EXPECT_EQ(number_of(join(all.connect(), 3)), 3u);
    EXPECT_EQ(all.house.loop->state().stays.at({3}).player, "Guest 2");  // never above the seats
    EXPECT_EQ(all.outcome(first, wire::Leave{}), "ok");
    EXPECT_TRUE(all.house.loop->state().stays.at({1}).ended);
}

TEST_F(Joining, KeepsTheSeatOfAGuestWhoComesBackInTime) {
    const ConnectionId first = all.connect();
    const std::string token = token_of(join(first, 3));
    all.sessions->on_disconnect(first);
    all.wait(100'000);
    const ConnectionId again = all.connect();
    EXPECT_EQ(number_of(join(again, 3, token)), 1u);
    all.wait(100'000);
    EXPECT_FALSE(all.house.loop->state().stays.at({1}).ended);
}

TEST_F(Joining, MakesItsOwnTopicWatchableUntilItLeaves) {
    const ConnectionId connection = all.connect();
    join(connection, 1);
    EXPECT_EQ(all.outcome(connection, wire::Watch{{TopicKind::terminal, 101}}), "ok");
    all.ask(connection, wire::Leave{});
    EXPECT_EQ(all.outcome(connection, wire::Watch{{TopicKind::terminal, 101}}), "not_allowed");
}

TEST_F(Joining, AllowsToTopUpCreditThatWasLost) {
    const ConnectionId connection = all.connect();
    EXPECT_EQ(all.outcome(connection, wire::TopUp{}), "has_no_place");
    join(connection, 1);
    EXPECT_EQ(all.outcome(connection, wire::TopUp{}), "credit_full");
}

TEST_F(Joining, ALostTerminalIsReportedUnlessItComesBackInTime) {
    const ConnectionId first = all.connect();
    const std::string token = token_of(join(first, 2));
    EXPECT_TRUE(is_online(201));
    all.sessions->on_disconnect(first);
    EXPECT_EQ(all.sessions->next_due(), all.house.now + 3'000);
    all.wait(2'999);
    EXPECT_TRUE(is_online(201));
    const ConnectionId again = all.connect();
    join(again, 2, token);
    all.wait(5'000);
    EXPECT_TRUE(is_online(201));
    all.sessions->on_disconnect(again);
    all.wait(3'000);
    EXPECT_FALSE(is_online(201));
}

TEST_F(Joining, WithTheTokenOfAFormerGuestGetsNothingBackAfterARestart) {
    const ConnectionId first = all.connect();
    const std::string former = token_of(join(first, 1));
    all.sessions->on_disconnect(first);
    all.wait(120'000);
    // The others take all terminals, and the last of them that of the guest who is gone.
    std::string last;
    for (int i = 0; i < 3; ++i) last = token_of(join(all.connect(), 1));
    all.restart();
    EXPECT_EQ(SmallSessions::outcome_of(join(all.connect(), 1, former)), "no_free_place");
    EXPECT_EQ(number_of(join(all.connect(), 1, last)), 101u);
}

TEST_F(Joining, TooOftenIsRefused) {
    const ConnectionId connection = all.connect();
    std::string outcome = "ok";
    int joined = 0;
    const std::uint64_t before = all.house.journal.last().sequence;
    while (outcome == "ok" && joined < 100) {
        outcome = SmallSessions::outcome_of(join(connection, 3));
        if (outcome == "ok") all.ask(connection, wire::Leave{});
        ++joined;
    }
    EXPECT_EQ(outcome, "too_often");
    EXPECT_EQ(joined, 11);
    EXPECT_LT(all.house.journal.last().sequence, before + 100);
    EXPECT_EQ(all.sessions->counts().too_often, 1u);
    all.wait(5'000);
    EXPECT_EQ(SmallSessions::outcome_of(join(connection, 3)), "ok");
}

}  // namespace
}  // namespace sicbo::server
