// SPDX-License-Identifier: MIT
// What events of notes, tickets and hand pays change.
#include <algorithm>
#include <charconv>

#include "table/apply.h"

namespace sicbo::table {
namespace {

Cabinet& cabinet(const Target& t, TerminalId terminal) {
    check(t.table().terminals.contains(terminal));
    return t.state.instruments.cabinets[terminal];
}

// Drops tickets that have been closed for as long as the policy keeps them. A few for each one that
// is closed are enough, since more are never closed than were dropped.
void drop_closed_tickets(const Target& t) {
    constexpr std::int64_t day = 86'400'000;
    Instruments& instruments = t.state.instruments;
    const CashPolicy* policy = find_policy(instruments, TableId{});
    check(policy);
    const Instant limit{t.time().milliseconds - day * policy->closed_days};
    for (std::size_t dropped = 0; dropped < dropped_at_once_max; ++dropped) {
        if (instruments.closed.empty() || instruments.closed.begin()->first >= limit) return;
        const auto ticket = instruments.tickets.find(instruments.closed.begin()->second);
        check(ticket != instruments.tickets.end());
        unindex_ticket(instruments, ticket->first, ticket->second);
        instruments.tickets.erase(ticket);
    }
}

void lock_terminal(const Target& t, TerminalId terminal) { t.terminal(terminal).locked = true; }

// Ends the hand pay.
void end_hand_pay(const Target& t, HandPayId id, bool paid) {
    const auto found = t.state.instruments.hand_pays.find(id);
    check(found != t.state.instruments.hand_pays.end() && found->second.paid == paid);
    const TerminalId terminal = found->second.terminal;
    t.state.instruments.hand_pays.erase(found);
    unlock_terminal(t, terminal);
}

}  // namespace

std::string four_digits(std::uint16_t last_four) {
    check(last_four <= 9999);
    std::string digits = std::to_string(last_four);
    return digits.insert(0, 4 - digits.size(), '0');
}

std::uint16_t number_of_last_four(const std::string& last_four) {
    std::uint16_t number = 0;
    const char* end = last_four.data() + last_four.size();
    const auto read = std::from_chars(last_four.data(), end, number);
    check(read.ptr == end && last_four.size() == 4);
    return number;
}

TicketRecord& change_ticket(const Target& t, const Hash& name, TicketState from, TicketState to,
                            TerminalId terminal) {
    Instruments& instruments = t.state.instruments;
    TicketRecord& ticket = instruments.tickets.at(name);
    check(ticket.state == from);
    unindex_ticket(instruments, name, ticket);
    ticket.state = to;
    ticket.changed_at = t.time();
    ticket.changed_by = t.event.stamp.actor;
    ticket.changed_table = t.id();
    ticket.changed_terminal = terminal;
    index_ticket(instruments, name, ticket);
    if (is_closed(to)) drop_closed_tickets(t);
    return ticket;
}

void unlock_terminal(const Target& t, TerminalId terminal) {
    const Instruments& instruments = t.state.instruments;
    const auto is_here = [&](const auto& one) { return one.second.terminal == terminal; };
    const bool paying = std::ranges::any_of(instruments.hand_pays, is_here);
    const bool disputed = std::ranges::any_of(t.state.cage.disputes, is_here);
    const auto found = instruments.cabinets.find(terminal);
    const bool printing =
        found != instruments.cabinets.end() && found->second.printing &&
        instruments.tickets.at(*found->second.printing).state == TicketState::print_unknown;
    t.terminal(terminal).locked = paying || disputed || printing;
}

void mark_hand_paid(const Target& t, HandPayId id, StayId stay, Money amount) {
    HandPay& hand_pay = t.state.instruments.hand_pays.at(id);
    check(!hand_pay.paid && hand_pay.amount == amount && hand_pay.stay == stay);
    check(hand_pay.table == t.id());
    hand_pay.paid = true;
    InstrumentMeter& meter = cabinet(t, hand_pay.terminal).meter;
    (hand_pay.kind == HandPayKind::large_win ? meter.hand_paid_wins : meter.hand_paid_credit) +=
        amount;
    t.meter(stay).out += amount;
}

template <>
void apply_to(const Target& t, const CashPolicySet& e) {
    check(!find_error(e.policy));
    if (t.state.instruments.empty()) begin_cash_meters(t.state);
    t.state.instruments.policies[t.id()] = e.policy;
}

template <>
void apply_to(const Target& t, const TicketCreated& e) {
    check(e.amount > Money() && !t.stay(e.stay).ended);
    TicketRecord ticket;
    ticket.amount = e.amount;
    ticket.issued_at = t.time();
    ticket.expires_at = e.expires_at.value_or(never);
    ticket.changed_at = t.time();
    ticket.job = e.job;
    ticket.currency = t.table().configuration.currency_code();
    ticket.table = t.id();
    ticket.terminal = e.terminal;
    ticket.stay = e.stay;
    ticket.changed_table = t.id();
    ticket.changed_terminal = e.terminal;
    ticket.changed_by = t.event.stamp.actor;
    ticket.last_four = number_of_last_four(e.last_four);
    check(t.moves_only(ledger::credit(e.stay), ledger::tickets(ticket.currency), e.amount));
    const bool is_new = t.state.instruments.tickets.emplace(e.ticket, ticket).second;
    check(is_new);
    index_ticket(t.state.instruments, e.ticket, ticket);
    Cabinet& its = cabinet(t, e.terminal);
    check(!its.printing && e.job == its.job + 1);
    its.job = e.job;
    its.printing = e.ticket;
    its.meter.tickets_out += e.amount;
    t.meter(e.stay).out += e.amount;
}

template <>
void apply_to(const Target& t, const TicketPrinted& e) {
    check(cabinet(t, e.terminal).printing == e.ticket);
    cabinet(t, e.terminal).printing.reset();
    change_ticket(t, e.ticket, TicketState::issued, TicketState::printed, e.terminal);
}

template <>
void apply_to(const Target& t, const TicketNotPrinted& e) {
    check(cabinet(t, e.terminal).printing == e.ticket);
    cabinet(t, e.terminal).printing.reset();
    const TicketRecord ticket =
        change_ticket(t, e.ticket, TicketState::issued, TicketState::voided, e.terminal);
    check(ticket.amount == e.amount);
    const ledger::Account to = payee(t.state, ticket.stay);
    check(t.moves_only(ledger::tickets(ticket.currency), to, e.amount));
    if (to != ledger::credit(ticket.stay)) return;
    cabinet(t, e.terminal).meter.tickets_unprinted += e.amount;
    t.meter(ticket.stay).in += e.amount;
}

template <>
void apply_to(const Target& t, const PrintUnknown& e) {
    check(cabinet(t, e.terminal).printing == e.ticket);
    change_ticket(t, e.ticket, TicketState::issued, TicketState::print_unknown, e.terminal);
    lock_terminal(t, e.terminal);
}

template <>
void apply_to(const Target& t, const PrintResolved& e) {
    check(cabinet(t, e.terminal).printing == e.ticket && !e.reason.empty());
    cabinet(t, e.terminal).printing.reset();
    const TicketState from = t.state.instruments.tickets.at(e.ticket).state;
    check(from == TicketState::issued || from == TicketState::print_unknown);
    const TicketState to = e.printed ? TicketState::printed : TicketState::voided;
    const TicketRecord ticket = change_ticket(t, e.ticket, from, to, e.terminal);
    if (!e.printed) {
        check(e.paid == ticket.amount);
        check(t.moves_only(ledger::tickets(ticket.currency), ledger::cash(t.id()), e.paid));
    }
    unlock_terminal(t, e.terminal);
}

template <>
void apply_to(const Target& t, const TicketPending& e) {
    Cabinet& its = cabinet(t, e.terminal);
    check(!its.ticket && e.counter > its.ticket_counter);
    its.ticket = TicketInReader{e.counter, e.ticket, t.time()};
    its.ticket_counter = e.counter;
    its.misses = 0;
    const TicketRecord& ticket =
        change_ticket(t, e.ticket, TicketState::printed, TicketState::pending, e.terminal);
    check(ticket.amount == e.amount);
}

template <>
void apply_to(const Target& t, const TicketRejected& e) {
    Cabinet& its = cabinet(t, e.terminal);
    check(e.counter > its.ticket_counter);
    its.ticket_counter = e.counter;
    if (e.reason == Reason::no_such_ticket) ++its.misses;
    check(!e.locked || its.misses >= ticket_misses_max);
    if (e.locked) its.reader_locked = true;
}

template <>
void apply_to(const Target& t, const TicketCredited& e) {
    Cabinet& its = cabinet(t, e.terminal);
    check(its.ticket && its.ticket->ticket == e.ticket && !t.stay(e.stay).ended);
    its.ticket.reset();
    its.meter.tickets_in += e.amount;
    const TicketRecord ticket =
        change_ticket(t, e.ticket, TicketState::pending, TicketState::redeemed, e.terminal);
    check(ticket.amount == e.amount);
    check(t.moves_only(ledger::tickets(ticket.currency), ledger::credit(e.stay), e.amount));
    t.meter(e.stay).in += e.amount;
}

template <>
void apply_to(const Target& t, const TicketReturned& e) {
    Cabinet& its = cabinet(t, e.terminal);
    check(its.ticket && its.ticket->ticket == e.ticket);
    its.ticket.reset();
    change_ticket(t, e.ticket, TicketState::pending, TicketState::printed, e.terminal);
}

template <>
void apply_to(const Target& t, const CabinetItemResolved& e) {
    check(!e.reason.empty() && (cabinet(t, e.terminal).note || cabinet(t, e.terminal).ticket));
}

template <>
void apply_to(const Target& t, const BanknotePending& e) {
    Cabinet& its = cabinet(t, e.terminal);
    check(!its.note && e.counter > its.note_counter && e.amount > Money());
    its.note = BanknoteInAcceptor{e.counter, e.amount, t.time()};
    its.note_counter = e.counter;
}

template <>
void apply_to(const Target& t, const BanknoteRejected& e) {
    Cabinet& its = cabinet(t, e.terminal);
    check(e.counter > its.note_counter);
    its.note_counter = e.counter;
}

template <>
void apply_to(const Target& t, const BanknoteStacked& e) {
    Cabinet& its = cabinet(t, e.terminal);
    const bool was_pending =
        its.note && its.note->counter == e.counter && its.note->amount == e.amount;
    check(was_pending || (!its.note && e.counter > its.note_counter));
    check(t.moves_only(ledger::stacker(e.terminal), ledger::credit(e.stay), e.amount));
    its.note.reset();
    its.note_counter = e.counter;
    its.meter.notes_in += e.amount;
    t.meter(e.stay).in += e.amount;
}

template <>
void apply_to(const Target& t, const BanknoteReturned& e) {
    Cabinet& its = cabinet(t, e.terminal);
    check(its.note && its.note->counter == e.counter);
    its.note.reset();
}

template <>
void apply_to(const Target& t, const CabinetReported& e) {
    cabinet(t, e.terminal).status = e.status;
}

template <>
void apply_to(const Target& t, const ReaderUnlocked& e) {
    Cabinet& its = cabinet(t, e.terminal);
    check(its.reader_locked);
    its.reader_locked = false;
    its.misses = 0;
}

template <>
void apply_to(const Target& t, const HandPayRequested& e) {
    Instruments& instruments = t.state.instruments;
    check(e.hand_pay.number == instruments.hand_pays_requested + 1 && e.amount > Money());
    check(t.terminal(e.terminal).stay == e.stay);
    instruments.hand_pays_requested = e.hand_pay.number;
    if (e.kind == HandPayKind::large_win) count_win(t.state, e.terminal, -e.amount);
    instruments.hand_pays.emplace(
        e.hand_pay, HandPay{t.id(), e.terminal, e.stay, e.amount, e.kind, t.time(), false});
    lock_terminal(t, e.terminal);
}

template <>
void apply_to(const Target& t, const HandPaid& e) {
    check(t.moves_only(ledger::credit(e.stay), ledger::cash(t.id()), e.amount));
    mark_hand_paid(t, e.hand_pay, e.stay, e.amount);
}

template <>
void apply_to(const Target& t, const HandPayAcknowledged& e) {
    end_hand_pay(t, e.hand_pay, true);
}

template <>
void apply_to(const Target& t, const HandPayCancelled& e) {
    check(!e.reason.empty());
    const HandPay& hand_pay = t.state.instruments.hand_pays.at(e.hand_pay);
    if (hand_pay.kind == HandPayKind::large_win) {
        count_win(t.state, hand_pay.terminal, hand_pay.amount);
    }
    end_hand_pay(t, e.hand_pay, false);
}

template <>
void apply_to(const Target& t, const TicketVoided& e) {
    const TicketRecord ticket =
        change_ticket(t, e.ticket, TicketState::printed, TicketState::voided, {});
    check(ticket.amount == e.amount && !e.reason.empty());
    check(!e.stay || ticket.stay == e.stay);
    const ledger::Account to =
        e.stay ? ledger::unclaimed(e.stay) : ledger::expired(ticket.currency);
    check(t.moves_only(ledger::tickets(ticket.currency), to, e.amount));
}

template <>
void apply_to(const Target& t, const TicketExpired& e) {
    const TicketRecord ticket =
        change_ticket(t, e.ticket, TicketState::printed, TicketState::expired, {});
    check(ticket.amount == e.amount && ticket.expires_at <= t.time());
    check(
        t.moves_only(ledger::tickets(ticket.currency), ledger::expired(ticket.currency), e.amount));
}

}  // namespace sicbo::table
