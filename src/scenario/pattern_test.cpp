// SPDX-License-Identifier: MIT
#include "scenario/pattern.h"

#include <gtest/gtest.h>

#include "core/check.h"

namespace sicbo::scenario {
namespace {

// Patterns without names need no fixture.
std::optional<Arguments> match(const Pattern& pattern, std::string_view line) {
    static const Settings settings;
    Words words(line);
    return pattern.match(words, {settings});
}

std::string what_is_wrong(const Pattern& pattern, std::string_view line) {
    static const Settings settings;
    Words words(line);
    EXPECT_FALSE(pattern.match(words, {settings}));
    EXPECT_EQ(words.position(), 0U) << "a pattern that does not match takes nothing";
    return words.what_is_wrong();
}

TEST(Pattern, words_match_themselves_and_verbs_in_any_form) {
    const Pattern pattern = "open(s) table";
    EXPECT_TRUE(match(pattern, "open table"));
    EXPECT_TRUE(match(pattern, "opens the table"));
    EXPECT_FALSE(match(pattern, "open tables"));
    EXPECT_FALSE(match(pattern, "opened table"));
    EXPECT_FALSE(match(pattern, "open \"table\"")) << "a quoted text is no word of the language";
    EXPECT_TRUE(match("go(es) offline", "goes offline"));
    EXPECT_TRUE(match("certify(s) not seen", "certifies not seen"));
    EXPECT_FALSE(match("pay(s) out", "paies out"));
}

TEST(Pattern, all_words_of_the_line_must_be_used) {
    EXPECT_FALSE(match("open(s) table", "open table now"));
    EXPECT_FALSE(match("open(s) table", "open"));
    EXPECT_FALSE(match("open(s) table", ""));
}

TEST(Pattern, arguments_are_found_by_kind_or_label) {
    const Pattern pattern = "pay(s) <amount> [from <low:number> to <high:number>] [<text>]";
    const auto whole = match(pattern, "pays 1,000.50 from 3 to 7 \"why not\"");
    ASSERT_TRUE(whole);
    EXPECT_EQ(whole->get<Money>("amount"), Money::of_cents(100'050));
    EXPECT_EQ(whole->get<std::int64_t>("low"), 3);
    EXPECT_EQ(whole->get<std::int64_t>("high"), 7);
    EXPECT_EQ(whole->text_or("none"), "why not");
    const auto part = match(pattern, "pay 5");
    ASSERT_TRUE(part);
    EXPECT_FALSE(part->find<std::int64_t>("low"));
    EXPECT_EQ(part->text_or("none"), "none");
}

TEST(Pattern, an_argument_that_is_required_and_missing_or_of_another_type_is_our_mistake) {
    const Pattern pattern = "pay(s) <amount> [<text>]";
    const auto with = match(pattern, "pay 5");
    ASSERT_TRUE(with);
    EXPECT_THROW(with->get<std::string>("text"), CheckFailed);
    EXPECT_THROW(with->find<std::int64_t>("amount"), CheckFailed);
}

TEST(Pattern, a_line_says_which_of_the_words_it_has) {
    const Pattern pattern = "start(s) tumbler|shaker [over another close] [unarmed]";
    const auto with = match(pattern, "starts shaker unarmed");
    ASSERT_TRUE(with);
    EXPECT_TRUE(with->has_word("start"));
    EXPECT_TRUE(with->has_word("shaker"));
    EXPECT_TRUE(with->has_word("unarmed"));
    EXPECT_FALSE(with->has_word("tumbler"));
    EXPECT_FALSE(with->has_word("another"));
    EXPECT_FALSE(match(pattern, "start unarmed"));
    EXPECT_FALSE(match(pattern, "start tumbler over another"));
}

TEST(Pattern, an_optional_part_is_left_out_again_if_the_rest_needs_its_words) {
    const Pattern pattern = "void(s) [<number>] [to] <last:number>";
    const auto both = match(pattern, "void 2 to 4");
    ASSERT_TRUE(both);
    EXPECT_EQ(both->find<std::int64_t>("number"), 2);
    const auto one = match(pattern, "void 4");
    ASSERT_TRUE(one);
    EXPECT_FALSE(one->find<std::int64_t>("number"));
    EXPECT_EQ(one->get<std::int64_t>("last"), 4);
}

TEST(Pattern, branches_of_an_optional_part_may_have_several_words) {
    const Pattern pattern = "uncover(s) [flat|not flat|leaning die]";
    for (const char* line :
         {"uncover", "uncover flat", "uncover not flat", "uncover leaning die"}) {
        EXPECT_TRUE(match(pattern, line)) << line;
    }
    EXPECT_FALSE(match(pattern, "uncover not"));
}

TEST(Pattern, the_key_is_the_fixed_words_at_the_beginning) {
    EXPECT_TRUE(Pattern("round(s) maximum <amount>").key_matches(Words("round maximum ten")));
    EXPECT_FALSE(Pattern("round(s) maximum <amount>").key_matches(Words("round 1")));
    EXPECT_TRUE(Pattern("bet(s)|place(s) <bets>").key_matches(Words("places nothing")));
    EXPECT_FALSE(Pattern("<spot> hold(s) <amount>").key_matches(Words("big holds 5")));
}

TEST(Pattern, a_malformed_pattern_is_our_mistake) {
    for (const char* text : {"", "open [table", "open table]", "pay <money>", "pay <amount"}) {
        EXPECT_THROW(Pattern{text}, CheckFailed) << text;
    }
}

TEST(Hints, what_could_have_stood_there_comes_from_the_pattern) {
    const Pattern pattern = "see(s) [layout] at <amount> [on] <spot>";
    EXPECT_EQ(what_is_wrong(pattern, "sea at 5 big"),
              "expected see, not \"sea at 5 big\"; "
              "did you mean \"see\"?");
    EXPECT_EQ(what_is_wrong(pattern, "see"), "expected layout or at, but the line ends");
    EXPECT_EQ(what_is_wrong(pattern, "see layuot at 5 big"),
              "expected layout or at, not \"layuot at 5 big\"; did you mean \"layout\"?");
    EXPECT_EQ(what_is_wrong(pattern, "see at 5 bigg"),
              "expected on or a spot such as big or total-9, not \"bigg\"; did you mean \"big\"?");
    EXPECT_EQ(what_is_wrong(pattern, "see at 5 big now then"),
              "nothing more was expected, but \"now then\"");
}

TEST(Hints, what_is_expected_furthest_on_counts) {
    Words words("pay 5 to");
    const Settings settings;
    EXPECT_FALSE(Pattern("pay(s) unclaimed").match(words, {settings}));
    EXPECT_FALSE(Pattern("pay(s) <amount> to <spot>").match(words, {settings}));
    EXPECT_FALSE(Pattern("open(s) table").match(words, {settings}));
    EXPECT_EQ(words.what_is_wrong(), "expected a spot such as big or total-9, but the line ends");
}

TEST(Hints, a_reason_takes_the_place_of_what_is_expected_at_the_same_position) {
    Words words("timer 250ms");
    const Settings settings;
    EXPECT_FALSE(Pattern("timer off").match(words, {settings}));
    EXPECT_FALSE(Pattern("timer <seconds>").match(words, {settings}));
    EXPECT_EQ(words.what_is_wrong(), "expected a time in whole seconds");
}

}  // namespace
}  // namespace sicbo::scenario
