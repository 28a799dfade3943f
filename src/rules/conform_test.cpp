// SPDX-License-Identifier: MIT
#include "rules/conform.h"

#include <gtest/gtest.h>

#include "rules/documents.h"
#include "rules/load.h"
#include "support/covers.h"

namespace sicbo::rules {
namespace {

// The notes on the shipped rule set with pieces of its text replaced.
std::string notes_of(std::string_view game,
                     std::initializer_list<std::pair<std::string_view, std::string_view>> changes) {
    std::string text(document_text(game));
    for (const auto& [from, to] : changes) {
        const std::size_t at = text.find(from);
        EXPECT_NE(at, std::string::npos) << from;
        text.replace(at, from.size(), to);
    }
    const Result<Game> loaded = load_game(text, "x.toml");
    EXPECT_TRUE(loaded.has_value()) << loaded.error().text();
    const auto notes = conform(*loaded);
    if (!notes) return notes.error().what;
    std::string all;
    for (const std::string& note : *notes) all += note + "\n";
    return all;
}

TEST(Conform, MarylandMayPayMoreAndNeverLess) {
    test::covers("maryland 6.A");
    EXPECT_EQ(notes_of("maryland", {{"odds = \"24\"", "odds = \"25\""}}),
              "maryland: any-triple pays 25 (document 24), edge 60 in 216\n");
    EXPECT_EQ(notes_of("maryland", {{"odds = \"24\"", "odds = \"23.5\""}}),
              "maryland: any-triple pays 23.5, less than the least of 24 (6.A(3))");
    EXPECT_EQ(notes_of("maryland", {{"[\"1\", \"2\", \"3\"]", "[\"2\", \"1\", \"3\"]"}}),
              "maryland: single-1 pays 2, 1, 3, less than the least of 1, 2, 3 (6.A(21)(c))");
}

TEST(Conform, NamesTheLineOfTheOdds) {
    std::string text(document_text("maryland"));
    const std::size_t at = text.find("odds = \"150\"");
    text.replace(at, 12, "odds = \"149\"");
    const auto notes = conform(*load_game(text, "x.toml"));
    ASSERT_FALSE(notes.has_value());
    const auto line = std::stol(notes.error().location);
    const auto changed =
        std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n') + 1;
    EXPECT_EQ(line, changed);
}

TEST(Conform, SingaporesOddsAreFixed) {
    EXPECT_EQ(notes_of("rws-etg", {{"odds = \"8.5\"", "odds = \"9\""}}),
              "rws-etg-1: total-8 pays 9, the document says 8.5 (4.1.1)");
    test::covers("rws-etg-ocr 4.1.1");  // the reprint reads 85 to 1
    EXPECT_EQ(notes_of("rws-etg", {{"odds = \"8.5\"", "odds = \"85\""}}),
              "rws-etg-1: total-8 pays 85, the document says 8.5 (4.1.1)");
}

TEST(Conform, AStatedEdgeMustBeTheOneTheOddsComeTo) {
    EXPECT_EQ(notes_of("rws-etg", {{"edge = \"16.5\"", "edge = \"16\""}}),
              "rws-etg-1: total-8: the edge is stated as 16 in 216, but the odds come to 16.5");
    EXPECT_EQ(notes_of("rws-etg", {{"id = \"rws-etg\"", "id = \"house-game\""},
                                   {"edge = \"16.5\"", "edge = \"16\""}}),
              "rws-etg-1: the edge of total-8 is stated as 16 in 216, but its odds come to 16.5");
}

TEST(Conform, AGameOfItsOwnIsHeldToItsOwnStatements) {
    EXPECT_EQ(notes_of("maryland", {{"id = \"maryland\"", "id = \"house-game\""},
                                    {"odds = \"24\"", "odds = \"23\""},
                                    {"edge = \"66\"", "edge = \"72\""}}),
              "house-game is no document that the program knows; only its edges were checked\n");
}

TEST(Conform, ASwitchMayBeSetAndIsNoted) {
    EXPECT_EQ(notes_of("rws-taisai", {{"value = \"others\"", "value = \"house\""}}),
              "T7: floors is house, the default is others\n");
    const std::string notes = notes_of("rws-taisai", {{"value = \"11\"", "value = \"10\""}});
    EXPECT_TRUE(
        notes.starts_with("T1: double-odds is 10, the default is 11\n"
                          "rws-taisai: double-1 pays 10 (document 11), edge 40 in 216\n"))
        << notes;
    const std::string exactly =
        notes_of("maryland", {{"value = \"two-or-three\"", "value = \"exactly-two\""}});
    EXPECT_TRUE(exactly.starts_with("M1: double-on-triple is exactly-two")) << exactly;
    EXPECT_EQ(std::count(exactly.begin(), exactly.end(), '\n'), 7) << exactly;  // and six doubles
}

TEST(Conform, ASwitchOpensOnlyWhatItNames) {
    EXPECT_EQ(notes_of("rws-taisai", {{"odds_switch = \"double-odds\"", "odds = \"12\""}}),
              "rws-taisai: double-1 pays 12, the document says 11 (4.1)");
    EXPECT_EQ(notes_of("rws-etg", {{"switch = \"mix-order\"\nvalue = \"after-close\"\n"
                                    "options = [\"after-close\", \"before-close\"]",
                                    "switch = \"double-on-triple\"\nvalue = \"exactly-two\"\n"
                                    "options = [\"two-or-three\", \"exactly-two\"]"}}),
              "interpretation: the document has no switch double-on-triple");
    EXPECT_EQ(notes_of("rws-etg", {{"switch = \"mix-order\"\nvalue = \"after-close\"\n"
                                    "options = [\"after-close\", \"before-close\"]",
                                    ""}}),
              "interpretation: the switch mix-order is missing");
}

TEST(Conform, NotesWhatIsLeftOutOrPaidTooWell) {
    EXPECT_EQ(notes_of("maryland", {{"odds = \"24\"", "odds = \"100\""}}),
              "maryland: any-triple pays 100 (document 24), edge -390 in 216: the house loses\n");
    EXPECT_EQ(notes_of("maryland", {{"clauses = [\"3.A(3)\", \"6.A(3)\"]", "clauses = [\"9.Z\"]"}}),
              "the document has no clause 9.Z");
    EXPECT_EQ(notes_of("rws-etg", {{"edition = \"Version 8\"", "edition = \"Version 9\""}}),
              "document: not the title, edition, authority and date of rws-etg");
}

TEST(Conform, WhatTheDocumentOrdersStays) {
    EXPECT_EQ(notes_of("rws-etg", {{"mixes_min = 3", "mixes_min = 2"}}),
              "equipment.mixer: the document does not allow this tumbler");
    EXPECT_EQ(notes_of("rws-etg", {{"mixes_min = 3", "mixes_min = 4"}}), "");
    EXPECT_EQ(notes_of("maryland", {{"dice_life_hours = 24\n", ""}}),
              "equipment.mixer: the document does not allow this manual-shaker");
    EXPECT_EQ(notes_of("maryland", {{"dice_life_hours = 24", "dice_life_hours = 12"}}), "");
    EXPECT_EQ(notes_of("maryland", {{"mixer_tests = 3", "mixer_tests = 1"}}),
              "equipment: differs from the document's");
    EXPECT_EQ(notes_of("mbs-etg", {{"effect = \"void\"", "effect = \"conclude\""}}),
              "irregularity: \"short-mix\" is not resolved as in the document");
    EXPECT_EQ(notes_of("rws-etg", {{"maximum = \"player\"", "maximum = \"none\""}}),
              "limits: differ from the document's");
    EXPECT_EQ(notes_of("rws-etg", {{"by = \"dealer\"", "by = \"supervisor\""}}),
              "procedure.step: \"open\" is not as in the document");
    EXPECT_EQ(notes_of("maryland", {{"odds = \"minimum\"", "odds = \"exact\""}}),
              "odds: the document's are minimum");
    EXPECT_EQ(notes_of("rws-etg", {{"id = \"rws-etg-2\"", "id = \"rws-etg-9\""}}),
              "layout: the document has no rws-etg-9");
}

TEST(Conform, NamesAndNotesAreTheOperatorsOwn) {
    EXPECT_EQ(
        notes_of("maryland", {{"note = \"The document names", "note = \"House edition. It names"}}),
        "");
}

}  // namespace
}  // namespace sicbo::rules
