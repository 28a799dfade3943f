// SPDX-License-Identifier: MIT
// The stakes on a felt that players share, and which of them are beyond a limit, for a console. A
// bet of one player at a terminal is never beyond a limit: it is trimmed when it is placed.
#pragma once

#include <boost/json/array.hpp>

#include "table/state.h"

namespace sicbo::wire {

// The stakes of all players by spot, and whether they exceed the maximum of a shared box
// ("over_max").
boost::json::array totals_json(const table::State& state, const table::Table& table);

// The pairs of opposing boxes whose difference the table limits: the two "spots", the "stakes" on
// them, how far these are "apart", the limit "max", and whether it is exceeded ("over"). Empty
// where no difference is limited.
boost::json::array differences_json(const table::State& state, const table::Table& table);

// The bets that are below the minimum of their spot: "stay", "player", "spot", "stake", "min".
boost::json::array below_min_json(const table::State& state, const table::Table& table);

}  // namespace sicbo::wire
