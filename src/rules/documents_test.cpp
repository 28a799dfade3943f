// SPDX-License-Identifier: MIT
#include "rules/documents.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "rules/analysis.h"
#include "rules/conform.h"
#include "support/layouts.h"

namespace sicbo::rules {
namespace {

std::vector<Step> steps(std::string_view game) {
    std::vector<Step> steps;
    for (const StepRule& rule : test::game(game).procedure.steps) steps.push_back(rule.step);
    return steps;
}

TEST(Documents, OfferTheSpotsThatTheyList) {
    const std::map<std::string, std::size_t> counts = {
        {"rws-etg-1", 56}, {"rws-etg-2", 104}, {"rws-etg-3", 104},     {"rws-taisai", 50},
        {"maryland", 50},  {"mbs-rapid", 104}, {"mbs-alfastreet", 50},
    };
    std::map<std::string, std::size_t> found;
    for (const Layout* layout : test::all_layouts()) found[layout->id] = spots_of(*layout).size();
    EXPECT_EQ(found, counts);
}

TEST(Documents, OfferNeitherPairs112And665NorTotals3And18NorOtherFours) {
    for (const Layout* layout : test::all_layouts()) {
        EXPECT_FALSE(test::offers(*layout, "pair-112")) << layout->id;
        EXPECT_FALSE(test::offers(*layout, "pair-665")) << layout->id;
        EXPECT_FALSE(test::offers(*layout, "total-3")) << layout->id;
        EXPECT_FALSE(test::offers(*layout, "total-18")) << layout->id;
        std::vector<std::string> fours;
        for (const Spot spot : spots_of(*layout)) {
            if (spot.kind == Kind::four) fours.push_back(to_text(spot));
        }
        if (fours.empty()) continue;
        EXPECT_EQ(fours,
                  (std::vector<std::string>{"four-6543", "four-6532", "four-5432", "four-4321"}));
    }
    EXPECT_FALSE(offered_anywhere(*parse_spot("pair-112")));
    EXPECT_TRUE(offered_anywhere(*parse_spot("pair-113")));
}

TEST(Documents, StateTheEdgeThatTheirOddsComeTo) {
    for (const Layout* layout : test::all_layouts()) {
        for (const PayRow& row : layout->rows) {
            for (const Spot spot : row.spots) {
                EXPECT_EQ(to_text(edge_in_216(*layout, spot)), to_text(row.edge))
                    << layout->id << " " << to_text(spot);
            }
        }
    }
}

TEST(Documents, KeepToThemselves) {
    for (const Game& game : documents()) {
        const auto notes = conform(game);
        ASSERT_TRUE(notes.has_value()) << notes.error().text();
        EXPECT_TRUE(notes->empty());
    }
}

TEST(Documents, OrderTheRoundInTheirOwnWay) {
    using enum Step;
    EXPECT_EQ(steps("rws-etg"), (std::vector{open, close, mix, uncover, enter, collect, pay}));
    EXPECT_EQ(steps("rws-taisai"),
              (std::vector{open, close, mix, uncover, enter, illuminate, collect, pay}));
    EXPECT_EQ(steps("maryland"),
              (std::vector{open, mix, close, uncover, enter, illuminate, collect, pay, clear}));
    EXPECT_EQ(steps("mbs-etg"), (std::vector{mix, open, close, uncover, enter, collect, pay}));
}

TEST(Documents, StartTheRoundWhereTheirTextSays) {
    EXPECT_EQ(test::game("rws-etg").procedure.round_starts, Step::open);
    EXPECT_EQ(test::game("rws-taisai").procedure.round_starts, Step::open);
    EXPECT_EQ(test::game("maryland").procedure.round_starts, Step::mix);
    EXPECT_EQ(test::game("mbs-etg").procedure.round_starts, Step::mix);
}

TEST(Documents, MixBeforeTheCloseWhereASwitchSaysSo) {
    Game game = test::game("rws-etg");
    EXPECT_EQ(steps_of(game), game.procedure.steps);
    for (Interpretation& each : game.interpretations) {
        if (each.switch_name == SwitchName::mix_order) each.value = "before-close";
    }
    std::vector<Step> order;
    for (const StepRule& rule : steps_of(game)) order.push_back(rule.step);
    using enum Step;
    EXPECT_EQ(order, (std::vector{open, mix, close, uncover, enter, collect, pay}));
}

TEST(Documents, LimitBoxesAndTheirDifferenceOnlyAtTaiSai) {
    for (const Game& game : documents()) {
        const bool tai_sai = game.id == "rws-taisai";
        EXPECT_EQ(game.limits.maximum == Reach::box, tai_sai) << game.id;
        EXPECT_EQ(game.limits.differential.size(), tai_sai ? 1u : 0u) << game.id;
    }
}

TEST(Documents, PrintTheOddsOfTheirCaptions) {
    const Layout& layout = test::layout("rws-etg-3");
    std::vector<std::string> captions;
    for (const Group& group : layout.felt.groups) {
        if (group.spots.empty()) captions.push_back(caption_of(layout, group));
    }
    EXPECT_EQ(captions, (std::vector<std::string>{"1 wins 50", "1 wins 30",
                                                  "1 wins 1, 2, 12 on one, two, three dice"}));
}

TEST(Documents, NameEveryBetInThreeScripts) {
    for (const Layout* layout : test::all_layouts()) {
        for (const PayRow& row : layout->rows) {
            const Text& name = name_of(*layout, row.kind);
            EXPECT_FALSE(name.en.empty() || name.zh.empty() || name.zh_hant.empty()) << row.name;
        }
    }
}

TEST(Documents, CiteClausesThatExist) {
    std::set<std::string> known;
    for (const Clause& clause : clauses()) known.insert(clause.game + " " + clause.number);
    const auto expect_known = [&](const Game& game, const std::vector<std::string>& cited) {
        for (const std::string& number : cited) {
            EXPECT_TRUE(known.contains(game.id + " " + number)) << game.id << " " << number;
        }
    };
    for (const Game& game : documents()) {
        for (const StepRule& step : game.procedure.steps) expect_known(game, step.clauses);
        expect_known(game, game.procedure.on_behalf_clauses);
        expect_known(game, game.limits.clauses);
        expect_known(game, game.equipment.clauses);
        for (const Mixer& mixer : game.equipment.mixers) expect_known(game, mixer.clauses);
        if (game.equipment.inspection) expect_known(game, game.equipment.inspection->clauses);
        for (const Irregularity& each : game.irregularities) expect_known(game, each.clauses);
        for (const Layout& layout : game.layouts) {
            expect_known(game, layout.clauses);
            for (const PayRow& row : layout.rows) expect_known(game, row.clauses);
        }
    }
}

TEST(Documents, Have256ClausesEachOnce) {
    std::set<std::string> seen;
    for (const Clause& clause : clauses()) {
        EXPECT_TRUE(seen.insert(clause.game + " " + clause.number).second) << clause.number;
        EXPECT_FALSE(clause.paraphrase.empty());
    }
    EXPECT_EQ(seen.size(), 256u);
}

TEST(Documents, FindNoLayoutThatDoesNotExist) {
    EXPECT_FALSE(find_layout(documents(), "rws-etg-4"));
    EXPECT_FALSE(find_layout(documents(), ""));
    EXPECT_EQ(find_layout(documents(), "mbs-rapid")->game->id, "mbs-etg");
}

}  // namespace
}  // namespace sicbo::rules
