// SPDX-License-Identifier: MIT
// Our own way: the loop that registers before it answers, on the journal in SQLite or PostgreSQL.
//
// It is in this process and without a network; bettors are numbers in a queue.
#pragma once

#include <string>
#include <vector>

#include "measure.h"

namespace durable {

// What one commit held.
struct Batch {
    std::uint64_t bets = 0;
    std::uint64_t bytes = 0;
};

struct OurRun {
    Measured measured;
    std::vector<Batch> batches;      // some of those that were committed, in order
    double storing = 0;              // the part of the time that the store took
    std::uint64_t events = 0;        // of the journal
    std::uint64_t not_followed = 0;  // how many of them the follower had still before it
};

enum class Following : std::uint8_t { no, yes };

// With a database (postgres://...) the journal is there and not in the folder.
OurRun run_ours(const std::string& folder, std::uint32_t bettors, Following following,
                const Span& span, const std::string& database = {});

// The same loop on the store in memory, without a follower: nothing is durable.
Measured run_on_memory(std::uint32_t bettors, const Span& span);

// How many times as many bets a second ours with its follower takes as the same loop on the store
// in memory, and as the plain file with the same batches. The three take turns of some milliseconds
// each, so that what else the machine does slows them down alike: unlike rates of separate runs,
// the ratios hold on a busy machine. Medians over all turns.
struct Ratios {
    double of_memory = 0;
    double of_raw = 0;
};
Ratios run_in_turns(const std::string& folder, std::uint32_t bettors, const Span& span);

}  // namespace durable
