// SPDX-License-Identifier: MIT
// What the four documents say besides odds, stated a second time and compared with the rule sets.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "support/layouts.h"

namespace sicbo {
namespace {

using rules::Kind;

// "cause effect scope, steps, who [+ with], clauses", one of each irregularity of the game.
std::set<std::string> irregularities(std::string_view id) {
    std::set<std::string> lines;
    for (const rules::Irregularity& each : test::game(id).irregularities) {
        std::string line(to_word(each.cause));
        if (each.mixer) line += "/" + std::string(to_word(*each.mixer));
        line += " " + std::string(to_word(each.effect)) + " " + std::string(to_word(each.scope));
        line += ":";
        for (const rules::Step step : each.during) line += " " + std::string(to_word(step));
        line += ": " + std::string(to_word(each.decides));
        if (each.with) line += "+" + std::string(to_word(*each.with));
        line += ":";
        for (const std::string& clause : each.clauses) line += " " + clause;
        EXPECT_TRUE(lines.insert(line).second);
    }
    return lines;
}

TEST(Documents, RwsEtgResolvesEachIrregularityByItsClause) {
    EXPECT_EQ(
        irregularities("rws-etg"),
        (std::set<std::string>{
            "interrupted-open void round: open: system: 5.1.2 5.9",
            "interrupted-closed certify round: close mix uncover: dealer+supervisor: 5.1.1 5.1.2",
            "interrupted-result conclude round: enter collect pay: system: 5.1.1",
            "terminal-with-bet continue terminal:: system: 5.2 5.2.1",
            "terminal-without-bet return-bet terminal: open close: system: 5.2 5.2.2",
            "short-mix void round: mix uncover: dealer: 5.3.1 5.9",
            "not-flat void round: uncover: dealer: 5.3.2 5.9",
            "exposed void round: open: dealer: 5.3.3 5.9",
            "damaged-dice void affected-rounds:: shift-manager+supervisor: 5.4 5.9 5.10",
            "wrong-result settle-on-dice round: enter collect pay: dealer+supervisor: 5.5",
            "late-error no-effect-later round:: system: 5.6",
            "late-bet refuse bet: close mix uncover enter collect pay: system: 3.5",
            "placed-in-error settle-as-stood bet:: system: 5.7",
            "display-wrong settle-on-dice round:: system: 5.8",
            "not-covered hold round:: shift-manager+supervisor: 5.10",
        }));
}

TEST(Documents, RwsTaisaiResolvesEachIrregularityByItsClause) {
    const std::string closed = "close mix uncover enter illuminate collect";
    const std::string entered = "enter illuminate collect pay";
    EXPECT_EQ(
        irregularities("rws-taisai"),
        (std::set<std::string>{
            "excess-seen reject-excess bet: open: dealer: 5.1",
            "excess-unseen apportion bet: " + closed + ": dealer+supervisor: 5.1.1",
            "below-minimum-in-excess stands bet: " + closed + ": system: 5.1.2",
            "below-minimum-seen advise bet: open: dealer: 5.2",
            "below-minimum-unseen stands bet: " + closed + ": system: 5.2.1",
            "walked-away settle-as-stood bet:: system: 5.3",
            "interrupted-open void round: open: system: 5.4.2 5.12",
            "interrupted-closed certify round: close mix uncover: dealer+supervisor: 5.4.1 5.4.2",
            "interrupted-result conclude round: enter illuminate collect pay: system: 5.4.1",
            "short-mix void round: mix uncover: dealer: 5.5.1 5.12",
            "not-flat void round: uncover: dealer: 5.5.2 5.12",
            "exposed void round: open: dealer: 5.5.3 5.12",
            "damaged-dice void affected-rounds:: shift-manager+supervisor: 5.6 5.12 5.14",
            "late-bet refuse bet: " + closed + " pay: dealer: 5.7",
            "late-error no-effect-later round:: system: 5.8",
            "placed-in-error settle-as-stood bet:: system: 5.9",
            "lights-failed settle-on-dice round: illuminate: system: 5.10",
            "wrong-result settle-on-dice round: " + entered + ": dealer+supervisor: 5.10 5.11",
            "display-wrong settle-on-dice round:: system: 5.11",
            "not-covered hold round:: shift-manager+supervisor: 5.14",
        }));
}

TEST(Documents, MarylandResolvesEachIrregularityByItsClauseOrByAnalogy) {
    const std::string called = "close uncover enter illuminate";
    const std::string entered = "enter illuminate collect pay";
    const std::string manual = "uncover " + entered;
    const std::string automated = "mix close " + manual;
    EXPECT_EQ(irregularities("maryland"),
              (std::set<std::string>{
                  "inspection-failed refuse table:: supervisor: 5.A 5.A(1) 5.A(2)",
                  "worn-dice refuse table: open: supervisor: 2.B 2.C",
                  "cash-bet refuse bet: open mix: dealer: 4.A",
                  "placed-in-error settle-as-stood bet:: system: 4.A(1) 4.A(2)",
                  "moved-chips settle-as-stood bet: " + called + ": supervisor: 4.A(3) 5.C",
                  "late-bet refuse bet: " + called + " collect pay clear: dealer: 5.C",
                  "not-flat void round: uncover: dealer: 7.A",
                  "lights-failed/manual-shaker settle-present table: " + manual +
                      ": dealer+supervisor: 7.B 7.C",
                  "lights-failed/automated-shaker settle-present table: " + automated +
                      ": dealer+supervisor: 7.B 7.C",
                  "mixer-failed/automated-shaker void round: mix: dealer: 7.D",
                  "mixer-unusable replace table:: dealer: 7.E",
                  "lights-failed-early/manual-shaker void table: open mix close: supervisor:",
                  "lights-failed-early/automated-shaker void table: open: supervisor:",
                  "interrupted-open/manual-shaker void round: open mix close: supervisor:",
                  "interrupted-open/automated-shaker void round: open: supervisor:",
                  "interrupted-result/manual-shaker settle-present table: " + manual +
                      ": dealer+supervisor:",
                  "interrupted-result/automated-shaker settle-present table: " + automated +
                      ": dealer+supervisor:",
                  "short-mix void round: mix: dealer:",
                  "exposed void round: open mix: dealer:",
                  "damaged-dice void affected-rounds:: supervisor:",
                  "wrong-result settle-on-dice round: " + entered + ": dealer+supervisor:",
                  "not-covered hold round:: supervisor+dealer:",
              }));
}

TEST(Documents, MbsEtgResolvesEachIrregularityByItsClause) {
    const std::string closed = "close uncover enter collect pay";
    const std::string round = "mix open " + closed;
    EXPECT_EQ(irregularities("mbs-etg"),
              (std::set<std::string>{
                  "short-mix void round: " + round + ": dealer: 5.1",
                  "exposed void round: mix open: dealer: 5.2",
                  "not-flat void round: uncover: dealer: 5.3",
                  "damaged-dice void round:: dealer: 5.4",
                  "broken void round: " + round + ": dealer: 5.5",
                  "late-bet refuse bet: " + closed + ": system: 5.7 5.6",
                  "interrupted-open void round: mix open: system: 5.8.1",
                  "interrupted-closed certify round: close uncover: dealer+supervisor: 5.8.1 5.8.2",
                  "interrupted-result conclude round: enter collect pay: system: 5.8.2",
                  "terminal-with-bet continue terminal: " + closed + ": system: 5.9 5.9.1",
                  "terminal-without-bet return-bet terminal:: system: 5.9 5.9.2",
                  "terminal-undecided stands terminal: open: shift-manager: 5.9 6.1",
                  "wrong-result settle-on-dice round: enter collect pay: dealer+supervisor: 6.3",
                  "display-wrong settle-on-dice round:: system: 6.3",
                  "not-covered hold round:: shift-manager+supervisor: 6.1 6.2",
              }));
}

// The announcement of a step, in English.
std::string says(std::string_view id, rules::Step step) {
    for (const rules::StepRule& rule : test::game(id).procedure.steps) {
        if (rule.step == step) return rule.says ? rule.says->en : "";
    }
    return "no such step";
}

TEST(Documents, AnnounceInTheirOwnWords) {
    using enum rules::Step;
    EXPECT_EQ(says("rws-etg", close), "No More Bets");
    EXPECT_EQ(says("rws-taisai", open), "Place your Bets, please");
    EXPECT_EQ(says("rws-taisai", close), "No more Bets");
    EXPECT_EQ(says("maryland", open), "");
    EXPECT_EQ(says("maryland", close), "No more bets");
    EXPECT_EQ(says("mbs-etg", open), "Place your bets");
    EXPECT_EQ(says("mbs-etg", close), "No more bets");
    for (const rules::Game& game : rules::documents()) {
        for (const rules::StepRule& rule : game.procedure.steps) {
            if (!rule.says) continue;
            const bool opens = rule.step == open;
            EXPECT_EQ(rule.says->zh, opens ? "请下注" : "停止下注") << game.id;
            EXPECT_EQ(rule.says->zh_hant, opens ? "請下注" : "停止下注") << game.id;
        }
    }
}

TEST(Documents, AreInForceFromTheirDates) {
    EXPECT_EQ(test::game("rws-etg").document.effective_from,
              parse_instant("2021-05-24T00:00+00:00").value());
    EXPECT_EQ(test::game("mbs-etg").document.effective_from,
              parse_instant("2022-09-20T01:00+00:00").value());
    EXPECT_EQ(test::game("rws-taisai").document.effective_from, std::nullopt);
    EXPECT_EQ(test::game("maryland").document.effective_from, std::nullopt);
    EXPECT_EQ(test::game("rws-etg").document.edition, "Version 8");
    EXPECT_EQ(test::game("rws-taisai").document.edition, "Version 4");
    EXPECT_EQ(test::game("mbs-etg").document.edition, "Version 4");
    EXPECT_EQ(test::game("rws-taisai").document.name.zh, "大细");
    EXPECT_EQ(test::game("rws-etg").document.name.zh, "骰宝");
}

TEST(Documents, GiveTheFinalWordToTheirOwnManager) {
    const auto title = [](std::string_view id, rules::Role role) {
        for (const auto& [titled, words] : test::game(id).titles) {
            if (titled == role) return words;
        }
        return std::string();
    };
    EXPECT_EQ(title("rws-etg", rules::Role::shift_manager), "Table Games Shift Manager");
    EXPECT_EQ(title("rws-taisai", rules::Role::shift_manager), "Table Game Shift Manager");
    EXPECT_EQ(title("mbs-etg", rules::Role::shift_manager), "Gaming Shift Manager");
    EXPECT_EQ(title("maryland", rules::Role::supervisor), "Floorperson");
}

TEST(Documents, CallEachKindOfBetByItsName) {
    struct Names {
        const char* rws;
        const char* rapid;
        const char* alfastreet;
        const char* maryland;
        const char* zh;
        const char* zh_hant;
    };
    const std::map<Kind, Names> names = {
        {Kind::small, {"Small", "Small", "Small", "Small Bet", "小", "小"}},
        {Kind::big, {"Big", "Big", "Big", "Big Bet", "大", "大"}},
        {Kind::odd, {"Odd", "Odd", "", "", "单", "單"}},
        {Kind::even, {"Even", "Even", "", "", "双", "雙"}},
        {Kind::single,
         {"Single Dice Bet", "Single Dice Wager", "Single Dice Bet", "One of a Kind", "单骰",
          "三軍（單骰）"}},
        {Kind::total,
         {"Total Sum Combination Bet", "Three Dice Totals", "Total Sum Combination",
          "Total Value Bet", "点数", "點數"}},
        {Kind::domino,
         {"Domino Combination Bet", "Two Dice Combinations", "Domino Combination Bet",
          "Two Dice Combination", "两骰组合", "長牌（兩骰組合）"}},
        {Kind::double_,
         {"Double Dice Bet", "Specific Doubles", "Double Dice Bet", "Two of a Kind", "对子",
          "短牌（對子）"}},
        {Kind::triple,
         {"Specific Straight Triple Bet", "Specific Triples", "Specific Straight Triple Bet",
          "Three of a Kind", "围骰", "圍骰"}},
        {Kind::any_triple,
         {"Any Triple Bet", "Any Triple", "Any Triple Bet", "Any Three of a Kind", "全围", "全圍"}},
        {Kind::four,
         {"Four Number Combination Bet", "Three Dice from Four Possible Combinations", "", "",
          "四号组合", "四號組合"}},
        {Kind::three,
         {"Three Single Dice Combination Bet", "Three Single Dice Combinations", "", "", "三骰组合",
          "三骰組合"}},
        {Kind::pair,
         {"Double Numbers With Single Dice Combination Bet",
          "Double Numbers with Single Dice Combinations", "", "", "对子加单骰", "對子加單骰"}},
    };
    for (const rules::Layout* layout : test::all_layouts()) {
        for (const auto& [kind, expected] : names) {
            const auto& name = layout->names.at(static_cast<std::size_t>(kind));
            if (!name) continue;
            const char* en = layout->id == "mbs-rapid"        ? expected.rapid
                             : layout->id == "mbs-alfastreet" ? expected.alfastreet
                             : layout->id == "maryland"       ? expected.maryland
                                                              : expected.rws;
            EXPECT_EQ(name->en, en) << layout->id;
            EXPECT_EQ(name->zh, expected.zh) << layout->id;
            EXPECT_EQ(name->zh_hant, expected.zh_hant) << layout->id;
        }
    }
}

TEST(Documents, SayHowTheirUnclearPlacesAreRead) {
    const std::map<std::string, std::string> expected = {
        {"rws-etg", "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 R14"},
        {"rws-taisai", "R8 T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 T13 T14 T15 T16 T17"},
        {"maryland", "M1 M2 M3 M4 M5 M6 M7 M8 M9 M10 M11 M12 M13 R8"},
        {"mbs-etg", "B1 B2 B3 B4 B5 B6 R1 R6 R8"},
    };
    for (const rules::Game& game : rules::documents()) {
        std::string ids;
        for (const rules::Interpretation& each : game.interpretations) {
            ids += (ids.empty() ? "" : " ") + each.id;
            EXPECT_FALSE(each.reading.empty() || each.why.empty()) << each.id;
            if (each.switch_name) {
                EXPECT_EQ(each.value, each.options.front()) << each.id;
            }
        }
        EXPECT_EQ(ids, expected.at(game.id));
    }
}

// The journals of 0.1.0 have adopted these texts, which say less than the documents of today.
TEST(Documents, TextsOfEarlierReleasesAreKnown) {
    for (const char* hash : {"7db7510ee2293bb84ad70dfe8269477388f08bdafbeb15f7cb8913713f30feb1",
                             "c44b17dc28b37d1bf477357b95890dc1ae4e7821d1619fbdc88ba85025d81a3a"}) {
        EXPECT_TRUE(rules::is_former_document(parse_hash(hash).value())) << hash;
    }
    for (const rules::Game& game : rules::documents()) {
        EXPECT_FALSE(rules::is_former_document(sha256(rules::document_text(game.id)))) << game.id;
    }
}

TEST(Documents, MarylandListsWhatTheFloorpersonSees) {
    std::map<std::string, std::string> found;
    for (const rules::Check& one : test::game("maryland").equipment.inspection->checklist) {
        found[std::string(to_word(one.item))] =
            one.clauses.front() + (one.mixer ? " " + std::string(to_word(*one.mixer)) : "");
    }
    const std::map<std::string, std::string> wanted = {
        {"drop-box-placed", "1.A"},
        {"tip-box-placed", "1.A"},
        {"odds-posted", "1.C(3)"},
        {"layout-named", "1.C(1)"},
        {"compartment-transparent", "1.D(1)(a)"},
        {"cover-opaque", "1.D(1)(a)"},
        {"shaker-secured", "1.D(1)(c) manual-shaker"},
        {"shaker-named", "1.D(1)(d) manual-shaker"},
    };
    EXPECT_EQ(found, wanted);
}

}  // namespace
}  // namespace sicbo
