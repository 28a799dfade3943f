// SPDX-License-Identifier: MIT
// The payouts of bets on one roll, stakes included.
//
// The table of a layout and a roll is computed once; after that a bet is a look-up and a product.
// The engine settles rounds with it. A spot that the layout does not offer, a negative stake, one
// above money_max, and a payout that is not in whole cents each fail a check.
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

    // Returns the odds of the spot on the roll; no odds if it loses.
    Odds odds(SpotId spot) const;

    // Returns the stake and its winnings; zero if the bet loses.
    Money returned(SpotId spot, Money stake) const;

    // The same for many bets at once. The three spans must have the same length. `returned` is
    // unspecified if a check fails.
    void settle(std::span<const SpotId> spots, std::span<const Money> stakes,
                std::span<Money> returned) const;

private:
    // Halves of the stake that are paid out, by spot id; -1 if the layout lacks the spot.
    // It has an element for every byte, so that no id is out of range.
    std::array<std::int64_t, 256> back_;
};

// Returns the stake if it may be put on the spot, whatever the dice: it is positive, at most
// money_max, and paid to the cent at each of the spot's odds. The error says which of these fails.
Result<Money> payable(const Layout& layout, Spot spot, Money stake);

}  // namespace sicbo::rules
