// SPDX-License-Identifier: MIT
#include "wire/settle_csv.h"

#include <gtest/gtest.h>

#include "support/layouts.h"

namespace sicbo::wire {
namespace {

std::string error(std::string_view csv) {
    const auto bets = read_bets(csv, test::layout("rws-etg-1"));
    return bets ? "no error" : bets.error().text();
}

TEST(SettleCsv, ReadsBets) {
    const auto bets = read_bets("player,spot,stake\r\n\"Lee, A\",total-8,0.50\nB,small,10\n",
                                test::layout("rws-etg-1"));
    ASSERT_TRUE(bets.has_value());
    ASSERT_EQ(bets->size(), 2u);
    EXPECT_EQ(bets->at(0).player, "Lee, A");
    EXPECT_EQ(to_text(bets->at(0).spot), "total-8");
    EXPECT_EQ(bets->at(1).stake, Money::of_cents(1000));
    EXPECT_TRUE(read_bets("player,spot,stake\n", test::layout("rws-etg-1"))->empty());
}

TEST(SettleCsv, NamesTheLineOfAMistake) {
    const std::string header = "player,spot,stake\n";
    EXPECT_EQ(error(""), "1: the first line must be the header player,spot,stake");
    EXPECT_EQ(error("A,small,1\n"), "1: the first line must be the header player,spot,stake");
    EXPECT_EQ(error(header + "A,small,1\nB,huge,1\n"), "3: unknown spot \"huge\"");
    EXPECT_EQ(error(header + "A,pair-113,1\n"), "2: \"pair-113\" is not offered on rws-etg-1");
    EXPECT_EQ(error(header + "A,small\n"),
              "2: a bet has three fields, player,spot,stake; here are 2");
    EXPECT_EQ(error(header + "\nA,small,1\n"), "2: an empty line");
    EXPECT_EQ(error(header + "A,small,1\n\n\n"), "no error");
    EXPECT_EQ(error(header + "\"A\nB\",small,1\n"), "no error");
    EXPECT_EQ(error(header + ",small,1\n"), "2: the player has no name");
    EXPECT_EQ(error(header + "A,small,0\n"), "2: a stake must be positive");
    EXPECT_EQ(error(header + "A,total-8,0.01\n"),
              "2: a stake of 0.01 on total-8 can't be paid exactly at 8.5 to 1");
    for (const char* stake : {"-5", "1e30", "9223372036854775807", "", "0.001"}) {
        EXPECT_TRUE(error(header + "A,small," + stake + "\n").starts_with("2: \"")) << stake;
    }
}

}  // namespace
}  // namespace sicbo::wire
