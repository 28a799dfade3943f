// SPDX-License-Identifier: MIT
// The phrases of a scenario: what a decision led to, in the words that a line can expect.
//
// Reads the fixture for names and times and changes nothing.
#pragma once

#include <string>
#include <vector>

#include "scenario/fixture.h"

namespace sicbo::scenario {

// "betting opened: closes at 20s"
std::string describe(const Fixture& fixture, const table::Fact& fact);

// "refused: betting_closed (3.5)"
std::string describe(const table::Refusal& refusal);

// Returns the refusal, if there is one, and then a phrase for each event; "nothing new" if there is
// neither. Call it after the events were applied.
std::vector<std::string> describe(const Fixture& fixture, const table::Decision& decision);

// "1m30s": the time since the scenario began.
std::string time_text(const Fixture& fixture, Instant at);

// "5-1-2"
std::string dice_text(rules::Roll roll);

}  // namespace sicbo::scenario
