// SPDX-License-Identifier: MIT
// Keys of terminals, passwords, and who is signed in.
#include <algorithm>

#include "table/cage.h"

namespace sicbo::table {
namespace {

// Returns the reason if the table has no such terminal that could be enrolled.
std::optional<Reason> refusal_for_enrolment_at(const Context& c, TerminalId terminal) {
    if (!c.table().terminals.contains(terminal)) return Reason::no_such_terminal;
    if (c.state.retired.terminals.contains(terminal)) return Reason::retired;
    return std::nullopt;
}

// Returns the last stay at the terminal that is still known; 0 if there is none.
StayId last_stay_at(const State& state, TableId table, TerminalId terminal) {
    StayId last;
    for (const auto& [id, stay] : state.stays) {
        if (stay.table == table && stay.terminal == terminal) last = std::max(last, id);
    }
    return last;
}

bool has_ticket(const State& state, StayId stay) {
    const bool numbered = std::ranges::any_of(state.tickets, [&](const auto& one) {
        return one.second.stay == stay && !one.second.redeemed;
    });
    if (numbered) return true;
    // Only tickets that can still be redeemed are looked at; there may be many closed ones.
    return std::ranges::any_of(state.instruments.tickets, [&](const auto& one) {
        return one.second.stay == stay && !is_closed(one.second.state);
    });
}

// Returns what players have left at the terminal, which a new key must not get at; nothing if there
// is nothing. What two people have cleared does not count, nor play money.
std::optional<std::string> find_left_at(const Context& c, TerminalId terminal) {
    if (c.configuration().training) return std::nullopt;
    const auto found = c.state.access.cleared.find(terminal);
    const StayId cleared = found == c.state.access.cleared.end() ? StayId{} : found->second;
    for (const auto& [id, stay] : c.state.stays) {
        if (stay.table != c.id() || stay.terminal != terminal || id <= cleared) continue;
        if (has_bets(c.table(), id)) return "bets are in play at the terminal";
        if (has_money(c.state, id)) {
            return "credit, unclaimed money or a debt is left at the terminal";
        }
    }
    if (auto unfinished = find_unfinished(c.state, terminal)) return unfinished;
    const StayId last = last_stay_at(c.state, c.id(), terminal);
    if (last > cleared && has_ticket(c.state, last)) {
        return "the ticket of the last player at the terminal is not redeemed";
    }
    return std::nullopt;
}

Decision not_cleared(const std::string& what) {
    return not_empty(what + "; two people must clear the terminal first");
}

}  // namespace

Decision not_empty(std::string what) {
    Decision decision = Reason::not_empty;
    decision.detail = std::move(what);
    return decision;
}

bool has_money(const State& state, StayId stay) {
    return state.ledger.balance(ledger::credit(stay)) != Money() ||
           state.ledger.balance(ledger::unclaimed(stay)) != Money() ||
           state.ledger.balance(ledger::receivable(stay)) != Money();
}

// The server has verified a one-time code. A key that the terminal has is replaced.
template <>
Decision decide_on(const Context& c, const EnrolTerminal& o) {
    if (auto reason = refusal_for_enrolment_at(c, o.terminal)) return *reason;
    if (!c.state.access.enrolments.empty()) return Reason::not_allowed;
    if (c.table().terminals.at(o.terminal).key == o.key) return Decision();
    return TerminalEnrolled{o.terminal, o.key};
}

template <>
Decision decide_on(const Context& c, const RequestEnrolment& o) {
    if (auto reason = refusal_for_enrolment_at(c, o.terminal)) return *reason;
    if (const auto left = find_left_at(c, o.terminal)) return not_cleared(*left);
    const Instant expires{c.stamp.at.milliseconds + enrolment_milliseconds};
    return EnrolmentRequested{o.terminal, o.code, expires};
}

// The terminal may have got credit since the code was asked for.
template <>
Decision decide_on(const Context& c, const EnrolByCode& o) {
    if (auto reason = refusal_for_enrolment_at(c, o.terminal)) return *reason;
    const auto found = c.state.access.enrolments.find(o.terminal);
    if (found == c.state.access.enrolments.end()) return Reason::no_such_request;
    const EnrolmentRequest& request = found->second;
    if (request.code != o.code || request.completed_at) return Reason::no_such_request;
    if (c.stamp.at >= request.expires_at) return Reason::request_expired;
    if (!may_act(c.state.people.at(request.person))) return Reason::person_disabled;
    if (const auto left = find_left_at(c, o.terminal)) return not_cleared(*left);
    const Terminal& terminal = c.table().terminals.at(o.terminal);
    Decision decision =
        EnrolmentCompleted{o.terminal,     o.key,          o.code,
                           request.person, request.number, terminal.key && *terminal.key != o.key};
    // What the player at the terminal is still owed, by a correction, is not the next one's.
    if (terminal.stay && !c.configuration().training) decision.add(StayEnded{terminal.stay});
    return decision;
}

template <>
Decision decide_on(const Context& c, const ClearTerminal& o) {
    if (auto reason = refusal_for_enrolment_at(c, o.terminal)) return *reason;
    if (c.configuration().training) return Reason::training_table;
    if (!is_valid_note(o.note)) return Reason::reason_missing;
    const StayId stay = c.table().terminals.at(o.terminal).stay;
    if (stay && has_bets(c.table(), stay)) return Reason::round_in_play;
    if (auto unfinished = find_unfinished(c.state, o.terminal)) return not_empty(*unfinished);
    if (!stay && !find_left_at(c, o.terminal)) return Reason::nothing_to_pay;
    Decision decision;
    Money kept;
    if (stay) {
        const Money credit = c.state.ledger.balance(ledger::credit(stay));
        kept = credit - collect_debt(decision, c, stay, credit);
    }
    const Money leaves = kept;
    if (o.pay && kept > Money()) {
        decision.add(CreditPaid{stay, kept}, {{ledger::credit(stay), ledger::cash(c.id()), kept}});
        kept = Money();
    }
    Postings postings;
    if (kept > Money()) {
        postings.push_back({ledger::credit(stay), ledger::unclaimed(stay), kept});
    }
    const StayId last = last_stay_at(c.state, c.id(), o.terminal);
    decision.add(TerminalCleared{o.terminal, last, kept, o.note}, std::move(postings));
    if (leaves > Money() && has_edition(c.state, 3)) {
        add_cash_alert(decision, c, o.terminal, c.table().terminals.at(o.terminal), leaves);
    }
    if (stay) decision.add(StayEnded{stay});
    return decision;
}

template <>
Decision decide_on(const Context& c, const NotePassword& o) {
    if (!c.state.people.contains(o.person)) return Reason::no_such_person;
    if (o.by && !c.state.people.contains(o.by)) return Reason::no_such_person;
    return PasswordSet{o.person, o.by, o.one_time};
}

template <>
Decision decide_on(const Context& c, const NoteSignIn& o) {
    const auto found = c.state.people.find(o.person);
    if (found == c.state.people.end()) return Reason::no_such_person;
    if (!may_act(found->second)) return Reason::person_disabled;
    return SignedIn{o.person};
}

template <>
Decision decide_on(const Context& c, const NoteSignOut& o) {
    if (!c.state.people.contains(o.person)) return Reason::no_such_person;
    return SignedOut{o.person, o.cause};
}

template <>
Decision decide_on(const Context& c, const NoteSelfCheck& o) {
    if (!c.state.people.contains(o.person)) return Reason::no_such_person;
    return SelfCheckRequested{o.person};
}

template <>
Decision decide_on(const Context& c, const NoteFault& o) {
    if (!c.state.people.contains(o.person)) return Reason::no_such_person;
    if (!c.configuration().training) return Reason::not_allowed;
    if (!is_valid_note(o.fault)) return Reason::bad_text;
    return FaultInjected{o.person, o.fault};
}

}  // namespace sicbo::table
