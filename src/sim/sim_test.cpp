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

}  // namespace
}  // namespace sicbo::sim
