// SPDX-License-Identifier: MIT
#include "server/bet_log.h"

#include <gtest/gtest.h>

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>

#include "support/property.h"

namespace sicbo::server {
namespace {

using namespace table;
using test::Property;
using test::Role;

class BetLogs : public testing::Test {
protected:
    // Gives the order and registers its events.
    void give(const test::Speaker& by, Order order) {
        const Decision decision = property.must(by, std::move(order));
        std::vector<CommittedEvent> events;
        std::uint64_t sequence = property.state.sequence - decision.events.size();
        for (const Event& event : decision.events) events.push_back({{++sequence, {}}, event});
        log.on_committed(property.state, events);
    }
    void bet_by_staff(int player, std::int64_t amount) {
        give(test::speaker(Role::supervisor),
             PlaceBets{property.stay(player),
                       {{test::spot_id("big"), test::cents(amount)}},
                       "as the player said"});
    }
    boost::json::array entries(int player) const {
        return boost::json::parse(log.entries_of(property.stay(player))).as_array();
    }

    Property property{"rws-taisai"};
    BetLog log;
};

TEST_F(BetLogs, KeepTheLastTwelveOfEachStay) {
    EXPECT_EQ(log.entries_of(property.stay(1)), "[]");
    property.go_past(rules::Step::open);
    for (int i = 1; i <= 15; ++i) bet_by_staff(1, 100 * i);
    bet_by_staff(2, 700);
    const boost::json::array all = entries(1);
    ASSERT_EQ(all.size(), 12u);
    EXPECT_EQ(all.front().at("bets").at(0).at("amount"), 400);  // oldest first
    EXPECT_EQ(all.back().at("bets").at(0).at("amount"), 1'500);
    for (std::size_t i = 1; i < all.size(); ++i) {
        EXPECT_GT(all[i].at("seq").as_int64(), all[i - 1].at("seq").as_int64());
    }
    EXPECT_EQ(entries(2).size(), 1u);
    EXPECT_EQ(entries(3).size(), 0u);
}

TEST_F(BetLogs, ForgetAStayThatHasEnded) {
    property.go_past(rules::Step::open);
    bet_by_staff(1, 500);
    give(test::speaker(Role::supervisor),
         WithdrawOnBehalf{property.stay(1), {{test::spot_id("big"), {}}}, "all back"});
    EXPECT_EQ(entries(1).size(), 2u);
    const StayId stay = property.stay(1);
    give(test::speaker(Role::dealer), PayCredit{{}, stay, property.credit(1)});
    ASSERT_TRUE(property.state.stays.at(stay).ended);
    EXPECT_EQ(log.entries_of(stay), "[]");
}

}  // namespace
}  // namespace sicbo::server
