// SPDX-License-Identifier: MIT
// `sicbo simulate`: a property with tables, staff, players and devices, determined by a seed.
//
// Participants act honestly, make mistakes and cheat; messages get lost, arrive twice or late; the
// power fails. The engine and the server's loop are the real ones, and events go through a store as
// in production. No sockets, browsers or real time. The same seed gives the same journal hash.
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

// When invariants are checked: at the end of each round; after every command; or after every
// command together with a second state that is built from the journal's bytes alone.
enum class Check : std::uint8_t { round, command, step };

struct Options {
    std::vector<std::string> games;  // a table each
    std::uint64_t seed = 1;
    std::uint64_t rounds = 1000;  // of all tables together
    Check check = Check::round;
    std::uint64_t days = 0;  // pass in addition to the time that the rounds take, evenly
    // Whether terminals of a new journal have cabinets, under a cash policy. None: in half of the
    // worlds, by the seed.
    std::optional<bool> cabinets = {};
    // The journal file (empty: a journal in memory), and a file descriptor to which each
    // acknowledgement is written once its events are durable. An existing journal is continued.
    std::string db = {};
    int acks = -1;
    // Called during recovery: events replayed so far, and in all.
    std::function<void(std::uint64_t done, std::uint64_t all)> recovering = {};
    // Break durability on purpose, to prove that the tests notice. The product never sets them.
    bool acknowledge_early = false;  // acknowledge before the commit
    std::string synchronous = "FULL";
};

using Counts = std::map<std::string, std::uint64_t>;

struct Summary {
    std::uint64_t rounds = 0;
    std::uint64_t events = 0;
    std::uint64_t bets = 0;
    Counts orders;  // accepted
    Counts facts;
    Counts refusals;
    Counts faults;                          // caused on purpose
    Counts voids;                           // by cause
    std::map<std::string, Money> accounts;  // by kind
    Money by_wagers;                        // what the house won, by the two formulas of
    Money by_drop;                          // table/revenue.h, over the whole journal
    std::uint64_t days = 0;                 // of the simulated clock
    std::vector<std::string> never;         // what could have occurred and did not
    std::optional<std::string> failure;     // the invariant that did not hold, and where
    bool store_failed = false;              // the failure is one of the journal or its disk
    std::vector<std::string> remarks;       // for the user to read
    Hash chain;                             // of the last event
    Hash state;
};

// Called every thousand rounds or so with the number of rounds played.
using Progress = std::function<void(std::uint64_t rounds)>;

// Returns true if the table is open and in service, with no round in play.
bool is_at_rest(const table::Table& table);

// Plays until `rounds` have begun, then plays on without faults until every table is at rest; a
// table that does not get there fails the simulation. Returns what happened; Summary::failure says
// what did not hold. The games must exist.
Summary run(const Options& options, const Progress& progress = {});

// With at least this many rounds Summary::never must be empty.
inline constexpr std::uint64_t rounds_for_all = 50'000;

}  // namespace sicbo::sim
