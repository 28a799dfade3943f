// SPDX-License-Identifier: MIT
#include "rules/spot.h"

#include <gtest/gtest.h>

#include "support/layouts.h"

namespace sicbo::rules {
namespace {

using test::spot;

// On how many of the 216 rolls the spot is hit, in any house.
int ways(std::string_view id) {
    int count = 0;
    for (int n = 0; n < roll_count; ++n) count += hits(spot(id), nth_roll(n)) > 0 ? 1 : 0;
    return count;
}

static_assert(!on_felt(Spot{Kind::total, 3}));
static_assert(!on_felt(Spot{Kind::total, 18}));
static_assert(!on_felt(Spot{Kind::single, 7}));
static_assert(!on_felt(Spot{Kind::small, 1}));
static_assert(!on_felt(Spot{Kind::domino, 0, FaceSet().with(1)}));
static_assert(!on_felt(Spot{Kind::pair, 1, FaceSet().with(1)}));
static_assert(!on_felt(Spot{static_cast<Kind>(99)}));

TEST(Spot, BigWinsOn105OfThe216Rolls) {
    EXPECT_EQ(ways("big"), 105);
    EXPECT_EQ(ways("small"), 105);
    EXPECT_EQ(ways("odd"), 105);
    EXPECT_EQ(ways("even"), 105);
}

TEST(Spot, TheOthersWinAsOftenAsTheyShould) {
    EXPECT_EQ(ways("single-1"), 91);
    EXPECT_EQ(ways("double-6"), 16);
    EXPECT_EQ(ways("triple-3"), 1);
    EXPECT_EQ(ways("any-triple"), 6);
    EXPECT_EQ(ways("domino-25"), 30);
    EXPECT_EQ(ways("four-6543"), 24);
    EXPECT_EQ(ways("three-126"), 6);
    EXPECT_EQ(ways("pair-113"), 3);
    const int totals[] = {3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3};
    for (int total = 4; total <= 17; ++total) {
        EXPECT_EQ(ways("total-" + std::to_string(total)), totals[total - 4]) << total;
    }
}

TEST(Spot, ATripleTakesTheEvenMoneySpots) {
    for (int face = 1; face <= 6; ++face) {
        for (const char* id : {"small", "big", "odd", "even"}) {
            EXPECT_EQ(hits(spot(id), Roll{face, face, face}), 0) << id << face;
        }
    }
}

TEST(Spot, TotalsDoublesAndSinglesWinOnTriples) {
    EXPECT_EQ(hits(spot("total-6"), Roll{2, 2, 2}), 1);
    EXPECT_EQ(hits(spot("total-9"), Roll{3, 3, 3}), 1);
    EXPECT_EQ(hits(spot("total-12"), Roll{4, 4, 4}), 1);
    EXPECT_EQ(hits(spot("total-15"), Roll{5, 5, 5}), 1);
    for (int face = 1; face <= 6; ++face) {
        const std::string number = std::to_string(face);
        EXPECT_EQ(hits(spot("double-" + number), Roll{face, face, face}), 1);
        EXPECT_EQ(hits(spot("single-" + number), Roll{face, face, face}), 3);
    }
}

TEST(Spot, AFourNeedsThreeDifferentNumbers) {
    EXPECT_EQ(hits(spot("four-6543"), Roll{6, 5, 4}), 1);
    EXPECT_EQ(hits(spot("four-6543"), Roll{6, 6, 5}), 0);
    EXPECT_EQ(hits(spot("four-6543"), Roll{6, 6, 6}), 0);
    EXPECT_EQ(hits(spot("four-6543"), Roll{6, 5, 2}), 0);
}

TEST(Spot, SeveralFoursCanWinAtOnce) {
    const Roll roll{5, 3, 6};
    EXPECT_EQ(hits(spot("four-6543"), roll), 1);
    EXPECT_EQ(hits(spot("four-6532"), roll), 1);
    EXPECT_EQ(hits(spot("four-5432"), roll), 0);
}

TEST(Spot, ADominoIsHitOnceHoweverOftenItsNumbersShow) {
    EXPECT_EQ(hits(spot("domino-12"), Roll{1, 1, 2}), 1);
    EXPECT_EQ(hits(spot("domino-12"), Roll{1, 1, 1}), 0);
}

TEST(Spot, WhatIsNotOnTheFeltFailsTheCheck) {
    EXPECT_THROW(hits(Spot{Kind::total, 3}, Roll{1, 1, 1}), CheckFailed);
}

}  // namespace
}  // namespace sicbo::rules
