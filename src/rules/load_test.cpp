// SPDX-License-Identifier: MIT
#include "rules/load.h"

#include <gtest/gtest.h>

#include "rules/documents.h"

namespace sicbo::rules {
namespace {

// The shipped rule set with one piece of its text replaced, and what loading it says.
std::string after(std::string_view game, std::string_view from, std::string_view to) {
    std::string text(document_text(game));
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
    const Result<Game> loaded = load_game(text, "x.toml");
    return loaded ? "fine" : loaded.error().text();
}

// The same without the line number, where the test is not about it.
std::string what(std::string_view game, std::string_view from, std::string_view to) {
    const std::string text = after(game, from, to);
    return text.substr(text.find(": ") + 2);
}

TEST(Load, NamesTheFileAndLine) {
    EXPECT_EQ(after("maryland", "id = \"maryland\"", "id = \"maryland\"\nnonsense = 1"),
              "x.toml:7: unknown key \"nonsense\"");
    EXPECT_EQ(after("maryland", "odds = \"minimum\"", "odds = \"high\""),
              "x.toml:7: odds: \"high\" is none of exact, minimum");
}

TEST(Load, RefusesOddsThatAreNotHalves) {
    EXPECT_EQ(what("maryland", "odds = \"150\"", "odds = \"150.3\""),
              "odds: \"150.3\" is not odds in whole or half units, such as \"12\" or \"8.5\"");
    EXPECT_EQ(what("rws-etg", "odds = \"8.5\"", "odds = 8.5"), "odds: must be a text in quotes");
    EXPECT_EQ(what("maryland", "odds = [\"1\", \"2\", \"3\"]", "odds = [\"1\", \"2\"]"),
              "odds: must list what one, two and three dice pay");
}

TEST(Load, RefusesADuplicateOrMisplacedSpot) {
    EXPECT_EQ(what("rws-etg", "spots = [\"big\"]", "spots = [\"big\", \"big\"]"),
              "spots: duplicate spot \"big\"");
    EXPECT_EQ(what("rws-etg", "spots = [\"big\"]", "spots = [\"odd\"]"),
              "spots: \"odd\" is not of the kind big");
    EXPECT_EQ(what("rws-etg", "spots = [\"big\"]", "spots = [\"huge\"]"),
              "spots: unknown spot \"huge\"");
    EXPECT_EQ(what("rws-etg", "spots = [\"big\"]", "spots = []"),
              "spots: must name at least one spot");
}

TEST(Load, DrawsEveryOfferedSpotOnceAndNothingElse) {
    EXPECT_EQ(what("maryland", "spots = [[\"big\"]]", "spots = [[\"small\"]]"),
              "spots: \"small\" is drawn twice");
    EXPECT_EQ(what("maryland", "spots = [[\"big\"]]", "spots = [[\"\"]]"),
              "\"big\" is offered but not drawn");
    EXPECT_EQ(what("maryland", "spots = [[\"big\"]]", "spots = [[\"big\", \"odd\"]]"),
              "\"odd\" is drawn but not offered");
    EXPECT_EQ(what("maryland", "spots = [[\"big\"]]", "spots = [[\"big\"], [\"\", \"\"]]"),
              "spots: must have rows of equal length");
    EXPECT_EQ(
        what("maryland", "columns = 5\nspots = [[\"big\"]]", "columns = 6\nspots = [[\"big\"]]"),
        "lies over group big");
    EXPECT_EQ(
        what("maryland", "columns = 5\nspots = [[\"big\"]]", "columns = 60\nspots = [[\"big\"]]"),
        "columns: must be a whole number from 1 to 28");
}

TEST(Load, KeepsTheDiceUnseenWhileBetsAreOpen) {
    EXPECT_EQ(what("mbs-etg", "step = \"close\"\nby", "step = \"uncover\"\nby"),
              "step: stands twice in the round");
    EXPECT_EQ(what("maryland", "step = \"clear\"", "step = \"close\""),
              "step: stands twice in the round");
    std::string text(document_text("mbs-etg"));
    text.replace(text.find("step = \"close\""), 14, "step = \"xxxxx\"");
    text.replace(text.find("step = \"uncover\""), 16, "step = \"close\"");
    text.replace(text.find("step = \"xxxxx\""), 14, "step = \"uncover\"");
    EXPECT_EQ(load_game(text, "x.toml").error().what,
              "step: \"close\" must come before \"uncover\"");
    EXPECT_EQ(what("mbs-etg", "step = \"enter\"", "step = \"clear\""),
              "step: \"enter\" is missing");
    EXPECT_EQ(what("rws-etg", "round_starts = \"open\"", "round_starts = \"clear\""),
              "round_starts: is not a step of this round");
}

TEST(Load, KnowsTheSwitchesAndTheirValues) {
    EXPECT_EQ(what("maryland", "value = \"two-or-three\"", "value = \"never\""),
              "value: \"never\" is not one of the options");
    EXPECT_EQ(what("maryland", "options = [\"two-or-three\", \"exactly-two\"]",
                   "options = [\"two-or-three\", \"never\"]"),
              "options: must be two-or-three, exactly-two, the default first");
    EXPECT_EQ(what("rws-taisai", "switch = \"double-odds\"", "switch = \"floors\""),
              "options: must be others, house, the default first");
    EXPECT_EQ(what("maryland", "switch = \"double-on-triple\"", "switch = \"luck\"").substr(0, 26),
              "switch: \"luck\" is none of ");
}

TEST(Load, ASwitchChangesWhatIsPaid) {
    std::string text(document_text("rws-taisai"));
    text.replace(text.find("value = \"11\""), 12, "value = \"10\"");
    const Result<Game> game = load_game(text, "x.toml");
    ASSERT_TRUE(game.has_value());
    const Spot double_6 = *parse_spot("double-6");
    EXPECT_EQ(odds_on(game->layouts.front(), double_6, Roll{6, 6, 1}), Odds{20});
    EXPECT_EQ(switch_value(*game, SwitchName::double_odds), "10");
    EXPECT_EQ(switch_value(*game, SwitchName::accepted_not_closed), std::nullopt);
}

TEST(Load, EachSpotIsFoundInTheRowThatNamesIt) {
    for (const Game& game : documents()) {
        for (const Layout& layout : game.layouts) {
            std::size_t named = 0;
            for (const PayRow& row : layout.rows) {
                named += row.spots.size();
                for (const Spot spot : row.spots) EXPECT_EQ(find_row(layout, spot), &row);
            }
            EXPECT_EQ(spots_of(layout).size(), named) << layout.id;
        }
    }
}

TEST(Load, ExactlyTwoLeavesTripleOut) {
    std::string text(document_text("maryland"));
    text.replace(text.find("value = \"two-or-three\""), 22, "value = \"exactly-two\"");
    const Result<Game> game = load_game(text, "x.toml");
    ASSERT_TRUE(game.has_value());
    const Layout& layout = game->layouts.front();
    const Spot double_6 = *parse_spot("double-6");
    EXPECT_EQ(odds_on(layout, double_6, Roll{6, 6, 1}), Odds{16});
    EXPECT_EQ(odds_on(layout, double_6, Roll{6, 6, 6}), Odds{});
    EXPECT_EQ(odds_on(layout, *parse_spot("single-6"), Roll{6, 6, 6}), Odds{6});
}

TEST(Load, RefusesWhatIsMissingOrTwice) {
    EXPECT_EQ(what("maryland", "edition = \"undated\"\n", ""), "\"edition\" is missing");
    EXPECT_EQ(what("maryland", "dice = 3", "dice = 2"), "dice: must be a whole number from 3 to 3");
    EXPECT_EQ(what("maryland", "1 wins {single}", "1 wins {odd}"),
              "felt: the caption of single caption has no kind of bet in its braces");
    EXPECT_EQ(what("maryland", "cause = \"worn-dice\"", "cause = \"cash-bet\""),
              "irregularity: one of them stands twice");
    EXPECT_EQ(what("rws-etg", "id = \"rws-etg-2\"", "id = \"rws-etg-1\""),
              "layout: one of them stands twice");
    EXPECT_EQ(what("rws-etg", "effective_from = \"2021-05-24T08:00+08:00\"",
                   "effective_from = \"24 May 2021\"")
                  .substr(0, 35),
              "effective_from: \"24 May 2021\" is no");
    EXPECT_EQ(what("rws-taisai", "[[\"big\", \"small\"]]", "[[\"big\", \"big\"]]"),
              "differential: must list pairs of two different spots");
    EXPECT_EQ(what("maryland", "supervisor = \"Floorperson\"", "boss = \"Floorperson\""),
              "boss: is no role");
    EXPECT_NE(after("maryland", "[document]", "[document"), "fine");
    EXPECT_FALSE(load_game("", "x.toml"));
}

}  // namespace
}  // namespace sicbo::rules
