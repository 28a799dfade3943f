// SPDX-License-Identifier: MIT
// The part of SignIn that concerns second factors: how a person gets one, proves it, and loses it.
#include <algorithm>

#include "server/log.h"
#include "server/sign_in.h"
#include "server/totp.h"
#include "table/authority.h"

namespace sicbo::server {

using namespace table;
using Purpose = PasswordCheck::Purpose;

namespace {

// Who runs the tables, for an app that shows one-time codes.
std::string issuer_of(const State& state) {
    const bool has_table = !state.tables.empty();
    const std::string name =
        has_table ? state.tables.begin()->second.configuration.operator_name : std::string();
    return name.empty() ? "sicbo" : name;
}

}  // namespace

void SignIn::handle(ConnectionId connection, std::uint64_t id,
                    const wire::EnrolSecondFactor& request) {
    PasswordCheck check{connection, id,   find_person(request.name), dummy_hash(), request.password,
                        {},         false};
    check.purpose = Purpose::second_factor;
    start(std::move(check), request.name);
}

void SignIn::handle(ConnectionId connection, std::uint64_t id,
                    const wire::ResetSecondFactor& request) {
    if (!registry_.at(connection).has(request.person)) {
        return outbox_.refuse(connection, id, "not_signed_in", sign_in_first);
    }
    if (!holds_role_now(loop_.state(), request.person, rules::Role::administrator)) {
        return outbox_.refuse(connection, id, "not_allowed");
    }
    const PersonId person = find_person(request.name);
    const Accounts::Account* account = accounts_.find(person);
    if (!account) return outbox_.refuse(connection, id, "no_such_person");
    if (!account->second_factor) return outbox_.reply(connection, id);
    const Order order = RemoveSecondFactor{person};
    if (takes_second(loop_.state(), request.person, order)) {
        return outbox_.refuse(connection, id, "second_person_needed",
                              "give the order RemoveSecondFactor; another administrator or a "
                              "shift manager must authorise it");
    }
    const Reply reply = execute_as_administrator(request.person, id, order);
    if (reply.refusal) return outbox_.refuse(connection, id, to_word(reply.refusal->reason));
    note_act(loop_, registry_.at(connection), request.person);
    outbox_.reply(connection, id);
}

void SignIn::on_second_factor_removed(PersonId person) {
    const Accounts::Account* account = accounts_.find(person);
    if (!account || !account->second_factor) return;
    Accounts::Account changed = *account;
    changed.second_factor.reset();
    if (const auto stored = accounts_.set(person, std::move(changed)); !stored) {
        return log(
            LogLevel::error, "a second factor could not be removed; give the order again",
            {{"name", loop_.state().people.at(person).name}, {"why", stored.error().text()}});
    }
    on_disabled(person);
}

// Also for a role that the person is acting in now.
bool SignIn::needs_second_factor(PersonId id) const {
    const auto& factor = accounts_.find(id)->second_factor;
    if (factor && factor->confirmed) return true;
    const Person& person = loop_.state().people.at(id);
    if (access_.second_factor.has(person.role)) return true;
    return std::ranges::any_of(person.appointments, [&](const Appointment& one) {
        return one.from <= now_ && now_ < one.until && access_.second_factor.has(one.role);
    });
}

// Returns true if the right code was given, or none is needed. Otherwise the reply is queued.
bool SignIn::passes_second_factor(const PasswordCheck& done) {
    if (!needs_second_factor(done.person)) return true;
    Accounts::Account account = *accounts_.find(done.person);
    auto& factor = account.second_factor;
    const bool has_confirmed = factor && factor->confirmed;
    // A password that was set for one use is changed first, and then the second factor is made.
    if (!has_confirmed && done.purpose == Purpose::set_password) return true;
    if (!has_confirmed && account.must_change) return true;
    if (!factor) {
        note_incomplete(done);
        refuse_late(done, "second_factor_missing", "ask for one with enrol_second_factor first");
        return false;
    }
    if (done.code.empty()) {
        note_incomplete(done);
        refuse_late(done, "second_factor_required", "give a code of the second factor too");
        return false;
    }
    // The person's device goes by the time of day. The journal's time is ahead of it after a start
    // with a clock that was wrong.
    constexpr std::int64_t second = 1'000;
    const auto step = find_totp_step(factor->secret, done.code, wall_clock_().milliseconds / second,
                                     factor->used);
    if (!step) {
        fail(done, "wrong_second_factor");
        return false;
    }
    factor->used = *step;
    factor->confirmed = true;
    if (const auto stored = accounts_.set(done.person, std::move(account)); !stored) {
        refuse_late(done, "cannot_store", "");  // a code that could be used again is not accepted
        return false;
    }
    if (!has_confirmed) loop_.execute_system({}, NoteSecondFactor{done.person, true});
    return true;
}

// Counts an attempt with the right password that signed nobody in. Somebody who has found the
// password out may be trying: too many are slowed down, and every third in a row is journalled.
void SignIn::note_incomplete(const PasswordCheck& done) {
    ++counts_.incomplete;
    at_consoles_.on_failure(key_of_address(done.network), now_);
    constexpr std::uint32_t journalled_every = 3;
    const bool is_journalled = done.purpose == Purpose::second_factor;  // by what it leads to
    if (!is_journalled && ++incomplete_[done.person] % journalled_every == 0) report_failure(done);
}

// The secret is shown this once. Until a code has confirmed it, another one can be made.
void SignIn::store_second_factor(const PasswordCheck& done) {
    note_incomplete(done);
    Accounts::Account account = *accounts_.find(done.person);
    if (account.must_change) {
        return outbox_.refuse(done.connection, done.id, "password_change_required",
                              "choose a password of your own first");
    }
    if (account.second_factor && account.second_factor->confirmed) {
        return outbox_.refuse(done.connection, done.id, "second_factor_in_use",
                              "an administrator can remove the second factor");
    }
    const std::string secret = new_totp_secret();
    account.second_factor = {secret, false, 0};
    if (const auto stored = accounts_.set(done.person, std::move(account)); !stored) {
        return outbox_.refuse(done.connection, done.id, "cannot_store", stored.error().text());
    }
    loop_.execute_system({}, NoteSecondFactor{done.person, false});
    const State& state = loop_.state();
    const std::string uri = totp_uri(issuer_of(state), state.people.at(done.person).name, secret);
    outbox_.reply(done.connection, done.id,
                  {{"secret", wire::quoted(to_base32(secret))}, {"uri", wire::quoted(uri)}});
}

}  // namespace sicbo::server
