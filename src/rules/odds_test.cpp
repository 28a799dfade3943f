// SPDX-License-Identifier: MIT
#include "rules/odds.h"

#include <gtest/gtest.h>

namespace sicbo::rules {
namespace {

TEST(Odds, AreReadAndWrittenInHalves) {
    EXPECT_EQ(parse_odds("12")->halves, 24);
    EXPECT_EQ(parse_odds("8.5")->halves, 17);
    EXPECT_EQ(parse_odds("0.5")->halves, 1);
    EXPECT_EQ(to_text(Odds{17}), "8.5");
    EXPECT_EQ(to_text(Odds{390}), "195");
    EXPECT_EQ(to_text(Odds{-7}), "-3.5");
    EXPECT_EQ(to_text(Odds{-1}), "-0.5");
}

TEST(Odds, RefusesWhatIsNotWholeOrHalf) {
    for (const char* text : {"", "8.3", "8.50", "8.", ".5", "-1", "+1", "0", "1e3", "8,5", "1001",
                             "99999", "1000.5", " 1", "1 to 1", "8.5.5"}) {
        EXPECT_FALSE(parse_odds(text)) << text;
    }
    EXPECT_EQ(parse_odds("1000"), odds_max);
}

static_assert(pays_exactly(Odds{17}, Money::of_cents(2)));
static_assert(!pays_exactly(Odds{17}, Money::of_cents(1)));
static_assert(pays_exactly(Odds{24}, Money::of_cents(1)));

}  // namespace
}  // namespace sicbo::rules
