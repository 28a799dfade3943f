// SPDX-License-Identifier: MIT
// What the bets of a round get, and the postings of a settlement, a void round or an amendment.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "table/decision.h"

namespace sicbo::table {

// Returns what each bet gets back on the roll, in the order of the slips: the excess whatever the
// dice show, and the effective stake with its winnings if the bet wins.
std::vector<Money> backs_on(const State& state, const Round& round, rules::Roll roll);

// Returns the spots that win on the roll on any layout of the game, in order.
std::vector<rules::SpotId> winning_spots(const rules::Game& game, rules::Roll roll);

// Returns the BettingClosed fact of the round in play. `effective` is empty if every stake counts
// in full.
BettingClosed make_betting_closed(const State& state, TableId table);

// Returns which part of each stake counts in a round whose boxes players share, and by how much
// boxes stay over their limits; `effective` is empty if every stake counts in full.
BettingClosed shares_of(const Configuration& configuration, const rules::Game& game,
                        const Round& round);

// Adds the settlement of the round in play: all collections, then all payments. Terminals with a
// large win are locked. The bets must not be settled yet.
void settle_round(Decision& decision, const State& state, TableId table, rules::Roll roll);

// Adds the end of the round in play without a result: all stakes are returned. The bets must not be
// settled yet.
void void_round(Decision& decision, const State& state, TableId table, rules::Cause cause,
                std::string reason);

// Returns the postings that return these stakes from escrow to the stays.
Postings return_postings(const State& state, TableId table, const std::map<StayId, Money>& amounts);

// Returns what the bets of a settled round get back under the amendment, in the order of the slips.
std::vector<Money> backs_under(const State& state, const Round& round, const Amendment& amendment);

// Returns the postings of an amendment of settled rounds. `nets` is what each stay gains, or loses
// if negative, over all rounds together. A loss is collected from the stay's credit, then from its
// unclaimed money; the rest becomes a receivable. `returned` are stakes that the same decision
// returns before, and that may be collected from.
Postings amendment_postings(const State& state, TableId table, const std::map<StayId, Money>& nets,
                            const std::map<StayId, Money>& returned);

}  // namespace sicbo::table
