// SPDX-License-Identifier: MIT
// What the events of orders_safety.h change: caps, quarantine, readers, disputed dice, appointments
// and passwords.
#include <algorithm>

#include "table/apply.h"
#include "table/authority.h"

namespace sicbo::table {
namespace {

void add_grant(const Target& t, const Appointed& e) {
    check(t.event.stamp.actor.kind == ActorKind::person);
    std::vector<Grant>& grants = t.state.safety.grants;
    std::erase_if(grants, [&](const Grant& one) { return one.appointment.until <= t.time(); });
    const PersonId by{t.event.stamp.actor.number};
    Grant grant{e.person, {e.role, e.from, e.until}, t.state.sequence, 0};
    if (const Appointment* acting = acting_by(t.state.people.at(by), e.role, t.time())) {
        for (const Grant& one : grants) {
            if (one.person == by && one.appointment == *acting) grant.under = one.number;
        }
        check(e.until <= acting->until);
    }
    grants.push_back(grant);
}

}  // namespace

template <>
void apply_to(const Target& t, const Appointed& e) {
    check(e.from < e.until && t.time() < e.until);
    std::vector<Appointment>& appointments = t.state.people.at(e.person).appointments;
    std::erase_if(appointments, [&](const Appointment& one) { return one.until <= t.time(); });
    // By virtue of which other appointment it was made, before it is itself one of them.
    if (t.state.safety.safeguards) add_grant(t, e);
    appointments.push_back({e.role, e.from, e.until});
}

template <>
void apply_to(const Target& t, const SafeguardsSet& e) {
    check(!find_error(e.safeguards));
    t.state.safety.safeguards = e.safeguards;
}

template <>
void apply_to(const Target& t, const CommandQuarantined& e) {
    std::deque<QuarantinedCommand>& all = t.state.safety.quarantined;
    all.push_back({e.actor, e.session, e.request, t.id(), e.digest});
    if (all.size() > quarantined_max) all.pop_front();
    check(all.size() <= quarantined_max);
}

template <>
void apply_to(const Target& t, const ReaderFitted& e) {
    check(t.table_or_null != nullptr);
    Reader& reader = t.state.safety.readers[t.id()];
    check(reader.fitted != e.fitted);
    reader.fitted = e.fitted;
    if (!e.fitted) reader.manual.reset();
}

template <>
void apply_to(const Target& t, const ManualEntryStarted& e) {
    Reader& reader = t.state.safety.readers.at(t.id());
    check(reader.fitted && !reader.manual && t.table().phase != Phase::closed);
    check(t.event.stamp.actor.kind == ActorKind::person);
    reader.manual = ManualEntry{e.reason, PersonId{t.event.stamp.actor.number}, t.time()};
}

template <>
void apply_to(const Target& t, const ManualEntryEnded&) {
    Reader& reader = t.state.safety.readers.at(t.id());
    check(reader.manual.has_value());
    reader.manual.reset();
}

template <>
void apply_to(const Target& t, const VoidContested& e) {
    check(!t.table().held && t.table().phase == Phase::playing);
    check(!t.round().bets_settled && !t.round().roll);
    const bool read = t.round().reading && t.round().proof;
    check(read || (has_edition(t.state, 2) && !t.round().reading));
    check(t.event.stamp.actor.kind == ActorKind::person);
    t.table().phase = Phase::held;
    t.table().held =
        Held{rules::Cause::not_covered, "void-contested", t.state.sequence, std::nullopt, {}};
    const PersonId by{t.event.stamp.actor.number};
    t.state.safety.readers[t.id()].contested =
        ContestedVoid{e.cause, e.note, by, t.event.stamp.role};
}

template <>
void apply_to(const Target& t, const VoidDecided& e) {
    Reader& reader = t.state.safety.readers.at(t.id());
    check(reader.contested && t.table().held && t.table().phase == Phase::held);
    check(reader.contested->by.number != t.event.stamp.actor.number);
    if (e.confirmed) return;  // the void follows
    reader.contested.reset();
    t.table().held.reset();
    t.table().phase = Phase::playing;
}

template <>
void apply_to(const Target& t, const ReadingDisputed& e) {
    const Table& table = t.table();
    const bool current = table.round && table.round->number == e.round;
    const Round& round = current ? *table.round : table.past.at(e.round);
    check(round.roll && *round.roll != e.roll && !round.reading);
    if (e.proof) {
        check(e.proof->counter > table.tumbler_counter);
        t.table().tumbler_counter = e.proof->counter;
    }
    const IncidentId incident{t.state.incidents_raised + 1};
    t.state.safety.disputes[incident] = Dispute{t.id(), e.round, *round.roll, e.roll};
}

template <>
void apply_to(const Target& t, const VoidRoundRead& e) {
    Round& round = t.table().past.at(e.round);
    check(round.ended == RoundEnd::void_ && !round.roll && !round.reading && round.armed);
    check(e.proof.counter > t.table().tumbler_counter);
    t.table().tumbler_counter = e.proof.counter;
    round.reading = e.roll;
    round.proof = e.proof;
    const IncidentId incident{t.state.incidents_raised + 1};
    t.state.safety.disputes[incident] = Dispute{t.id(), e.round, e.roll, e.roll};
}

template <>
void apply_to(const Target& t, const DisputeResolved& e) {
    const std::size_t disputes = t.state.safety.disputes.erase(e.incident);
    const std::size_t incidents = t.table().incidents.erase(e.incident);
    check(disputes == 1 && incidents == 1);
}

template <>
void apply_to(const Target& t, const AppointmentRevoked& e) {
    const Appointment ended{e.role, e.from, e.until};
    const auto removed = std::erase(t.state.people.at(e.person).appointments, ended);
    check(removed > 0);
    std::erase_if(t.state.safety.grants, [&](const Grant& one) {
        return one.person == e.person && one.appointment == ended;
    });
}

template <>
void apply_to(const Target& t, const PasswordResetAllowed& e) {
    check(t.state.people.contains(e.person) && e.until > t.time());
    std::erase_if(t.state.safety.resets, [&](const auto& one) { return one.second <= t.time(); });
    t.state.safety.resets[e.person] = e.until;
}

template <>
void apply_to(const Target& t, const SecondFactorSet& e) {
    check(t.state.people.contains(e.person));
}

// Shown like a password that somebody else has set: it is the other half of the proof.
template <>
void apply_to(const Target& t, const SecondFactorRemoved& e) {
    check(t.state.people.contains(e.person));
    const auto found = t.state.access.passwords.find(e.person);
    if (found == t.state.access.passwords.end()) return;
    const bool person = t.event.stamp.actor.kind == ActorKind::person;
    found->second.reset = {t.time(), PersonId{person ? t.event.stamp.actor.number : 0}};
}

}  // namespace sicbo::table
