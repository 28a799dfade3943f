// SPDX-License-Identifier: MIT
// What is drawn, printed and lit, held against the oracle: felts, odds and lights.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "oracle/oracle.h"
#include "rules/conform.h"
#include "rules/load.h"
#include "support/covers.h"
#include "support/layouts.h"
#include "table/settlement.h"

namespace sicbo {
namespace {

using rules::Roll;
using test::covers;

std::multiset<std::string> drawn_on(const rules::Layout& layout) {
    std::multiset<std::string> drawn;
    for (const rules::Group& group : layout.felt.groups) {
        for (const auto& row : group.spots) {
            for (const auto& spot : row) {
                if (spot) drawn.insert(to_text(*spot));
            }
        }
    }
    return drawn;
}

// What the oracle says is drawn there.
std::multiset<std::string> spots_on(const rules::Layout& layout) {
    const std::vector<std::string> spots = oracle::spots(layout.id);
    return {spots.begin(), spots.end()};
}

// "1, 2, 12" in halves.
std::vector<int> halves_in(const std::string& printed) {
    std::vector<int> halves;
    std::istringstream parts(printed);
    for (std::string part; std::getline(parts, part, ',');) {
        halves.push_back(2 * std::stoi(part) + (part.ends_with(".5") ? 1 : 0));
    }
    return halves;
}

TEST(Felts, DrawEverySpotOfTheirLayoutOnceAndNoOther) {
    covers("rws-etg Appendix A, rws-etg Appendix B, rws-etg Appendix C, rws-taisai 2.1.1");
    covers("maryland 1.C(2), mbs-etg 2.1, mbs-etg Appendix A, mbs-etg Appendix B");
    ASSERT_EQ(test::all_layouts().size(), oracle::layouts().size());
    for (const rules::Layout* layout : test::all_layouts()) {
        EXPECT_EQ(drawn_on(*layout), spots_on(*layout)) << layout->id;
    }
    const std::pair<const char*, std::size_t> counts[] = {
        {"rws-etg-1", 56}, {"rws-etg-2", 104}, {"rws-etg-3", 104},     {"rws-taisai", 50},
        {"maryland", 50},  {"mbs-rapid", 104}, {"mbs-alfastreet", 50},
    };
    for (const auto& [id, count] : counts) {
        EXPECT_EQ(drawn_on(test::layout(id)).size(), count) << id;
    }
}

TEST(Felts, PrintTheOddsThatArePaid) {
    covers("maryland 1.C(3), rws-etg Appendix A, rws-etg Appendix C");
    for (const rules::Layout* layout : test::all_layouts()) {
        const std::vector<std::string> spots = oracle::spots(layout->id);
        for (int n = 0; n < rules::roll_count; ++n) {
            const Roll roll = rules::nth_roll(n);
            const auto& dice = roll.dice();
            const rules::Payouts payouts(*layout, roll);
            for (const std::string& id : spots) {
                const rules::Spot spot = test::spot(id);
                const auto wins = oracle::halves(layout->id, id, dice[0], dice[1], dice[2]);
                // Two dollars, so that half of one is whole cents.
                const Money back = payouts.returned(id_of(spot), Money::of_cents(200));
                EXPECT_EQ(back.cents(), wins ? 200 + 100 * *wins : 0) << layout->id << " " << id;
                if (!wins) continue;
                // A single pays by how many dice show it, which its last letter says.
                const bool single = id.starts_with("single-");
                const auto shown = single ? std::ranges::count(dice, id.back() - '0') : 1;
                const std::vector<int> printed = halves_in(spell(find_row(*layout, spot)->payoff));
                EXPECT_EQ(printed.at(static_cast<std::size_t>(shown - 1)), *wins) << id;
            }
        }
    }
}

TEST(Felts, OfferTheThreeNumbersOfAppendixCAndElevenForDoubles) {
    covers("rws-etg-ocr Appendix C");
    const rules::Layout& c = test::layout("rws-etg-3");
    const std::multiset<std::string> drawn = drawn_on(c);
    EXPECT_EQ(std::ranges::count_if(drawn, [](const auto& id) { return id.starts_with("three-"); }),
              20);
    for (int face = 1; face <= 6; ++face) {
        const rules::Spot spot = test::spot("double-" + std::to_string(face));
        EXPECT_EQ(spell(find_row(c, spot)->payoff), "11");
    }
}

TEST(Felts, AreLitWhereTheRollWinsOnAll216) {
    covers("maryland 1.B, maryland 5.E, rws-taisai 5.10");
    for (const char* id : {"maryland", "rws-taisai"}) {
        ASSERT_TRUE(test::game(id).equipment.lights);
        for (int n = 0; n < rules::roll_count; ++n) {
            const Roll roll = rules::nth_roll(n);
            const auto& dice = roll.dice();
            std::set<std::string> lit;
            for (const rules::SpotId spot : table::winning_spots(test::game(id), roll)) {
                EXPECT_TRUE(lit.insert(to_text(spot_of(spot))).second);
            }
            std::set<std::string> winning;
            for (const std::string& spot : oracle::spots(id)) {
                if (oracle::halves(id, spot, dice[0], dice[1], dice[2])) winning.insert(spot);
            }
            EXPECT_EQ(lit, winning) << id << " " << dice[0] << dice[1] << dice[2];
        }
    }
}

// Why the rule set of Tai Sai is refused with this in place of that.
std::string refused(std::string_view that, std::string_view with) {
    std::string text(rules::document_text("rws-taisai"));
    const std::size_t at = text.find(that);
    EXPECT_NE(at, std::string::npos) << that;
    text.replace(at, that.size(), with);
    const Result<rules::Game> game = rules::load_game(text, "x.toml");
    if (!game) return game.error().what;
    const auto notes = conform(*game);
    return notes ? "" : notes.error().what;
}

TEST(Felts, OfTaisaiAreThoseOfItsAppendixAndNoOther) {
    covers("rws-taisai 2.1.1");
    EXPECT_EQ(test::game("rws-taisai").layouts.size(), 1u);
    const std::string felt = "spots = [[\"small\"]]";
    const std::string pay = "spots = [\"any-triple\"]";
    const std::string both = "spots = [\"any-triple\", \"odd\"]";
    EXPECT_NE(refused(felt, "spots = [[\"\"]]").find("not drawn"), std::string::npos);
    EXPECT_NE(refused(felt, "spots = [[\"small\", \"odd\"]]").find("odd"), std::string::npos);
    EXPECT_NE(refused(pay, both).find("odd"), std::string::npos);
    EXPECT_NE(refused("odds = \"180\"", "odds = \"150\"").find("150"), std::string::npos);
}

}  // namespace
}  // namespace sicbo
