// SPDX-License-Identifier: MIT
#include "core/money.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>

namespace sicbo {
namespace {

constexpr std::int64_t int_max = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t int_min = std::numeric_limits<std::int64_t>::min();

static_assert(Money::of_cents(150) + Money::of_cents(50) == Money::of_cents(200));
static_assert(!plus(Money::of_cents(int_max), Money::of_cents(1)));
static_assert(!times(Money::of_cents(int_max / 2 + 1), 2));
static_assert(times(Money::of_cents(3), -2) == Money::of_cents(-6));

TEST(Money, OverflowFailsTheCheckAndNeverWraps) {
    EXPECT_THROW(Money::of_cents(int_max) + Money::of_cents(1), CheckFailed);
    EXPECT_THROW(Money::of_cents(int_min) - Money::of_cents(1), CheckFailed);
    EXPECT_THROW(-Money::of_cents(int_min), CheckFailed);
    Money most = Money::of_cents(int_max);
    EXPECT_THROW(most += Money::of_cents(1), CheckFailed);
    EXPECT_EQ(most, Money::of_cents(int_max));  // and is left as it was
}

TEST(Money, IsWrittenWithTwoDecimals) {
    EXPECT_EQ(to_text(Money()), "0.00");
    EXPECT_EQ(to_text(Money::of_cents(123500)), "1235.00");
    EXPECT_EQ(to_text(Money::of_cents(-5)), "-0.05");
    EXPECT_EQ(to_text(Money::of_cents(int_min)), "-92233720368547758.08");
}

TEST(Money, IsReadWithUpToTwoDecimals) {
    EXPECT_EQ(parse_money("10"), Money::of_cents(1000));
    EXPECT_EQ(parse_money("0.5"), Money::of_cents(50));
    EXPECT_EQ(parse_money("0.50"), Money::of_cents(50));
    EXPECT_EQ(parse_money("007"), Money::of_cents(700));
    EXPECT_EQ(parse_money("10000000000000"), money_max);
}

TEST(Money, RefusesWhatIsNotAnAmount) {
    for (const char* text : {"", "-5", "+5", "1e30", "0.001", ".5", "5.", "1,000", " 1", "1 ",
                             "0x1", "nan", "1.2.3", "--", "10000000000000.01",
                             "9223372036854775807", "99999999999999999999999999999999", "１０"}) {
        EXPECT_FALSE(parse_money(text)) << text;
    }
}

RC_GTEST_PROP(MoneyProperty, WhatIsWrittenIsReadBack, ()) {
    const auto cents = *rc::gen::inRange<std::int64_t>(0, money_max.cents() + 1);
    const Money amount = Money::of_cents(cents);
    RC_ASSERT(parse_money(to_text(amount)).value() == amount);
}

}  // namespace
}  // namespace sicbo
