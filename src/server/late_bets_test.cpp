// SPDX-License-Identifier: MIT
#include "server/late_bets.h"

#include <gtest/gtest.h>

#include "support/property.h"

namespace sicbo::server {
namespace {

using namespace table;
using rules::Step;
using test::bet_on;
using test::Property;

class LateBetsTest : public testing::Test {
protected:
    // Sends the order and returns true if it is only refused.
    bool is_excess(const test::Speaker& by, Order order) {
        return late_bets.is_excess(property.state, property.command(by, std::move(order)));
    }
    // Returns how many of so many bets of the player are put on record.
    std::uint32_t recorded(int player, std::uint32_t bets) {
        std::uint32_t count = 0;
        for (std::uint32_t i = 0; i < bets; ++i) {
            if (!is_excess(property.player(player), bet_on("big", 1'000))) ++count;
        }
        return count;
    }

    Property property{"rws-etg", {.players = 2}};
    LateBets late_bets;
};

TEST_F(LateBetsTest, DoNotCountBeforeTheClose) {
    EXPECT_EQ(recorded(1, 2 * LateBets::recorded_max), 2 * LateBets::recorded_max);
    property.go_past(Step::open);
    EXPECT_EQ(recorded(1, 2 * LateBets::recorded_max), 2 * LateBets::recorded_max);
    property.go_past(Step::close);
    EXPECT_EQ(recorded(1, 2 * LateBets::recorded_max), LateBets::recorded_max);
    EXPECT_EQ(late_bets.left_out(), LateBets::recorded_max);
}

TEST_F(LateBetsTest, AreCountedForEachPlayer) {
    property.go_past(Step::close);
    EXPECT_EQ(recorded(1, 100), LateBets::recorded_max);
    EXPECT_EQ(recorded(2, 1), 1u);
    EXPECT_EQ(late_bets.left_out(), 100 - LateBets::recorded_max);
}

TEST_F(LateBetsTest, BeginAnewInEachRound) {
    property.go_past(Step::close);
    EXPECT_EQ(recorded(1, 100), LateBets::recorded_max);
    property.finish({6, 5, 4});
    EXPECT_EQ(recorded(1, 1), 1u);  // between rounds
    property.go_past(Step::close);
    EXPECT_EQ(recorded(1, 100), LateBets::recorded_max);
    EXPECT_EQ(late_bets.left_out(), 2 * (100 - LateBets::recorded_max));
}

TEST_F(LateBetsTest, IncludeWithdrawalsAndNoOtherOrder) {
    property.go_past(Step::close);
    EXPECT_EQ(recorded(1, LateBets::recorded_max), LateBets::recorded_max);
    EXPECT_TRUE(is_excess(property.player(1), WithdrawBets{{}, {{test::spot_id("big"), {}}}}));
    EXPECT_FALSE(is_excess(property.player(1), CallAttendant{}));
    EXPECT_EQ(late_bets.left_out(), 1u);
}

TEST_F(LateBetsTest, OfStaffAreAllPutOnRecord) {
    property.go_past(Step::close);
    for (std::uint32_t i = 0; i < 2 * LateBets::recorded_max; ++i) {
        EXPECT_FALSE(is_excess(test::speaker(rules::Role::dealer), bet_on("big", 1'000)));
    }
    EXPECT_EQ(late_bets.left_out(), 0u);
}

TEST_F(LateBetsTest, AtATableThatDoesNotExistAreLeftToTheEngine) {
    property.go_past(Step::close);
    Command command = property.command(property.player(1), bet_on("big", 1'000));
    command.stamp.table = {9};
    for (std::uint32_t i = 0; i < 2 * LateBets::recorded_max; ++i) {
        EXPECT_FALSE(late_bets.is_excess(property.state, command));
    }
}

}  // namespace
}  // namespace sicbo::server
