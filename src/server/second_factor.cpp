// SPDX-License-Identifier: MIT
// The part of SignIn that concerns second factors: how a person gets one, proves it, and loses it.
#include "server/sign_in.h"
#include "server/totp.h"

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
    Accounts::Account changed = *account;
    changed.second_factor.reset();
    if (const auto stored = accounts_.set(person, std::move(changed)); !stored) {
        return outbox_.refuse(connection, id, "cannot_store", stored.error().text());
    }
    note_act(loop_, registry_.at(connection), request.person);
    sign_out(person, SignOutCause::password_reset);
    outbox_.reply(connection, id);
}

bool SignIn::needs_second_factor(PersonId person) const {
    const auto& factor = accounts_.find(person)->second_factor;
    return (factor && factor->confirmed) ||
           access_.second_factor.has(loop_.state().people.at(person).role);
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
        refuse_late(done, "second_factor_missing", "ask for one with enrol_second_factor first");
        return false;
    }
    if (done.code.empty()) {
        refuse_late(done, "second_factor_required", "give a code of the second factor too");
        return false;
    }
    constexpr std::int64_t second = 1'000;
    const auto step =
        find_totp_step(factor->secret, done.code, now_.milliseconds / second, factor->used);
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
    return true;
}

// The secret is shown this once. Until a code has confirmed it, another one can be made.
void SignIn::store_second_factor(const PasswordCheck& done) {
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
    const State& state = loop_.state();
    const std::string uri = totp_uri(issuer_of(state), state.people.at(done.person).name, secret);
    outbox_.reply(done.connection, done.id,
                  {{"secret", wire::quoted(to_base32(secret))}, {"uri", wire::quoted(uri)}});
}

}  // namespace sicbo::server
