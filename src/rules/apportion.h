// SPDX-License-Identifier: MIT
// Limits on a box and on the difference between opposing boxes, where all players of a table share
// them (Tai Sai 3.3 to 3.5, 5.1, 5.2): what is rejected before closing, and how what was not
// rejected is apportioned afterwards.
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

struct BoxLimit {
    Money min;                 // for each player
    std::optional<Money> max;  // for all players together; nothing: no limit
};

struct OpposingPair {
    Spot first;
    Spot second;
    Money differential_max;
};

struct TableLimits {
    Money chip;                       // the smallest; more than nothing
    std::map<Spot, BoxLimit> boxes;   // a box that is not named has no limits
    std::vector<OpposingPair> pairs;  // no spot stands in two of them
};

struct Placement {
    Spot spot;
    Money stake;
};

// Who bears what a player who is kept at the minimum has above the pro rata share: the others in
// the box, whose total then meets the limit, or the house, which lets the total exceed it.
enum class Floors : std::uint8_t { others, house };

struct Shares {
    std::vector<Money> effective;              // for each bet, in the order given
    std::vector<std::pair<Spot, Money>> over;  // by how much a box stays over its limit
};

// At closing. Each bet is all that one player has on one spot, and a box holds at most money_max.
Shares apportion(const TableLimits& limits, std::span<const Placement> bets,
                 Floors floors = Floors::others);

// Before closing: how much of each placement to reject, the last placed first, so that boxes and
// then pairs are within their limits. The placements stand in the order in which they were made;
// one player may have several on a spot.
std::vector<Money> reject_excess(const TableLimits& limits, std::span<const Placement> placements);

}  // namespace sicbo::rules
