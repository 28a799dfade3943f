// SPDX-License-Identifier: MIT
// A regulator's document as data: its layouts, the steps of its round, its limits, its rules for
// irregularities, and how we interpret it where it is unclear. docs/formats/ruleset.md describes
// the file.
//
// It holds no amounts: limits in money are in the table's configuration (table/configuration.h).
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

// The document itself.
struct Document {
    std::string title;
    Text name;  // what players call the game
    std::string edition;
    std::string authority;
    std::optional<Instant> effective_from;  // none if the document does not say
    std::string effective_text;             // the same as the document writes it, in local time
    std::string note;
};

// A step of a round.
struct StepRule {
    Step step;
    Role by;                           // who takes the step
    std::vector<std::string> clauses;  // none: the system needs the step, no clause has it
    std::optional<Text> says;          // announced, or shown on the terminals

    friend bool operator==(const StepRule&, const StepRule&) = default;
};

// The steps of a round, and who may bet on a player's behalf.
struct Procedure {
    std::vector<StepRule> steps;  // in the document's own order; steps_of() is the order played
    Step round_starts;
    std::optional<Role> on_behalf;  // the least role that may bet for a player; none: nobody
    std::vector<std::string> on_behalf_clauses;

    friend bool operator==(const Procedure&, const Procedure&) = default;
};

// Which limits the document has.
struct Limits {
    Reach minimum = Reach::none;
    Reach maximum = Reach::none;
    std::vector<std::pair<Spot, Spot>> differential;  // opposing spots whose difference is limited
    std::vector<std::string> clauses;

    friend bool operator==(const Limits&, const Limits&) = default;
};

// What follows from a cause. A game may have several rules for one cause; the first that applies
// is taken (table::provision).
struct Irregularity {
    Cause cause;
    Effect effect;
    Scope scope;
    std::vector<Step> during;        // applies while the last completed step is one of these;
                                     // empty: always
    std::optional<MixerKind> mixer;  // applies only with this mixer; none: with any
    Role decides;
    std::optional<Role> with;          // who must decide, or be present, as well; none: nobody
    std::vector<std::string> clauses;  // none: the document is silent, see the interpretations
    std::optional<Text> says;          // announced, or shown on the terminals

    friend bool operator==(const Irregularity&, const Irregularity&) = default;
};

// A kind of mixer that the document allows.
struct Mixer {
    MixerKind kind;
    int mixes_min = 1;  // tumbles or shakes that a valid mix takes
    // How long a set of dice may be used after it was put into the mixer; none: no limit.
    std::optional<int> dice_life_hours;
    std::optional<int> dice_life_months;
    std::vector<std::string> clauses;
};

// An item of the inspection that a person verifies by eye.
struct Check {
    CheckItem item;
    std::optional<MixerKind> mixer;  // only while this one is in use; none: always
    std::vector<std::string> clauses;

    friend bool operator==(const Check&, const Check&) = default;
};

// The inspection before a table opens.
struct Inspection {
    Role by;              // the least role that may sign it
    int light_tests = 0;  // rolls that must be keyed and light the right spots
    int mixer_tests = 0;  // tests that an automated shaker must pass
    std::vector<std::string> clauses;
    std::vector<Check> checklist = {};

    friend bool operator==(const Inspection&, const Inspection&) = default;
};

// The equipment of a table.
struct Equipment {
    int dice = 3;
    std::vector<Mixer> mixers;
    bool terminals = false;      // players bet at terminals; otherwise on a shared felt
    bool lights = false;         // winning spots are lit
    bool operator_name = false;  // the felt must carry the operator's name or logo
    std::optional<Inspection> inspection;
    std::vector<std::string> clauses;
    std::map<Duty, std::vector<std::string>> duties;  // the clauses about each duty
};

// How we interpret an unclear passage. Where another reading is as good, it is a switch that an
// operator may set.
struct Interpretation {
    std::string id;  // "T1"
    std::string about;
    std::string reading;
    std::string why;
    std::optional<SwitchName> switch_name;  // none: it can't be changed
    std::string value;                      // of the switch
    std::vector<std::string> options;       // of the switch; the first is the default
};

// A game: one regulator's document.
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

// Returns the steps in the order in which they are played: the document's, unless a switch has the
// dice mixed while betting is open.
std::vector<StepRule> steps_of(const Game& game);

// Returns all items of the opening inspection's checklist, those of either mixer; none if the game
// has no inspection.
std::vector<CheckItem> checklist_of(const Game& game);

// Returns the value of a switch; nothing if the game does not have it.
std::optional<std::string_view> switch_value(const Game& game, SwitchName name);

}  // namespace sicbo::rules
