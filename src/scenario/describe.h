// What happened, in the words of a scenario.
#pragma once

#include <string>
#include <vector>

#include "scenario/world.h"

namespace sicbo::scenario {

// "betting opened: closes at 20s"
std::string describe(const World& world, const table::Fact& fact);

// "refused: betting_closed (3.5)"
std::string describe(const table::Refusal& refusal);

// A phrase for each event, and the refusal if there is one; "nothing new" if there is nothing.
std::vector<std::string> describe(const World& world, const table::Decision& decision);

// "1m30s" since the scenario began.
std::string time_text(const World& world, Instant at);

// "5-1-2"
std::string dice_text(rules::Roll roll);

}  // namespace sicbo::scenario
