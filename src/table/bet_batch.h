// SPDX-License-Identifier: MIT
// The bets, or withdrawals, of one order, answered one after another within the limits. Private to
// src/table: for decide_bets.cpp.
#pragma once

#include <optional>
#include <vector>

#include "table/decide.h"
#include "table/limits.h"

namespace sicbo::table {

// The stay that the bets are for, and its layout.
struct Bettor {
    StayId stay;
    TerminalId terminal;  // 0 at the felt
    std::uint8_t layout = 0;
};

// Returns the bets of the stay in the round; null if it has none.
const BetSlip* find_slip(const Round& round, StayId stay);

// The stakes in the round while the bets of a batch are answered one by one.
struct Batch {
    Totals own = {};                 // of the player
    Totals all = {};                 // of all players, where they share boxes
    std::optional<Losses> losses;    // of the house, if the exposure is limited
    Money credit;                    // of the player
    bool whole = false;              // the exposure is judged after the whole batch
    std::optional<Money> loss_left;  // that the player allows; none: no limit
    Money staked;                    // by the player, on all spots; counted for the caps only
    Money staked_in_all;             // by all players, likewise
    bool judged_together = false;    // each bet with those after it, by the next two
    Totals later = {};               // what later bets of the batch are expected to add
    Losses gains = {};  // what the house is expected to win on them, as negative losses
};

// Answers the bets in their order; `batch` holds the stakes afterwards. A bet is judged by what
// later bets of the batch add to its opposing box, and by what the house wins on them. If those are
// accepted only in part, the bets are judged again with the smaller amounts.
std::vector<BetAnswer> answer_bets(const Context& c, const rules::Layout& layout,
                                   const std::vector<BetOrder>& bets, StayId stay, Batch& batch);

// Answers the withdrawals of a batch; `batch` holds the stakes afterwards. The exposure is judged
// by the end state; only if that exceeds it is each withdrawal judged in its turn.
std::vector<BetAnswer> answer_withdrawals(const Context& c, const Bettor& bettor,
                                          const std::vector<BetOrder>& bets, Batch& batch);

// Returns true if taking the stake away would raise a loss of the house above exposure_max, or
// raise one that is above it already.
bool removal_exceeds_exposure(const Context& c, std::uint8_t layout, rules::SpotId spot,
                              Money amount, Losses losses);

// Returns true if a loss of the house is above exposure_max and higher than before.
bool exceeds_exposure(const Context& c, const Losses& before, const Losses& after);

}  // namespace sicbo::table
