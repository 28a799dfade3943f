// SPDX-License-Identifier: MIT
// MBS Electronic Sic Bo: what its clauses on wagers and payouts say, on both terminals.
#include <gtest/gtest.h>

#include "support/covers.h"
#include "support/layouts.h"

namespace sicbo {
namespace {

using rules::Kind;
using rules::Roll;
using test::covers;
using test::odds;
using test::ways;

const rules::Layout& rapid() { return test::layout("mbs-rapid"); }
const rules::Layout& alfastreet() { return test::layout("mbs-alfastreet"); }

// Both terminals offer the kind under their own names and pay it alike.
void expect_both(Kind kind, std::string_view rapid_name, std::string_view alfastreet_name) {
    EXPECT_EQ(name_of(rapid(), kind).en, rapid_name);
    EXPECT_EQ(name_of(alfastreet(), kind).en, alfastreet_name);
    for (const rules::Spot spot : spots_of(rapid())) {
        if (spot.kind != kind) continue;
        for (int n = 0; n < rules::roll_count; ++n) {
            const Roll roll = rules::nth_roll(n);
            ASSERT_EQ(odds_on(rapid(), spot, roll), odds_on(alfastreet(), spot, roll));
        }
    }
}

// Only the Rapid Select terminal offers the kind.
void expect_rapid_only(Kind kind, std::string_view name) {
    EXPECT_EQ(name_of(rapid(), kind).en, name);
    for (const rules::Spot spot : spots_of(alfastreet())) EXPECT_NE(spot.kind, kind);
}

// Wins on the totals from low to high, of that parity if one is given, never on a triple.
void expect_totals(std::string_view id, int low, int high, int parity) {
    for (int n = 0; n < rules::roll_count; ++n) {
        const Roll roll = rules::nth_roll(n);
        const int total = roll.total();
        const bool wins = low <= total && total <= high && !roll.is_triple() &&
                          (parity < 0 || total % 2 == parity);
        EXPECT_EQ(odds(rapid(), id, roll), wins ? "1" : "") << id << " " << total;
    }
}

TEST(MbsEtg, APlayerMayBetOnTheSectionsOfTheTerminalsAppendix) {
    covers("mbs-etg 3.3, mbs-etg 7, mbs-etg Appendix A, mbs-etg Appendix B");
    EXPECT_EQ(spots_of(rapid()).size(), 104u);
    EXPECT_EQ(spots_of(alfastreet()).size(), 50u);
    for (const char* id : {"odd", "even", "four-4321", "pair-113", "three-126"}) {
        EXPECT_TRUE(test::offers(rapid(), id)) << id;
        EXPECT_FALSE(payable(alfastreet(), test::spot(id), Money::of_cents(1000))) << id;
    }
}

TEST(MbsEtg, Small) {
    covers("mbs-etg 3.3.1, mbs-etg 3.3.1.1");
    expect_both(Kind::small, "Small", "Small");
    expect_totals("small", 4, 10, -1);
    EXPECT_EQ(ways(rapid(), "small"), 105);
}

TEST(MbsEtg, Big) {
    covers("mbs-etg 3.3.2, mbs-etg 3.3.2.1");
    expect_both(Kind::big, "Big", "Big");
    expect_totals("big", 11, 17, -1);
    EXPECT_EQ(ways(rapid(), "big"), 105);
}

TEST(MbsEtg, Odd) {
    covers("mbs-etg 3.3.3, mbs-etg 3.3.3.1");
    expect_rapid_only(Kind::odd, "Odd");
    expect_totals("odd", 5, 17, 1);
}

TEST(MbsEtg, Even) {
    covers("mbs-etg 3.3.4, mbs-etg 3.3.4.1");
    expect_rapid_only(Kind::even, "Even");
    expect_totals("even", 4, 16, 0);
}

TEST(MbsEtg, SpecificTriples) {
    covers("mbs-etg 3.3.5, mbs-etg 3.3.5.1");
    expect_both(Kind::triple, "Specific Triples", "Specific Straight Triple Bet");
    EXPECT_EQ(ways(rapid(), "triple-6"), 1);
    EXPECT_EQ(odds(rapid(), "triple-6", Roll{6, 6, 6}), "195");
}

TEST(MbsEtg, SpecificDoublesWinOnTwoOrThreeDice) {
    covers("mbs-etg 3.3.6, mbs-etg 3.3.6.1");
    expect_both(Kind::double_, "Specific Doubles", "Double Dice Bet");
    EXPECT_EQ(ways(rapid(), "double-6"), 16);
    EXPECT_EQ(odds(rapid(), "double-6", Roll{6, 6, 6}), "11.5");
    EXPECT_EQ(odds(rapid(), "double-6", Roll{6, 1, 6}), "11.5");
}

TEST(MbsEtg, AnyTriple) {
    covers("mbs-etg 3.3.7, mbs-etg 3.3.7.1");
    expect_both(Kind::any_triple, "Any Triple", "Any Triple Bet");
    EXPECT_EQ(ways(rapid(), "any-triple"), 6);
    EXPECT_EQ(odds(rapid(), "any-triple", Roll{2, 2, 2}), "32");
}

TEST(MbsEtg, ThreeDiceTotalsCountTriples) {
    covers("mbs-etg 3.3.8, mbs-etg 3.3.8.1");
    expect_both(Kind::total, "Three Dice Totals", "Total Sum Combination");
    const int counts[] = {3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3};
    for (int total = 4; total <= 17; ++total) {
        EXPECT_EQ(ways(rapid(), "total-" + std::to_string(total)), counts[total - 4]);
    }
    EXPECT_EQ(odds(rapid(), "total-9", Roll{3, 3, 3}), "7");
}

TEST(MbsEtg, TwoDiceCombinations) {
    covers("mbs-etg 3.3.9, mbs-etg 3.3.9.1");
    expect_both(Kind::domino, "Two Dice Combinations", "Domino Combination Bet");
    EXPECT_EQ(ways(rapid(), "domino-36"), 30);
}

TEST(MbsEtg, SingleDice) {
    covers("mbs-etg 3.3.10, mbs-etg 3.3.10.1");
    expect_both(Kind::single, "Single Dice Wager", "Single Dice Bet");
    EXPECT_EQ(ways(rapid(), "single-3"), 91);
}

TEST(MbsEtg, ThreeDiceFromFour) {
    covers("mbs-etg 3.3.11, mbs-etg 3.3.11.1");
    expect_rapid_only(Kind::four, "Three Dice from Four Possible Combinations");
    EXPECT_EQ(ways(rapid(), "four-6532"), 24);
    EXPECT_EQ(odds(rapid(), "four-6532", Roll{6, 6, 5}), "");
}

TEST(MbsEtg, DoubleNumbersWithSingleDice) {
    covers("mbs-etg 3.3.12, mbs-etg 3.3.12.1");
    expect_rapid_only(Kind::pair, "Double Numbers with Single Dice Combinations");
    EXPECT_EQ(ways(rapid(), "pair-554"), 3);
    EXPECT_EQ(odds(rapid(), "pair-554", Roll{5, 4, 4}), "");
    EXPECT_FALSE(test::offers(rapid(), "pair-112"));
    EXPECT_FALSE(test::offers(rapid(), "pair-665"));
}

TEST(MbsEtg, ThreeSingleDice) {
    covers("mbs-etg 3.3.13, mbs-etg 3.3.13.1");
    expect_rapid_only(Kind::three, "Three Single Dice Combinations");
    EXPECT_EQ(ways(rapid(), "three-246"), 6);
}

TEST(MbsEtg, NamedSectionsPay) {
    covers("mbs-etg 4.1.1");
    EXPECT_EQ(odds(rapid(), "small", Roll{1, 1, 2}), "1");
    EXPECT_EQ(odds(rapid(), "big", Roll{6, 6, 5}), "1");
    EXPECT_EQ(odds(rapid(), "odd", Roll{6, 6, 5}), "1");
    EXPECT_EQ(odds(rapid(), "even", Roll{1, 1, 2}), "1");
    EXPECT_EQ(odds(rapid(), "triple-1", Roll{1, 1, 1}), "195");
    EXPECT_EQ(odds(rapid(), "double-1", Roll{1, 1, 2}), "11.5");
    EXPECT_EQ(odds(rapid(), "any-triple", Roll{1, 1, 1}), "32");
}

TEST(MbsEtg, TotalsPay) {
    covers("mbs-etg 4.1.2");
    const char* pays[] = {"64", "32", "19", "12", "8.5", "7", "6.5"};
    for (int n = 0; n < rules::roll_count; ++n) {
        const Roll roll = rules::nth_roll(n);
        if (roll.total() < 4 || roll.total() > 17) continue;
        const int distance = std::min(roll.total() - 4, 17 - roll.total());
        EXPECT_EQ(odds(rapid(), "total-" + std::to_string(roll.total()), roll), pays[distance]);
    }
}

TEST(MbsEtg, CombinationsPay) {
    covers("mbs-etg 4.1.3, mbs-etg 4.1.5, mbs-etg 4.1.6, mbs-etg 4.1.7");
    int dominoes = 0, fours = 0, pairs = 0, threes = 0;
    for (const rules::Spot spot : spots_of(rapid())) {
        const rules::PayRow& row = *find_row(rapid(), spot);
        if (spot.kind == Kind::domino && row.payoff[0] == rules::Odds{12}) ++dominoes;
        if (spot.kind == Kind::four && row.payoff[0] == rules::Odds{15}) ++fours;
        if (spot.kind == Kind::pair && row.payoff[0] == rules::Odds{100}) ++pairs;
        if (spot.kind == Kind::three && row.payoff[0] == rules::Odds{60}) ++threes;
    }
    EXPECT_EQ(dominoes, 15);
    EXPECT_EQ(fours, 4);
    EXPECT_EQ(pairs, 28);
    EXPECT_EQ(threes, 20);
}

TEST(MbsEtg, SinglesPay) {
    covers("mbs-etg 4.1.4");
    EXPECT_EQ(odds(rapid(), "single-1", Roll{1, 2, 3}), "1");
    EXPECT_EQ(odds(rapid(), "single-1", Roll{1, 1, 3}), "2");
    EXPECT_EQ(odds(rapid(), "single-1", Roll{1, 1, 1}), "12");
}

}  // namespace
}  // namespace sicbo
