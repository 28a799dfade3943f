// SPDX-License-Identifier: MIT
// Which orders, events, refusals and faults a simulation has not produced although it could.
#pragma once

#include <string>
#include <vector>

#include "sim/sim.h"

namespace sicbo::sim {

// Returns what never occurred, as "order PlaceBets" or "refusal wrong_hash", without what these
// games cannot produce, with cabinets at the terminals or without.
std::vector<std::string> never_occurred(const Summary& summary,
                                        const std::vector<std::string>& games, bool cabinets);

}  // namespace sicbo::sim
