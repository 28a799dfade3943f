// SPDX-License-Identifier: MIT
// Limits on a box and on the difference between opposing boxes, where all players of a table share
// them (Tai Sai 3.3 to 3.5, 5.1, 5.2): which chips are rejected before the close, and how the
// excess that stays is apportioned at the close.
//
// The effective part of a stake wins or loses; the excess goes back whatever the dice show. All
// stakes are in whole chips, and so is every share.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/money.h"
#include "rules/spot.h"

namespace sicbo::rules {

// The limits of a box.
struct BoxLimit {
    Money min;                 // for each player
    std::optional<Money> max;  // for all players together; none: no limit
};

// Two boxes whose difference is limited.
struct OpposingPair {
    Spot first;
    Spot second;
    Money differential_max;
};

// The limits that all players of a table share.
struct TableLimits {
    Money chip;                       // the smallest one; positive
    std::map<Spot, BoxLimit> boxes;   // a box that is not named has no limits
    std::vector<OpposingPair> pairs;  // no spot is in two of them
};

// A stake on a box. Whose it is does not matter here.
struct BoxStake {
    Spot spot;
    Money stake;
};

// Who bears the part of a minimum that is above a player's pro rata share: the other players in the
// box, so that the total meets the limit, or the house, so that the total exceeds it.
enum class Floors : std::uint8_t { others, house };

// The result of apportion().
struct Shares {
    std::vector<Money> effective;              // of each bet, in the order given
    std::vector<std::pair<Spot, Money>> over;  // boxes that stay over their limit, and by how much
};

// Apportions the limits at the close. Each stake must be all that one player has on one spot.
// What a box holds must fit into 64 bits; the shares are computed with twice as many.
Shares apportion(const TableLimits& limits, std::span<const BoxStake> bets,
                 Floors floors = Floors::others);

// Returns how much of each stake to reject before the close, the last placed first, so that boxes
// and then pairs are within their limits. The stakes must be in the order in which they were
// placed; one player may have several on a spot.
std::vector<Money> reject_excess(const TableLimits& limits, std::span<const BoxStake> stakes);

}  // namespace sicbo::rules
