// SPDX-License-Identifier: MIT
#include "rules/apportion.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <boost/multiprecision/cpp_int.hpp>
#include <numeric>

#include "support/covers.h"
#include "support/layouts.h"

namespace sicbo::rules {
namespace {

using Amounts = std::vector<std::int64_t>;

constexpr Spot big{Kind::big};
constexpr Spot small{Kind::small};
constexpr Spot total_7{Kind::total, 7};

Money money(std::int64_t units) { return Money::of_cents(units); }

Amounts units(const std::vector<Money>& amounts) {
    Amounts all;
    for (const Money amount : amounts) all.push_back(amount.cents());
    return all;
}

// One box: the effective stakes.
Amounts shares(const Amounts& stakes, std::int64_t max, std::int64_t min, std::int64_t chip,
               Floors floors = Floors::others) {
    const TableLimits limits{money(chip), {{total_7, {money(min), money(max)}}}, {}};
    std::vector<BoxStake> bets;
    for (const std::int64_t stake : stakes) bets.push_back({total_7, money(stake)});
    return units(apportion(limits, bets, floors).effective);
}

TableLimits pair_limits(std::int64_t max, std::int64_t differential) {
    return {money(25),
            {{big, {money(100), money(max)}}, {small, {money(100), money(max)}}},
            {{big, small, money(differential)}}};
}

TEST(Apportion, ARemainderGoesToTheLargestFraction) {
    test::covers("rws-taisai 5.1.1");
    EXPECT_EQ(shares({5000, 3000, 4000}, 10000, 100, 25), (Amounts{4175, 2500, 3325}));
}

TEST(Apportion, TheLargestFractionWinsOverTheLargerAndTheEarlierBet) {
    // 10 of 12 chips: 5.83, 3.33 and 0.83 of 7, 4 and 1. The spare chips go to the first and last.
    EXPECT_EQ(shares({7, 4, 1}, 10, 0, 1), (Amounts{6, 3, 1}));
    // 4 of 10 chips: 0.8 and 3.2. The smaller and earlier has the larger fraction.
    EXPECT_EQ(shares({2, 8}, 4, 0, 1), (Amounts{1, 3}));
}

TEST(Apportion, EqualFractionsGoToTheLargerBet) {
    // 5 of 10 chips: 0.5, 1.5, 0.5 and 2.5; two spare chips, to the two larger bets.
    EXPECT_EQ(shares({1, 3, 1, 5}, 5, 0, 1), (Amounts{0, 2, 0, 3}));
}

TEST(Apportion, TiesGoToTheEarlierBet) {
    EXPECT_EQ(shares({400, 400, 400}, 1000, 50, 50), (Amounts{350, 350, 300}));
}

TEST(Apportion, ABetBelowTheMinimumIsNotProRated) {
    test::covers("rws-taisai 5.1.2, rws-taisai 5.2.1");
    EXPECT_EQ(shares({600, 20, 580}, 1000, 50, 5), (Amounts{500, 20, 480}));
}

TEST(Apportion, NobodyIsProRatedBelowTheMinimum) {
    EXPECT_EQ(shares({900, 700, 60}, 1000, 50, 5), (Amounts{535, 415, 50}));
}

TEST(Apportion, TheHouseMayBearTheFloorsInstead) {
    // 1000/1660 of 900 and 700 is 542.17 and 421.69: 964 in whole units, with 50 above the limit.
    EXPECT_EQ(shares({900, 700, 60}, 1000, 50, 1, Floors::house), (Amounts{542, 421, 50}));
}

TEST(Apportion, ABoxWithinItsLimitIsLeftAlone) {
    EXPECT_EQ(shares({600, 400}, 1000, 50, 5), (Amounts{600, 400}));
}

TEST(Apportion, AMaximumIsRoundedDownToTheChip) {
    const Amounts effective = shares({1000, 1000}, 1010, 25, 25);
    EXPECT_EQ(effective, (Amounts{500, 500}));
}

TEST(Apportion, MinimaAloneMayExceedTheLimit) {
    const TableLimits limits{money(25), {{total_7, {money(100), money(250)}}}, {}};
    const BoxStake bets[] = {{total_7, money(200)}, {total_7, money(150)}, {total_7, money(100)}};
    const Shares shared = apportion(limits, bets);
    EXPECT_EQ(units(shared.effective), (Amounts{100, 100, 100}));
    ASSERT_EQ(shared.over.size(), 1u);
    EXPECT_EQ(shared.over.front(), std::pair(total_7, money(50)));
}

TEST(Apportion, OnlyTheHeavierSideIsCutForTheDifferential) {
    test::covers("rws-taisai 1.3");
    const BoxStake bets[] = {{big, money(6000)}, {big, money(3000)}, {small, money(2000)}};
    EXPECT_EQ(units(apportion(pair_limits(10000, 5000), bets).effective),
              (Amounts{4675, 2325, 2000}));
}

TEST(Apportion, BothLimitsBrokenAreAppliedOnceFromTheRawBets) {
    const BoxStake bets[] = {{big, money(8000)}, {big, money(4000)}, {small, money(2000)}};
    EXPECT_EQ(units(apportion(pair_limits(10000, 5000), bets).effective),
              (Amounts{4675, 2325, 2000}));
}

TEST(Apportion, BetsAreNeverProRatedTwice) {
    // 12 chips on big with a maximum of 10, and a cap of 8 against the 3 on small. From the bets as
    // placed that is 0.67, 2 and 5.33. From what the maximum leaves of them, 1, 2 and 7, it would
    // be 0.8, 1.6 and 5.6, and the last would get a chip that is not his.
    const TableLimits limits{money(1), {{big, {money(0), money(10)}}}, {{big, small, money(5)}}};
    const BoxStake bets[] = {{big, money(1)}, {big, money(3)}, {big, money(8)}, {small, money(3)}};
    EXPECT_EQ(units(apportion(limits, bets).effective), (Amounts{1, 2, 5, 3}));
}

TEST(Apportion, TheDifferentialIsMeasuredOnWhatCounts) {
    // Small is over its own maximum: 1000 of it count, so big may hold 6000 and not 7000.
    const TableLimits limits{
        money(25), {{small, {money(100), money(1000)}}}, {{big, small, money(5000)}}};
    const BoxStake bets[] = {{big, money(7000)}, {small, money(2000)}};
    EXPECT_EQ(units(apportion(limits, bets).effective), (Amounts{6000, 1000}));
}

TEST(Apportion, ALightSideWithoutBetsCountsAsNothing) {
    const BoxStake bets[] = {{small, money(7000)}};
    EXPECT_EQ(units(apportion(pair_limits(10000, 5000), bets).effective), (Amounts{5000}));
}

TEST(Apportion, NoBetsAreNoShares) {
    EXPECT_TRUE(apportion(pair_limits(10000, 5000), {}).effective.empty());
}

TEST(Apportion, WhatNeverPassedTheDoorFailsTheCheck) {
    const BoxStake half_chip[] = {{big, money(30)}};
    EXPECT_THROW(apportion(pair_limits(10000, 5000), half_chip), CheckFailed);
    const BoxStake nothing[] = {{big, money(0)}};
    EXPECT_THROW(apportion(pair_limits(10000, 5000), nothing), CheckFailed);
    EXPECT_THROW(apportion(TableLimits{}, {}), CheckFailed);
}

TEST(RejectExcess, TakesTheLastPlacedFirst) {
    test::covers("rws-taisai 3.5, rws-taisai 5.1");
    const TableLimits limits{money(25), {{total_7, {money(100), money(10000)}}}, {}};
    const BoxStake full[] = {{total_7, money(6000)}, {total_7, money(4000)}, {total_7, money(500)}};
    EXPECT_EQ(units(reject_excess(limits, full)), (Amounts{0, 0, 500}));
    const BoxStake partly[] = {{total_7, money(9000)}, {total_7, money(1050)}};
    EXPECT_EQ(units(reject_excess(limits, partly)), (Amounts{0, 50}));
    const BoxStake several[] = {
        {total_7, money(9900)}, {total_7, money(200)}, {total_7, money(75)}};
    EXPECT_EQ(units(reject_excess(limits, several)), (Amounts{0, 100, 75}));
}

TEST(RejectExcess, TakesFromTheHeavierSideOfAPair) {
    const BoxStake bets[] = {{big, money(6000)}, {small, money(500)}, {big, money(1000)}};
    EXPECT_EQ(units(reject_excess(pair_limits(10000, 5000), bets)), (Amounts{500, 0, 1000}));
}

TEST(RejectExcess, LooksAtBoxesBeforePairs) {
    const BoxStake bets[] = {{big, money(8000)}, {big, money(4000)}, {small, money(4000)}};
    EXPECT_EQ(units(reject_excess(pair_limits(10000, 5000), bets)), (Amounts{0, 3000, 0}));
}

// A table with one pair and one more box, any limits, any bets.
struct Case {
    TableLimits limits;
    std::vector<BoxStake> bets;
};

Case any_case() {
    Case c;
    const auto chip = *rc::gen::element<std::int64_t>(1, 5, 25, 100);
    c.limits.chip = money(chip);
    for (const Spot spot : {big, small, total_7}) {
        const auto min = *rc::gen::inRange<std::int64_t>(0, 20 * chip);
        const auto capacity = *rc::gen::inRange<std::int64_t>(0, 200 * chip);
        c.limits.boxes[spot] = {money(min), money(min + capacity)};
        if (*rc::gen::inRange(0, 4) == 0) c.limits.boxes[spot].max.reset();
    }
    c.limits.pairs = {{big, small, money(*rc::gen::inRange<std::int64_t>(0, 100 * chip))}};
    const auto count = *rc::gen::inRange(0, 12);
    for (int i = 0; i < count; ++i) {
        const Spot spot = *rc::gen::element(big, small, total_7);
        c.bets.push_back({spot, money(chip * *rc::gen::inRange<std::int64_t>(1, 60))});
    }
    return c;
}

std::int64_t total(const Case& c, const std::vector<Money>& amounts, Spot spot) {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < amounts.size(); ++i) {
        if (c.bets[i].spot == spot) sum += amounts[i].cents();
    }
    return sum;
}

std::vector<Money> stakes(const Case& c) {
    std::vector<Money> all;
    for (const BoxStake& bet : c.bets) all.push_back(bet.stake);
    return all;
}

// The cap that was applied to the box, worked out again from what the other box came to.
std::optional<std::int64_t> cap_of(const Case& c, const Shares& shares, Spot spot) {
    const std::int64_t chip = c.limits.chip.cents();
    std::optional<std::int64_t> cap;
    if (const auto max = c.limits.boxes.at(spot).max) cap = max->cents() / chip * chip;
    if (spot == total_7) return cap;
    const Spot other = spot == big ? small : big;
    const std::int64_t light = total(c, shares.effective, other);
    if (total(c, shares.effective, spot) < light) return cap;
    const std::int64_t capacity =
        light + c.limits.pairs.front().differential_max.cents() / chip * chip;
    return cap ? std::min(*cap, capacity) : capacity;
}

RC_GTEST_PROP(ApportionProperty, KeepsItsInvariants, ()) {
    const Case c = any_case();
    const Shares shares = apportion(c.limits, c.bets);
    const std::int64_t chip = c.limits.chip.cents();
    std::map<Spot, std::int64_t> over;
    for (const auto& [spot, by] : shares.over) over[spot] = by.cents();

    for (std::size_t i = 0; i < c.bets.size(); ++i) {
        const auto& [spot, stake] = c.bets[i];
        const Money effective = shares.effective[i];
        const std::int64_t min = (c.limits.boxes.at(spot).min.cents() + chip - 1) / chip * chip;
        RC_ASSERT(effective.cents() % chip == 0);
        RC_ASSERT(Money() <= effective && effective <= stake);
        RC_ASSERT(effective.cents() >= std::min(min, stake.cents()));
        if (stake.cents() < min) RC_ASSERT(effective == stake);
        for (std::size_t j = 0; j < c.bets.size(); ++j) {
            if (c.bets[j].spot != spot || c.bets[j].stake <= stake) continue;
            RC_ASSERT(shares.effective[j] >= effective);  // a larger bet never counts for less
        }
    }
    for (const Spot spot : {big, small, total_7}) {
        const std::int64_t effective = total(c, shares.effective, spot);
        const auto cap = cap_of(c, shares, spot);
        const bool cut = effective < total(c, stakes(c), spot);
        if (over.contains(spot)) {
            RC_ASSERT(cap && effective == *cap + over[spot] && over[spot] > 0);
        } else if (cap) {
            RC_ASSERT(effective <= *cap);
            if (cut) RC_ASSERT(effective == *cap);
        } else {
            RC_ASSERT(!cut);
        }
    }
    const std::int64_t difference =
        std::abs(total(c, shares.effective, big) - total(c, shares.effective, small));
    if (difference > c.limits.pairs.front().differential_max.cents()) {
        RC_ASSERT(over.contains(big) || over.contains(small));
    }
}

using Rational = boost::multiprecision::cpp_rational;

// A second opinion, in fractions and word for word: protect, floor until nobody moves, divide the
// rest, round down to the chip, hand out spare chips one by one to whoever has the best claim.
Amounts naive_box(const Amounts& stakes, std::int64_t cap, std::int64_t min, std::int64_t chip) {
    if (std::accumulate(stakes.begin(), stakes.end(), std::int64_t{0}) <= cap) return stakes;
    std::vector<Rational> exact(stakes.begin(), stakes.end());
    std::vector<bool> active(stakes.size());
    for (std::size_t i = 0; i < stakes.size(); ++i) active[i] = stakes[i] >= min;
    for (bool again = true; again;) {
        Rational capacity = cap;
        Rational staked = 0;
        for (std::size_t i = 0; i < stakes.size(); ++i) {
            if (active[i]) staked += stakes[i];
            if (!active[i]) capacity -= exact[i];
        }
        again = false;
        std::vector<bool> still = active;
        for (std::size_t i = 0; i < stakes.size(); ++i) {
            if (!active[i]) continue;
            exact[i] = capacity * stakes[i] / staked;
            if (exact[i] >= min) continue;
            exact[i] = min;
            still[i] = false;
            again = true;
        }
        active = still;
    }
    Amounts effective;
    std::int64_t left = cap;
    for (const Rational& share : exact) {
        const Rational chips = share / chip;
        effective.push_back(static_cast<std::int64_t>(numerator(chips) / denominator(chips)) *
                            chip);
        left -= effective.back();
    }
    std::vector<bool> given(stakes.size());
    while (left > 0) {
        std::optional<std::size_t> best;
        for (std::size_t i = 0; i < stakes.size(); ++i) {
            if (!active[i] || given[i]) continue;
            if (!best) best = i;
            const Rational mine = exact[i] - effective[i];
            const Rational theirs = exact[*best] - effective[*best];
            if (mine > theirs || (mine == theirs && stakes[i] > stakes[*best])) best = i;
        }
        if (!best) break;
        given[*best] = true;
        effective[*best] += chip;
        left -= chip;
    }
    return effective;
}

Amounts naive(const Case& c) {
    const std::int64_t chip = c.limits.chip.cents();
    std::map<Spot, Amounts> raw;
    std::map<Spot, Amounts> effective;
    for (const BoxStake& bet : c.bets) raw[bet.spot].push_back(bet.stake.cents());
    const auto sum = [](const Amounts& amounts) {
        return std::accumulate(amounts.begin(), amounts.end(), std::int64_t{0});
    };
    const auto min = [&](Spot spot) {
        return (c.limits.boxes.at(spot).min.cents() + chip - 1) / chip * chip;
    };
    const auto max = [&](Spot spot) {
        const auto limit = c.limits.boxes.at(spot).max;
        return limit ? limit->cents() / chip * chip : money_max.cents();
    };
    for (const Spot spot : {big, small, total_7}) {
        effective[spot] = naive_box(raw[spot], max(spot), min(spot), chip);
    }
    const bool big_heavy = sum(effective[big]) >= sum(effective[small]);
    const Spot heavy = big_heavy ? big : small;
    const Spot light = big_heavy ? small : big;
    const std::int64_t capacity =
        sum(effective[light]) + c.limits.pairs.front().differential_max.cents() / chip * chip;
    if (sum(effective[heavy]) > capacity) {
        effective[heavy] = naive_box(raw[heavy], std::min(capacity, max(heavy)), min(heavy), chip);
    }
    Amounts in_order;
    std::map<Spot, std::size_t> next;
    for (const BoxStake& bet : c.bets) in_order.push_back(effective[bet.spot][next[bet.spot]++]);
    return in_order;
}

RC_GTEST_PROP(ApportionProperty, AgreesWithASecondOpinion, ()) {
    const Case c = any_case();
    RC_ASSERT(units(apportion(c.limits, c.bets).effective) == naive(c));
}

RC_GTEST_PROP(ApportionProperty, FloorsBorneByTheHouseHurtNobody, ()) {
    const Case c = any_case();
    const Shares others = apportion(c.limits, c.bets, Floors::others);
    const Shares house = apportion(c.limits, c.bets, Floors::house);
    for (std::size_t i = 0; i < c.bets.size(); ++i) {
        const auto& [spot, stake] = c.bets[i];
        if (spot != total_7) continue;  // in a pair the light side's gain moves the cap
        const Money min = c.limits.boxes.at(spot).min;
        RC_ASSERT(house.effective[i] >= std::min(min, stake));
        RC_ASSERT(house.effective[i] <= stake);
        RC_ASSERT(house.effective[i] + c.limits.chip >= others.effective[i]);
    }
}

RC_GTEST_PROP(RejectExcessProperty, BringsEveryBoxAndPairWithinItsLimit, ()) {
    const Case c = any_case();
    const std::vector<Money> rejected = reject_excess(c.limits, c.bets);
    std::vector<Money> left;
    for (std::size_t i = 0; i < rejected.size(); ++i) {
        RC_ASSERT(Money() <= rejected[i] && rejected[i] <= c.bets[i].stake);
        RC_ASSERT(rejected[i].cents() % c.limits.chip.cents() == 0);
        left.push_back(c.bets[i].stake - rejected[i]);
    }
    for (const Spot spot : {big, small, total_7}) {
        const auto max = c.limits.boxes.at(spot).max;
        if (max) RC_ASSERT(total(c, left, spot) <= max->cents());
    }
    RC_ASSERT(std::abs(total(c, left, big) - total(c, left, small)) <=
              c.limits.pairs.front().differential_max.cents());
    // The last placed first: nothing before a placement that keeps something is touched.
    for (std::size_t i = 0; i < rejected.size(); ++i) {
        for (std::size_t j = i + 1; j < rejected.size(); ++j) {
            if (c.bets[i].spot != c.bets[j].spot || left[j] == Money()) continue;
            RC_ASSERT(rejected[i] == Money());
        }
    }
}

}  // namespace
}  // namespace sicbo::rules
