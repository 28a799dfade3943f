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

// Plays on without faults, for at most turns_max turns a table. A table that is not at rest then
// fails the simulation.
void finish(Participants& participants, World& world) {
    participants.stop_faults();
    constexpr int turns_max = 400;
    for (const TableId table : world.tables()) {
        const auto at_rest = [&] { return is_at_rest(world.state().tables.at(table)); };
        for (int turn = 0; turn < turns_max && !world.failed() && !at_rest(); ++turn) {
            participants.turn(table);
        }
        if (at_rest()) continue;
        const Table& t = world.state().tables.at(table);
        world.fail("table " + std::to_string(table.number) +
                   " did not finish its round: " + std::string(to_word(t.phase)) +
                   (t.held ? " for " + std::string(to_word(t.held->cause)) : "") +
                   (t.round ? ", round " + std::to_string(t.round->number) : "") +
                   (t.out_of_service ? ", out of service: " + *t.out_of_service : ""));
    }
    if (world.has_cabinets() && !world.failed()) participants.settle_cabinets();
}

}  // namespace

bool is_at_rest(const Table& table) {
    return !table.round && !table.out_of_service && table.phase == Phase::idle;
}

Summary run(const Options& options, const Progress& progress) {
    Summary summary;
    Random random(options.seed);
    World world(options, summary);
    if (world.failed()) return summary;
    Participants participants(world, random, draw_rates(random));
    std::uint64_t reported = 0;
    std::uint64_t days = 0;
    for (std::uint64_t turn = 0; summary.rounds < options.rounds && !world.failed(); ++turn) {
        participants.turn(world.tables()[turn % world.tables().size()]);
        if (summary.rounds * options.days > days * options.rounds) {
            ++days;
            world.advance_clock(86'400'000);
        }
        if (progress && summary.rounds >= reported + 100) {
            reported = summary.rounds;
            progress(reported);
        }
        if (turn > options.rounds * 1000 + 100'000) world.fail("the tables make no progress");
    }
    if (!world.failed()) finish(participants, world);
    world.finish();
    summary.never = never_occurred(summary, options.games, world.has_cabinets());
    return summary;
}

}  // namespace sicbo::sim
