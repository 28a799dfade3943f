// SPDX-License-Identifier: MIT
// Reads a rule set, and holds it to what every rule set must be.
#pragma once

#include <string>
#include <string_view>

#include "core/result.h"
#include "rules/game.h"

namespace sicbo::rules {

// The text of a rule set as a game. The name is what errors call the text, usually its file's.
// What comes back is whole: every key known, every spot drawn and offered once, steps in an order
// that can be played. Whether it keeps to the regulator's document is asked in rules/conform.h.
Result<Game> load_game(std::string_view text, std::string name);

}  // namespace sicbo::rules
