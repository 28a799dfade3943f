// SPDX-License-Identifier: MIT
// The sessions of all connections: the place that each has, the people signed in on it, and the
// topics that it watches.
//
// It decides nothing and sends nothing. Every method runs on the loop thread.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>

#include "core/hash.h"
#include "server/network.h"
#include "table/authority.h"
#include "table/state.h"
#include "wire/message.h"

namespace sicbo::server {

// Where a player is: at a terminal, or on a seat at a felt.
struct Place {
    table::Actor actor;
    TableId table;
    TerminalId terminal;  // none for a seat
};

// Somebody who has signed in for one act on a connection that is somebody else's, such as to
// authorise an order: it ends with the act. The person may be signed in elsewhere meanwhile.
struct SingleActSession {
    Instant expires_at;
    bool logged_on = false;  // at a table, by an order of this session, and is still to log off
    bool acted = false;      // all that is left to do is to log off
};

// What the server knows about one connection.
struct Session {
    Hash nonce;  // for a terminal to sign
    Peer peer;
    std::optional<Place> place;    // of the player at this connection, if there is one
    std::set<PersonId> people;     // signed in on this connection
    std::set<wire::Topic> topics;  // that this connection watches
    std::map<PersonId, SingleActSession> single_acts;  // people who are here for one act
    std::uint32_t password_checks = 0;                 // that are being made in the background
    // The highest request number of each actor that came over this connection.
    std::map<table::Actor, std::uint64_t> requests;

    // Returns true if the person may act on this connection.
    bool has(PersonId person) const {
        const auto at = single_acts.find(person);
        return people.contains(person) || (at != single_acts.end() && !at->second.acted);
    }

    // The person has done something other than to give an order: a session for one act is over.
    // Returns true if the person is signed out with it.
    bool on_act(PersonId person) {
        const auto at = single_acts.find(person);
        if (at == single_acts.end()) return false;
        at->second.acted = true;
        if (!at->second.logged_on) single_acts.erase(at);
        return !single_acts.contains(person);
    }
};

// Notes that the person's order was carried out: a session for one act is over, unless the order
// was to log on or off. Returns true if the person is signed out with it.
bool on_order(Session& session, PersonId person, const table::Order& order);

// Returns true if the person may give this order on the connection.
bool may_order(const Session& session, PersonId person, const table::Order& order);

// The detail of a refusal with `not_signed_in`.
inline constexpr std::string_view sign_in_first = "sign in with your name and password first";

// Who may watch the cage: cashiers, those who agree to what cashiers do, and auditors.
inline constexpr table::RoleSet cage_watchers = {rules::Role::cashier, rules::Role::supervisor,
                                                 rules::Role::pit_manager,
                                                 rules::Role::shift_manager, rules::Role::auditor};

// Returns true if the session may watch the topic: players their own place, staff the console, and
// those in `cage_watchers` the cage.
bool may_watch(const table::State& state, const Session& session, wire::Topic topic);

class SessionRegistry {
public:
    // Adds the session of a new connection. The connection must not have one.
    Session& add(ConnectionId connection, const Hash& nonce);

    // Calls `use` with each connection and its session.
    template <class Use>
    void for_each(Use use) {
        for (auto& [number, session] : sessions_) use(ConnectionId{number}, session);
    }

    // Removes the session. It must have no place and nobody may be signed in on it.
    void remove(ConnectionId connection);

    // Returns null if the connection is gone.
    Session* find(ConnectionId connection);

    // The session of a connection that is known to exist.
    Session& at(ConnectionId connection);

    // Returns the one connection that acts as this terminal, seat or person, if there is one.
    std::optional<ConnectionId> connection_of(const table::Actor& actor) const;

    // Makes the connection the one that acts as this actor. No connection may be that yet.
    void bind(const table::Actor& actor, ConnectionId connection);

    // Removes the binding of the actor, which must exist.
    void unbind(const table::Actor& actor);

private:
    std::unordered_map<std::uint64_t, Session> sessions_;
    std::map<table::Actor, ConnectionId> connection_of_;
};

}  // namespace sicbo::server
