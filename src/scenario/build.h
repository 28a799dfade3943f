// SPDX-License-Identifier: MIT
// Builds the fixture of a scenario from its settings: people, rules, table, terminals, players, and
// unless the table stays closed also dice, inspection and opening.
#pragma once

#include <vector>

#include "core/result.h"
#include "scenario/fixture.h"
#include "scenario/line.h"
#include "scenario/settings.h"

namespace sicbo::scenario {

// Returns the fixture, or the first refusal on the way. The settings must name a game.
Result<Fixture> build(const Settings& settings);

// Returns the number of the setup line that brings the error of build() about: the first one with
// which it occurs. The lines must all be valid settings, and the first must name the game.
int blamed_line(const std::vector<Line>& setup, const Error& error);

}  // namespace sicbo::scenario
