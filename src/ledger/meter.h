// SPDX-License-Identifier: MIT
// Meters count what passed, and only ever go up.
//
// What a terminal holds is always what its meters say: in + won + returned - out - staked -
// recovered. Meters of layouts and of kinds of bet count settled bets wherever the money went.
#pragma once

#include <cstdint>

#include "core/fields.h"
#include "core/money.h"

namespace sicbo::ledger {

struct Meter {
    Money in;         // cash and tickets put in
    Money out;        // cash and tickets taken out, debts paid
    Money staked;     // put on spots
    Money won;        // paid on winning bets, their stakes included
    Money returned;   // stakes given back: withdrawn, rejected, void, in excess
    Money recovered;  // taken back when a round was corrected
    std::uint64_t games = 0;

    // The self-audit identity.
    Money credit() const { return in + won + returned - out - staked - recovered; }
};

}  // namespace sicbo::ledger
