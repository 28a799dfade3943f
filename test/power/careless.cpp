// SPDX-License-Identifier: MIT
// careless early|normal JOURNAL ACKS SEED GAME: the simulation with a mistake in it that a power
// cut must bring to light. For test/power/run, which is broken if it does not.
//
//   early   acknowledges before the commit
//   normal  does not sync at the commit (SQLite's synchronous=NORMAL)
#include <fmt/format.h>

#include <string>
#include <vector>

#include "sim/sim.h"

int main(int count, char** words) {
    const std::vector<std::string> given(words + 1, words + count);
    const bool early = !given.empty() && given[0] == "early";
    const bool normal = !given.empty() && given[0] == "normal";
    if (given.size() != 5 || (!early && !normal)) {
        fmt::print(stderr, "usage: careless early|normal JOURNAL ACKS SEED GAME\n");
        return 2;
    }
    sicbo::sim::Options options;
    options.db = given[1];
    options.acks = std::stoi(given[2]);
    options.seed = std::stoull(given[3]);
    options.games = {given[4]};
    if (given[4] == "all") options.games = {"rws-etg", "rws-taisai", "maryland", "mbs-etg"};
    options.rounds = 1'000'000;
    options.acknowledge_early = early;
    if (normal) options.synchronous = "NORMAL";
    const sicbo::sim::Summary summary = sicbo::sim::run(options);
    if (!summary.failure) return 0;
    fmt::print(stderr, "{}\n", *summary.failure);
    return 1;
}
