// SPDX-License-Identifier: MIT
#include "core/amount_words.h"

#include <gtest/gtest.h>

namespace sicbo {
namespace {

std::string in_english(std::int64_t cents, std::string_view currency = "SGD") {
    return amount_in_english(Money::of_cents(cents), currency);
}
std::string in_chinese(std::int64_t cents, std::string_view currency = "SGD") {
    return amount_in_chinese(Money::of_cents(cents), currency);
}

TEST(AmountInEnglish, NamesUnitsAndCents) {
    EXPECT_EQ(in_english(3'750), "thirty-seven Singapore dollars and fifty cents");
    EXPECT_EQ(in_english(100), "one Singapore dollar");
    EXPECT_EQ(in_english(1), "zero Singapore dollars and one cent");
    EXPECT_EQ(in_english(0), "zero Singapore dollars");
    EXPECT_EQ(in_english(1'311), "thirteen Singapore dollars and eleven cents");
    EXPECT_EQ(in_english(200'020, "USD"), "two thousand US dollars and twenty cents");
    EXPECT_EQ(in_english(500, "XTS"), "five XTS");
}

TEST(AmountInEnglish, GroupsThreeDigits) {
    EXPECT_EQ(in_english(123'456'789'00),
              "one hundred twenty-three million four hundred fifty-six thousand seven hundred "
              "eighty-nine Singapore dollars");
    EXPECT_EQ(in_english(1'000'001'00), "one million one Singapore dollars");
    EXPECT_EQ(in_english(money_max.cents()), "ten trillion Singapore dollars");
}

TEST(AmountInChinese, HasTheDigitsOfBanks) {
    EXPECT_EQ(in_chinese(3'750), "新加坡元叁拾柒元伍角整");
    EXPECT_EQ(in_chinese(3'705), "新加坡元叁拾柒元零伍分");
    EXPECT_EQ(in_chinese(3'755), "新加坡元叁拾柒元伍角伍分");
    EXPECT_EQ(in_chinese(5), "新加坡元伍分");
    EXPECT_EQ(in_chinese(50), "新加坡元伍角整");
    EXPECT_EQ(in_chinese(0), "新加坡元零元整");
    EXPECT_EQ(in_chinese(1'000, "USD"), "美元壹拾元整");
}

TEST(AmountInChinese, WritesOneZeroForARunOfZeros) {
    EXPECT_EQ(in_chinese(1'005'00), "新加坡元壹仟零伍元整");
    EXPECT_EQ(in_chinese(10'000'00), "新加坡元壹万元整");
    EXPECT_EQ(in_chinese(10'001'00), "新加坡元壹万零壹元整");
    EXPECT_EQ(in_chinese(100'500'00), "新加坡元壹拾万零伍佰元整");
    EXPECT_EQ(in_chinese(100'000'500'00), "新加坡元壹亿零伍佰元整");
    EXPECT_EQ(in_chinese(120'345'678'00), "新加坡元壹亿贰仟零叁拾肆万伍仟陆佰柒拾捌元整");
    EXPECT_EQ(in_chinese(money_max.cents()), "新加坡元壹拾万亿元整");
}

TEST(Amounts, OutOfRangeFailACheck) {
    EXPECT_THROW(in_english(-1), CheckFailed);
    EXPECT_THROW(in_chinese(money_max.cents() + 1), CheckFailed);
}

}  // namespace
}  // namespace sicbo
