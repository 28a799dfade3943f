// SPDX-License-Identifier: MIT
#include "server/sign_in.h"

#include <boost/json/serialize.hpp>

#include "table/authority.h"
#include "wire/access_view.h"

namespace sicbo::server {

using namespace table;

namespace {

Actor actor_of(PersonId person) { return {ActorKind::person, person.number}; }

}  // namespace

bool holds_role_now(const State& state, PersonId id, rules::Role role) {
    const Person& person = state.people.at(id);
    return may_act(person) && holds_role(person, role, state.at);
}

bool holds_one_now(const State& state, PersonId id, RoleSet roles) {
    for (std::size_t i = 0; i < words_of<rules::Role>.size(); ++i) {
        const auto role = static_cast<rules::Role>(i);
        if (roles.has(role) && holds_role_now(state, id, role)) return true;
    }
    return false;
}

SignIn::SignIn(Loop& loop, Accounts& accounts, SessionRegistry& registry, Publisher& publisher,
               Outbox& outbox, StartCheck start_check)
    : loop_(loop),
      accounts_(accounts),
      registry_(registry),
      publisher_(publisher),
      outbox_(outbox),
      start_check_(std::move(start_check)) {
    check(bool{start_check_});
}

PersonId SignIn::find_person(std::string_view name) const {
    for (const auto& [id, person] : loop_.state().people) {
        if (person.name == name) return id;
    }
    return {};
}

void SignIn::handle(ConnectionId connection, std::uint64_t id, const wire::SignIn& request) {
    start({connection, id, find_person(request.name), dummy_hash(), request.password, {}, false});
}

void SignIn::handle(ConnectionId connection, std::uint64_t id, const wire::SignOut& request) {
    if (!registry_.at(connection).people.contains(request.person)) {
        return outbox_.refuse(connection, id, "not_signed_in", sign_in_first);
    }
    sign_out(request.person, SignOutCause::asked);
    outbox_.reply(connection, id);
}

void SignIn::handle(ConnectionId connection, std::uint64_t id, const wire::SetPassword& request) {
    const std::size_t length = request.new_password.size();
    if (length < password_length_min || length > password_length_max) {
        return outbox_.refuse(connection, id, "bad_text", password_length_rule);
    }
    PasswordCheck check{connection,
                        id,
                        find_person(request.name),
                        dummy_hash(),
                        request.old_password,
                        request.new_password,
                        bool{request.person}};
    if (check.by_administrator) {
        if (!registry_.at(connection).people.contains(request.person)) {
            return outbox_.refuse(connection, id, "not_signed_in", sign_in_first);
        }
        if (!holds_role_now(loop_.state(), request.person, rules::Role::administrator)) {
            return outbox_.refuse(connection, id, "not_allowed");
        }
        if (!check.person) return outbox_.refuse(connection, id, "no_such_person");
        check.administrator = request.person;
        if (!allow_reset(connection, id, request.person, check.person)) return;
    }
    start(std::move(check));
}

// A password of somebody else is set only where the journal allows it: for a person who was just
// added, or after ResetPassword. That order is given here if the administrator has not given it; if
// it takes a second person, the request is refused.
bool SignIn::allow_reset(ConnectionId connection, std::uint64_t id, PersonId administrator,
                         PersonId person) {
    const Safety& safety = loop_.state().safety;
    if (!safety.safeguards) return true;
    const auto allowed = safety.resets.find(person);
    if (allowed != safety.resets.end() && loop_.state().at < allowed->second) return true;
    const Order order = ResetPassword{person};
    if (takes_second(loop_.state(), administrator, order)) {
        outbox_.refuse(connection, id, "second_person_needed",
                       "give the order ResetPassword first; another administrator or a shift "
                       "manager must authorise it");
        return false;
    }
    Command command;
    command.stamp.actor = actor_of(administrator);
    command.stamp.role = rules::Role::administrator;
    command.stamp.request = id;
    command.stamp.session = session_of(loop_.state(), command.stamp.actor, {});
    command.order = order;
    const Reply reply = loop_.execute(std::move(command));
    if (reply.refusal) outbox_.refuse(connection, id, to_word(reply.refusal->reason));
    return !reply.refusal;
}

// One check per connection at a time: otherwise one client could keep all others waiting.
void SignIn::start(PasswordCheck check) {
    const ConnectionId connection = check.connection;
    const std::uint64_t id = check.id;
    if (registry_.at(connection).password_checks > 0) {
        return outbox_.refuse(connection, id, "busy",
                              "another password of this connection is being checked");
    }
    if (const auto* account = accounts_.find(check.person)) check.hash = account->hash;
    if (!start_check_(std::move(check))) {
        return outbox_.refuse(connection, id, "busy", "too many people are signing in; try again");
    }
    ++registry_.at(connection).password_checks;
}

void SignIn::on_password_checked(const PasswordCheck& done, bool is_right) {
    if (Session* session = registry_.find(done.connection)) {
        check(session->password_checks > 0);
        --session->password_checks;
    }
    const State& state = loop_.state();
    const auto person = state.people.find(done.person);
    if (person == state.people.end()) {
        return outbox_.refuse(done.connection, done.id, "wrong_password");
    }
    if (done.by_administrator) return store_password(done);
    if (!is_right) {
        if (may_act(person->second)) loop_.execute_system({}, ReportFailedLogOn{done.person});
        return outbox_.refuse(done.connection, done.id, "wrong_password");
    }
    if (!may_act(person->second)) {
        return outbox_.refuse(done.connection, done.id, "person_disabled");
    }
    if (!done.new_hash.empty()) return store_password(done);
    if (accounts_.find(done.person)->must_change) {
        return outbox_.refuse(done.connection, done.id, "password_change_required",
                              "choose a password of your own first");
    }
    complete_sign_in(done);
}

void SignIn::store_password(const PasswordCheck& done) {
    const auto stored = accounts_.set(done.person, {done.new_hash, done.by_administrator});
    if (!stored) {
        return outbox_.refuse(done.connection, done.id, "cannot_store", stored.error().text());
    }
    const PersonId by = done.by_administrator ? done.administrator : done.person;
    const Reply noted =
        loop_.execute_system({}, NotePassword{done.person, by, done.by_administrator});
    check(!noted.refusal);
    // A reset means that the old password may be known to somebody else, who may be signed in.
    if (done.by_administrator) sign_out(done.person, SignOutCause::password_reset);
    outbox_.reply(done.connection, done.id);
}

void SignIn::complete_sign_in(const PasswordCheck& done) {
    Session* session = registry_.find(done.connection);
    if (!session) return;
    const Actor actor = actor_of(done.person);
    const auto old = registry_.connection_of(actor);
    if (old != done.connection) {
        if (old) {
            sign_out(done.person, SignOutCause::elsewhere);
            outbox_.enqueue(*old, wire::write_signed_in_elsewhere(done.person));
        }
        registry_.bind(actor, done.connection);
        session->people.insert(done.person);
    }
    check(session->people.contains(done.person));
    const Reply noted = loop_.execute_system({}, NoteSignIn{done.person});
    check(!noted.refusal);
    limit_messages(done.connection, *session);
    const Person& person = loop_.state().people.at(done.person);
    outbox_.reply(done.connection, done.id,
                  {{"person", std::to_string(done.person.number)},
                   {"name", wire::quoted(person.name)},
                   {"role", wire::quoted(to_word(person.role))},
                   {"request", std::to_string(last_request(loop_.state(), actor))},
                   {"password_reset", boost::json::serialize(wire::password_reset_json(loop_.state(), done.person))}});
}

void SignIn::limit_messages(ConnectionId connection, const Session& session) {
    outbox_.limit_messages(connection,
                           session.people.empty() ? player_message_max : staff_message_max);
}

void SignIn::sign_out(PersonId person, SignOutCause cause) {
    if (!registry_.connection_of(actor_of(person))) return;
    on_disabled(person);
    loop_.execute_system({}, NoteSignOut{person, cause});
}

void SignIn::on_disabled(PersonId person) {
    const auto connection = registry_.connection_of(actor_of(person));
    if (!connection) return;
    Session& session = registry_.at(*connection);
    const std::size_t erased = session.people.erase(person);
    check(erased == 1);
    registry_.unbind(actor_of(person));
    limit_messages(*connection, session);
    publisher_.unwatch_forbidden(*connection, session);
}

void SignIn::on_disconnect(ConnectionId connection) {
    Session& session = registry_.at(connection);
    for (const PersonId person : session.people) {
        registry_.unbind(actor_of(person));
        loop_.execute_system({}, NoteSignOut{person, SignOutCause::disconnected});
    }
    session.people.clear();
}

}  // namespace sicbo::server
