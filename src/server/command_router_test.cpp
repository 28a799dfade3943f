// SPDX-License-Identifier: MIT
#include "server/command_router.h"

#include <gtest/gtest.h>

#include "support/sessions.h"

namespace sicbo::server {
namespace {

using namespace table;
using test::SmallHouse;
using test::SmallSessions;

class Orders : public testing::Test {
protected:
    static wire::OrderRequest order(std::uint32_t table, Order order, PersonId person = {}) {
        wire::OrderRequest request;
        request.table = {table};
        request.person = person;
        request.order = std::move(order);
        return request;
    }
    SmallSessions all;
};

TEST_F(Orders, NeedSomebodySignedInOrAPlace) {
    const ConnectionId connection = all.connect();
    EXPECT_EQ(all.outcome(connection, order(2, LogOn{})), "not_signed_in");
    all.sign_in(connection, "dealer");
    EXPECT_EQ(all.outcome(connection, order(2, LogOn{})), "ok");  // the only person
    EXPECT_EQ(all.outcome(connection, order(2, LogOn{}, SmallHouse::supervisor)), "not_signed_in");
    all.sign_in(connection, "supervisor");
    EXPECT_EQ(all.outcome(connection, order(2, LogOff{})), "not_signed_in");  // which of the two?
    EXPECT_EQ(all.outcome(connection, order(2, LogOff{}, SmallHouse::dealer)), "ok");
}

TEST_F(Orders, FromAPlaceAreThoseOfItsPlayerAtItsTable) {
    const ConnectionId guest = all.connect();
    all.ask(guest, wire::Join{{1}, {}, {}});
    const Order bet = PlaceBets{{}, {{test::spot_id("big"), test::cents(1'000)}}, {}};
    EXPECT_EQ(all.outcome(guest, order(2, bet)), "no_such_table");
    EXPECT_EQ(all.outcome(guest, order(0, bet)), "table_closed");
    EXPECT_EQ(all.outcome(guest, order(0, OpenTable{})), "not_allowed");
}

TEST_F(Orders, ForARoundThatIsNotInPlayAreRefused) {
    const ConnectionId connection = all.connect();
    all.sign_in(connection, "dealer");
    wire::OrderRequest request = order(2, LogOn{});
    request.round = 7;
    EXPECT_EQ(all.outcome(connection, request), "wrong_round");
}

TEST_F(Orders, ThatReportSomethingAreAnsweredWithTheIncidents) {
    const ConnectionId connection = all.connect();
    all.sign_in(connection, "dealer");
    all.ask(connection, order(2, LogOn{}));
    const auto reply = all.ask(connection, order(2, Report{rules::Cause::exposed, "seen"}));
    ASSERT_EQ(SmallSessions::outcome_of(reply), "ok");
    const std::uint32_t raised = all.house.loop->state().incidents_raised;
    ASSERT_GT(raised, 0u);
    EXPECT_EQ(reply.at("incidents"), boost::json::value(boost::json::array{raised}));
    EXPECT_FALSE(all.ask(connection, order(2, LogOff{})).contains("incidents"));
}

TEST_F(Orders, ThatBeginARoundAreRefusedWhenTheServerStops) {
    const ConnectionId connection = all.connect();
    all.sign_in(connection, "dealer");
    EXPECT_NE(all.outcome(connection, order(2, OpenBetting{})), "stopping");
    all.sessions->stop_rounds();
    EXPECT_EQ(all.outcome(connection, order(2, OpenBetting{})), "stopping");
    EXPECT_EQ(all.outcome(connection, order(2, LogOn{})), "ok");
}

TEST_F(Orders, AreCountedByWhatCameOfThem) {
    const ConnectionId connection = all.connect();
    all.sign_in(connection, "dealer");
    all.ask(connection, order(2, LogOn{}));
    all.ask(connection, order(2, OpenTable{}));
    EXPECT_EQ(all.sessions->counts().executed, 1u);
    EXPECT_EQ(all.sessions->counts().refused, 1u);
}

TEST_F(Orders, GetTheirFirstReplyAgainWhenTheyAreResent) {
    const ConnectionId connection = all.connect();
    all.sign_in(connection, "dealer");
    EXPECT_EQ(all.outcome(connection, order(2, LogOn{})), "ok");
    const std::uint64_t events = all.house.journal.last().sequence;
    --all.id;
    EXPECT_EQ(all.outcome(connection, order(2, LogOn{})), "ok");
    EXPECT_EQ(all.house.journal.last().sequence, events);
}

TEST_F(Orders, MayBeAtMostAThousandNumbersAhead) {
    const ConnectionId guest = all.connect();
    all.ask(guest, wire::Join{{1}, {}, {}});
    const auto call = [&](std::uint64_t number) {
        wire::OrderRequest request = order(0, CallAttendant{{101}});
        request.request = number;
        return all.outcome(guest, request);
    };
    EXPECT_EQ(call(std::uint64_t{1} << 53), "request_out_of_range");
    EXPECT_EQ(call(request_ahead_max + 1), "request_out_of_range");
    EXPECT_EQ(call(request_ahead_max), "ok");
    EXPECT_EQ(call(2 * request_ahead_max + 1), "request_out_of_range");
    // Orders that are refused count too: somebody who is refused a thousand times is not stuck.
    wire::OrderRequest bet = order(0, OpenTable{});
    bet.request = 2 * request_ahead_max;
    EXPECT_EQ(all.outcome(guest, bet), "not_allowed");
    EXPECT_EQ(call(3 * request_ahead_max), "ok");
}

TEST_F(Orders, OfAPlayerAreNotAnsweredToTheNextOne) {
    const ConnectionId guest = all.connect();
    all.ask(guest, wire::Join{{1}, {}, {}});
    wire::OrderRequest call = order(0, CallAttendant{{101}});
    call.request = 1;
    EXPECT_EQ(all.outcome(guest, call), "ok");
    const auto& terminal = all.house.loop->state().tables.at({1}).terminals.at({101});
    const StayId stay = terminal.stay;
    all.house.loop->execute_system({1}, PayCredit{{101}, {}, {}});
    all.house.loop->execute_system({1}, PutCredit{{101}, {}, test::cents(1'000)});
    ASSERT_NE(terminal.stay, stay);
    EXPECT_EQ(all.outcome(guest, call), "request_too_old");
    call.session = stay.number;  // as the player before would, who is still connected
    EXPECT_EQ(all.outcome(guest, call), "ok");
    call.request = 2;
    EXPECT_EQ(all.outcome(guest, call), "session_ended");
}

TEST_F(Orders, WithTextsThatDeceiveTheirReaderAreRefused) {
    const ConnectionId connection = all.connect();
    all.sign_in(connection, "dealer");
    EXPECT_EQ(all.outcome(connection, order(2, LogOn{})), "ok");
    for (const char* name : {"ada\u202Enimda", "a\u200Bda", "\u2066ada\u2069"}) {
        EXPECT_EQ(all.outcome(connection, order(2, AddPerson{{99}, name, rules::Role::dealer})),
                  "bad_text");
        EXPECT_EQ(all.outcome(connection, order(2, Report{rules::Cause::exposed, name})),
                  "bad_text");
        EXPECT_EQ(all.outcome(connection, order(2, TakeSeat{name})), "bad_text");
    }
    EXPECT_NE(all.outcome(connection, order(2, Report{rules::Cause::exposed, "骰寶"})), "bad_text");
}

}  // namespace
}  // namespace sicbo::server
