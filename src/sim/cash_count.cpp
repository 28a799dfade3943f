// SPDX-License-Identifier: MIT
#include "sim/cash_count.h"

#include <algorithm>
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
        figures.hand_paid_wins += cabinet.meter.hand_paid_wins;
        figures.hand_paid_credit += cabinet.meter.hand_paid_credit;
    }
    for (const auto& [account, amount] : state.ledger.balances()) {
        const bool of_currency = account.owner != 0;  // 0 owns tickets by number
        if (account.kind == ledger::AccountKind::tickets && of_currency) {
            figures.tickets_live += amount;
        }
        if (account.kind == ledger::AccountKind::expired) figures.expired += amount;
        if (account.kind == ledger::AccountKind::cage) figures.cage -= amount;
        if (account.kind == ledger::AccountKind::chips) figures.chips += amount;
    }
    return figures;
}

// Debts that were waived before are what makes the two formulas differ.
CashCount::CashCount(const State& state) : counted_(figures_of(state)) {
    waived_ = by_wagers(state) - by_drop(state);
    for (const auto& [id, cash] : state.cage.tables) {
        if (cash.chips == ChipMode::untracked) untracked_.insert(id);
    }
    for (const auto& [id, pay] : state.instruments.hand_pays) hand_pays_[id] = pay.kind;
}

Money CashCount::by_wagers(const State& state) const {
    std::set<CurrencyCode> currencies;
    for (const auto& [id, table] : state.tables) {
        currencies.insert(table.configuration.currency_code());
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
    on_cage_fact(event);
    if (const auto* note = get_if<BanknoteStacked>(&fact)) counted_.notes_in += note->amount;
    if (const auto* asked = get_if<HandPayRequested>(&fact)) {
        hand_pays_[asked->hand_pay] = asked->kind;
    }
    if (const auto* paid = get_if<HandPaid>(&fact)) on_hand_paid(paid->hand_pay, paid->amount);
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

void CashCount::on_cage_fact(const Event& event) {
    const Fact& fact = event.fact;
    if (const auto* shift = get_if<ShiftOpened>(&fact)) {
        counted_.cage += shift->counted - shift->expected.value_or(shift->counted);
    }
    if (const auto* shift = get_if<ShiftClosed>(&fact)) {
        counted_.cage += shift->counted - shift->expected;
    }
    if (const auto* adjusted = get_if<CounterAdjusted>(&fact)) {
        counted_.cage += adjusted->more ? adjusted->amount : -adjusted->amount;
    }
    if (const auto* sold = get_if<TicketSold>(&fact)) {
        counted_.cage += sold->amount;
        counted_.tickets_live += sold->amount;
    }
    if (const auto* cashed = get_if<TicketCashed>(&fact)) {
        counted_.cage -= cashed->amount;
        counted_.tickets_live -= cashed->amount;
    }
    if (const auto* expired = get_if<ExpiredCashed>(&fact)) {
        counted_.cage -= expired->amount;
        counted_.expired -= expired->amount;
    }
    if (const auto* paid = get_if<HandPayCashed>(&fact)) {
        counted_.cage -= paid->amount;
        on_hand_paid(paid->hand_pay, paid->amount);
    }
    if (const auto* paid = get_if<UnclaimedCashed>(&fact)) counted_.cage -= paid->amount;
    if (const auto* taken = get_if<ReceivableTaken>(&fact)) counted_.cage += taken->amount;
    on_chips(event);
    if (const auto* box = get_if<BoxCounted>(&fact)) on_box(event, *box);
}

// Wins that an attendant pays and credit that is cancelled add up to what is paid by hand.
void CashCount::on_hand_paid(HandPayId id, Money amount) {
    const bool is_win = hand_pays_.at(id) == HandPayKind::large_win;
    (is_win ? counted_.hand_paid_wins : counted_.hand_paid_credit) += amount;
}

void CashCount::on_chips(const Event& event) {
    const Fact& fact = event.fact;
    if (const auto* sold = get_if<ChipsSold>(&fact)) {
        counted_.cage += sold->amount;
        counted_.chips += sold->amount;
    }
    if (const auto* bought = get_if<ChipsBought>(&fact)) {
        counted_.cage -= bought->amount;
        counted_.chips -= bought->amount;
    }
    if (const auto* brought = get_if<ChipsBrought>(&fact)) counted_.chips -= brought->amount;
    if (const auto* taken = get_if<ChipsTaken>(&fact)) counted_.chips += taken->amount;
    if (const auto* set = get_if<ChipModeSet>(&fact)) {
        untracked_.erase(event.stamp.table);
        if (set->mode == ChipMode::untracked) untracked_.insert(event.stamp.table);
    }
}

void CashCount::on_box(const Event& event, const BoxCounted& box) {
    if (box.kind == BoxKind::tips) return;  // not the house's
    counted_.cage += box.counted;
    if (box.kind != BoxKind::drop || !untracked_.contains(event.stamp.table)) return;
    // The drop was paid for chips; those that the house won are no longer out.
    counted_.chips += box.counted;
    counted_.chips -= std::min(box.win_by_count, counted_.chips);
    waived_ -= box.win_by_count;
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
    compare("wins paid by hand", counted_.hand_paid_wins, shown.hand_paid_wins);
    compare("credit paid by hand", counted_.hand_paid_credit, shown.hand_paid_credit);
    compare("tickets that are out", counted_.tickets_live, shown.tickets_live);
    compare("expired tickets", counted_.expired, shown.expired);
    compare("cash at the cage", counted_.cage, shown.cage);
    compare("chips", counted_.chips, shown.chips);
    return difference;
}

}  // namespace sicbo::sim
