// SPDX-License-Identifier: MIT
// What an operator decides about a table: limits, timer, chips, currency. It is validated as a
// whole, fixed while a round is in play, and changed between rounds by two people.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/hash.h"
#include "core/id.h"
#include "core/result.h"
#include "rules/game.h"
#include "table/codecs.h"
#include "table/words.h"

namespace sicbo::table {

// The limits of a spot.
struct SpotLimit {
    Money min;                 // for each player
    std::optional<Money> max;  // for each player, or for a box that players share; none: no limit
};

// The regulator's references for a shaker: its way of mixing, and its location.
struct Approval {
    std::string mixing;
    std::string location;
};

// The settings of one table. Optional limits: none means no limit.
struct Configuration {
    Hash rules;  // the rule set, by the hash of its text
    std::string currency = "SGD";
    std::string operator_name;
    Money chip = Money::of_cents(100);            // every stake is a multiple of it
    SpotLimit limit = {};                         // of every spot that limit_of does not name
    std::map<rules::SpotId, SpotLimit> limit_of;  // of single spots
    std::optional<Money> round_max;               // for each player, on all spots together
    std::optional<Money> differential_max;        // between opposing boxes
    std::optional<Money> exposure_max;            // what the house may lose on one roll
    std::optional<Money> large_win;               // winnings of this much lock the terminal
    Policy policy = Policy::enforce;
    bool training = false;              // play credit, no tickets
    bool second_entry = false;          // a keyed result without a reading takes two people
    std::uint32_t betting_seconds = 0;  // until betting closes by itself; 0: the dealer closes it
    std::uint32_t betting_seconds_min = 0;           // betting may not close earlier
    std::uint32_t rounds_kept = 500;                 // how many rounds back can be amended
    std::string layout_approval;                     // the regulator's reference; may be empty
    std::map<rules::MixerKind, Approval> approvals;  // of shakers

    // Returns the limits of the spot.
    const SpotLimit& limit_on(rules::SpotId spot) const;

    // Returns the code of the currency, with the mark of play money at a training table. `currency`
    // must be valid.
    CurrencyCode currency_code() const;
};

// Returns the first error in the configuration for this game, with the key as its location; nothing
// if the configuration is valid.
std::optional<Error> find_error(const Configuration& configuration, const rules::Game& game);

}  // namespace sicbo::table
