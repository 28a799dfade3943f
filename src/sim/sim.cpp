// SPDX-License-Identifier: MIT
#include "sim/sim.h"

#include "sim/coverage.h"
#include "sim/participants.h"
#include "sim/world.h"

namespace sicbo::sim {
namespace {

using namespace table;

Rates draw_rates(Random& random) {
    const auto up_to = [&](int max) { return random.from_to(max / 10, max); };
    Rates rates;
    rates.fuzzed = up_to(600);
    rates.cut = up_to(40);
    rates.trouble = up_to(500);
    rates.lost = up_to(3000);
    rates.repeated = up_to(5000);
    rates.late = up_to(2000);
    rates.offline = up_to(300);
    rates.amends = up_to(600);
    rates.cheats = up_to(600);
    return rates;
}

// Ends what is under way with everybody honest: every round must come to an end.
void finish(Participants& participants, World& world) {
    participants.stop_faults();
    constexpr int turns_max = 400;
    for (const TableId table : world.tables()) {
        for (int turn = 0; turn < turns_max && !world.failed(); ++turn) {
            const Table& t = world.state().tables.at(table);
            if (!t.round && !t.out_of_service && t.phase == Phase::idle) break;
            participants.turn(table);
        }
        const Table& t = world.state().tables.at(table);
        if (t.out_of_service || t.phase == Phase::held) {
            world.fail("a round did not end: table " + std::to_string(table.number) + ", " +
                       std::string(to_word(t.phase)) +
                       (t.held ? " for " + std::string(to_word(t.held->cause)) : "") +
                       (t.out_of_service ? ", out of service: " + *t.out_of_service : ""));
        }
    }
}

}  // namespace

Summary run(const Options& options, const Progress& progress) {
    Summary summary;
    Random random(options.seed);
    World world(options, summary);
    if (world.failed()) return summary;
    Participants participants(world, random, draw_rates(random));
    std::uint64_t reported = 0;
    for (std::uint64_t turn = 0; summary.rounds < options.rounds && !world.failed(); ++turn) {
        participants.turn(world.tables()[turn % world.tables().size()]);
        if (progress && summary.rounds >= reported + 1000) {
            reported = summary.rounds;
            progress(reported);
        }
        if (turn > options.rounds * 1000 + 100'000) world.fail("the tables make no progress");
    }
    if (!world.failed()) finish(participants, world);
    world.finish();
    summary.never = never_occurred(summary, options.games);
    return summary;
}

}  // namespace sicbo::sim
