// A game and a layout as JSON, for people's programs and for the screens that draw the felt.
#pragma once

#include <boost/json/object.hpp>

#include "rules/game.h"

namespace sicbo::wire {

// All of the document but its layouts.
boost::json::object to_json(const rules::Game& game);

// The pay table, the names, and the felt with the place of every spot.
boost::json::object to_json(const rules::Layout& layout);

}  // namespace sicbo::wire
