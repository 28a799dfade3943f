// SPDX-License-Identifier: MIT
// The revenue of one currency, computed twice from records that are kept apart. Both formulas agree
// to the cent whatever was voided, corrected, held or left unclaimed. Pure functions over the
// state.
#pragma once

#include "table/state.h"

namespace sicbo::table {

// Returns wagers - payouts, from the meters of the layouts: what was staked in settled rounds, less
// what was won and returned, and what corrections have taken back. Includes only tables of this
// currency; the code tells training from real money.
Money revenue_by_play(const State& state, CurrencyCode currency);

// Returns drop - tickets out - hand pays, from the accounts of cash and of what is owed: the cash
// that came in at tables, stackers and the cage, less the tickets, chips, credit, stakes in play
// and unclaimed money that players can still ask for, less expired tickets, which are never a win,
// and less what counts found too much; what players owe after corrections is added.
Money revenue_by_cash(const State& state, CurrencyCode currency);

// Returns the debts that people have waived, and the wins by count of tables whose bets nobody
// keys: the part of the house's accounts that no round has led to. revenue_by_cash() is
// revenue_by_play() plus this.
Money revenue_without_play(const State& state, CurrencyCode currency);

// The revenue of one terminal, without debts and unclaimed money.
struct TerminalRevenue {
    Money by_play;  // stakes of settled bets - payouts
    Money by_cash;  // money in - money out - credit and stakes in play
};
TerminalRevenue revenue_of(const State& state, const Table& table, TerminalId terminal);

}  // namespace sicbo::table
