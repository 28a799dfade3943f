// SPDX-License-Identifier: MIT
// Whether a rule set keeps to the regulator's document that it names.
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

// What an inspector should know of a rule set that conforms, a line each; or the first thing that
// does not, with the line of the rule set as its place where there is one. A game that the program
// does not carry is held only to its own statements.
Result<std::vector<std::string>> conform(const Game& game);

}  // namespace sicbo::rules
