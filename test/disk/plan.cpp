// SPDX-License-Identifier: MIT
#include "disk/plan.h"

namespace sicbo::disk {

Plan small_plan(std::string_view game) {
    Plan plan;
    plan.house.game = game;
    return plan;
}

Plan plan_of(std::uint64_t seed) {
    sim::Random random(seed);
    Plan plan;
    plan.house.game = random.pick(games);
    plan.house.rounds = 1 + random.below(6);
    plan.house.bets = 1 + random.below(12);
    plan.house.seed = random.next();
    plan.setting.sector_bytes = random.chance(5'000) ? 512 : 4096;
    plan.turns_per_commit = random.from_to(1, 4);
    plan.commits_per_tidy = random.from_to(1, 40);
    plan.commits_per_close = random.from_to(5, 80);
    return plan;
}

}  // namespace sicbo::disk
