// SPDX-License-Identifier: MIT
// Verifies that a rule set conforms to the regulator's document that it names.
//
// An operator may load a rule set of its own: higher odds where the document gives only the least,
// another setting of a switch, other names or another arrangement of the felt. What the document
// fixes, it may not change.
#pragma once

#include <string>
#include <vector>

#include "core/result.h"
#include "rules/game.h"

namespace sicbo::rules {

// Returns remarks for an inspector, one line each, if the rule set conforms; otherwise the first
// deviation as an error, with the line of the rule set as its location if there is one. A game that
// is not among documents() is verified only against its own statements.
Result<std::vector<std::string>> conform(const Game& game);

}  // namespace sicbo::rules
