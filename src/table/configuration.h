// SPDX-License-Identifier: MIT
// What an operator decides about a table: limits, timer, chips, currency. Validated as a whole,
// fixed while a round is played, changed between rounds by two people.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/hash.h"
#include "core/result.h"
#include "rules/game.h"
#include "table/codecs.h"
#include "table/words.h"

namespace sicbo::table {

struct SpotLimit {
    Money min;                 // for each player
    std::optional<Money> max;  // for each player, or for the box where all players share it
};

// The regulator's references for a shaker: how it mixes, and where it stands.
struct Approval {
    std::string mixing;
    std::string location;
};

struct Configuration {
    Hash rules;  // the rule set, by the hash of its text
    std::string currency = "SGD";
    std::string operator_name;
    Money chip = Money::of_cents(100);
    SpotLimit limit = {};                         // of every spot that is not named below
    std::map<rules::SpotId, SpotLimit> limit_of;  // of these
    std::optional<Money> round_max;               // for each player, on all spots together
    std::optional<Money> differential_max;        // between opposing boxes
    std::optional<Money> exposure_max;            // what the house may lose on one roll
    std::optional<Money> large_win;               // a win from here on locks the terminal
    Policy policy = Policy::enforce;
    bool training = false;              // play credit, no tickets
    bool second_entry = false;          // a keyed result always takes two people
    std::uint32_t betting_seconds = 0;  // closes by itself then; 0: when the dealer says so
    std::uint32_t betting_seconds_min = 0;
    std::uint32_t rounds_kept = 500;                 // how far back a round can be corrected
    std::string layout_approval;                     // the regulator's reference
    std::map<rules::MixerKind, Approval> approvals;  // of shakers

    const SpotLimit& limit_on(rules::SpotId spot) const;
};

// Everything that is wrong with it for this game, or nothing: the first thing as an error that says
// what to change.
std::optional<Error> wrong_with(const Configuration& configuration, const rules::Game& game);

}  // namespace sicbo::table
