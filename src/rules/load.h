// SPDX-License-Identifier: MIT
// Reads the text of a rule set.
#pragma once

#include <string>
#include <string_view>

#include "core/result.h"
#include "rules/game.h"

namespace sicbo::rules {

// Returns the game, or the first error. `name` is the name of the text in errors, usually that of
// its file. The game is complete: every key was known, every spot is drawn and offered once, and
// the steps are in an order that can be played. Does not verify that it conforms to the regulator's
// document: see rules/conform.h.
Result<Game> load_game(std::string_view text, std::string name);

}  // namespace sicbo::rules
