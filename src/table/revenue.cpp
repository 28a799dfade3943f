// SPDX-License-Identifier: MIT
#include "table/revenue.h"

namespace sicbo::table {
namespace {

// Stakes of the terminal in the round in play.
Money stakes_at(const Table& table, TerminalId terminal) {
    Money stakes;
    if (!table.round || table.round->bets_settled) return stakes;
    for (const auto& [stay, slip] : table.round->slips) {
        if (slip.terminal != terminal || slip.returned) continue;
        for (const Bet& bet : slip.bets) stakes += bet.stake;
    }
    return stakes;
}

}  // namespace

Revenue revenue_of(const State& state, Money waived) {
    using ledger::AccountKind;
    Revenue revenue;
    revenue.waived = waived;
    for (const auto& [id, table] : state.tables) {
        for (const ledger::Meter& meter : table.layout_meters) {
            revenue.wagers += meter.staked - meter.returned;
            revenue.payouts += meter.won - meter.recovered;
        }
    }
    for (const auto& [account, amount] : state.ledger.balances()) {
        switch (account.kind) {
            case AccountKind::house: break;  // what is computed here
            case AccountKind::cash:
            case AccountKind::stacker: revenue.drop -= amount; break;
            case AccountKind::credit:
            case AccountKind::escrow:
            case AccountKind::tickets:
            case AccountKind::expired:
            case AccountKind::unclaimed:
            case AccountKind::receivable: revenue.owed += amount; break;
        }
    }
    return revenue;
}

Revenue revenue_of(const State& state, const Table& table, TerminalId terminal) {
    const auto found = table.terminals.find(terminal);
    check(found != table.terminals.end());
    const ledger::Meter& meter = found->second.meter;
    const Money stakes = stakes_at(table, terminal);
    Revenue revenue;
    revenue.wagers = meter.staked - meter.returned - stakes;
    revenue.payouts = meter.won - meter.recovered;
    revenue.drop = meter.in - meter.out;
    revenue.owed = stakes;
    if (found->second.stay)
        revenue.owed += state.ledger.balance(ledger::credit(found->second.stay));
    return revenue;
}

}  // namespace sicbo::table
