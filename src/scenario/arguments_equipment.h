// SPDX-License-Identifier: MIT
// Arguments about dice as people saw them, inspections and time zones. Private to arguments.cpp,
// whose table of kinds has them.
#pragma once

#include "scenario/arguments.h"

namespace sicbo::scenario {

// "2 3 ?"
std::optional<Value> take_seen_dice(Words& words, const Context& context);
// "drop-box-placed, odds-posted"
std::optional<Value> take_items(Words& words, const Context& context);
// "+08:00", in minutes east of UTC
std::optional<Value> take_offset(Words& words, const Context& context);

}  // namespace sicbo::scenario
