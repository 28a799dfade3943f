// SPDX-License-Identifier: MIT
// The orders that may have led to an event about notes, tickets and hand pays, for the audit of
// commands (command_audit.cpp). Private to src/store.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "store/command_audit.h"
#include "table/engine.h"

namespace sicbo::store {

using Orders = std::vector<table::Order>;

// Called with the fact of the first of `events`, in the state before it. Where the journal does not
// contain a field of the order because it had no effect, any value will do.
struct InstrumentOrders {
    const table::State& state;
    std::span<const DecodedEvent> events;

    const table::Stamp& stamp() const { return events.front().event.stamp; }
    // Returns the first fact of type F among the events with the same actor and request. Commands
    // of the system all have request 0, so for them it may be a fact of a later command.
    template <class F>
    const F* first_of() const {
        for (const DecodedEvent& decoded : events) {
            const table::Stamp& its = decoded.event.stamp;
            if (its.actor != stamp().actor || its.request != stamp().request) break;
            if (const auto* fact = get_if<F>(&decoded.event.fact)) return fact;
        }
        return nullptr;
    }
    const table::Cabinet& cabinet_of(TerminalId terminal) const {
        static const table::Cabinet none;
        const auto found = state.instruments.cabinets.find(terminal);
        return found == state.instruments.cabinets.end() ? none : found->second;
    }
    // The note or ticket that was stacked.
    table::Order instrument_into(TerminalId terminal) const {
        const auto* note = first_of<table::BanknoteStacked>();
        if (note && note->terminal == terminal) {
            return table::ReportBanknote{terminal, note->counter, note->amount, true};
        }
        return stacked_ticket(terminal);
    }
    table::ReportTicket stacked_ticket(TerminalId terminal) const {
        const table::Cabinet& cabinet = cabinet_of(terminal);
        return {terminal, cabinet.ticket ? cabinet.ticket->counter : 0, true};
    }
    // A cash-out. If no ticket came of it, its name is not known and any will do.
    table::CashOut cash_out(TerminalId terminal) const {
        const auto* ticket = first_of<table::TicketCreated>();
        if (!ticket) return {terminal, sha256("any"), "0000"};
        return {terminal, ticket->ticket, ticket->last_four};
    }

    Orders operator()(const table::CashPolicySet& e) const {
        return {table::SetCashPolicy{e.policy}};
    }
    Orders operator()(const table::TicketCreated& e) const { return {cash_out(e.terminal)}; }
    Orders operator()(const table::TicketPrinted& e) const {
        return {table::ReportPrint{e.terminal, cabinet_of(e.terminal).job,
                                   table::PrintResult::printed}};
    }
    Orders operator()(const table::TicketNotPrinted& e) const {
        return {table::ReportPrint{e.terminal, cabinet_of(e.terminal).job,
                                   table::PrintResult::not_printed}};
    }
    Orders operator()(const table::PrintUnknown& e) const {
        return {table::ReportPrint{e.terminal, cabinet_of(e.terminal).job,
                                   table::PrintResult::unknown}};
    }
    Orders operator()(const table::TicketPending& e) const { return {present(e)}; }
    table::PresentTicket present(const table::TicketPending& e) const {
        const auto found = state.instruments.tickets.find(e.ticket);
        if (found == state.instruments.tickets.end()) return {};
        return {e.terminal, e.counter, e.ticket, table::four_digits(found->second.last_four),
                false};
    }
    Orders operator()(const table::TicketRejected& e) const {
        const bool closed = e.reason == table::Reason::ticket_closed;
        return {table::PresentTicket{e.terminal, e.counter, e.ticket, e.last_four, closed}};
    }
    Orders operator()(const table::TicketCredited& e) const { return {stacked_ticket(e.terminal)}; }
    Orders operator()(const table::TicketReturned& e) const {
        const table::Cabinet& cabinet = cabinet_of(e.terminal);
        return {
            table::ReportTicket{e.terminal, cabinet.ticket ? cabinet.ticket->counter : 0, false}};
    }
    Orders operator()(const table::BanknotePending& e) const {
        return {table::PresentBanknote{e.terminal, e.counter, e.amount}};
    }
    Orders operator()(const table::BanknoteRejected& e) const {
        return {table::PresentBanknote{e.terminal, e.counter, e.amount}};
    }
    Orders operator()(const table::BanknoteStacked& e) const {
        return {table::ReportBanknote{e.terminal, e.counter, e.amount, true}};
    }
    Orders operator()(const table::BanknoteReturned& e) const {
        const table::Cabinet& cabinet = cabinet_of(e.terminal);
        const Money amount = cabinet.note ? cabinet.note->amount : Money();
        return {table::ReportBanknote{e.terminal, e.counter, amount, false}};
    }
    Orders operator()(const table::CabinetReported& e) const {
        return {table::ReportCabinet{e.terminal, e.status}};
    }
    Orders operator()(const table::ReaderUnlocked& e) const {
        return {table::UnlockReader{e.terminal}};
    }
    Orders operator()(const table::HandPayRequested& e) const { return {cash_out(e.terminal)}; }
    Orders operator()(const table::HandPaid& e) const { return {table::PayByHand{e.hand_pay}}; }
    Orders operator()(const table::HandPayAcknowledged& e) const {
        return {table::AcknowledgeHandPay{e.hand_pay}};
    }
    Orders operator()(const table::HandPayCancelled& e) const {
        Orders orders = {table::CancelHandPay{e.hand_pay, e.reason}};
        const auto found = state.instruments.hand_pays.find(e.hand_pay);
        if (found != state.instruments.hand_pays.end()) {
            orders.emplace_back(table::UnlockTerminal{found->second.terminal});
        }
        return orders;
    }
    Orders operator()(const table::TicketExpired&) const { return {table::ExpireTickets{}}; }
    // Behind the approval of the second person.
    Orders operator()(const table::PrintResolved&) const { return {}; }
    Orders operator()(const table::CabinetItemResolved&) const { return {}; }
    Orders operator()(const table::TicketVoided&) const { return {}; }
};

}  // namespace sicbo::store
