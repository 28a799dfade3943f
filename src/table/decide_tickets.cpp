// SPDX-License-Identifier: MIT
// Tickets: cash-out, what the printer reports, redemption at a reader, void and expiry.
#include <algorithm>

#include "table/cage.h"

namespace sicbo::table {
namespace {

constexpr std::int64_t day_milliseconds = 86'400'000;

// Returns why the ticket that the reader holds is not taken; nothing if it is.
std::optional<Reason> refusal_for_ticket(const Context& c, const Terminal& terminal,
                                         const Cabinet& cabinet, const PresentTicket& o) {
    if (cabinet.ticket) return Reason::reader_busy;
    if (cabinet.reader_locked) return Reason::reader_locked;
    if (!takes_tickets(cabinet.status)) return Reason::cabinet_not_ready;
    if (o.last_four.empty()) return Reason::ticket_misread;
    if (auto reason = refusal_to_redeem(c, o.ticket, o.closed, c.configuration().currency_code()))
        return reason;
    const TicketRecord& ticket = c.state.instruments.tickets.at(o.ticket);
    const CashPolicy* policy = policy_of(c);
    check(policy);
    if (ticket.amount > policy->ticket_in_max) return Reason::ticket_cage_only;
    return refusal_for_money_in(c, terminal, ticket.amount);
}

}  // namespace

bool is_last_four(const std::string& text) {
    return text.size() == 4 &&
           std::ranges::all_of(text, [](char digit) { return '0' <= digit && digit <= '9'; });
}

bool has_real_table(const State& state) {
    return std::ranges::any_of(state.tables, [&](const auto& one) {
        return !one.second.configuration.training && !state.retired.tables.contains(one.first);
    });
}

std::optional<Instant> expiry(const CashPolicy& policy, Instant at) {
    if (policy.expiry_days == 0) return std::nullopt;
    const Instant expires = at + day_milliseconds * policy.expiry_days;
    return expires < never ? std::optional(expires) : std::nullopt;
}

std::optional<Reason> refusal_to_redeem(const Context& c, const Hash& name, bool closed,
                                        CurrencyCode currency) {
    const auto found = c.state.instruments.tickets.find(name);
    if (found == c.state.instruments.tickets.end()) {
        return closed ? Reason::ticket_closed : Reason::no_such_ticket;
    }
    const TicketRecord& ticket = found->second;
    switch (ticket.state) {
        case TicketState::issued:
        case TicketState::print_unknown: return Reason::ticket_not_printed;
        case TicketState::pending: return Reason::ticket_pending;
        case TicketState::redeemed: return Reason::ticket_redeemed;
        case TicketState::expired: return Reason::ticket_expired;
        case TicketState::voided: return Reason::ticket_voided;
        case TicketState::printed: break;
    }
    if (c.stamp.at >= ticket.expires_at) return Reason::ticket_expired;
    if (ledger::is_training(ticket.currency) != ledger::is_training(currency)) {
        return Reason::ticket_training;
    }
    if (ticket.currency != currency) return Reason::ticket_currency;
    return std::nullopt;
}

std::string history_of(const State& state, const Hash& name) {
    const auto found = state.instruments.tickets.find(name);
    if (found == state.instruments.tickets.end()) return {};
    const TicketRecord& ticket = found->second;
    std::string text = "the ticket is " + std::string(to_word(ticket.state)) + " since " +
                       to_text(ticket.changed_at);
    if (ticket.changed_terminal) {
        return text + " at terminal " + std::to_string(ticket.changed_terminal.number);
    }
    return text + " at the cage";
}

template <>
Decision decide_on(const Context& c, const CashOut& o) {
    const Terminal* terminal = find_terminal(c, o.terminal);
    if (!terminal) return Reason::no_such_terminal;
    if (c.stamp.actor != Actor{ActorKind::terminal, o.terminal.number}) return Reason::not_allowed;
    const CashPolicy* policy = policy_of(c);
    if (!policy) return Reason::bad_cash_policy;
    if (c.configuration().training && has_real_table(c.state)) return Reason::training_table;
    if (!terminal->online) return Reason::terminal_offline;
    if (find_hand_pay_at(c.state, o.terminal)) return Reason::hand_pay_pending;
    if (terminal->locked) return Reason::terminal_locked;
    if (!is_last_four(o.last_four)) return Reason::bad_ticket_number;
    if (c.state.instruments.tickets.contains(o.ticket)) return Reason::ticket_number_taken;
    const Cabinet& cabinet = cabinet_of(c.state, o.terminal);
    if (cabinet.printing) return Reason::print_pending;
    if (cabinet.note || cabinet.ticket) return Reason::reader_busy;
    const StayId stay = terminal->stay;
    const Money credit = stay ? c.state.ledger.balance(ledger::credit(stay)) : Money();
    if (credit == Money()) return Reason::nothing_to_pay;
    Decision decision;
    const Money left = credit - collect_debt(decision, c, stay, credit);
    if (left == Money()) {
        if (!has_bets(c.table(), stay)) decision.add(StayEnded{stay});
        return decision;
    }
    const Safeguards* caps = safeguards_of(c);
    check(caps);
    const Money ticket_max = std::min(policy->ticket_max, caps->ticket_max);
    const bool by_hand = left < policy->ticket_min || left > ticket_max || !prints(cabinet.status);
    if (by_hand) {
        decision.add(request_hand_pay(c, o.terminal, stay, left, HandPayKind::cancelled_credit));
    } else {
        decision.add(
            TicketCreated{o.terminal, stay, o.ticket, o.last_four, left,
                          expiry(*policy, c.stamp.at), cabinet.job + 1},
            {{ledger::credit(stay), ledger::tickets(c.configuration().currency_code()), left}});
    }
    // From edition 3 on a hand pay raises the alert when it is paid: it may still be cancelled.
    if (!by_hand || !has_edition(c.state, 3)) {
        add_cash_alert(decision, c, o.terminal, *terminal, left);
    }
    return decision;
}

template <>
Decision decide_on(const Context& c, const ReportPrint& o) {
    const Terminal* terminal = find_terminal(c, o.terminal);
    if (!terminal) return Reason::no_such_terminal;
    const Cabinet& cabinet = cabinet_of(c.state, o.terminal);
    if (!cabinet.printing || cabinet.job != o.job) return Decision();  // reported before
    const Hash name = *cabinet.printing;
    const TicketRecord& ticket = c.state.instruments.tickets.at(name);
    if (ticket.state != TicketState::issued) return Decision();  // people have to say
    switch (o.result) {
        case PrintResult::printed: {
            Decision decision = TicketPrinted{o.terminal, name};
            if (terminal->stay == ticket.stay) end_stay_without(decision, c, *terminal, Money());
            return decision;
        }
        case PrintResult::not_printed:
            return Decision().add(
                TicketNotPrinted{o.terminal, name, ticket.amount},
                {{ledger::tickets(ticket.currency), payee(c.state, ticket.stay), ticket.amount}});
        case PrintResult::unknown: return PrintUnknown{o.terminal, name};
    }
    unreachable();
}

template <>
Decision decide_on(const Context& c, const ResolvePrint& o) {
    const Terminal* terminal = find_terminal(c, o.terminal);
    if (!terminal) return Reason::no_such_terminal;
    if (!is_valid_note(o.reason)) return Reason::reason_missing;
    const Cabinet& cabinet = cabinet_of(c.state, o.terminal);
    if (!cabinet.printing || cabinet.job != o.job) return Reason::nothing_pending;
    const TicketRecord& ticket = c.state.instruments.tickets.at(*cabinet.printing);
    // A cabinet that is connected still reports by itself.
    if (ticket.state == TicketState::issued && cabinet.status.connected) {
        return Reason::print_pending;
    }
    Decision decision;
    const Money paid = o.printed ? Money() : ticket.amount;
    Postings postings;
    if (!o.printed) {
        postings.push_back({ledger::tickets(ticket.currency), ledger::cash(c.id()), paid});
    }
    decision.add(PrintResolved{o.terminal, *cabinet.printing, o.printed, paid, o.reason},
                 std::move(postings));
    if (terminal->stay == ticket.stay) end_stay_without(decision, c, *terminal, Money());
    return decision;
}

template <>
Decision decide_on(const Context& c, const PresentTicket& o) {
    const Terminal* terminal = find_terminal(c, o.terminal);
    if (!terminal) return Reason::no_such_terminal;
    if (!policy_of(c)) return Reason::bad_cash_policy;
    if (!o.last_four.empty() && !is_last_four(o.last_four)) return Reason::bad_ticket_number;
    const Cabinet& cabinet = cabinet_of(c.state, o.terminal);
    if (cabinet.ticket && cabinet.ticket->counter == o.counter &&
        cabinet.ticket->ticket == o.ticket) {
        return Decision();  // said again
    }
    if (o.counter <= cabinet.ticket_counter) return Reason::replayed;
    if (const auto reason = refusal_for_ticket(c, *terminal, cabinet, o)) {
        const bool miss = *reason == Reason::no_such_ticket;
        const bool locked = miss && cabinet.misses + 1 >= ticket_misses_max;
        Decision decision =
            TicketRejected{o.terminal, o.counter, o.ticket, o.last_four, *reason, locked};
        decision.refusal = Refusal{*reason};
        decision.detail = history_of(c.state, o.ticket);
        return decision;
    }
    const Money amount = c.state.instruments.tickets.at(o.ticket).amount;
    return TicketPending{o.terminal, o.counter, o.ticket, amount};
}

template <>
Decision decide_on(const Context& c, const VoidTicket& o) {
    if (!is_valid_note(o.reason)) return Reason::reason_missing;
    const auto found = c.state.instruments.tickets.find(o.ticket);
    if (found == c.state.instruments.tickets.end() || found->second.table != c.id()) {
        return Reason::no_such_ticket;
    }
    const TicketRecord& ticket = found->second;
    switch (ticket.state) {
        case TicketState::issued:
        case TicketState::print_unknown: return Reason::print_pending;
        case TicketState::pending: return Reason::ticket_pending;
        case TicketState::redeemed: return Reason::ticket_redeemed;
        case TicketState::expired: return Reason::ticket_expired;
        case TicketState::voided: return Reason::ticket_voided;
        case TicketState::printed: break;
    }
    const StayId stay = c.state.stays.contains(ticket.stay) ? ticket.stay : StayId{};
    const ledger::Account to = stay ? ledger::unclaimed(stay) : ledger::expired(ticket.currency);
    return Decision().add(TicketVoided{o.ticket, stay, ticket.amount, o.reason},
                          {{ledger::tickets(ticket.currency), to, ticket.amount}});
}

template <>
Decision decide_on(const Context& c, const ExpireTickets&) {
    Decision decision;
    for (const auto& [expires_at, name] : c.state.instruments.expiring) {
        if (expires_at > c.stamp.at || decision.events.size() >= expired_at_once_max) break;
        const TicketRecord& ticket = c.state.instruments.tickets.at(name);
        decision.add(
            TicketExpired{name, ticket.amount},
            {{ledger::tickets(ticket.currency), ledger::expired(ticket.currency), ticket.amount}});
    }
    return decision;
}

}  // namespace sicbo::table
