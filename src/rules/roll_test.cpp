// SPDX-License-Identifier: MIT
#include "rules/roll.h"

#include <gtest/gtest.h>

#include <set>

namespace sicbo::rules {
namespace {

static_assert(Roll{2, 2, 5}.total() == 9);
static_assert(Roll{2, 2, 5}.count(2) == 2);
static_assert(Roll{2, 2, 5}.faces() == FaceSet().with(5).with(2));
static_assert(Roll{4, 4, 4}.is_triple());
static_assert(!Roll{4, 4, 5}.is_triple());
static_assert(FaceSet().with(1).with(1).size() == 1);
static_assert(FaceSet().with(1).with(6).covers(FaceSet().with(6)));
static_assert(!FaceSet().with(1).covers(FaceSet().with(6)));
static_assert(nth_roll(0) == Roll{1, 1, 1});
static_assert(nth_roll(215) == Roll{6, 6, 6});

TEST(Roll, ThereAre216) {
    std::set<Roll> rolls;
    for (int n = 0; n < roll_count; ++n) rolls.insert(nth_roll(n));
    EXPECT_EQ(rolls.size(), 216u);
}

TEST(Roll, HasFacesFromOneToSixOnly) {
    EXPECT_THROW((Roll{0, 1, 2}), CheckFailed);
    EXPECT_THROW((Roll{1, 7, 2}), CheckFailed);
    EXPECT_THROW((Roll{1, 2, 256 + 3}), CheckFailed);
    EXPECT_THROW(FaceSet().with(7), CheckFailed);
    EXPECT_FALSE(FaceSet().has(0));
    EXPECT_THROW(nth_roll(216), CheckFailed);
}

}  // namespace
}  // namespace sicbo::rules
