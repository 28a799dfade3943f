// SPDX-License-Identifier: MIT
#include "scenario/words.h"

#include <gtest/gtest.h>

#include "scenario/hint.h"
#include "scenario/line.h"

namespace sicbo::scenario {
namespace {

std::vector<std::string> words_of_line(std::string_view text) { return Words(text).rest(); }

TEST(Words, are_parted_by_spaces_and_commas_without_articles_and_colons) {
    using List = std::vector<std::string>;
    EXPECT_EQ(words_of_line("opens the table"), (List{"opens", "table"}));
    EXPECT_EQ(words_of_line("10 on big,5 on a small"),
              (List{"10", "on", "big", ",", "5", "on", "small"}));
    EXPECT_EQ(words_of_line("1,000.00, 1,0"), (List{"1000.00", ",", "1", ",", "0"}));
    EXPECT_EQ(words_of_line("told: \"the  big, one\""), (List{"told", "\"the  big, one\""}));
    EXPECT_EQ(words_of_line(""), List{});
}

TEST(Words, what_is_not_taken_stays) {
    Words words("bigg 5 1");
    EXPECT_FALSE(words.take_spot());
    EXPECT_FALSE(words.take_amount());
    EXPECT_EQ(words.next(), "bigg");
    EXPECT_FALSE(words.take_dice());
    EXPECT_EQ(words.take_number(), 5);
    EXPECT_FALSE(words.take_number(0));
    EXPECT_EQ(words.what_is_wrong(), "expected a whole number up to 0, not \"1\"");
}

TEST(Words, values_are_read_in_all_their_forms) {
    for (const char* dice : {"5 1 2", "5-1-2", "512", "5,1,2"}) {
        EXPECT_EQ(Words(dice).take_dice(), (rules::Roll{5, 1, 2})) << dice;
    }
    EXPECT_FALSE(Words("5 1 7").take_dice());
    EXPECT_EQ(Words("-5.00").take_amount(), -Money::of_cents(500));
    EXPECT_FALSE(Words("0.005").take_amount());
    EXPECT_EQ(Words("1m30s").take_duration(), 90'000);
}

TEST(Lines, have_a_time_a_command_and_what_is_expected) {
    const auto lines =
        split_lines("# note\n\n +5s  T1 bets 10 on big   bet placed # why\nwait -> x");
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_EQ(lines[0].number, 3);
    EXPECT_EQ(lines[0].time, "+5s");
    EXPECT_EQ(lines[0].command, "T1 bets 10 on big");
    EXPECT_EQ(lines[0].expected, "bet placed");
    EXPECT_EQ(lines[0].indent, " +5s  ");
    EXPECT_EQ(lines[1].command, "wait");
    EXPECT_EQ(lines[1].expected, "x");
}

TEST(Lines, durations_have_units_and_an_end) {
    EXPECT_EQ(parse_duration("1d2h3m4s5ms"), 93'784'005);
    for (const char* text : {"", "5", "s", "5x", "-5s", "9999999999s", "999999999d"}) {
        EXPECT_FALSE(parse_duration(text)) << text;
    }
}

TEST(Hints, the_nearest_choice_counts_swapped_letters_as_one_mistake) {
    const std::vector<Alternative> alternatives = {
        {"betting"},
        {"table"},
        {"open", Alternative::Sort::verb},
        {"a spot", Alternative::Sort::spot},
        {"a name", Alternative::Sort::description, {"annabel"}}};
    EXPECT_EQ(nearest("bteting", alternatives), "betting");
    EXPECT_EQ(nearest("opnes", alternatives), "opens");
    EXPECT_EQ(nearest("bigg", alternatives), "big");
    EXPECT_EQ(nearest("anabel", alternatives), "annabel");
    EXPECT_FALSE(nearest("zzz", alternatives));
    EXPECT_FALSE(nearest(std::string(1000, 'x'), alternatives));
    EXPECT_EQ(listed({alternatives.data(), 2}), "betting or table");
}

TEST(Hints, a_long_text_is_cut_between_characters) {
    EXPECT_EQ(shortened("\u00f6\u00f6\u00f6", 2), "\u00f6\u00f6\u2026");
    EXPECT_EQ(shortened("abc", 3), "abc");
}

}  // namespace
}  // namespace sicbo::scenario
