// SPDX-License-Identifier: MIT
// The PAR sheet as one page of HTML that needs nothing else.
#pragma once

#include <string>

#include "rules/analysis.h"
#include "rules/game.h"

namespace sicbo::app {

// A fraction of a stake as a percentage with two decimals, such as "2.78".
std::string percent(const rules::Fraction& fraction);

std::string par_page(const rules::Game& game, const rules::Layout& layout);

}  // namespace sicbo::app
