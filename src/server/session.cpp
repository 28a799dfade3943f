// SPDX-License-Identifier: MIT
#include "server/session.h"

#include <algorithm>

#include "core/check.h"

namespace sicbo::server {

using wire::Topic;
using wire::TopicKind;

namespace {

bool is_cage_watcher(const table::State& state, PersonId person) {
    const auto found = state.people.find(person);
    if (found == state.people.end() || !may_act(found->second)) return false;
    for (std::size_t i = 0; i < words_of<rules::Role>.size(); ++i) {
        const auto role = static_cast<rules::Role>(i);
        if (cage_watchers.has(role) && holds_role(found->second, role, state.at)) return true;
    }
    return false;
}

}  // namespace

bool may_watch(const table::State& state, const Session& session, Topic topic) {
    const auto& place = session.place;
    switch (topic.kind) {
        case TopicKind::property:
        case TopicKind::table: return true;
        case TopicKind::terminal: return place && place->terminal.number == topic.number;
        case TopicKind::seat:
            return place && !place->terminal && place->actor.number == topic.number;
        case TopicKind::console:
        case TopicKind::places: return !session.people.empty();
        case TopicKind::cage:
            return std::ranges::any_of(
                session.people, [&](PersonId person) { return is_cage_watcher(state, person); });
    }
    return false;
}

bool may_order(const Session& session, PersonId person, const table::Order& order) {
    if (session.people.contains(person)) return true;
    const auto at = session.single_acts.find(person);
    if (at == session.single_acts.end()) return false;
    return !at->second.acted || holds<table::LogOff>(order);
}

bool on_order(Session& session, PersonId person, const table::Order& order) {
    const auto at = session.single_acts.find(person);
    if (at == session.single_acts.end()) return false;
    SingleActSession& one = at->second;
    if (holds<table::LogOn>(order)) {
        one.logged_on = true;
    } else if (holds<table::LogOff>(order)) {
        one.logged_on = false;
    } else {
        one.acted = true;
    }
    if (!one.acted || one.logged_on) return false;
    session.single_acts.erase(at);
    return true;
}

Session& SessionRegistry::add(ConnectionId connection, const Hash& nonce) {
    const auto [at, is_new] = sessions_.try_emplace(connection.number);
    check(is_new);
    at->second.nonce = nonce;
    return at->second;
}

void SessionRegistry::remove(ConnectionId connection) {
    const Session& session = at(connection);
    check(!session.place);
    check(session.people.empty());
    sessions_.erase(connection.number);
}

Session* SessionRegistry::find(ConnectionId connection) {
    const auto at = sessions_.find(connection.number);
    return at == sessions_.end() ? nullptr : &at->second;
}

Session& SessionRegistry::at(ConnectionId connection) {
    Session* session = find(connection);
    check(session != nullptr);
    return *session;
}

std::optional<ConnectionId> SessionRegistry::connection_of(const table::Actor& actor) const {
    const auto at = connection_of_.find(actor);
    if (at == connection_of_.end()) return std::nullopt;
    return at->second;
}

void SessionRegistry::bind(const table::Actor& actor, ConnectionId connection) {
    check(sessions_.contains(connection.number));
    const bool is_new = connection_of_.emplace(actor, connection).second;
    check(is_new);  // one connection per actor
}

void SessionRegistry::unbind(const table::Actor& actor) {
    const std::size_t erased = connection_of_.erase(actor);
    check(erased == 1);
}

}  // namespace sicbo::server
