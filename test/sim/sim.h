// A world grown from a seed: terminals, dealers, supervisors, right and wrong, honest and not, on
// tables of the games given, over a network that loses, repeats and reorders, with power cuts.
//
// The engine is the real one. What it decides is written as canonical bytes and chained as a
// journal would be; a power cut leaves the last snapshot and the bytes since. The same seed gives
// the same hash.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/hash.h"
#include "table/state.h"

namespace sicbo::sim {

// After every event, with a second state that is kept from the bytes alone; or at round's ends.
enum class Check : std::uint8_t { round, step };

struct Options {
    std::vector<std::string> games;  // a table each
    std::uint64_t seed = 1;
    std::uint64_t rounds = 1000;  // of all tables together
    Check check = Check::round;
    // On a real store: the journal, and a descriptor that each acknowledgement is written to once
    // what it says is registered. A journal that is there already is gone on with.
    std::string db = {};
    int acks = -1;
    // How many events of how many a start has read.
    std::function<void(std::uint64_t done, std::uint64_t all)> recovering = {};
    // Only to show that a test sees the harm; the product has no way to set them.
    bool acknowledge_early = false;  // before the commit
    std::string synchronous = "FULL";
};

using Counts = std::map<std::string, std::uint64_t>;

struct Summary {
    std::uint64_t rounds = 0;
    std::uint64_t events = 0;
    std::uint64_t bets = 0;
    Counts orders;  // that were followed
    Counts facts;
    Counts refusals;
    Counts faults;                          // what the world did wrong on purpose
    Counts voids;                           // by cause
    std::map<std::string, Money> accounts;  // by kind
    std::vector<std::string> never;         // what should have occurred and did not
    std::optional<std::string> failure;     // what did not hold, and where
    bool store_failed = false;              // and whether it was the journal or its disk
    std::vector<std::string> remarks;       // what somebody should know
    Hash chain;                             // of the last event
    Hash state;
};

// Told from time to time how many rounds are done.
using Progress = std::function<void(std::uint64_t rounds)>;

Summary run(const Options& options, const Progress& progress = {});

// From how many rounds on everything listed must have occurred.
inline constexpr std::uint64_t rounds_for_all = 50'000;

}  // namespace sicbo::sim
