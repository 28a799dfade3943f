// SPDX-License-Identifier: MIT
// What the bets of a round get, and the entries that go with it.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "table/decision.h"

namespace sicbo::table {

// What each bet gets back on the roll, in the order of the slips: the excess whatever the dice
// show, and the effective stake with its winnings where it won.
std::vector<Money> backs_on(const State& state, const Round& round, rules::Roll roll);

// The spots that win on the roll on any layout of the game.
std::vector<rules::SpotId> winning_spots(const rules::Game& game, rules::Roll roll);

// The close of the round in play, with the parts of the bets that count where boxes are over their
// limits; none if all do.
BettingClosed closing(const State& state, TableId table);

// Settles the round in play: all collections, then all payments; terminals that won large lock.
void settle_round(Decision& decision, const State& state, TableId table, rules::Roll roll);

// Ends the round in play without a result: all stakes go back.
void void_round(Decision& decision, const State& state, TableId table, rules::Cause cause,
                std::string reason);

// The entries that return these stakes from play.
Postings returns(const State& state, TableId table, const std::map<StayId, Money>& amounts);

// What a settled round's bets get under the amendment, in the order of the slips.
std::vector<Money> backs_under(const State& state, const Round& round, const Amendment& amendment);

// The entries of amending settled rounds: what each stay gains or loses over all of them together.
// What can't be taken from free credit, or from money kept for the stay, becomes its debt.
// `returned` is what the same decision returns to the stays first.
Postings amend(const State& state, TableId table, const std::map<StayId, Money>& nets,
               const std::map<StayId, Money>& returned);

}  // namespace sicbo::table
