// SPDX-License-Identifier: MIT
#include "server/sign_in.h"

#include <boost/json/serialize.hpp>

#include "server/log.h"
#include "server/totp.h"
#include "table/authority.h"
#include "wire/access_view.h"

namespace sicbo::server {

using namespace table;

namespace {

using Purpose = PasswordCheck::Purpose;

constexpr std::string_view wrong_password = "wrong_password";
constexpr std::string_view wrong_password_detail =
    "the name or the password is wrong, or the account is locked";
constexpr std::size_t under_way_max = 2;  // so that the background thread never waits for the loop

Actor actor_of(PersonId person) { return {ActorKind::person, person.number}; }

bool is_locked(const Person& person) { return !person.disabled && !may_act(person); }

std::string key_of_name(const std::string& name) { return "name " + to_text(sha256(name)); }

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

void note_act(Loop& loop, Session& session, PersonId person) {
    if (session.on_act(person)) loop.execute_system({}, NoteSignOut{person, SignOutCause::asked});
}

SignIn::SignIn(Loop& loop, Accounts& accounts, SessionRegistry& registry, Publisher& publisher,
               Outbox& outbox, const AccessPlan& access, StartCheck start_check,
               WallClock wall_clock, Instant now)
    : loop_(loop),
      accounts_(accounts),
      registry_(registry),
      publisher_(publisher),
      outbox_(outbox),
      access_(access),
      start_check_(std::move(start_check)),
      wall_clock_(std::move(wall_clock)),
      now_(now) {
    check(start_check_ && wall_clock_);
}

PersonId SignIn::find_person(std::string_view name) const {
    for (const auto& [id, person] : loop_.state().people) {
        if (person.name == name) return id;
    }
    return {};
}

void SignIn::handle(ConnectionId connection, std::uint64_t id, const wire::SignIn& request) {
    PasswordCheck check{connection, id,   find_person(request.name), dummy_hash(), request.password,
                        {},         false};
    check.code = request.code;
    check.single_act = request.single_act;
    start(std::move(check), request.name);
}

void SignIn::handle(ConnectionId connection, std::uint64_t id, const wire::SignOut& request) {
    Session& session = registry_.at(connection);
    if (session.single_acts.erase(request.person) > 0) {
        loop_.execute_system({}, NoteSignOut{request.person, SignOutCause::asked});
        return outbox_.reply(connection, id);
    }
    if (!session.people.contains(request.person)) {
        return outbox_.refuse(connection, id, "not_signed_in", sign_in_first);
    }
    sign_out(request.person, SignOutCause::asked);
    outbox_.reply(connection, id);
}

void SignIn::handle(ConnectionId connection, std::uint64_t id, const wire::SetPassword& request) {
    const auto problem =
        password_problem(request.new_password, request.name, access_.password_length_min);
    if (problem) return outbox_.refuse(connection, id, problem->reason, problem->detail);
    PasswordCheck check{connection,
                        id,
                        find_person(request.name),
                        dummy_hash(),
                        request.old_password,
                        request.new_password,
                        bool{request.person}};
    check.purpose = Purpose::set_password;
    check.code = request.code;
    if (check.by_administrator) {
        if (!registry_.at(connection).has(request.person)) {
            return outbox_.refuse(connection, id, "not_signed_in", sign_in_first);
        }
        if (!holds_role_now(loop_.state(), request.person, rules::Role::administrator)) {
            return outbox_.refuse(connection, id, "not_allowed");
        }
        if (!check.person) return outbox_.refuse(connection, id, "no_such_person");
        check.administrator = request.person;
        if (!allow_reset(connection, id, request.person, check.person)) return;
    } else if (request.new_password == request.old_password) {
        return outbox_.refuse(connection, id, "password_unchanged",
                              "the new password must be another one");
    }
    start(std::move(check), request.name);
}

// Returns false, and refuses, if this connection may not try a password now. Nothing that a client
// can do before it is at a console costs more than this.
bool SignIn::may_attempt(const PasswordCheck& check, const std::string& name) {
    const bool at_console = access_.is_console(registry_.at(check.connection).peer);
    const std::string address = key_of_address(check.network);
    SignInThrottle& throttle = at_console ? at_consoles_ : elsewhere_;
    std::int64_t delay = throttle.delay(address, now_);
    if (!at_console) delay = std::max(delay, throttle.delay(key_of_name(name), now_));
    if (delay > 0) {
        ++counts_.delayed;
        constexpr std::int64_t second = 1'000;
        outbox_.refuse(check.connection, check.id, "too_many_attempts",
                       "try again in " + std::to_string((delay + second - 1) / second) + " s");
        return false;
    }
    if (at_console) return true;
    ++counts_.elsewhere;
    throttle.on_failure(address, now_);
    throttle.on_failure(key_of_name(name), now_);
    const std::string& from = registry_.at(check.connection).peer.address;
    if (const auto left_out = log_limiter_.admit("elsewhere", now_)) {
        log(LogLevel::warning, "somebody tried to sign in who is not at a console",
            {{"address", from}, {"left_out", std::to_string(*left_out)}});
    }
    outbox_.refuse(check.connection, check.id, "not_a_console",
                   "staff sign in at the consoles that the configuration names");
    return false;
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
    const Reply reply = execute_as_administrator(administrator, id, order);
    if (reply.refusal) outbox_.refuse(connection, id, to_word(reply.refusal->reason));
    return !reply.refusal;
}

Reply SignIn::execute_as_administrator(PersonId administrator, std::uint64_t request,
                                       const Order& order) {
    Command command;
    command.stamp.actor = actor_of(administrator);
    command.stamp.role = rules::Role::administrator;
    command.stamp.request = request;
    command.stamp.session = session_of(loop_.state(), command.stamp.actor, {});
    command.order = order;
    return loop_.execute(std::move(command));
}

// One check per connection at a time: otherwise one client could keep all others waiting.
void SignIn::start(PasswordCheck check, const std::string& name) {
    const ConnectionId connection = check.connection;
    const std::uint64_t id = check.id;
    Session& session = registry_.at(connection);
    if (session.password_checks > 0) {
        ++counts_.busy;
        return outbox_.refuse(connection, id, "busy",
                              "another password of this connection is being checked");
    }
    check.network = session.peer.network;
    check.asked_at = now_;
    if (!check.by_administrator && !may_attempt(check, name)) return;
    if (const auto* account = accounts_.find(check.person)) check.hash = account->hash;
    ++session.password_checks;
    if (const auto refused = queue_.push(std::move(check))) {
        ++counts_.busy;
        forget_check(refused->connection);
        outbox_.refuse(refused->connection, refused->id, "busy",
                       "too many people are signing in; try again");
    }
    start_next();
}

void SignIn::start_next() {
    while (under_way_ < under_way_max) {
        std::optional<PasswordCheck> next = queue_.pop();
        if (!next) return;
        const ConnectionId connection = next->connection;
        const std::uint64_t id = next->id;
        if (!registry_.find(connection)) continue;  // it is gone
        if (start_check_(*std::move(next))) {
            ++under_way_;
            continue;
        }
        ++counts_.busy;
        forget_check(connection);
        outbox_.refuse(connection, id, "busy", "too many people are signing in; try again");
    }
}

void SignIn::forget_check(ConnectionId connection) {
    Session* session = registry_.find(connection);
    if (!session) return;
    check(session->password_checks > 0);
    --session->password_checks;
}

// The connection may try another password once it has the answer.
void SignIn::refuse_late(const PasswordCheck& done, std::string_view reason,
                         std::string_view detail) {
    const std::int64_t interval = answer_interval.count();
    const std::int64_t passed = now_.milliseconds - done.asked_at.milliseconds;
    const std::int64_t intervals = std::max<std::int64_t>((passed + interval - 1) / interval, 1);
    late_refusals_.emplace(done.asked_at + intervals * interval,
                           LateRefusal{done.connection, done.id, reason, detail});
}

void SignIn::on_time(Instant now) {
    now_ = now;
    while (!late_refusals_.empty() && late_refusals_.begin()->first <= now_) {
        const LateRefusal late = late_refusals_.begin()->second;
        late_refusals_.erase(late_refusals_.begin());
        if (!registry_.find(late.connection)) continue;
        forget_check(late.connection);
        outbox_.refuse(late.connection, late.id, late.reason, late.detail);
    }
    constexpr std::int64_t sweep_interval = 1'000;
    if (now_ < swept_at_ + sweep_interval) return;
    swept_at_ = now_;
    std::erase_if(with_single_acts_, [&](std::uint64_t number) {
        Session* session = registry_.find(ConnectionId{number});
        if (!session) return true;
        std::erase_if(session->single_acts, [&](const auto& one) {
            if (one.second.expires_at > now_) return false;
            loop_.execute_system({}, NoteSignOut{one.first, SignOutCause::asked});
            return true;
        });
        return session->single_acts.empty();
    });
}

std::optional<Instant> SignIn::next_due() const {
    if (late_refusals_.empty()) return std::nullopt;
    return late_refusals_.begin()->first;
}

void SignIn::lock_alert(PersonId id, const PasswordCheck& done) {
    const std::string& name = loop_.state().people.at(id).name;
    const Session* session = registry_.find(done.connection);
    log(LogLevel::warning, "three failed sign-ins have locked an account",
        {{"name", name}, {"address", session ? session->peer.address : std::string()}});
    const auto notice = std::make_shared<const std::string>(wire::write_account_locked(id, name));
    registry_.for_each([&](ConnectionId connection, const Session& one) {
        if (!one.people.empty()) outbox_.enqueue(connection, notice);
    });
}

std::string SignIn::key_of_address(std::uint64_t network) {
    return "address " + std::to_string(network);
}

// Journals the failure. Once the account is locked, or as often has been tried at a disabled one,
// failures are only counted.
void SignIn::report_failure(const PasswordCheck& done) {
    const auto& people = loop_.state().people;
    const auto person = people.find(done.person);
    if (person == people.end() || person->second.failures >= failures_max) return;
    loop_.execute_system({}, ReportFailedLogOn{done.person});
    if (is_locked(people.at(done.person))) lock_alert(done.person, done);
}

void SignIn::fail(const PasswordCheck& done, std::string_view reason) {
    ++counts_.failed;
    at_consoles_.on_failure(key_of_address(done.network), now_);
    report_failure(done);
    refuse_late(done, reason, reason == wrong_password ? wrong_password_detail : "");
}

void SignIn::on_password_checked(const PasswordCheck& done, bool is_right) {
    check(under_way_ > 0);
    --under_way_;
    start_next();
    const auto& people = loop_.state().people;
    const auto person = people.find(done.person);
    if (done.by_administrator) {
        forget_check(done.connection);
        return store_password(done);
    }
    const bool known = person != people.end() && accounts_.find(done.person);
    // Whether the password of a locked or disabled account was right is nobody's business.
    if (!is_right || !known || !may_act(person->second)) return fail(done, wrong_password);
    if (done.purpose == Purpose::second_factor) {
        forget_check(done.connection);
        return store_second_factor(done);
    }
    if (!passes_second_factor(done)) return;
    forget_check(done.connection);
    complete(done);
}

// The password is right, and so is the second factor where one is needed.
void SignIn::complete(const PasswordCheck& done) {
    ++counts_.succeeded;
    incomplete_.erase(done.person);
    at_consoles_.on_success(key_of_address(done.network));
    if (loop_.state().people.at(done.person).failures > 0) {
        loop_.execute_system({}, RestorePerson{done.person});  // the count starts again
    }
    if (done.purpose == Purpose::set_password) return store_password(done);
    if (accounts_.find(done.person)->must_change) {
        return outbox_.refuse(done.connection, done.id, "password_change_required",
                              "choose a password of your own first");
    }
    complete_sign_in(done);
}

void SignIn::store_password(const PasswordCheck& done) {
    const auto stored = accounts_.set_password(done.person, done.new_hash, done.by_administrator);
    if (!stored) {
        return outbox_.refuse(done.connection, done.id, "cannot_store", stored.error().text());
    }
    const PersonId by = done.by_administrator ? done.administrator : done.person;
    const Reply noted =
        loop_.execute_system({}, NotePassword{done.person, by, done.by_administrator});
    check(!noted.refusal);
    // Somebody else may know the old password, and be signed in with it.
    const auto old = registry_.connection_of(actor_of(done.person));
    if (done.by_administrator) {
        sign_out(done.person, SignOutCause::password_reset);
    } else if (old && old != done.connection) {
        sign_out(done.person, SignOutCause::elsewhere);
        outbox_.enqueue(*old, wire::write_signed_in_elsewhere(done.person));
    } else if (end_single_acts(done.person)) {
        loop_.execute_system({}, NoteSignOut{done.person, SignOutCause::elsewhere});
    }
    outbox_.reply(done.connection, done.id);
}

void SignIn::complete_sign_in(const PasswordCheck& done) {
    Session* session = registry_.find(done.connection);
    if (!session) return;
    if (done.single_act) return complete_single_act(done, *session);
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
    session->single_acts.erase(done.person);
    limit_messages(done.connection, *session);
    reply_with_person(done);
}

void SignIn::complete_single_act(const PasswordCheck& done, Session& session) {
    if (!session.people.contains(done.person)) {
        session.single_acts[done.person] = {now_ + single_act_max.count()};
        with_single_acts_.insert(done.connection.number);
    }
    limit_messages(done.connection, session);
    reply_with_person(done);
}

void SignIn::reply_with_person(const PasswordCheck& done) {
    const Reply noted = loop_.execute_system({}, NoteSignIn{done.person});
    check(!noted.refusal);
    const State& state = loop_.state();
    const Person& person = state.people.at(done.person);
    const auto reset = wire::password_reset_json(state, done.person);
    outbox_.reply(done.connection, done.id,
                  {{"person", std::to_string(done.person.number)},
                   {"name", wire::quoted(person.name)},
                   {"role", wire::quoted(to_word(person.role))},
                   {"request", std::to_string(last_request(state, actor_of(done.person)))},
                   {"password_reset", boost::json::serialize(reset)}});
}

void SignIn::limit_messages(ConnectionId connection, const Session& session) {
    const bool is_staffed = !session.people.empty() || !session.single_acts.empty();
    outbox_.limit_messages(connection, is_staffed ? staff_message_max : player_message_max);
}

void SignIn::sign_out(PersonId person, SignOutCause cause) {
    bool was_here = registry_.connection_of(actor_of(person)).has_value();
    registry_.for_each([&](ConnectionId, const Session& session) {
        was_here = was_here || session.single_acts.contains(person);
    });
    if (!was_here) return;
    on_disabled(person);
    loop_.execute_system({}, NoteSignOut{person, cause});
}

// Ends the single acts that the person may still do, on every connection. Returns false if there
// was none.
bool SignIn::end_single_acts(PersonId person) {
    bool ended = false;
    registry_.for_each([&](ConnectionId connection, Session& session) {
        if (session.single_acts.erase(person) == 0) return;
        ended = true;
        limit_messages(connection, session);
    });
    return ended;
}

void SignIn::on_disabled(PersonId person) {
    end_single_acts(person);
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
    for (const auto& [person, act] : session.single_acts) {
        loop_.execute_system({}, NoteSignOut{person, SignOutCause::disconnected});
    }
    session.people.clear();
    session.single_acts.clear();
}

}  // namespace sicbo::server
