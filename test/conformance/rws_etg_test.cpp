// SPDX-License-Identifier: MIT
// RWS Sic Bo (Electronic Table Game): what its clauses on bets and payouts say.
#include <gtest/gtest.h>

#include "support/covers.h"
#include "support/layouts.h"

namespace sicbo {
namespace {

using rules::Kind;
using rules::Roll;
using test::covers;
using test::layout;
using test::odds;
using test::offers;

const std::vector<std::string> layouts = {"rws-etg-1", "rws-etg-2", "rws-etg-3"};

Roll triple(int face) { return Roll{face, face, face}; }

TEST(RwsEtg, ABetIsAStakeOnASpotOfTheTerminalsLayout) {
    covers("rws-etg 3.4");
    const Money stake = Money::of_cents(1000);
    EXPECT_TRUE(payable(layout("rws-etg-2"), test::spot("pair-113"), stake));
    EXPECT_FALSE(payable(layout("rws-etg-1"), test::spot("pair-113"), stake));
}

TEST(RwsEtg, OnATripleOnlyFiveKindsOfBetWin) {
    covers("rws-etg 3.9");
    for (const std::string& id : layouts) {
        for (int face = 1; face <= 6; ++face) {
            for (const rules::Spot spot : spots_of(layout(id))) {
                const bool number = spot.number == face;
                const bool total = spot.kind == Kind::total && spot.number == 3 * face;
                const bool wins = spot.kind == Kind::any_triple || total ||
                                  ((spot.kind == Kind::triple || spot.kind == Kind::double_ ||
                                    spot.kind == Kind::single) &&
                                   number);
                EXPECT_EQ(odds_on(layout(id), spot, triple(face)) != rules::Odds{}, wins)
                    << id << " " << to_text(spot) << " on " << face;
            }
        }
    }
}

TEST(RwsEtg, TheMatchingTripleWins) {
    covers("rws-etg 3.9.1");
    EXPECT_EQ(odds(layout("rws-etg-1"), "triple-5", triple(5)), "195");
    EXPECT_EQ(odds(layout("rws-etg-2"), "triple-5", triple(5)), "195");
    EXPECT_EQ(odds(layout("rws-etg-3"), "triple-5", triple(5)), "180");
    for (const std::string& id : layouts) EXPECT_EQ(test::ways(layout(id), "triple-5"), 1);
}

TEST(RwsEtg, AnyTripleWinsOnAllSix) {
    covers("rws-etg 3.9.2");
    for (int face = 1; face <= 6; ++face) {
        EXPECT_EQ(odds(layout("rws-etg-1"), "any-triple", triple(face)), "32");
        EXPECT_EQ(odds(layout("rws-etg-2"), "any-triple", triple(face)), "32");
        EXPECT_EQ(odds(layout("rws-etg-3"), "any-triple", triple(face)), "31");
    }
}

TEST(RwsEtg, ADoubleWinsOnItsTripleAtTheSameOdds) {
    covers("rws-etg 3.9.3");
    for (const std::string& id : layouts) {
        const std::string pays = id == "rws-etg-3" ? "11" : "11.5";
        EXPECT_EQ(odds(layout(id), "double-3", triple(3)), pays);
        EXPECT_EQ(odds(layout(id), "double-3", Roll{3, 3, 1}), pays);
        EXPECT_EQ(odds(layout(id), "double-3", Roll{3, 1, 1}), "");
    }
}

TEST(RwsEtg, ASinglePaysTwelveOnItsTriple) {
    covers("rws-etg 3.9.4");
    for (const std::string& id : layouts) {
        EXPECT_EQ(odds(layout(id), "single-2", triple(2)), "12");
        EXPECT_EQ(odds(layout(id), "single-2", Roll{2, 2, 1}), "2");
        EXPECT_EQ(odds(layout(id), "single-2", Roll{1, 2, 3}), "1");
    }
}

TEST(RwsEtg, Totals6And9And12And15WinOnTriples) {
    covers("rws-etg 3.9.5");
    for (const std::string& id : layouts) {
        for (int face = 2; face <= 5; ++face) {
            const std::string total = "total-" + std::to_string(3 * face);
            EXPECT_NE(odds(layout(id), total, triple(face)), "") << id << total;
        }
        for (const rules::Spot spot : spots_of(layout(id))) {
            if (spot.kind != Kind::total) continue;
            EXPECT_EQ(odds(layout(id), to_text(spot), triple(1)), "");
            EXPECT_EQ(odds(layout(id), to_text(spot), triple(6)), "");
        }
    }
}

TEST(RwsEtg, AppendixAPaysTable1) {
    covers("rws-etg 4.1.1");
    const rules::Layout& a = layout("rws-etg-1");
    EXPECT_FALSE(offers(a, "three-126"));
    EXPECT_FALSE(offers(a, "pair-113"));
    EXPECT_EQ(odds(a, "total-4", Roll{1, 1, 2}), "64");
    EXPECT_EQ(odds(a, "total-16", Roll{6, 5, 5}), "32");
    EXPECT_EQ(odds(a, "total-15", Roll{4, 5, 6}), "19");
    EXPECT_EQ(odds(a, "total-13", Roll{6, 5, 2}), "8.5");
    EXPECT_EQ(odds(a, "total-10", Roll{6, 3, 1}), "6.5");
    EXPECT_EQ(odds(a, "domino-56", Roll{6, 3, 5}), "6");
    EXPECT_EQ(odds(a, "four-6543", Roll{6, 3, 5}), "7.5");
    EXPECT_EQ(odds(a, "double-1", Roll{1, 3, 1}), "11.5");
}

TEST(RwsEtg, AppendixBPaysTable2) {
    covers("rws-etg 4.1.2, rws-etg-ocr 4.1.2");
    const rules::Layout& b = layout("rws-etg-2");
    EXPECT_EQ(odds(b, "three-126", Roll{6, 2, 1}), "30");
    EXPECT_EQ(odds(b, "pair-113", Roll{1, 3, 1}), "50");
    EXPECT_EQ(odds(b, "total-8", Roll{5, 1, 2}), "8.5");
    EXPECT_EQ(odds(b, "four-4321", Roll{1, 2, 4}), "7.5");
    EXPECT_EQ(odds(b, "total-17", Roll{6, 6, 5}), "64");
}

TEST(RwsEtg, AppendixCPaysTable3) {
    covers("rws-etg 4.1.3, rws-etg-ocr 4.1.3");
    const rules::Layout& c = layout("rws-etg-3");
    EXPECT_EQ(odds(c, "total-4", Roll{1, 1, 2}), "62");
    EXPECT_EQ(odds(c, "total-5", Roll{1, 1, 3}), "31");
    EXPECT_EQ(odds(c, "total-6", Roll{1, 1, 4}), "18");
    EXPECT_EQ(odds(c, "total-8", Roll{5, 1, 2}), "8");
    EXPECT_EQ(odds(c, "total-11", Roll{5, 4, 2}), "6");
    EXPECT_EQ(odds(c, "total-14", Roll{5, 4, 5}), "12");
    EXPECT_EQ(odds(c, "four-4321", Roll{1, 2, 4}), "7");
    EXPECT_EQ(odds(c, "three-126", Roll{6, 2, 1}), "30");
    EXPECT_EQ(odds(c, "pair-113", Roll{1, 3, 1}), "50");
    EXPECT_EQ(odds(c, "double-6", Roll{6, 3, 6}), "11");
}

TEST(RwsEtg, ABetIsPaidForTheSpotItLiesOnAndNoOther) {
    covers("rws-etg 5.7");
    const rules::Layout& a = layout("rws-etg-1");
    EXPECT_EQ(test::back(a, "small", 5000, Roll{6, 6, 5}), 0);  // big was meant
    EXPECT_EQ(test::back(a, "total-17", 500, Roll{6, 6, 5}), 32500);
    EXPECT_EQ(test::back(a, "any-triple", 1000, Roll{6, 6, 5}), 0);
}

}  // namespace
}  // namespace sicbo
