// SPDX-License-Identifier: MIT
// Meters count money and games, and never decrease.
//
// The credit at a terminal always equals in + won + returned - out - staked - recovered of its
// meter. Meters of layouts and of kinds of bet count settled bets, wherever they were placed.
#pragma once

#include <cstdint>

#include "core/fields.h"
#include "core/money.h"

namespace sicbo::ledger {

// The meter of a terminal, a felt, a layout or a kind of bet.
struct Meter {
    Money in;                 // cash and tickets put in
    Money out;                // cash and tickets taken out, debts paid
    Money staked;             // put on spots
    Money won;                // paid out on winning bets, their stakes included
    Money returned;           // stakes given back: withdrawn, rejected, void, in excess
    Money recovered;          // collected when a round was amended
    std::uint64_t games = 0;  // rounds with at least one bet

    // Returns the credit that the meter accounts for.
    Money credit() const { return in + won + returned - out - staked - recovered; }
};

}  // namespace sicbo::ledger
