// SPDX-License-Identifier: MIT
// Bets as CSV: a header `player,spot,stake`, then one bet on each line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "rules/layout.h"

namespace sicbo::wire {

struct PlayerBet {
    std::string player;
    rules::Spot spot;
    Money stake;
};

// Returns all bets, each on a spot that the layout offers and with a stake that it can pay exactly
// on any roll; or the first error, with its line.
Result<std::vector<PlayerBet>> read_bets(std::string_view csv, const rules::Layout& layout);

}  // namespace sicbo::wire
