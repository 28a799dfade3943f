// SPDX-License-Identifier: MIT
#include "table/revenue.h"

namespace sicbo::table {
namespace {

// Returns true if the account, which is not of the house, holds money of the currency.
bool holds_currency(const State& state, ledger::Account account, CurrencyCode currency) {
    using enum ledger::AccountKind;
    const auto is_of_table = [&](TableId id) {
        const Table* table = find_table(state, id);
        return table && table->configuration.currency_code() == currency;
    };
    switch (account.kind) {
        case credit:
        case receivable:
        case unclaimed: return is_of_table(state.stays.at(StayId{account.owner}).table);
        case escrow:
        case cash: return is_of_table(TableId{account.owner});
        case stacker:
            for (const auto& [id, table] : state.tables) {
                if (table.terminals.contains(TerminalId{account.owner})) return is_of_table(id);
            }
            return false;
        case tickets:
        case expired:
        case cage:
        case variance:
        case chips: return account.owner == currency.number;
        case house: return false;
    }
    unreachable();
}

// Returns the stakes of the terminal in the round in play.
Money stakes_at(const Table& table, TerminalId terminal) {
    Money stakes;
    if (!table.round || table.round->bets_settled) return stakes;
    for (const auto& [stay, slip] : table.round->bet_slips) {
        if (slip.terminal != terminal || slip.returned) continue;
        for (const Bet& bet : slip.bets) stakes += bet.stake;
    }
    return stakes;
}

}  // namespace

Money revenue_by_play(const State& state, CurrencyCode currency) {
    Money revenue;
    for (const auto& [id, table] : state.tables) {
        if (table.configuration.currency_code() != currency) continue;
        for (const ledger::Meter& meter : table.layout_meters) {
            revenue += meter.staked - meter.won - meter.returned + meter.recovered;
        }
    }
    return revenue;
}

Money revenue_by_cash(const State& state, CurrencyCode currency) {
    Money revenue;
    for (const auto& [account, balance] : state.ledger.balances()) {
        if (holds_currency(state, account, currency)) revenue -= balance;
    }
    return revenue;
}

Money revenue_without_play(const State& state, CurrencyCode currency) {
    Money house;
    for (const auto& [id, table] : state.tables) {
        if (table.configuration.currency_code() == currency)
            house += state.ledger.balance(ledger::house(id));
    }
    return house - revenue_by_play(state, currency);
}

TerminalRevenue revenue_of(const State& state, const Table& table, TerminalId terminal) {
    const auto found = table.terminals.find(terminal);
    check(found != table.terminals.end());
    const ledger::Meter& meter = found->second.meter;
    const StayId stay = found->second.stay;
    const Money stakes = stakes_at(table, terminal);
    const Money credit = stay ? state.ledger.balance(ledger::credit(stay)) : Money();
    return {.by_play = meter.staked - meter.returned - stakes - meter.won + meter.recovered,
            .by_cash = meter.in - meter.out - credit - stakes};
}

}  // namespace sicbo::table
