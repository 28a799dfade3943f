// SPDX-License-Identifier: MIT
#include "table/instruments_check.h"

#include <algorithm>

namespace sicbo::table {
namespace {

using Violation = std::optional<std::string>;

std::string at_terminal(TerminalId id) { return "terminal " + std::to_string(id.number); }

// Live tickets of each currency are what its account says.
Violation tickets_agree(const State& state) {
    std::map<CurrencyCode, Money> live;
    for (const auto& [name, ticket] : state.instruments.tickets) {
        if (!is_closed(ticket.state)) live[ticket.currency] += ticket.amount;
    }
    for (const auto& [account, amount] : state.ledger.balances()) {
        if (account.kind != ledger::AccountKind::tickets || account.owner == 0) continue;
        if (live[CurrencyCode{account.owner}] != amount) {
            return "tickets of " + to_text(live[CurrencyCode{account.owner}]) +
                   " are out, their account says " + to_text(amount);
        }
    }
    for (const auto& [currency, amount] : live) {
        if (state.ledger.balance(ledger::tickets(currency)) != amount) {
            return "tickets of " + to_text(amount) + " have no account";
        }
    }
    return std::nullopt;
}

// The sets that are derived from the tickets have each of them once.
Violation indexes_agree(const Instruments& instruments) {
    Instruments derived;
    for (const auto& [name, ticket] : instruments.tickets) index_ticket(derived, name, ticket);
    if (derived.expiring != instruments.expiring) return "the tickets that can expire differ";
    if (derived.closed != instruments.closed) return "the tickets that are closed differ";
    return std::nullopt;
}

// A pending ticket is in one reader, and one that is being printed in one printer.
Violation cabinets_agree(const State& state) {
    std::size_t pending = 0;
    std::size_t printing = 0;
    for (const auto& [id, cabinet] : state.instruments.cabinets) {
        const auto state_of = [&](const Hash& name) -> std::optional<TicketState> {
            const auto found = state.instruments.tickets.find(name);
            if (found == state.instruments.tickets.end()) return std::nullopt;
            return found->second.state;
        };
        if (cabinet.ticket) {
            ++pending;
            if (state_of(cabinet.ticket->ticket) != TicketState::pending) {
                return at_terminal(id) + ": the ticket in the reader is not pending";
            }
        }
        if (cabinet.printing) {
            ++printing;
            const auto its = state_of(*cabinet.printing);
            if (its != TicketState::issued && its != TicketState::print_unknown) {
                return at_terminal(id) + ": the ticket in the printer is not being printed";
            }
        }
    }
    for (const auto& [name, ticket] : state.instruments.tickets) {
        if (ticket.state == TicketState::pending) --pending;
        const bool prints =
            ticket.state == TicketState::issued || ticket.state == TicketState::print_unknown;
        if (prints) --printing;
    }
    if (pending != 0) return "a pending ticket is in no reader, or in two";
    if (printing != 0) return "a ticket that is being printed is in no printer, or in two";
    return std::nullopt;
}

// What came in by notes and tickets is part of what the terminal's meter counts, and so is what
// went out.
Violation meters_include_instruments(const State& state) {
    for (const auto& [table_id, table] : state.tables) {
        for (const auto& [id, terminal] : table.terminals) {
            const auto found = state.instruments.cabinets.find(id);
            if (found == state.instruments.cabinets.end()) continue;
            const InstrumentMeter& meter = found->second.meter;
            if (meter.notes_in + meter.tickets_in + meter.tickets_unprinted > terminal.meter.in ||
                meter.tickets_out + meter.hand_paid_credit + meter.hand_paid_wins >
                    terminal.meter.out) {
                return at_terminal(id) + ": instruments exceed the meter of the terminal";
            }
            if (meter.hand_paid_wins > terminal.meter.won) {
                return at_terminal(id) + ": attendants paid more wins than were won";
            }
            if (meter.tickets_unprinted > meter.tickets_out) {
                return at_terminal(id) + ": more tickets are unprinted than were issued";
            }
            if (-state.ledger.balance(ledger::stacker(id)) > meter.notes_in) {
                return at_terminal(id) + ": the stacker holds more than came in";
            }
        }
    }
    return std::nullopt;
}

}  // namespace

std::optional<std::string> instruments_agree(const State& state) {
    if (auto wrong = tickets_agree(state)) return wrong;
    if (auto wrong = indexes_agree(state.instruments)) return wrong;
    if (auto wrong = cabinets_agree(state)) return wrong;
    if (auto wrong = meters_include_instruments(state)) return wrong;
    for (const auto& [id, hand_pay] : state.instruments.hand_pays) {
        const auto& terminals = state.tables.at(hand_pay.table).terminals;
        if (!terminals.at(hand_pay.terminal).locked) {
            return at_terminal(hand_pay.terminal) + ": a hand pay is open and it is not locked";
        }
    }
    return std::nullopt;
}

std::optional<std::string> instruments_refer(const State& state) {
    const Instruments& instruments = state.instruments;
    const auto has_terminal = [&](TableId table, TerminalId terminal) {
        const auto found = state.tables.find(table);
        return found != state.tables.end() && found->second.terminals.contains(terminal);
    };
    if (!instruments.policies.empty() && !state.safety.safeguards) return "no caps bound tickets";
    for (const auto& [table, policy] : instruments.policies) {
        if (table && !state.tables.contains(table)) return "a cash policy is of no table";
        if (find_error(policy)) return "a cash policy is not valid";
    }
    if (!instruments.policies.empty() && !instruments.policies.contains(TableId{})) {
        return "the property has no cash policy";
    }
    for (const auto& [id, cabinet] : instruments.cabinets) {
        const bool exists = std::ranges::any_of(
            state.tables, [&](const auto& one) { return one.second.terminals.contains(id); });
        if (!exists) return "a cabinet is at no terminal";
    }
    for (const auto& [id, hand_pay] : instruments.hand_pays) {
        if (!has_terminal(hand_pay.table, hand_pay.terminal)) return "a hand pay is at no terminal";
    }
    for (const auto& [name, ticket] : instruments.tickets) {
        if (ticket.amount <= Money() || ticket.amount > money_max || ticket.last_four > 9999) {
            return "a ticket is out of range";
        }
    }
    return cabinets_agree(state);
}

}  // namespace sicbo::table
