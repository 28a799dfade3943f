// SPDX-License-Identifier: MIT
// How the house is played, and on what disk: the small house, of which every step is tried, and
// larger ones from a seed.
#pragma once

#include <array>
#include <string_view>

#include "disk/house.h"
#include "disk/process.h"

namespace sicbo::disk {

struct Plan {
    House::Options house = {};
    Setting setting = {};
    int turns_per_commit = 1;
    int commits_per_tidy = 3;
    int commits_per_close = 11;  // ends well and starts again
    int turns = 1'000'000;       // at most
};

// Two rounds with terminals before or after the dice, and two at a felt, where a result is entered
// before it is settled.
inline constexpr std::array<std::string_view, 3> games = {"rws-etg", "mbs-etg", "rws-taisai"};

// Three players, two rounds, six bets.
Plan small_plan(std::string_view game);

Plan plan_of(std::uint64_t seed);

}  // namespace sicbo::disk
