// SPDX-License-Identifier: MIT
// What cashiers sell, redeem, pay and take at the cage.
#include <algorithm>

#include "table/cage.h"

namespace sicbo::table {
namespace {

// Returns why the ticket is not redeemed at the counter; nothing if it is.
std::optional<Reason> refusal_for_ticket(const Context& c, const Counter& counter,
                                         const CashTicket& o) {
    if (counter.reader_locked) return Reason::reader_locked;
    if (o.last_four.empty()) return Reason::ticket_misread;
    if (auto reason = refusal_to_redeem(c, o.ticket, o.closed, counter.currency)) return reason;
    return std::nullopt;
}

// Returns why the stay of a table can't be paid at the counter; nothing if it can.
std::optional<Reason> refusal_for_stay(const Context& c, const Counter& counter, StayId stay) {
    const auto found = c.state.stays.find(stay);
    if (found == c.state.stays.end()) return Reason::no_such_stay;
    if (c.state.tables.at(found->second.table).configuration.currency_code() != counter.currency) {
        return Reason::other_currency;
    }
    return std::nullopt;
}

// Returns why the ticket is not paid although it is closed; nothing if it is. Expired tickets are,
// and void ones that were sold at the cage: the money of other void tickets is kept for a player.
std::optional<Reason> refusal_for_expired(const TicketRecord& ticket, CurrencyCode currency) {
    switch (ticket.state) {
        case TicketState::issued:
        case TicketState::print_unknown: return Reason::ticket_not_printed;
        case TicketState::pending: return Reason::ticket_pending;
        case TicketState::printed: return Reason::ticket_not_expired;
        case TicketState::redeemed: return Reason::ticket_redeemed;
        case TicketState::voided:
            if (ticket.table) return Reason::ticket_voided;
            break;
        case TicketState::expired: break;
    }
    if (ledger::is_training(ticket.currency) != ledger::is_training(currency)) {
        return Reason::ticket_training;
    }
    if (ticket.currency != currency) return Reason::ticket_currency;
    return std::nullopt;
}

Decision refused_ticket(const Context& c, const Hash& ticket, Reason reason) {
    Decision decision = reason;
    decision.detail = history_of(c.state, ticket);
    return decision;
}

}  // namespace

template <>
Decision decide_on(const Context& c, const SellTicket& o) {
    const auto counter = own_counter(c, o.counter);
    if (!counter) return counter.error();
    const CurrencyCode currency = (*counter)->currency;
    if (ledger::is_training(currency) && has_real_table(c.state)) return Reason::training_table;
    if (!is_last_four(o.last_four)) return Reason::bad_ticket_number;
    if (c.state.instruments.tickets.contains(o.ticket)) return Reason::ticket_number_taken;
    const CashPolicy* policy = find_policy(c.state.instruments, {});
    const Safeguards* caps = safeguards_of(c);
    check(policy && caps);
    if (o.amount < policy->ticket_min) return Reason::amount_out_of_range;
    if (o.amount > std::min(policy->ticket_max, caps->ticket_max)) {
        return Reason::ticket_above_maximum;
    }
    if (auto reason = refusal_for_cash(c, **counter, Flow::in, o.amount, o.patron)) return *reason;
    return Decision().add(TicketSold{o.counter, o.ticket, o.last_four, o.amount,
                                     expiry(*policy, c.stamp.at), o.patron},
                          {{ledger::cage(currency), ledger::tickets(currency), o.amount}});
}

// A refusal is recorded: three unknown numbers in a row lock the reader of the counter.
template <>
Decision decide_on(const Context& c, const CashTicket& o) {
    const auto counter = own_counter(c, o.counter);
    if (!counter) return counter.error();
    if (!o.last_four.empty() && !is_last_four(o.last_four)) return Reason::bad_ticket_number;
    if (const auto reason = refusal_for_ticket(c, **counter, o)) {
        const bool miss = *reason == Reason::no_such_ticket;
        const bool locked = miss && (*counter)->misses + 1 >= ticket_misses_max;
        Decision decision =
            CounterTicketRejected{o.counter, o.ticket, o.last_four, *reason, locked};
        decision.refusal = Refusal{*reason};
        decision.detail = history_of(c.state, o.ticket);
        return decision;
    }
    const TicketRecord& ticket = c.state.instruments.tickets.at(o.ticket);
    if (auto reason = refusal_for_cash(c, **counter, Flow::out, ticket.amount, o.patron)) {
        return *reason;
    }
    const CurrencyCode currency = (*counter)->currency;
    Decision decision;
    decision.add(TicketCashed{o.counter, o.ticket, ticket.amount, o.patron},
                 {{ledger::tickets(currency), ledger::cage(currency), ticket.amount}});
    add_alert_for_sold_ticket(decision, c, ticket);
    return decision;
}

template <>
Decision decide_on(const Context& c, const UnlockCounter& o) {
    if (c.stamp.table) return Reason::not_at_the_cage;
    const auto found = c.state.cage.counters.find(o.counter);
    if (found == c.state.cage.counters.end()) return Reason::no_such_counter;
    if (!found->second.reader_locked) return Reason::reader_not_locked;
    return CounterUnlocked{o.counter};
}

template <>
Decision decide_on(const Context& c, const CashHandPay& o) {
    const auto counter = own_counter(c, o.counter);
    if (!counter) return counter.error();
    const auto found = c.state.instruments.hand_pays.find(o.hand_pay);
    if (found == c.state.instruments.hand_pays.end()) return Reason::no_such_hand_pay;
    const HandPay& hand_pay = found->second;
    if (hand_pay.paid) return Reason::hand_pay_paid;
    if (auto reason = refusal_for_stay(c, **counter, hand_pay.stay)) return *reason;
    // A correction of an earlier round may have taken some of it.
    if (c.state.ledger.balance(ledger::credit(hand_pay.stay)) < hand_pay.amount) {
        return Reason::not_enough_credit;
    }
    if (auto reason = refusal_for_cash(c, **counter, Flow::out, hand_pay.amount, o.patron)) {
        return *reason;
    }
    Decision decision;
    decision.add(
        HandPayCashed{o.counter, o.hand_pay, hand_pay.stay, hand_pay.amount, o.patron},
        {{ledger::credit(hand_pay.stay), ledger::cage((*counter)->currency), hand_pay.amount}},
        hand_pay.table);
    add_alert_for_hand_pay(decision, c, hand_pay);
    return decision;
}

template <>
Decision decide_on(const Context& c, const CashUnclaimed& o) {
    const auto counter = own_counter(c, o.counter);
    if (!counter) return counter.error();
    if (auto reason = refusal_for_stay(c, **counter, o.stay)) return *reason;
    const Money kept = c.state.ledger.balance(ledger::unclaimed(o.stay));
    if (kept == Money()) return Reason::nothing_to_pay;
    const TableId table = c.state.stays.at(o.stay).table;
    const Money owed = -c.state.ledger.balance(ledger::receivable(o.stay));
    const Money taken = std::min(owed, kept);
    Decision decision;
    if (taken > Money()) {
        decision.add(ReceivableCollected{o.stay, taken},
                     {{ledger::unclaimed(o.stay), ledger::receivable(o.stay), taken}}, table);
    }
    const Money left = kept - taken;
    if (left == Money()) return decision;
    if (auto reason = refusal_for_cash(c, **counter, Flow::out, left, o.patron)) return *reason;
    return decision.add(UnclaimedCashed{o.counter, o.stay, left, o.patron},
                        {{ledger::unclaimed(o.stay), ledger::cage((*counter)->currency), left}},
                        table);
}

template <>
Decision decide_on(const Context& c, const TakeReceivable& o) {
    const auto counter = own_counter(c, o.counter);
    if (!counter) return counter.error();
    if (auto reason = refusal_for_stay(c, **counter, o.stay)) return *reason;
    const Money owed = -c.state.ledger.balance(ledger::receivable(o.stay));
    if (owed == Money()) return Reason::nothing_owed;
    if (o.amount > owed) return Reason::amount_out_of_range;
    if (auto reason = refusal_for_cash(c, **counter, Flow::in, o.amount, o.patron)) return *reason;
    return Decision().add(
        ReceivableTaken{o.counter, o.stay, o.amount, o.patron},
        {{ledger::cage((*counter)->currency), ledger::receivable(o.stay), o.amount}},
        c.state.stays.at(o.stay).table);
}

template <>
Decision decide_on(const Context& c, const VoidSoldTicket& o) {
    if (c.stamp.table) return Reason::not_at_the_cage;
    if (!is_valid_note(o.reason)) return Reason::reason_missing;
    const auto found = c.state.instruments.tickets.find(o.ticket);
    const bool sold = found != c.state.instruments.tickets.end() && !found->second.table;
    if (!sold) return Reason::no_such_ticket;
    const TicketRecord& ticket = found->second;
    if (auto reason = refusal_to_redeem(c, o.ticket, false, ticket.currency)) {
        return refused_ticket(c, o.ticket, *reason);
    }
    return Decision().add(
        TicketVoided{o.ticket, {}, ticket.amount, o.reason},
        {{ledger::tickets(ticket.currency), ledger::expired(ticket.currency), ticket.amount}});
}

template <>
Decision decide_on(const Context& c, const CashExpired& o) {
    const auto counter = own_counter(c, o.counter);
    if (!counter) return counter.error();
    if (!is_valid_note(o.reason)) return Reason::reason_missing;
    const auto found = c.state.instruments.tickets.find(o.ticket);
    if (found == c.state.instruments.tickets.end()) return Reason::no_such_ticket;
    const TicketRecord& ticket = found->second;
    const CurrencyCode currency = (*counter)->currency;
    if (auto reason = refusal_for_expired(ticket, currency)) {
        return refused_ticket(c, o.ticket, *reason);
    }
    if (auto reason = refusal_for_cash(c, **counter, Flow::out, ticket.amount, o.patron)) {
        return *reason;
    }
    Decision decision;
    decision.add(ExpiredCashed{o.counter, o.ticket, ticket.amount, o.reason, o.patron},
                 {{ledger::expired(currency), ledger::cage(currency), ticket.amount}});
    add_alert_for_sold_ticket(decision, c, ticket);
    return decision;
}

}  // namespace sicbo::table
