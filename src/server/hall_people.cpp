// Staff: who has entered on which connection, and their passwords.
#include "server/hall.h"

#include "table/authority.h"

namespace sicbo::server {

using namespace table;  // the orders
using wire::Topic;

PersonId Hall::person_named(std::string_view name) const {
    for (const auto& [person, one] : loop_.state().people) {
        if (one.name == name) return person;
    }
    return {};
}

void Hall::hear(ConnectionId connection, std::uint64_t id, const wire::Enter& ask) {
    PasswordCheck check{connection, id, person_named(ask.name), no_hash(), ask.password, {}, false};
    check_aside(std::move(check));
}

void Hall::check_aside(PasswordCheck check) {
    const ConnectionId connection = check.connection;
    const std::uint64_t id = check.id;
    if (sessions_.at(connection.number).checks > 0) {  // or one could keep all others waiting
        return refuse(connection, id, "busy", "one password at a time");
    }
    if (const auto* account = options_.accounts->of(check.person)) check.hash = account->hash;
    if (!options_.check_password(std::move(check))) {
        return refuse(connection, id, "busy", "too many are logging on; try again");
    }
    ++sessions_.at(connection.number).checks;
}

void Hall::hear(ConnectionId connection, std::uint64_t id, const wire::SetPassword& ask) {
    if (ask.fresh.size() < password_shortest || ask.fresh.size() > password_longest) {
        return refuse(connection, id, "bad_text", "a password has 8 to 200 bytes");
    }
    PasswordCheck check{connection, id,        person_named(ask.name), no_hash(),
                        ask.old,    ask.fresh, bool{ask.person}};
    if (ask.person) {
        const bool here = sessions_.at(connection.number).people.contains(ask.person);
        if (!here) return refuse(connection, id, "not_logged_on");
        if (!acts_as(ask.person, rules::Role::administrator)) {
            return refuse(connection, id, "not_allowed");
        }
        if (!check.person) return refuse(connection, id, "no_such_person");
    }
    check_aside(std::move(check));
}

void Hall::checked(const PasswordCheck& check, bool right) {
    const auto session = sessions_.find(check.connection.number);
    if (session != sessions_.end()) --session->second.checks;
    const State& state = loop_.state();
    const auto person = state.people.find(check.person);
    if (person == state.people.end()) {
        return refuse(check.connection, check.id, "wrong_password");
    }
    if (check.by_administrator) return set_password(check);
    if (!right) {
        if (may_act(person->second)) loop_.execute_system({}, ReportFailedLogOn{check.person});
        return refuse(check.connection, check.id, "wrong_password");
    }
    if (!may_act(person->second)) return refuse(check.connection, check.id, "person_disabled");
    if (!check.fresh.empty()) return set_password(check);
    if (options_.accounts->of(check.person)->once) {
        return refuse(check.connection, check.id, "password_once", "choose a password of your own");
    }
    entered(check);
}

void Hall::set_password(const PasswordCheck& check) {
    const auto done = options_.accounts->set(check.person, {check.fresh, check.by_administrator});
    if (!done) return refuse(check.connection, check.id, "disk_full", done.error().text());
    // Whoever entered with the old one may be somebody else.
    const auto here = live_.find({ActorKind::person, check.person.number});
    if (check.by_administrator && here != live_.end()) {
        dismiss(ConnectionId(here->second), check.person);
    }
    answer(check.connection, wire::write_answer(check.id));
}

void Hall::entered(const PasswordCheck& check) {
    const auto found = sessions_.find(check.connection.number);
    if (found == sessions_.end()) return;  // has left since
    const Person& person = loop_.state().people.at(check.person);
    const Actor actor{ActorKind::person, check.person.number};
    const auto before = live_.find(actor);
    if (before != live_.end() && before->second != check.connection) {
        const ConnectionId old = before->second;
        dismiss(old, check.person);
        tell(old, std::make_shared<const std::string>("{\"notice\":\"entered_elsewhere\",\"as\":" +
                                                      std::to_string(check.person.number) + "}"));
    }
    live_[actor] = check.connection;
    found->second.people.insert(check.person);
    limit_messages(check.connection, found->second);
    answer(check.connection,
           wire::write_answer(check.id,
                              {{"as", std::to_string(check.person.number)},
                               {"name", wire::quoted(person.name)},
                               {"role", wire::quoted(to_word(person.role))},
                               {"request", std::to_string(last_request(loop_.state(), actor))}}));
}

void Hall::limit_messages(ConnectionId connection, const Session& session) {
    delivery_to(connection).message_max =
        session.people.empty() ? player_message_most : staff_message_most;
}

// Whoever is not there any more sees nothing of what only staff may see.
void Hall::dismiss(ConnectionId connection, PersonId person) {
    Session& session = sessions_.at(connection.number);
    session.people.erase(person);
    limit_messages(connection, session);
    live_.erase({ActorKind::person, person.number});
    std::erase_if(session.topics, [&](const Topic topic) {
        if (may_watch(session, topic)) return false;
        topics_.unwatch(topic, connection);
        return true;
    });
}

bool Hall::acts_as(PersonId person, rules::Role role) const {
    const State& state = loop_.state();
    const Person& who = state.people.at(person);
    return may_act(who) && holds_role(who, role, state.at);
}

void Hall::hear(ConnectionId connection, std::uint64_t id, const wire::Leave& ask) {
    if (!sessions_.at(connection.number).people.contains(ask.person)) {
        return refuse(connection, id, "not_logged_on");
    }
    dismiss(connection, ask.person);
    answer(connection, wire::write_answer(id));
}

}  // namespace sicbo::server
