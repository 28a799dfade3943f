// SPDX-License-Identifier: MIT
// What the events of the cage change.
#include "table/apply_cage.h"

namespace sicbo::table {
namespace {

Counter& counter(const Target& t, CounterId id) { return t.state.cage.counters.at(id); }

CashierShift& shift(const Target& t, CounterId id) {
    Counter& its = counter(t, id);
    check(its.shift.has_value());
    return *its.shift;
}

// Adds the payment to what the patron has paid in or been paid in this gaming day.
void count_patron(const Target& t, Money in, Money out, const Patron& patron) {
    if (patron.reference.empty()) return;
    Cage& cage = t.state.cage;
    const std::uint64_t day = gaming_day(cage.policy, t.time());
    if (cage.day != day) cage.patrons.clear();
    cage.day = day;
    PatronDay& today = cage.patrons[patron.reference];
    today.in += in;
    today.out += out;
}

// Counts what a count found more or less than expected, and checks that it was posted.
void count_difference(const Target& t, Counter& its, Money expected, Money counted) {
    const ledger::Account cage = ledger::cage(its.currency);
    const ledger::Account variance = ledger::variance(its.currency);
    if (counted > expected) {
        check(t.moves_only(cage, variance, counted - expected));
        its.meter.over += counted - expected;
    } else if (counted < expected) {
        check(t.moves_only(variance, cage, expected - counted));
        its.meter.missing += expected - counted;
    } else {
        check(t.event.postings.empty());
    }
}

}  // namespace

void take_cash(const Target& t, CounterId id, Money amount, const Patron& patron) {
    check(amount > Money());
    shift(t, id).in += amount;
    counter(t, id).meter.in += amount;
    count_patron(t, amount, Money(), patron);
}

void pay_cash(const Target& t, CounterId id, Money amount, const Patron& patron) {
    check(amount > Money() && amount <= shift(t, id).expected());
    shift(t, id).out += amount;
    counter(t, id).meter.out += amount;
    count_patron(t, Money(), amount, patron);
}

template <>
void apply_to(const Target& t, const CagePolicySet& e) {
    check(!find_error(e.policy));
    t.state.cage.policy = e.policy;
    t.state.cage.patrons.clear();  // the day may begin at another time
}

template <>
void apply_to(const Target& t, const ShiftOpened& e) {
    check(t.event.stamp.actor.kind == ActorKind::person && e.counted >= Money());
    const auto [found, is_new] = t.state.cage.counters.try_emplace(e.counter);
    Counter& its = found->second;
    check(is_new == !e.expected.has_value() && !its.shift);
    if (is_new) its.currency = e.currency;
    check(its.currency == e.currency && (is_new || its.left == *e.expected));
    count_difference(t, its, e.expected.value_or(e.counted), e.counted);
    its.shift.emplace();
    its.shift->cashier = PersonId{t.event.stamp.actor.number};
    its.shift->opened_at = t.time();
    its.shift->opening = e.counted;
}

template <>
void apply_to(const Target& t, const ShiftClosed& e) {
    Counter& its = counter(t, e.counter);
    check(shift(t, e.counter).expected() == e.expected && e.counted >= Money());
    check(its.shift->cashier == e.cashier);
    count_difference(t, its, e.expected, e.counted);
    its.left = e.counted;
    its.shift.reset();
}

template <>
void apply_to(const Target& t, const FloatMoved& e) {
    CashierShift& its = shift(t, e.counter);
    check(e.amount > Money() && !e.reason.empty() && t.event.postings.empty());
    (e.in ? its.vault_in : its.vault_out) += e.amount;
    check(its.expected() >= Money());
}

template <>
void apply_to(const Target& t, const CounterAdjusted& e) {
    CashierShift& its = shift(t, e.counter);
    check(e.amount > Money() && !e.reason.empty());
    const Money before = its.expected();
    its.adjusted += e.more ? e.amount : -e.amount;
    check(its.expected() >= Money());
    count_difference(t, counter(t, e.counter), before, its.expected());
}

template <>
void apply_to(const Target& t, const TicketSold& e) {
    const CurrencyCode currency = counter(t, e.counter).currency;
    check(t.moves_only(ledger::cage(currency), ledger::tickets(currency), e.amount));
    TicketRecord ticket;
    ticket.amount = e.amount;
    ticket.issued_at = t.time();
    ticket.expires_at = e.expires_at.value_or(never);
    ticket.changed_at = t.time();
    ticket.changed_by = t.event.stamp.actor;
    ticket.currency = currency;
    ticket.last_four = number_of_last_four(e.last_four);
    ticket.state = TicketState::printed;
    const bool is_new = t.state.instruments.tickets.emplace(e.ticket, ticket).second;
    check(is_new);
    index_ticket(t.state.instruments, e.ticket, ticket);
    take_cash(t, e.counter, e.amount, e.patron);
}

template <>
void apply_to(const Target& t, const TicketCashed& e) {
    Counter& its = counter(t, e.counter);
    const TicketRecord ticket =
        change_ticket(t, e.ticket, TicketState::printed, TicketState::redeemed, {});
    check(ticket.amount == e.amount && ticket.currency == its.currency);
    check(t.moves_only(ledger::tickets(its.currency), ledger::cage(its.currency), e.amount));
    its.misses = 0;
    pay_cash(t, e.counter, e.amount, e.patron);
}

template <>
void apply_to(const Target& t, const CounterTicketRejected& e) {
    Counter& its = counter(t, e.counter);
    if (e.reason == Reason::no_such_ticket) ++its.misses;
    check(!e.locked || its.misses >= ticket_misses_max);
    if (e.locked) its.reader_locked = true;
}

template <>
void apply_to(const Target& t, const CounterUnlocked& e) {
    Counter& its = counter(t, e.counter);
    check(its.reader_locked);
    its.reader_locked = false;
    its.misses = 0;
}

template <>
void apply_to(const Target& t, const HandPayCashed& e) {
    const ledger::Account cage = ledger::cage(counter(t, e.counter).currency);
    check(t.moves_only(ledger::credit(e.stay), cage, e.amount));
    mark_hand_paid(t, e.hand_pay, e.stay, e.amount);
    pay_cash(t, e.counter, e.amount, e.patron);
}

template <>
void apply_to(const Target& t, const UnclaimedCashed& e) {
    const ledger::Account cage = ledger::cage(counter(t, e.counter).currency);
    check(t.moves_only(ledger::unclaimed(e.stay), cage, e.amount));
    pay_cash(t, e.counter, e.amount, e.patron);
}

template <>
void apply_to(const Target& t, const ReceivableTaken& e) {
    const ledger::Account cage = ledger::cage(counter(t, e.counter).currency);
    check(t.moves_only(cage, ledger::receivable(e.stay), e.amount));
    take_cash(t, e.counter, e.amount, e.patron);
}

template <>
void apply_to(const Target& t, const ExpiredCashed& e) {
    const CurrencyCode currency = counter(t, e.counter).currency;
    const TicketState before = t.state.instruments.tickets.at(e.ticket).state;
    check(before == TicketState::expired || before == TicketState::voided);
    const TicketRecord ticket = change_ticket(t, e.ticket, before, TicketState::redeemed, {});
    check(ticket.amount == e.amount && ticket.currency == currency && !e.reason.empty());
    check(before == TicketState::expired || !ticket.table);
    check(t.moves_only(ledger::expired(currency), ledger::cage(currency), e.amount));
    pay_cash(t, e.counter, e.amount, e.patron);
}

}  // namespace sicbo::table
