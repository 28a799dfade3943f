// SPDX-License-Identifier: MIT
// RWS Tai Sai: what its clauses on bets and payouts say.
#include <gtest/gtest.h>

#include "support/covers.h"
#include "support/layouts.h"

namespace sicbo {
namespace {

using rules::Kind;
using rules::Roll;
using test::covers;
using test::odds;

const rules::Layout& taisai_felt() { return test::layout("rws-taisai"); }
Roll triple_of(int face) { return Roll{face, face, face}; }

TEST(RwsTaisai, OnATripleOnlyFiveKindsOfBetWin) {
    covers("rws-taisai 3.10");
    for (int face = 1; face <= 6; ++face) {
        for (const rules::Spot spot : spots_of(taisai_felt())) {
            const bool wins =
                spot.kind == Kind::any_triple ||
                (spot.kind == Kind::total && spot.number == 3 * face) ||
                (spot.number == face && (spot.kind == Kind::triple || spot.kind == Kind::double_ ||
                                         spot.kind == Kind::single));
            EXPECT_EQ(!odds(taisai_felt(), to_text(spot), triple_of(face)).empty(), wins)
                << to_text(spot);
        }
    }
}

TEST(RwsTaisai, TriplesPay) {
    covers("rws-taisai 3.10.1, rws-taisai 3.10.2, rws-taisai 3.10.3, rws-taisai 3.10.4");
    for (int face = 1; face <= 6; ++face) {
        const std::string number = std::to_string(face);
        EXPECT_EQ(odds(taisai_felt(), "triple-" + number, triple_of(face)), "180");
        EXPECT_EQ(odds(taisai_felt(), "any-triple", triple_of(face)), "31");
        EXPECT_EQ(odds(taisai_felt(), "double-" + number, triple_of(face)), "11");
        EXPECT_EQ(odds(taisai_felt(), "single-" + number, triple_of(face)), "12");
    }
}

TEST(RwsTaisai, Totals6And9And12And15WinOnTriples) {
    covers("rws-taisai 3.10.5");
    EXPECT_EQ(odds(taisai_felt(), "total-6", triple_of(2)), "18");
    EXPECT_EQ(odds(taisai_felt(), "total-9", triple_of(3)), "7");
    EXPECT_EQ(odds(taisai_felt(), "total-12", triple_of(4)), "7");
    EXPECT_EQ(odds(taisai_felt(), "total-15", triple_of(5)), "18");
}

TEST(RwsTaisai, ThePayTableIsTable3OfTheElectronicGameForItsFiftySpots) {
    covers("rws-taisai 4.1");
    EXPECT_EQ(spots_of(taisai_felt()).size(), 50u);
    for (const rules::Spot spot : spots_of(taisai_felt())) {
        for (int n = 0; n < rules::roll_count; ++n) {
            const Roll roll = rules::nth_roll(n);
            ASSERT_EQ(odds_on(taisai_felt(), spot, roll),
                      odds_on(test::layout("rws-etg-3"), spot, roll))
                << to_text(spot);
        }
    }
    for (const char* id : {"odd", "even", "four-6543", "pair-113", "three-126"}) {
        EXPECT_FALSE(test::offers(taisai_felt(), id)) << id;
    }
}

TEST(RwsTaisai, ABetIsPaidForTheBoxItLiesOnAndNoOther) {
    covers("rws-taisai 5.9");
    EXPECT_EQ(test::back(taisai_felt(), "total-10", 20000, Roll{5, 4, 2}), 0);
    EXPECT_EQ(test::back(taisai_felt(), "total-11", 20000, Roll{5, 4, 2}), 140000);
}

TEST(RwsTaisai, ASlipOfFiveBetsIsPaidToTheCent) {
    const Roll roll{2, 2, 5};
    EXPECT_EQ(test::back(taisai_felt(), "total-9", 10000, roll), 80000);
    EXPECT_EQ(test::back(taisai_felt(), "total-8", 10000, roll), 0);
    EXPECT_EQ(test::back(taisai_felt(), "double-2", 5000, roll), 60000);
    EXPECT_EQ(test::back(taisai_felt(), "single-5", 2000, roll), 4000);
    EXPECT_EQ(test::back(taisai_felt(), "small", 50000, roll), 100000);
}

}  // namespace
}  // namespace sicbo
