// SPDX-License-Identifier: MIT
#include "rules/settle.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>

#include "support/layouts.h"

namespace sicbo::rules {
namespace {

using test::back;
using test::layout;

TEST(Settle, HalfOddsStayExact) {
    EXPECT_EQ(back(layout("rws-etg-1"), "total-8", 100, Roll{5, 1, 2}), 950);
    EXPECT_EQ(back(layout("rws-etg-1"), "total-8", 2, Roll{5, 1, 2}), 19);
    EXPECT_EQ(back(layout("rws-etg-1"), "double-6", 2000, Roll{6, 6, 5}), 25000);
    EXPECT_EQ(back(layout("rws-etg-1"), "four-4321", 400, Roll{1, 2, 4}), 3400);
}

TEST(Settle, ALosingBetGetsNothingBack) {
    EXPECT_EQ(back(layout("rws-etg-1"), "total-9", 100, Roll{5, 1, 2}), 0);
    EXPECT_EQ(Payouts(layout("rws-etg-1"), Roll{5, 1, 2}).odds(id_of(test::spot("total-9"))),
              Odds{});
}

TEST(Settle, OneRoundMayServeSeveralLayouts) {
    const auto sum = [](const char* id) {
        std::int64_t cents = 0;
        for (const char* spot :
             {"double-4", "total-12", "any-triple", "triple-4", "single-4", "big"}) {
            cents += back(layout(id), spot, 1000, Roll{4, 4, 4});
        }
        return cents;
    };
    EXPECT_EQ(sum("rws-etg-1"), 262500);
    EXPECT_EQ(sum("rws-etg-2"), 262500);
    EXPECT_EQ(sum("rws-etg-3"), 246000);
}

TEST(Settle, TheHighestStakeIsPaidAtTheHighestOdds) {
    EXPECT_EQ(back(layout("rws-etg-1"), "triple-6", money_max.cents(), Roll{6, 6, 6}),
              money_max.cents() * 196);
}

TEST(Settle, WhatNeverPassedTheDoorFailsTheCheck) {
    const Payouts payouts(layout("maryland"), Roll{1, 2, 3});
    const SpotId small_id = id_of(test::spot("small"));
    EXPECT_THROW(payouts.returned(id_of(test::spot("odd")), Money::of_cents(100)), CheckFailed);
    EXPECT_THROW(payouts.odds(SpotId{255}), CheckFailed);
    EXPECT_THROW(payouts.returned(SpotId{255}, Money::of_cents(100)), CheckFailed);
    EXPECT_THROW(payouts.returned(small_id, Money::of_cents(-1)), CheckFailed);
    EXPECT_THROW(payouts.returned(small_id, money_max + Money::of_cents(1)), CheckFailed);
    for (const auto cents :
         {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()}) {
        EXPECT_THROW(payouts.returned(small_id, Money::of_cents(cents)), CheckFailed);
    }
    const Payouts halves(layout("rws-etg-1"), Roll{5, 1, 2});
    EXPECT_THROW(halves.returned(id_of(test::spot("total-8")), Money::of_cents(1)), CheckFailed);
    const std::vector<SpotId> two(2, small_id);
    const std::vector<Money> one(1);
    std::vector<Money> out(2);
    EXPECT_THROW(payouts.settle(two, one, out), CheckFailed);
}

TEST(Settle, ABadBetAmongManyIsFound) {
    const Payouts payouts(layout("maryland"), Roll{1, 2, 3});
    std::vector<SpotId> spots(1000, id_of(test::spot("small")));
    std::vector<Money> stakes(1000, Money::of_cents(100));
    std::vector<Money> out(1000);
    payouts.settle(spots, stakes, out);
    spots[777] = id_of(test::spot("odd"));
    EXPECT_THROW(payouts.settle(spots, stakes, out), CheckFailed);
}

TEST(Settle, LargeStakesThatTogetherHaveMoreBitsThanTheHighestAreFine) {
    const Payouts payouts(layout("rws-etg-1"), Roll{5, 1, 2});
    const SpotId small_id = id_of(test::spot("small"));
    const std::vector<SpotId> spots(2, small_id);
    const std::vector<Money> stakes = {money_max, Money::of_cents((std::int64_t{1} << 49) - 1)};
    std::vector<Money> out(2);
    payouts.settle(spots, stakes, out);
    EXPECT_EQ(out[0], money_max + money_max);
    EXPECT_EQ(out[1], stakes[1] + stakes[1]);
}

TEST(Settle, NothingOnASpotThatIsNotOfferedFailsTheCheck) {
    const Payouts payouts(layout("rws-etg-1"), Roll{5, 1, 2});
    const std::vector<SpotId> spots = {id_of(test::spot("small")), SpotId{255}};
    const std::vector<Money> stakes = {Money::of_cents(100), Money()};
    std::vector<Money> out(2);
    EXPECT_THROW(payouts.settle(spots, stakes, out), CheckFailed);
}

TEST(Payable, RefusesWhatTheOddsCantPayExactlyWhateverTheDice) {
    const Layout& etg = layout("rws-etg-1");
    EXPECT_TRUE(payable(etg, test::spot("total-8"), Money::of_cents(2)));
    EXPECT_EQ(payable(etg, test::spot("total-8"), Money::of_cents(1)).error().what,
              "a stake of 0.01 on total-8 can't be paid exactly at 8.5 to 1");
    EXPECT_TRUE(payable(etg, test::spot("single-1"), Money::of_cents(1)));
    EXPECT_FALSE(payable(etg, test::spot("pair-113"), Money::of_cents(2)));
    EXPECT_FALSE(payable(etg, test::spot("small"), Money()));
    EXPECT_FALSE(payable(etg, test::spot("small"), Money::of_cents(-500)));
    EXPECT_FALSE(payable(etg, test::spot("small"), money_max + Money::of_cents(1)));
}

// A list of bets that the layout takes, as arrays.
struct Bets {
    std::vector<SpotId> spots;
    std::vector<Money> stakes;
};

Bets any_bets(const Layout& layout) {
    const std::vector<Spot> offered = spots_of(layout);
    Bets bets;
    const auto count = *rc::gen::inRange<std::size_t>(0, 50);
    for (std::size_t i = 0; i < count; ++i) {
        bets.spots.push_back(id_of(*rc::gen::elementOf(offered)));
        bets.stakes.push_back(Money::of_cents(*rc::gen::inRange<std::int64_t>(0, 1'000'000) * 2));
    }
    return bets;
}

const Layout& any_layout() { return **rc::gen::elementOf(test::all_layouts()); }
Roll any_roll() { return nth_roll(*rc::gen::inRange(0, roll_count)); }

RC_GTEST_PROP(SettleProperty, MoneyIsConserved, ()) {
    const Layout& layout = any_layout();
    const Payouts payouts(layout, any_roll());
    const Bets bets = any_bets(layout);
    std::vector<Money> returned(bets.spots.size());
    payouts.settle(bets.spots, bets.stakes, returned);
    // The house gets what lost and pays what won; with the players it comes out even.
    Money house;
    Money players;
    for (std::size_t i = 0; i < returned.size(); ++i) {
        const Odds odds = payouts.odds(bets.spots[i]);
        const Money winnings = Money::of_cents(bets.stakes[i].cents() * odds.halves / 2);
        house += odds == Odds{} ? bets.stakes[i] : -winnings;
        players += returned[i] - bets.stakes[i];
    }
    RC_ASSERT(house + players == Money());
}

RC_GTEST_PROP(SettleProperty, ManyBetsSettleAsEachOne, ()) {
    const Layout& layout = any_layout();
    const Payouts payouts(layout, any_roll());
    const Bets bets = any_bets(layout);
    std::vector<Money> returned(bets.spots.size());
    payouts.settle(bets.spots, bets.stakes, returned);
    for (std::size_t i = 0; i < returned.size(); ++i) {
        RC_ASSERT(returned[i] == payouts.returned(bets.spots[i], bets.stakes[i]));
    }
}

RC_GTEST_PROP(SettleProperty, NoOverflowIsAccepted, ()) {
    const Payouts payouts(layout("rws-etg-1"), Roll{6, 6, 6});
    const auto stake = *rc::gen::arbitrary<std::int64_t>();
    const SpotId spot = id_of(test::spot("triple-6"));
    if (0 <= stake && stake <= money_max.cents()) {
        RC_ASSERT(payouts.returned(spot, Money::of_cents(stake)).cents() == stake * 196);
    } else {
        RC_ASSERT_THROWS_AS(payouts.returned(spot, Money::of_cents(stake)), CheckFailed);
    }
}

}  // namespace
}  // namespace sicbo::rules
