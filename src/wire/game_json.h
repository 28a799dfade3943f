// SPDX-License-Identifier: MIT
// A game and a layout as JSON, for other programs and for the screens that draw the felt. Write
// only.
#pragma once

#include <boost/json/object.hpp>

#include "rules/game.h"

namespace sicbo::wire {

// Returns the whole document except its layouts.
boost::json::object to_json(const rules::Game& game);

// Returns the pay table, the names, and the felt with the position of every spot.
boost::json::object to_json(const rules::Layout& layout);

}  // namespace sicbo::wire
