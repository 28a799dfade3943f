// SPDX-License-Identifier: MIT
#include "sim/cash_count.h"

#include <set>

#include "table/revenue.h"

namespace sicbo::sim {

using namespace table;  // the facts

CashCount::Figures CashCount::figures_of(const State& state) {
    Figures figures;
    for (const auto& [id, cabinet] : state.instruments.cabinets) {
        figures.notes_in += cabinet.meter.notes_in;
        figures.tickets_in += cabinet.meter.tickets_in;
        figures.tickets_out += cabinet.meter.tickets_out;
        figures.hand_paid += cabinet.meter.hand_paid_credit + cabinet.meter.hand_paid_wins;
    }
    for (const auto& [account, amount] : state.ledger.balances()) {
        const bool of_currency = account.owner != 0;  // 0 owns tickets by number
        if (account.kind == ledger::AccountKind::tickets && of_currency) {
            figures.tickets_live += amount;
        }
        if (account.kind == ledger::AccountKind::expired) figures.expired += amount;
    }
    return figures;
}

// Debts that were waived before are what makes the two formulas differ.
CashCount::CashCount(const State& state) : counted_(figures_of(state)) {
    waived_ = by_wagers(state) - by_drop(state);
}

Money CashCount::by_wagers(const State& state) const {
    std::set<CurrencyCode> currencies;
    for (const auto& [id, table] : state.tables) {
        currencies.insert(
            ledger::currency_code(table.configuration.currency, table.configuration.training));
    }
    Money revenue = -waived_;
    for (const CurrencyCode currency : currencies) revenue += revenue_by_play(state, currency);
    return revenue;
}

Money CashCount::by_drop(const State& state) {
    Money revenue;
    for (const auto& [account, amount] : state.ledger.balances()) {
        if (account.kind != ledger::AccountKind::house) revenue -= amount;
    }
    return revenue;
}

void CashCount::on_event(const Event& event) {
    const Fact& fact = event.fact;
    if (const auto* note = get_if<BanknoteStacked>(&fact)) counted_.notes_in += note->amount;
    if (const auto* paid = get_if<HandPaid>(&fact)) counted_.hand_paid += paid->amount;
    if (const auto* debt = get_if<ReceivableWaived>(&fact)) waived_ += debt->amount;
    if (const auto* created = get_if<TicketCreated>(&fact)) {
        counted_.tickets_out += created->amount;
        counted_.tickets_live += created->amount;
    }
    if (const auto* credited = get_if<TicketCredited>(&fact)) {
        counted_.tickets_in += credited->amount;
        counted_.tickets_live -= credited->amount;
    }
    if (const auto* back = get_if<TicketNotPrinted>(&fact)) counted_.tickets_live -= back->amount;
    if (const auto* resolved = get_if<PrintResolved>(&fact)) {
        counted_.tickets_live -= resolved->paid;
    }
    if (const auto* voided = get_if<TicketVoided>(&fact)) {
        counted_.tickets_live -= voided->amount;
        if (!voided->stay) counted_.expired += voided->amount;
    }
    if (const auto* expired = get_if<TicketExpired>(&fact)) {
        counted_.tickets_live -= expired->amount;
        counted_.expired += expired->amount;
    }
}

std::optional<std::string> CashCount::find_difference(const State& state) const {
    const Figures shown = figures_of(state);
    std::optional<std::string> difference;
    const auto compare = [&](const char* what, Money counted, Money in_state) {
        if (difference || counted == in_state) return;
        difference = std::string(what) + ": the facts say " + to_text(counted) +
                     ", the state says " + to_text(in_state);
    };
    compare("notes in", counted_.notes_in, shown.notes_in);
    compare("tickets in", counted_.tickets_in, shown.tickets_in);
    compare("tickets out", counted_.tickets_out, shown.tickets_out);
    compare("paid by hand", counted_.hand_paid, shown.hand_paid);
    compare("tickets that are out", counted_.tickets_live, shown.tickets_live);
    compare("expired tickets", counted_.expired, shown.expired);
    return difference;
}

}  // namespace sicbo::sim
