// SPDX-License-Identifier: MIT
#include "rules/analysis.h"

#include <gtest/gtest.h>

#include "support/layouts.h"

namespace sicbo::rules {
namespace {

using test::layout;
using test::spot;

TEST(Analysis, GivesExactFractions) {
    const Figures small = figures_of(layout("rws-etg-1"), spot("small"));
    EXPECT_EQ(small.ways, 105);
    EXPECT_EQ(small.returned, Fraction(35, 36));
    EXPECT_EQ(small.edge, Fraction(1, 36));
    EXPECT_EQ(small.hit_frequency, Fraction(35, 72));
    EXPECT_EQ(small.variance, Fraction(4 * 105, 216) - Fraction(35, 36) * Fraction(35, 36));
}

TEST(Analysis, KeepsHalfOddsExact) {
    const Figures total_8 = figures_of(layout("rws-etg-1"), spot("total-8"));
    EXPECT_EQ(total_8.returned, Fraction(399, 432));  // 21 ways at 9.5
    EXPECT_EQ(to_text(total_8.returned), "133/144");
    EXPECT_EQ(to_decimal(total_8.edge * 100, 2), "7.64");
}

TEST(Analysis, ASingleHitsUpToThreeTimes) {
    const Figures single = figures_of(layout("maryland"), spot("single-1"));
    EXPECT_EQ(single.ways, 91);
    EXPECT_EQ(single.returned, Fraction(75 * 2 + 15 * 3 + 4, 216));
}

TEST(Analysis, CertainAndCorrelatedBetsAddUp) {
    // Big and small together lose only on a triple, and always get twice half their stake.
    const SlipBet both[] = {{spot("big"), Money::of_cents(1000)},
                            {spot("small"), Money::of_cents(1000)}};
    const Figures figures = figures_of(layout("rws-etg-1"), both);
    EXPECT_EQ(figures.ways, 210);
    EXPECT_EQ(figures.returned, Fraction(35, 36));
    EXPECT_EQ(figures.variance, Fraction(210, 216) - Fraction(35, 36) * Fraction(35, 36));
    const auto distribution = distribution_of(layout("rws-etg-1"), both);
    EXPECT_EQ(distribution, (std::map<Money, int>{{Money(), 6}, {Money::of_cents(2000), 210}}));
}

TEST(Analysis, TheReturnOfASlipIsTheMeanOfItsBets) {
    const SlipBet slip[] = {{spot("single-6"), Money::of_cents(300)},
                            {spot("double-6"), Money::of_cents(200)},
                            {spot("triple-6"), Money::of_cents(100)}};
    const Layout& felt = layout("mbs-rapid");
    const Fraction mean = (figures_of(felt, spot("single-6")).returned * 3 +
                           figures_of(felt, spot("double-6")).returned * 2 +
                           figures_of(felt, spot("triple-6")).returned) /
                          6;
    EXPECT_EQ(figures_of(felt, slip).returned, mean);
    EXPECT_EQ(figures_of(felt, slip).ways, 91);
}

TEST(Analysis, VarianceOfHugeStakesIsExactToo) {
    const SlipBet slip[] = {{spot("triple-6"), money_max}};
    EXPECT_EQ(figures_of(layout("rws-etg-1"), slip).variance,
              figures_of(layout("rws-etg-1"), spot("triple-6")).variance);
}

TEST(Fraction, IsRoundedHalfAwayFromNothing) {
    EXPECT_EQ(to_decimal(Fraction(1, 8), 2), "0.13");
    EXPECT_EQ(to_decimal(Fraction(-1, 8), 2), "-0.13");
    EXPECT_EQ(to_decimal(Fraction(1, 3), 2), "0.33");
    EXPECT_EQ(to_decimal(Fraction(-1, 1000), 2), "0.00");
    EXPECT_EQ(to_decimal(Fraction(7, 2), 0), "4");
    EXPECT_EQ(to_decimal(Fraction(12345, 100), 2), "123.45");
    EXPECT_EQ(to_text(Fraction(4, 2)), "2");
}

}  // namespace
}  // namespace sicbo::rules
