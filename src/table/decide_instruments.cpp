// SPDX-License-Identifier: MIT
// The policy for instruments, the state of cabinets, notes, and what became of items that a cabinet
// never reported.
#include <algorithm>

#include "table/instruments.h"

namespace sicbo::table {

std::optional<Error> find_error(const CashPolicy& p) {
    const auto wrong = [](Money amount) { return amount <= Money() || amount > credit_ceiling; };
    const auto out_of_range = [](const char* key) { return Error{"is out of range", key}; };
    if (wrong(p.ticket_min)) return out_of_range("ticket_min");
    if (wrong(p.ticket_max)) return out_of_range("ticket_max");
    if (p.ticket_min > p.ticket_max) return Error{"is above ticket_max", "ticket_min"};
    if (wrong(p.ticket_in_max)) return out_of_range("ticket_in_max");
    if (p.expiry_days > days_max) return out_of_range("expiry_days");
    if (p.closed_days == 0 || p.closed_days > days_max) return out_of_range("closed_days");
    if (wrong(p.credit_max)) return out_of_range("credit_max");
    if (p.notes.size() > notes_max) return Error{"has too many denominations", "notes"};
    if (!std::ranges::is_sorted(p.notes, std::less_equal()) && p.notes.size() > 1) {
        return Error{"is not in ascending order", "notes"};
    }
    if (std::ranges::any_of(p.notes, wrong)) return out_of_range("notes");
    if (p.signatures.size() > signatures_max) return Error{"has too many levels", "signatures"};
    Money last;
    for (const SignatureLevel& level : p.signatures) {
        if (wrong(level.from) || level.from <= last) {
            return Error{"must have amounts in ascending order", "signatures"};
        }
        // An administrator alone makes cashiers, and could so be both people.
        if (rank(level.role) < rank(rules::Role::supervisor)) {
            return Error{"name a role that can't sign", "signatures"};
        }
        last = level.from;
    }
    return std::nullopt;
}

const CashPolicy* policy_of(const Context& c) { return find_policy(c.state.instruments, c.id()); }

const Terminal* find_terminal(const Context& c, TerminalId id) {
    const auto found = c.table().terminals.find(id);
    return found == c.table().terminals.end() ? nullptr : &found->second;
}

const Cabinet& cabinet_of(const State& state, TerminalId terminal) {
    static const Cabinet none;
    const auto found = state.instruments.cabinets.find(terminal);
    return found == state.instruments.cabinets.end() ? none : found->second;
}

bool is_print_unknown(const State& state, TerminalId terminal) {
    const Cabinet& cabinet = cabinet_of(state, terminal);
    if (!cabinet.printing) return false;
    return state.instruments.tickets.at(*cabinet.printing).state == TicketState::print_unknown;
}

std::optional<std::string> find_unfinished(const State& state, TerminalId terminal) {
    const Cabinet& cabinet = cabinet_of(state, terminal);
    if (cabinet.note) return "a note is in the acceptor";
    if (cabinet.ticket) return "a ticket is in the reader";
    if (cabinet.printing) return "a ticket is being printed";
    if (find_hand_pay_at(state, terminal)) return "a hand pay is not finished";
    return std::nullopt;
}

std::optional<Reason> refusal_for_money_in(const Context& c, const Terminal& terminal,
                                           Money amount) {
    const CashPolicy* policy = policy_of(c);
    check(policy);
    if (!terminal.enabled) return Reason::terminal_disabled;
    if (!terminal.online) return Reason::terminal_offline;
    if (terminal.locked) return Reason::terminal_locked;
    if (amount <= Money() || amount > money_max) return Reason::amount_out_of_range;
    const Money credit =
        terminal.stay ? c.state.ledger.balance(ledger::credit(terminal.stay)) : Money();
    const auto total = plus(amount, credit);
    if (!total || *total > policy->credit_max) return Reason::credit_above_maximum;
    if (const Safeguards* caps = safeguards_of(c)) {
        if (*total > caps->credit_max) return Reason::credit_above_maximum;
        const auto metered = plus(amount, highest_meter(c, &terminal));
        if (!metered || *metered > caps->meter_max) return Reason::meter_full;
    }
    return std::nullopt;
}

StayId stay_at(Decision& decision, const Context& c, TerminalId id, const Terminal& terminal) {
    if (terminal.stay) return terminal.stay;
    const StayId stay{c.state.stays_begun + 1};
    decision.add(StayBegun{stay, id, {}});
    return stay;
}

void end_stay_without(Decision& decision, const Context& c, const Terminal& terminal, Money taken) {
    if (!terminal.stay || has_bets(c.table(), terminal.stay)) return;
    const Money credit = c.state.ledger.balance(ledger::credit(terminal.stay));
    check(taken <= credit);
    if (credit == taken) decision.add(StayEnded{terminal.stay});
}

template <>
Decision decide_on(const Context& c, const SetCashPolicy& o) {
    if (auto error = find_error(o.policy)) {
        Decision decision = Reason::bad_cash_policy;
        decision.detail = error->text();
        return decision;
    }
    // Instruments are bounded by the caps of the property, which a server sets first.
    if (!safeguards_of(c)) return Reason::bad_safeguards;
    if (c.stamp.table && !c.table_or_null) return Reason::no_such_table;
    const auto& policies = c.state.instruments.policies;
    if (c.stamp.table && policies.empty()) return Reason::bad_cash_policy;  // the property's first
    const auto found = policies.find(c.stamp.table);
    if (found != policies.end() && found->second == o.policy) return Decision();
    return CashPolicySet{o.policy};
}

template <>
Decision decide_on(const Context& c, const ReportCabinet& o) {
    if (!find_terminal(c, o.terminal)) return Reason::no_such_terminal;
    if (!policy_of(c)) return Reason::bad_cash_policy;
    if (cabinet_of(c.state, o.terminal).status == o.status) return Decision();
    return CabinetReported{o.terminal, o.status};
}

// A note that is refused is given back, and the refusal is recorded with its counter.
template <>
Decision decide_on(const Context& c, const PresentBanknote& o) {
    const Terminal* terminal = find_terminal(c, o.terminal);
    if (!terminal) return Reason::no_such_terminal;
    const CashPolicy* policy = policy_of(c);
    if (!policy) return Reason::bad_cash_policy;
    const Cabinet& cabinet = cabinet_of(c.state, o.terminal);
    if (cabinet.note && cabinet.note->counter == o.counter && cabinet.note->amount == o.amount) {
        return Decision();  // said again
    }
    if (o.counter <= cabinet.note_counter) return Reason::replayed;
    std::optional<Reason> reason;
    if (cabinet.note) {
        reason = Reason::reader_busy;
    } else if (!takes_notes(cabinet.status)) {
        reason = Reason::cabinet_not_ready;
    } else if (!std::ranges::binary_search(policy->notes, o.amount)) {
        reason = Reason::note_not_accepted;
    } else {
        reason = refusal_for_money_in(c, *terminal, o.amount);
    }
    if (!reason) return BanknotePending{o.terminal, o.counter, o.amount};
    Decision decision = BanknoteRejected{o.terminal, o.counter, o.amount, *reason};
    decision.refusal = Refusal{*reason};
    return decision;
}

namespace {

// Adds what follows when a note is in the stacker: whatever the limits say, its money is the
// player's.
void add_note_stacked(Decision& decision, const Context& c, TerminalId id, const Terminal& terminal,
                      std::uint64_t counter, Money amount) {
    const StayId stay = stay_at(decision, c, id, terminal);
    decision.add(BanknoteStacked{id, stay, counter, amount},
                 {{ledger::stacker(id), ledger::credit(stay), amount}});
}

// Returns the ticket's record; the ticket must exist.
const TicketRecord& ticket_of(const Context& c, const Hash& name) {
    const auto found = c.state.instruments.tickets.find(name);
    check(found != c.state.instruments.tickets.end());
    return found->second;
}

void add_ticket_done(Decision& decision, const Context& c, TerminalId id, const Terminal& terminal,
                     const Hash& name, bool stacked) {
    if (!stacked) {
        decision.add(TicketReturned{id, name});
        return;
    }
    const TicketRecord& ticket = ticket_of(c, name);
    check(ticket.state == TicketState::pending);
    const StayId stay = stay_at(decision, c, id, terminal);
    decision.add(TicketCredited{id, stay, name, ticket.amount},
                 {{ledger::tickets(ticket.currency), ledger::credit(stay), ticket.amount}});
}

}  // namespace

template <>
Decision decide_on(const Context& c, const ReportBanknote& o) {
    const Terminal* terminal = find_terminal(c, o.terminal);
    if (!terminal) return Reason::no_such_terminal;
    const CashPolicy* policy = policy_of(c);
    if (!policy) return Reason::bad_cash_policy;
    const Cabinet& cabinet = cabinet_of(c.state, o.terminal);
    if (cabinet.note && cabinet.note->counter == o.counter) {
        if (cabinet.note->amount != o.amount) return Reason::note_not_accepted;
        if (!o.stacked) return BanknoteReturned{o.terminal, o.counter};
        Decision decision;
        add_note_stacked(decision, c, o.terminal, *terminal, o.counter, o.amount);
        return decision;
    }
    if (o.counter <= cabinet.note_counter) return Decision();  // reported before
    // A note that the server never saw presented: one that went back to the player is no news, one
    // that is in the stacker is the player's money.
    if (!o.stacked) return Decision();
    if (cabinet.note) return Reason::reader_busy;
    if (!std::ranges::binary_search(policy->notes, o.amount)) return Reason::note_not_accepted;
    Decision decision;
    add_note_stacked(decision, c, o.terminal, *terminal, o.counter, o.amount);
    return decision;
}

template <>
Decision decide_on(const Context& c, const ResolveBanknote& o) {
    const Terminal* terminal = find_terminal(c, o.terminal);
    if (!terminal) return Reason::no_such_terminal;
    if (!is_valid_note(o.reason)) return Reason::reason_missing;
    const Cabinet& cabinet = cabinet_of(c.state, o.terminal);
    if (!cabinet.note || cabinet.note->counter != o.counter) return Reason::nothing_pending;
    Decision decision = CabinetItemResolved{o.terminal, o.counter, o.stacked, o.reason};
    if (o.stacked) {
        add_note_stacked(decision, c, o.terminal, *terminal, cabinet.note->counter,
                         cabinet.note->amount);
    } else {
        decision.add(BanknoteReturned{o.terminal, cabinet.note->counter});
    }
    return decision;
}

template <>
Decision decide_on(const Context& c, const ReportTicket& o) {
    const Terminal* terminal = find_terminal(c, o.terminal);
    if (!terminal) return Reason::no_such_terminal;
    const Cabinet& cabinet = cabinet_of(c.state, o.terminal);
    if (!cabinet.ticket || cabinet.ticket->counter != o.counter) return Decision();  // no news
    Decision decision;
    add_ticket_done(decision, c, o.terminal, *terminal, cabinet.ticket->ticket, o.stacked);
    return decision;
}

template <>
Decision decide_on(const Context& c, const ResolveTicket& o) {
    const Terminal* terminal = find_terminal(c, o.terminal);
    if (!terminal) return Reason::no_such_terminal;
    if (!is_valid_note(o.reason)) return Reason::reason_missing;
    const Cabinet& cabinet = cabinet_of(c.state, o.terminal);
    if (!cabinet.ticket || cabinet.ticket->counter != o.counter) return Reason::nothing_pending;
    Decision decision = CabinetItemResolved{o.terminal, o.counter, o.stacked, o.reason};
    add_ticket_done(decision, c, o.terminal, *terminal, cabinet.ticket->ticket, o.stacked);
    return decision;
}

template <>
Decision decide_on(const Context& c, const UnlockReader& o) {
    if (!find_terminal(c, o.terminal)) return Reason::no_such_terminal;
    if (!cabinet_of(c.state, o.terminal).reader_locked) return Reason::reader_not_locked;
    return ReaderUnlocked{o.terminal};
}

}  // namespace sicbo::table
