// SPDX-License-Identifier: MIT
// What the setup lines of a scenario say, before a table is built from them (scenario/build.h).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/game.h"
#include "scenario/journal.h"
#include "table/cage_policy.h"
#include "table/cash_policy.h"
#include "table/configuration.h"
#include "table/safeguards.h"

namespace sicbo::scenario {

struct Settings {
    struct Person {
        std::string name;
        rules::Role role;
    };
    struct Seat {
        std::string name;
        std::string layout;  // empty at the felt
        Money credit;
    };

    Journal* journal = nullptr;  // of the events; none: they are kept in memory
    std::string game;
    std::map<rules::SwitchName, std::string> switches;
    table::Configuration configuration;
    Instant starts;
    bool closed = false;  // the table is left as delivered: no dice, not inspected, not open
    std::optional<rules::MixerKind> mixer;
    std::vector<rules::MixerKind> unapproved;
    std::vector<table::Approvable> unapproved_equipment;
    std::optional<std::int64_t> zone_minutes;      // of the table, east of UTC; none: UTC
    std::optional<table::Safeguards> safeguards;   // none: as programs decided that knew none
    std::optional<table::CashPolicy> cash_policy;  // none: no cabinets
    std::optional<table::CagePolicy> cage_policy;  // none: the cage asks for nothing
    bool untracked = false;                        // nobody keys the chips of the felt
    bool reader = false;                           // a device reads the dice
    bool strict_console = false;  // a locked console stays locked until somebody unlocks it
    std::vector<Person> people;
    std::vector<Seat> terminals;
    std::vector<Seat> players;

    // What holds for a scenario that says nothing: one person in each post, no players, no game.
    Settings();

    // Returns true if somebody or something has this name.
    bool is_taken(std::string_view name) const;
};

}  // namespace sicbo::scenario
