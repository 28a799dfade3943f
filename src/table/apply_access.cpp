// SPDX-License-Identifier: MIT
// Keys of terminals, passwords, and who is signed in.
#include "table/apply.h"

namespace sicbo::table {

template <>
void apply_to(const Target& t, const TerminalEnrolled& e) {
    t.terminal(e.terminal).key = e.key;
}

template <>
void apply_to(const Target& t, const EnrolmentRequested& e) {
    check(t.event.stamp.actor.kind == ActorKind::person &&
          t.table().terminals.contains(e.terminal));
    EnrolmentRequest request;
    request.person = {t.event.stamp.actor.number};
    request.code = e.code;
    request.requested_at = t.time();
    request.expires_at = e.expires_at;
    request.number = t.state.sequence;
    t.state.access.enrolments[e.terminal] = request;
}

template <>
void apply_to(const Target& t, const EnrolmentCompleted& e) {
    EnrolmentRequest& request = t.state.access.enrolments.at(e.terminal);
    check(request.code == e.code && request.number == e.request && !request.completed_at);
    request.completed_at = t.time();
    request.replaced = e.replaced;
    t.terminal(e.terminal).key = e.key;
}

template <>
void apply_to(const Target& t, const TerminalCleared& e) {
    check(t.stay(e.stay).terminal == e.terminal && e.kept >= Money());
    t.state.access.cleared[e.terminal] = e.stay;
    if (e.kept == Money()) return;
    check(t.moves_only(ledger::credit(e.stay), ledger::unclaimed(e.stay), e.kept));
    t.meter(e.stay).out += e.kept;
}

// The first password of a person is no reset. Before PasswordSet was known, whoever has given an
// order had one.
template <>
void apply_to(const Target& t, const PasswordSet& e) {
    auto& passwords = t.state.access.passwords;
    const Actor actor{ActorKind::person, e.person.number};
    const bool had_one = passwords.contains(e.person) || t.state.recent.contains(actor);
    PasswordRecord& record = passwords[e.person];
    record.set_at = t.time();
    record.one_time = e.one_time;
    if (had_one && e.by != e.person) record.reset = {t.time(), e.by};
    t.state.safety.resets.erase(e.person);  // what allowed it is used up
}

template <>
void apply_to(const Target& t, const SignedIn& e) {
    check(t.state.people.contains(e.person));
}

template <>
void apply_to(const Target& t, const SignedOut& e) {
    check(t.state.people.contains(e.person));
}

template <>
void apply_to(const Target& t, const SelfCheckRequested& e) {
    check(t.state.people.contains(e.person));
}

template <>
void apply_to(const Target& t, const FaultInjected& e) {
    check(t.table().configuration.training && t.state.people.contains(e.person));
}

}  // namespace sicbo::table
