// SPDX-License-Identifier: MIT
// What the house has won, by two formulas that must agree to the cent (New York 5315.1): by wagers
// and payouts, and by money in, money out and what is still owed.
//
// The first is read from the meters of settled bets, the second from the accounts, so that a
// mistake in either shows. All figures are life to date; a period is a difference of two.
#pragma once

#include "table/state.h"

namespace sicbo::table {

struct Revenue {
    Money wagers;   // stakes of settled bets, less what was given back of them
    Money payouts;  // paid on winning bets with their stakes, less what corrections took back
    Money drop;     // cash and notes that came in, less cash that was paid out, by hand or for
                    // tickets
    Money owed;     // to players: credit, stakes in play, tickets, also expired ones, unclaimed
                    // money; less what players owe
    Money waived;   // debts of players that were waived: neither wager nor payout

    Money by_wagers() const { return wagers - payouts - waived; }
    Money by_drop() const { return drop - owed; }

    friend bool operator==(const Revenue&, const Revenue&) = default;
};

// Returns the revenue of all tables together. `waived` is what was waived of debts so far, which
// the state does not keep.
Revenue revenue_of(const State& state, Money waived);

// The same for one terminal, without debts and unclaimed money: notes, tickets and cash in, less
// tickets, hand pays and cash out, less the credit and the stakes that are there, are stakes less
// payouts.
Revenue revenue_of(const State& state, const Table& table, TerminalId terminal);

}  // namespace sicbo::table
