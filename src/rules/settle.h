// SPDX-License-Identifier: MIT
// What bets get back on one roll.
//
// The table of a layout and a roll is worked out once; after that a bet is a look-up and a product.
// The bulk form is what the engine settles a round with, so it refuses nothing quietly: a spot that
// the layout does not offer, a stake below nothing or above money_max, and a payout that would not
// be whole each fail the check.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "core/money.h"
#include "rules/layout.h"

namespace sicbo::rules {

class Payouts {
public:
    Payouts(const Layout& layout, Roll roll);

    // What the bet won per unit; no odds if it lost.
    Odds odds(SpotId spot) const;

    // The stake and its winnings; nothing if the bet lost.
    Money returned(SpotId spot, Money stake) const;

    // The same for many bets at once. The three are of equal length. If the check fails, what
    // stands in `returned` means nothing.
    void settle(std::span<const SpotId> spots, std::span<const Money> stakes,
                std::span<Money> returned) const;

private:
    // Halves of the stake that come back, by spot id; not_offered where there is no such spot.
    // It has a place for every byte, so that no id can reach past its end.
    std::array<std::int64_t, 256> back_;
};

// Whether the stake may be put on the spot, whatever the dice: more than nothing, at most
// money_max, and paid to the cent at each of the spot's odds.
Result<Money> payable(const Layout& layout, Spot spot, Money stake);

}  // namespace sicbo::rules
