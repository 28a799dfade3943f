// The PAR sheet as one page of HTML that needs nothing else.
#pragma once

#include <string>

#include "rules/game.h"

namespace sicbo::app {

std::string par_page(const rules::Game& game, const rules::Layout& layout);

}  // namespace sicbo::app
