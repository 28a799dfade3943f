// SPDX-License-Identifier: MIT
#include "sim/sim.h"

#include <gtest/gtest.h>

namespace sicbo::sim {
namespace {

using table::Phase;
using table::Table;

TEST(Simulation, ATableAtRestIsOpenInServiceAndHasNoRound) {
    Table table;
    table.phase = Phase::idle;
    EXPECT_TRUE(is_at_rest(table));

    Table playing = table;
    playing.phase = Phase::playing;
    playing.round.emplace();
    EXPECT_FALSE(is_at_rest(playing));

    Table held = playing;
    held.phase = Phase::held;
    EXPECT_FALSE(is_at_rest(held));

    Table out_of_service = table;
    out_of_service.out_of_service = "lamp";
    EXPECT_FALSE(is_at_rest(out_of_service));

    Table closed = table;
    closed.phase = Phase::closed;
    EXPECT_FALSE(is_at_rest(closed));
}

// A simulation ends only when every table has finished its round, whatever the last turn was.
TEST(Simulation, EveryRoundEnds) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        const Summary summary = run({.games = {"rws-etg", "rws-taisai", "maryland", "mbs-etg"},
                                     .seed = seed,
                                     .rounds = 20});
        EXPECT_EQ(summary.failure, std::nullopt) << "seed " << seed;
        EXPECT_GE(summary.rounds, 20u);
    }
}

// Cabinets, tickets and hand pays, with the invariants after every command, and a second state from
// the bytes of the journal.
TEST(Simulation, MoneyOfCabinetsIsAllThereAfterEveryStep) {
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
        const Summary summary = run({.games = {"rws-etg", "mbs-etg"},
                                     .seed = seed,
                                     .rounds = 40,
                                     .check = Check::step,
                                     .cabinets = true});
        EXPECT_EQ(summary.failure, std::nullopt) << "seed " << seed;
        EXPECT_GT(summary.facts.at("BanknoteStacked"), 0u);
    }
}

// Shifts, sales, redemptions, chips, trays and counts: drawers and trays hold what the books say.
TEST(Simulation, MoneyOfTheCageIsAllThereAfterEveryStep) {
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
        const Summary summary = run({.games = {"rws-etg", "rws-taisai", "maryland"},
                                     .seed = seed,
                                     .rounds = 60,
                                     .check = Check::step,
                                     .cabinets = true});
        EXPECT_EQ(summary.failure, std::nullopt) << "seed " << seed;
        for (const char* fact :
             {"ShiftOpened", "TicketSold", "TicketCashed", "ChipsSold", "InventoryOpened"}) {
            EXPECT_TRUE(summary.facts.contains(fact)) << fact;
        }
    }
}

// A month, which test/sim/money makes longer: both formulas agree after each round and at the end.
TEST(Simulation, RevenueOfAMonthByWagersIsThatByDrop) {
    const Summary summary = run({.games = {"rws-etg", "rws-taisai", "maryland", "mbs-etg"},
                                 .seed = 20210526,
                                 .rounds = 200,
                                 .days = 31,
                                 .cabinets = true});
    EXPECT_EQ(summary.failure, std::nullopt);
    EXPECT_GE(summary.days, 31u);
    EXPECT_EQ(summary.by_wagers, summary.by_drop);
    EXPECT_NE(summary.by_wagers, Money());
    EXPECT_GT(summary.facts.at("RoundVoided"), 0u);
    EXPECT_GT(summary.facts.at("RoundsAmended"), 0u);
}

}  // namespace
}  // namespace sicbo::sim
