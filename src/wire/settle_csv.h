// Bets as CSV: a header `player,spot,stake`, then a bet a line.
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

// All bets, each of which the layout offers and can pay exactly whatever the dice; or the first
// mistake, with its line as the place.
Result<std::vector<PlayerBet>> read_bets(std::string_view csv, const rules::Layout& layout);

}  // namespace sicbo::wire
