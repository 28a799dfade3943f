// SPDX-License-Identifier: MIT
// The meters of terminals that are counted from postings (table/state_meters.h).
#include "table/apply.h"

namespace sicbo::table {
namespace {

using ledger::Account;
using ledger::AccountKind;

// Returns the terminal whose player has the credit; 0 for a seat at the felt.
TerminalId terminal_of(const State& state, Account credit) {
    check(credit.kind == AccountKind::credit);
    return state.stays.at(StayId{credit.owner}).terminal;
}

// Tickets by number have no currency.
bool is_by_number(Account tickets) { return tickets.owner == 0; }

bool is_play(AccountKind kind) { return kind == AccountKind::escrow || kind == AccountKind::house; }

void count_in(State& state, const Event& event, const ledger::Posting& posting) {
    const TerminalId terminal = terminal_of(state, posting.to);
    if (!terminal) return;
    CashMeter& meter = state.meters.terminals[terminal];
    const Money amount = posting.amount;
    if (posting.from.kind == AccountKind::stacker) {
        ++meter.notes[amount];
        meter.drop += amount;
    } else if (posting.from.kind != AccountKind::tickets) {
        meter.attendant_in += amount;
    } else if (is_by_number(posting.from)) {
        meter.earlier_in += amount;
    } else if (holds<TicketNotPrinted>(event.fact)) {
        meter.tickets_back += amount;
    } else {
        meter.cashable_tickets_in += amount;
        meter.drop += amount;
    }
}

void count_out(State& state, const Event& event, const ledger::Posting& posting) {
    const TerminalId terminal = terminal_of(state, posting.from);
    if (!terminal) return;
    CashMeter& meter = state.meters.terminals[terminal];
    const bool by_hand = holds<HandPaid>(event.fact) || holds<HandPayCashed>(event.fact);
    const auto part = [&]() -> Money& {
        if (by_hand) return meter.hand_paid;
        if (posting.to.kind == AccountKind::unclaimed) return meter.kept_out;
        if (posting.to.kind == AccountKind::receivable) return meter.debts_out;
        if (posting.to.kind != AccountKind::tickets) return meter.attendant_out;
        return is_by_number(posting.to) ? meter.earlier_out : meter.cashable_tickets_out;
    };
    part() += posting.amount;
}

}  // namespace

void count_cash(State& state, const Event& event) {
    if (state.instruments.empty()) return;
    for (const ledger::Posting& posting : event.postings) {
        if (is_play(posting.from.kind) || is_play(posting.to.kind)) continue;
        if (posting.to.kind == AccountKind::credit) count_in(state, event, posting);
        if (posting.from.kind == AccountKind::credit) count_out(state, event, posting);
        if (posting.to.kind == AccountKind::stacker) {
            state.meters.terminals[TerminalId{posting.to.owner}].drop_counted += posting.amount;
        }
    }
}

void count_win(State& state, TerminalId terminal, Money amount) {
    if (state.instruments.empty() || amount == Money()) return;
    state.meters.terminals[terminal].machine_paid_wins += amount;
}

void begin_cash_meters(State& state) {
    check(state.meters.empty());
    for (const auto& [table_id, table] : state.tables) {
        for (const auto& [id, terminal] : table.terminals) {
            CashMeter& meter = state.meters.terminals[id];
            meter.earlier_in = terminal.meter.in;
            meter.earlier_out = terminal.meter.out;
            meter.machine_paid_wins = terminal.meter.won;
        }
    }
}

}  // namespace sicbo::table
