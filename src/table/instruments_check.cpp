// SPDX-License-Identifier: MIT
#include "table/instruments_check.h"

#include <algorithm>
#include <map>
#include <set>

namespace sicbo::table {
namespace {

using Violation = std::optional<std::string>;

std::string at_terminal(TerminalId id) { return "terminal " + std::to_string(id.number); }

// Live tickets of each currency are what its account says.
Violation find_ticket_discrepancy(const State& state) {
    const auto& live = state.instruments.totals.live;
    const auto& balances = state.ledger.balances();
    const ledger::Account first{ledger::AccountKind::tickets, 1};  // 0 owns tickets by number
    std::size_t accounts = 0;
    for (auto it = balances.lower_bound(first); it != balances.end(); ++it) {
        const auto& [account, amount] = *it;
        if (account.kind != ledger::AccountKind::tickets) break;
        if (amount == Money()) continue;
        ++accounts;
        const auto out = live.find(CurrencyCode{account.owner});
        const Money of_tickets = out == live.end() ? Money() : out->second;
        if (of_tickets != amount) {
            return "tickets of " + to_text(of_tickets) + " are out, their account says " +
                   to_text(amount);
        }
    }
    if (accounts != live.size()) return "tickets are out that have no account";
    return std::nullopt;
}

// What is derived from the tickets has as many as there are.
Violation find_count_discrepancy(const Instruments& instruments) {
    const TicketTotals& totals = instruments.totals;
    std::size_t all = 0;
    std::size_t closed = 0;
    for (std::size_t i = 0; i < totals.count.size(); ++i) {
        all += totals.count[i];
        if (is_closed(static_cast<TicketState>(i))) closed += totals.count[i];
    }
    if (all != instruments.tickets.size()) return "tickets are not counted";
    if (closed != instruments.closed.size()) return "closed tickets are not indexed";
    if (instruments.expiring.size() > totals.of(TicketState::printed)) {
        return "tickets that are not printed can expire";
    }
    return std::nullopt;
}

// What is derived from the tickets has each of them once. Walks all tickets.
Violation find_index_discrepancy(const Instruments& instruments) {
    Instruments derived;
    for (const auto& [name, ticket] : instruments.tickets) index_ticket(derived, name, ticket);
    if (derived.expiring != instruments.expiring) return "the tickets that can expire differ";
    if (derived.closed != instruments.closed) return "the tickets that are closed differ";
    if (derived.totals != instruments.totals) return "the totals of the tickets differ";
    return std::nullopt;
}

// A pending ticket is in one reader, and one that is being printed in one printer.
Violation find_cabinet_discrepancy(const State& state) {
    std::set<Hash> pending;
    std::set<Hash> printing;
    const auto& tickets = state.instruments.tickets;
    for (const auto& [id, cabinet] : state.instruments.cabinets) {
        const auto state_of = [&](const Hash& name) -> std::optional<TicketState> {
            const auto found = tickets.find(name);
            if (found == tickets.end()) return std::nullopt;
            return found->second.state;
        };
        if (cabinet.ticket) {
            if (state_of(cabinet.ticket->ticket) != TicketState::pending) {
                return at_terminal(id) + ": the ticket in the reader is not pending";
            }
            if (!pending.insert(cabinet.ticket->ticket).second) {
                return at_terminal(id) + ": the ticket in the reader is in another one too";
            }
        }
        if (cabinet.printing) {
            const auto its = state_of(*cabinet.printing);
            if (its != TicketState::issued && its != TicketState::print_unknown) {
                return at_terminal(id) + ": the ticket in the printer is not being printed";
            }
            if (!printing.insert(*cabinet.printing).second) {
                return at_terminal(id) + ": the ticket in the printer is in another one too";
            }
        }
    }
    const TicketTotals& totals = state.instruments.totals;
    if (pending.size() != totals.of(TicketState::pending)) {
        return "a pending ticket is in no reader";
    }
    if (printing.size() != totals.of(TicketState::issued) + totals.of(TicketState::print_unknown)) {
        return "a ticket that is being printed is in no printer";
    }
    return std::nullopt;
}

// Two meters that must be equal; `what` says what is wrong otherwise.
struct Identity {
    const char* what;
    Money meter;
    Money parts;  // counted apart from it
};

// Returns the wins that wait to be paid by hand, by terminal.
std::map<TerminalId, Money> wins_to_be_paid(const Instruments& instruments) {
    std::map<TerminalId, Money> wins;
    for (const auto& [id, hand_pay] : instruments.hand_pays) {
        if (hand_pay.paid || hand_pay.kind != HandPayKind::large_win) continue;
        wins[hand_pay.terminal] += hand_pay.amount;
    }
    return wins;
}

// The identities of a terminal's meters. The left side is counted from facts, the right one from
// postings, except for wins: `waiting` are those that wait to be paid by hand. `stacker` is what
// the stacker holds by the ledger.
Violation find_meter_discrepancy(const ledger::Meter& meter, const InstrumentMeter& instruments,
                                 const CashMeter& cash, Money waiting, Money stacker) {
    Money notes;
    for (const auto& [denomination, count] : cash.notes) {
        notes += Money::of_cents(denomination.cents() * static_cast<std::int64_t>(count));
    }
    const Identity identities[] = {
        {"notes are not the sum of their denominations", instruments.notes_in, notes},
        {"the drop is not notes and tickets", instruments.notes_in + instruments.tickets_in,
         cash.drop},
        {"the stacker and the counts of it are not the notes", instruments.notes_in,
         stacker + cash.drop_counted},
        {"tickets in are not the sum of their kinds", instruments.tickets_in,
         cash.cashable_tickets_in + cash.promotional_tickets_in},
        {"tickets out are not the sum of their kinds", instruments.tickets_out,
         cash.cashable_tickets_out + cash.promotional_tickets_out},
        {"tickets that were not printed differ", instruments.tickets_unprinted, cash.tickets_back},
        {"the hand-paid total is not wins and cancelled credit",
         instruments.hand_paid_wins + instruments.hand_paid_credit, cash.hand_paid},
        {"the total won is not what the machine and attendants paid", meter.won,
         cash.machine_paid_wins + instruments.hand_paid_wins + waiting},
        {"the meter of money in is not the sum of its parts", meter.in,
         cash.drop + cash.tickets_back + cash.attendant_in + cash.earlier_in},
        {"the meter of money out is not the sum of its parts", meter.out,
         cash.cashable_tickets_out + cash.promotional_tickets_out + cash.hand_paid +
             cash.attendant_out + cash.kept_out + cash.debts_out + cash.earlier_out},
    };
    for (const auto& [what, left, right] : identities) {
        if (left != right) return std::string(what) + ": " + to_text(left) + ", " + to_text(right);
    }
    if (instruments.tickets_unprinted > instruments.tickets_out) {
        return "more tickets are unprinted than were issued";
    }
    return std::nullopt;
}

Violation find_meter_discrepancy(const State& state) {
    if (state.instruments.empty()) return std::nullopt;
    static const InstrumentMeter no_instruments;
    static const CashMeter no_cash;
    const std::map<TerminalId, Money> waiting = wins_to_be_paid(state.instruments);
    for (const auto& [table_id, table] : state.tables) {
        for (const auto& [id, terminal] : table.terminals) {
            const auto cabinet = state.instruments.cabinets.find(id);
            const bool has_cabinet = cabinet != state.instruments.cabinets.end();
            const auto cash = state.meters.terminals.find(id);
            const auto wins = waiting.find(id);
            const auto wrong = find_meter_discrepancy(
                terminal.meter, has_cabinet ? cabinet->second.meter : no_instruments,
                cash == state.meters.terminals.end() ? no_cash : cash->second,
                wins == waiting.end() ? Money() : wins->second,
                -state.ledger.balance(ledger::stacker(id)));
            if (wrong) return at_terminal(id) + ": " + *wrong;
        }
    }
    return std::nullopt;
}

// All tickets are walked while there are few, and else after each so many events.
bool is_walk_due(const State& state) {
    constexpr std::size_t few = 200;
    constexpr std::uint64_t events = 10'000;
    return state.instruments.tickets.size() <= few || state.sequence % events == 0;
}

}  // namespace

std::optional<std::string> find_instrument_discrepancy(const State& state) {
    if (auto wrong = find_ticket_discrepancy(state)) return wrong;
    if (auto wrong = find_count_discrepancy(state.instruments)) return wrong;
    if (is_walk_due(state)) {
        if (auto wrong = find_index_discrepancy(state.instruments)) return wrong;
    }
    if (auto wrong = find_cabinet_discrepancy(state)) return wrong;
    if (auto wrong = find_meter_discrepancy(state)) return wrong;
    for (const auto& [id, hand_pay] : state.instruments.hand_pays) {
        const auto& terminals = state.tables.at(hand_pay.table).terminals;
        if (!terminals.at(hand_pay.terminal).locked) {
            return at_terminal(hand_pay.terminal) + ": a hand pay is open and it is not locked";
        }
    }
    return std::nullopt;
}

std::optional<std::string> find_dangling_instrument(const State& state) {
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
    for (const auto& [id, meter] : state.meters.terminals) {
        const bool exists = std::ranges::any_of(
            state.tables, [&](const auto& one) { return one.second.terminals.contains(id); });
        if (!exists) return "a meter of cash is of no terminal";
    }
    for (const auto& [id, hand_pay] : instruments.hand_pays) {
        if (!has_terminal(hand_pay.table, hand_pay.terminal)) return "a hand pay is at no terminal";
    }
    for (const auto& [name, ticket] : instruments.tickets) {
        if (ticket.amount <= Money() || ticket.amount > money_max || ticket.last_four > 9999) {
            return "a ticket is out of range";
        }
    }
    return find_cabinet_discrepancy(state);
}

}  // namespace sicbo::table
