// SPDX-License-Identifier: MIT
#include "scenario/expected.h"

#include <gtest/gtest.h>

namespace sicbo::scenario {
namespace {

const std::vector<std::string> phrases = {"bet placed: 10.00 on big", "late attempt recorded"};

TEST(Expected, a_phrase_is_expected_by_its_beginning_up_to_the_end_of_a_word) {
    EXPECT_TRUE(as_expected("bet placed", phrases));
    EXPECT_TRUE(as_expected("bet placed: 10.00 on big", phrases));
    EXPECT_FALSE(as_expected("bet pla", phrases));
    EXPECT_FALSE(as_expected("bet placed: 10.0", phrases));
}

TEST(Expected, phrases_come_in_order_and_others_may_come_between) {
    EXPECT_TRUE(as_expected("bet placed; late attempt", phrases));
    EXPECT_TRUE(as_expected("late attempt", phrases));
    EXPECT_FALSE(as_expected("late attempt; bet placed", phrases));
    EXPECT_FALSE(as_expected("bet placed; bet placed", phrases));
}

TEST(Expected, after_only_nothing_else_may_have_come) {
    EXPECT_TRUE(as_expected("only bet placed; late", phrases));
    EXPECT_FALSE(as_expected("only bet placed", phrases));
}

TEST(Expected, phrases_are_joined_as_they_are_expected) {
    EXPECT_EQ(joined(phrases), "bet placed: 10.00 on big; late attempt recorded");
    EXPECT_TRUE(as_expected(joined(phrases), phrases));
    EXPECT_EQ(joined({}), "");
}

}  // namespace
}  // namespace sicbo::scenario
