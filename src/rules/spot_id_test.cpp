// SPDX-License-Identifier: MIT
#include "rules/spot_id.h"

#include <gtest/gtest.h>

#include <set>

namespace sicbo::rules {
namespace {

TEST(SpotId, NumbersEverySpotOnce) {
    std::set<std::string> names;
    int n = 0;
    for (const Spot& spot : all_spots()) {
        EXPECT_EQ(static_cast<int>(id_of(spot)), n++);
        EXPECT_EQ(spot_of(id_of(spot)), spot);
        EXPECT_EQ(parse_spot(to_text(spot)), spot);
        names.insert(to_text(spot));
    }
    EXPECT_EQ(names.size(), 117u);
}

TEST(SpotId, WritesNamesAsTheDocumentsDo) {
    for (const char* name : {"small", "any-triple", "total-17", "domino-12", "four-6543",
                             "three-126", "pair-113", "pair-661", "double-6", "triple-1"}) {
        const auto spot = parse_spot(name);
        ASSERT_TRUE(spot.has_value()) << name;
        EXPECT_EQ(to_text(*spot), name);
    }
}

TEST(SpotId, RefusesOtherNames) {
    for (const char* name :
         {"", "Small", "total-3", "total-18", "total-4 ", "total-04", "domino-21", "domino-11",
          "four-3456", "three-112", "three-621", "pair-111", "pair-131", "single-0", "single-7",
          "triple", "double_1", "total--4"}) {
        EXPECT_FALSE(parse_spot(name)) << name;
    }
}

TEST(SpotId, WhatIsNoSpotFailsTheCheck) {
    EXPECT_THROW(id_of(Spot{Kind::total, 3}), CheckFailed);
    EXPECT_THROW(spot_of(SpotId{117}), CheckFailed);
    EXPECT_THROW(to_text(Spot{Kind::single, 0}), CheckFailed);
}

}  // namespace
}  // namespace sicbo::rules
