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
    if (currency_of(c.state.tables.at(found->second.table)) != counter.currency) {
        return Reason::other_currency;
    }
    return std::nullopt;
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
    return Decision().add(TicketCashed{o.counter, o.ticket, ticket.amount, o.patron},
                          {{ledger::tickets(currency), ledger::cage(currency), ticket.amount}});
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
    return Decision().add(
        HandPayCashed{o.counter, o.hand_pay, hand_pay.stay, hand_pay.amount, o.patron},
        {{ledger::credit(hand_pay.stay), ledger::cage((*counter)->currency), hand_pay.amount}},
        hand_pay.table);
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

}  // namespace sicbo::table
