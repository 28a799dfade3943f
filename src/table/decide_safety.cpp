// SPDX-License-Identifier: MIT
// Caps, quarantined commands, appointments that end early, and passwords.
#include <algorithm>
#include <set>
#include <tuple>

#include "table/decide.h"

namespace sicbo::table {
namespace {

constexpr std::string_view failed_check = "failed-check";

Money highest_of(const ledger::Meter& meter) {
    return std::max(
        {meter.in, meter.out, meter.staked, meter.won, meter.returned, meter.recovered});
}

// Adds the grant and those that were made by virtue of it, each once.
void add_revocations(std::vector<Grant>& revoked, const std::vector<Grant>& grants,
                     const Grant& grant) {
    const bool known = std::ranges::find(revoked, grant.number, &Grant::number) != revoked.end();
    if (known) return;
    revoked.push_back(grant);
    for (const Grant& one : grants) {
        if (one.under == grant.number) add_revocations(revoked, grants, one);
    }
}

}  // namespace

std::optional<Error> find_error(const Safeguards& safeguards) {
    const auto wrong = [](Money amount, Money ceiling) {
        return amount <= Money() || amount > ceiling;
    };
    if (wrong(safeguards.credit_max, credit_ceiling)) return Error{"is out of range", "credit_max"};
    if (wrong(safeguards.stake_max, stakes_ceiling)) return Error{"is out of range", "stake_max"};
    if (wrong(safeguards.stakes_max, stakes_ceiling)) return Error{"is out of range", "stakes_max"};
    if (wrong(safeguards.ticket_max, credit_ceiling)) return Error{"is out of range", "ticket_max"};
    if (wrong(safeguards.meter_max, meter_ceiling)) return Error{"is out of range", "meter_max"};
    return std::nullopt;
}

const Safeguards* safeguards_of(const Context& c) {
    return c.state.safety.safeguards ? &*c.state.safety.safeguards : nullptr;
}

Money highest_meter(const Context& c, const Terminal* terminal) {
    const Table& t = c.table();
    Money highest = highest_of(terminal ? terminal->meter : t.felt_meter);
    for (const auto* meters : {&t.layout_meters, &t.kind_meters}) {
        for (const ledger::Meter& meter : *meters) highest = std::max(highest, highest_of(meter));
    }
    for (const ledger::Account account : {ledger::house(c.id()), ledger::cash(c.id())}) {
        const Money balance = c.state.ledger.balance(account);
        highest = std::max({highest, balance, -balance});
    }
    return highest;
}

template <>
Decision decide_on(const Context& c, const SetSafeguards& o) {
    if (auto error = find_error(o.safeguards)) {
        Decision decision = Reason::bad_safeguards;
        decision.detail = error->text();
        return decision;
    }
    if (c.state.safety.safeguards == o.safeguards) return Decision();
    return SafeguardsSet{o.safeguards};
}

template <>
Decision decide_on(const Context& c, const QuarantineCommand& o) {
    if (!is_valid_note(o.order) || !is_valid_note(o.why, true)) return Reason::bad_text;
    Decision decision =
        CommandQuarantined{o.actor, o.session, o.request, o.digest, o.order, o.why, o.hold_only};
    if (!c.table_or_null) return decision;  // that the request is refused is enough
    const Table& t = c.table();
    if (o.hold_only && t.round && t.phase == Phase::playing && !t.round->bets_settled) {
        decision.add(HoldPlaced{rules::Cause::not_covered, std::string(failed_check)});
    } else if (!o.hold_only) {
        decide_interruption(decision, c.state, c.id(), t);
    }
    if (!t.out_of_service) decision.add(TakenOutOfService{std::string(failed_check)});
    return decision;
}

template <>
Decision decide_on(const Context& c, const RevokeAppointment& o) {
    const auto found = c.state.people.find(o.person);
    if (found == c.state.people.end()) return Reason::no_such_person;
    if (!counts_as(c.stamp.role, o.role)) return Reason::not_allowed;
    const std::vector<Grant>& grants = c.state.safety.grants;
    std::vector<Grant> revoked;
    for (const Grant& grant : grants) {
        const bool named = grant.person == o.person && grant.appointment.role == o.role;
        if (named && grant.appointment.until > c.stamp.at) add_revocations(revoked, grants, grant);
    }
    // Appointments of before the journal knew their origin.
    for (const Appointment& one : found->second.appointments) {
        if (one.role == o.role) revoked.push_back({o.person, one, 0, 0});
    }
    Decision decision;
    std::set<std::tuple<PersonId, rules::Role, Instant, Instant>> ended;
    for (const auto& [person, one, number, under] : revoked) {
        if (one.until <= c.stamp.at) continue;
        if (!ended.insert({person, one.role, one.from, one.until}).second) continue;
        decision.add(AppointmentRevoked{person, one.role, one.from, one.until});
    }
    if (decision.events.empty()) return Reason::no_such_appointment;
    return decision;
}

template <>
Decision decide_on(const Context& c, const ResetPassword& o) {
    if (!c.state.people.contains(o.person)) return Reason::no_such_person;
    return PasswordResetAllowed{o.person, c.stamp.at + reset_milliseconds};
}

template <>
Decision decide_on(const Context& c, const RemoveSecondFactor& o) {
    if (!c.state.people.contains(o.person)) return Reason::no_such_person;
    return SecondFactorRemoved{o.person};
}

template <>
Decision decide_on(const Context& c, const NoteSecondFactor& o) {
    if (!c.state.people.contains(o.person)) return Reason::no_such_person;
    return SecondFactorSet{o.person, o.confirmed};
}

}  // namespace sicbo::table
