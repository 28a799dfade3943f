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
        return {{table}, person, std::nullopt, 0, std::move(order)};
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

}  // namespace
}  // namespace sicbo::server
