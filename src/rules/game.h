// SPDX-License-Identifier: MIT
// A regulator's document as data: its layouts, the order of its round, its limits, what it says of
// everything that can go wrong, and how we read it where it is unclear.
//
// This is what a table plays by. It holds no amounts: limits in money are the table's own.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/time.h"
#include "rules/layout.h"
#include "rules/words.h"

namespace sicbo::rules {

struct Document {
    std::string title;
    Text name;  // what players call the game
    std::string edition;
    std::string authority;
    std::optional<Instant> effective_from;  // nothing where the document does not say
    std::string effective_text;             // the same as it is written there, in local time
    std::string note;
};

struct StepRule {
    Step step;
    Role by;
    std::vector<std::string> clauses;  // none: a system needs it, the document does not say it
    std::optional<Text> says;          // announced, or shown on the terminals

    friend bool operator==(const StepRule&, const StepRule&) = default;
};

struct Procedure {
    std::vector<StepRule> steps;  // in the document's own order
    Step round_starts;
    std::optional<Role> on_behalf;  // the least who may place a bet for a player, if anyone may
    std::vector<std::string> on_behalf_clauses;

    friend bool operator==(const Procedure&, const Procedure&) = default;
};

struct Limits {
    Reach minimum = Reach::none;
    Reach maximum = Reach::none;
    std::vector<std::pair<Spot, Spot>> differential;  // opposing spots whose difference is limited
    std::vector<std::string> clauses;

    friend bool operator==(const Limits&, const Limits&) = default;
};

struct Irregularity {
    Cause cause;
    Effect effect;
    Scope scope;
    std::vector<Step> during;        // after which of the steps it can be met; none: at any time
    std::optional<MixerKind> mixer;  // only with this one, where the document tells them apart
    Role decides;
    std::optional<Role> with;          // who must decide, or be present, as well
    std::vector<std::string> clauses;  // none: the document is silent, see the interpretations
    std::optional<Text> says;

    friend bool operator==(const Irregularity&, const Irregularity&) = default;
};

struct Mixer {
    MixerKind kind;
    int mixes_min = 1;  // tumbles or shakes that make a valid one
    // How long a set of dice may be used in it, from being placed there; none: no limit.
    std::optional<int> dice_life_hours;
    std::optional<int> dice_life_months;
    std::vector<std::string> clauses;
};

struct Inspection {
    Role by;
    int light_tests = 0;  // sets of three values keyed to see the right spots lit
    int mixer_tests = 0;  // of an automated mixer
    std::vector<std::string> clauses;

    friend bool operator==(const Inspection&, const Inspection&) = default;
};

struct Equipment {
    int dice = 3;
    std::vector<Mixer> mixers;
    bool terminals = false;      // players bet at terminals; otherwise on a shared felt
    bool lights = false;         // winning spots are lit
    bool operator_name = false;  // the felt must carry the operator's name or logo
    std::optional<Inspection> inspection;
    std::vector<std::string> clauses;
    std::map<Duty, std::vector<std::string>> duties;  // the clauses on each
};

// How unclear text is read. Where another reading is as good, it is a switch that an operator sets.
struct Interpretation {
    std::string id;  // "T1"
    std::string about;
    std::string reading;
    std::string why;
    std::optional<SwitchName> switch_name;
    std::string value;
    std::vector<std::string> options;  // the first is the default
};

struct Game {
    std::string id;
    Document document;
    OddsRule odds_rule = OddsRule::exact;
    std::vector<std::pair<Role, std::string>> titles;  // what the document calls a role
    Procedure procedure;
    Limits limits;
    std::vector<Irregularity> irregularities;
    Equipment equipment;
    std::vector<Interpretation> interpretations;
    std::vector<Layout> layouts;
};

// The steps in the order that is played: the document's, unless a switch has the dice mixed while
// bets are open.
std::vector<StepRule> steps_of(const Game& game);

// The value of a switch, or nothing if the game does not have it.
std::optional<std::string_view> switch_value(const Game& game, SwitchName name);

}  // namespace sicbo::rules
