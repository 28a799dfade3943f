// SPDX-License-Identifier: MIT
#include "server/command_router.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>

#include "server/plain_text.h"
#include "wire/orders_view.h"

namespace sicbo::server {

using namespace table;

namespace {

bool begins_round(const State& state, TableId table, const Order& order) {
    const Table* t = find_table(state, table);
    const bool is_first_step =
        holds<OpenBetting>(order) || holds<StartMix>(order) || holds<StartCoveredMix>(order);
    return t && is_first_step && !t->round;
}

}  // namespace

CommandRouter::CommandRouter(Loop& loop, SessionRegistry& registry, Outbox& outbox,
                             const AccessPlan& access, const Accounts& accounts)
    : loop_(loop), registry_(registry), outbox_(outbox), access_(access), accounts_(accounts) {}

// Returns true if the role takes a second factor and the person has none. Somebody who was
// appointed after the sign-in may not have been asked for one.
bool CommandRouter::lacks_second_factor(PersonId person, rules::Role role) const {
    if (!access_.second_factor.has(role)) return false;
    const Accounts::Account* account = accounts_.find(person);
    return !account || !account->second_factor || !account->second_factor->confirmed;
}

// Fills in who gives the order, at which table. Queues a refusal and returns false if the
// connection may not speak for that person or place.
bool CommandRouter::identify(ConnectionId connection, std::uint64_t id,
                             const wire::OrderRequest& request, Stamp& stamp) {
    const Session& session = registry_.at(connection);
    stamp.request = request.request ? request.request : id;
    stamp.table = request.table;
    if (request.person || !session.place) {
        const bool only_one = !request.person && session.people.size() == 1;
        const PersonId person = only_one ? *session.people.begin() : request.person;
        if (!may_order(session, person, request.order)) {
            outbox_.refuse(connection, id, "not_signed_in", sign_in_first);
            return false;
        }
        stamp.actor = {ActorKind::person, person.number};
        stamp.role = request.role.value_or(loop_.state().people.at(person).role);
        if (lacks_second_factor(person, stamp.role)) {
            outbox_.refuse(connection, id, "second_factor_missing",
                           "this role takes a second factor: make one, then sign in again");
            return false;
        }
    } else {
        if (request.table && request.table != session.place->table) {
            outbox_.refuse(connection, id, "no_such_table", "your place is at another table");
            return false;
        }
        stamp.actor = session.place->actor;
        stamp.role = rules::Role::player;
        stamp.table = session.place->table;
    }
    const bool is_single_act =
        stamp.actor.kind == ActorKind::person && session.single_acts.contains({stamp.actor.number});
    check(is_single_act || registry_.connection_of(stamp.actor) == connection);
    stamp.round = request.round;
    stamp.session = request.session ? request.session : session_for(stamp);
    return true;
}

// The session of a request that names none: for a resend by a person, that of the first time, since
// a person proves with a password to be the same; otherwise the present one.
std::uint64_t CommandRouter::session_for(const Stamp& stamp) const {
    if (stamp.actor.kind == ActorKind::person) {
        const Outcome* outcome = find_outcome(loop_.state(), stamp.actor, stamp.request);
        if (outcome) return outcome->session;
    }
    return session_of(loop_.state(), stamp.actor, stamp.table);
}

// Queues a refusal and returns false if the number of the request is more than request_ahead_max
// above the last one of its actor. Otherwise one message could use up all numbers that there are,
// and nobody could give an order from that place again.
bool CommandRouter::admit(ConnectionId connection, std::uint64_t id, const Stamp& stamp) {
    std::uint64_t& last = registry_.at(connection).requests[stamp.actor];
    last = std::max(last, last_request(loop_.state(), stamp.actor));
    if (stamp.request > last + request_ahead_max) {
        outbox_.refuse(connection, id, "request_out_of_range",
                       "the next request number is " + std::to_string(last + 1));
        return false;
    }
    last = std::max(last, stamp.request);
    return true;
}

// The engine has forgotten a ticket that was closed long ago; the reports know what became of it.
std::string CommandRouter::detail_of(const Reply& reply, const Order& order) const {
    const auto* cashed = get_if<CashTicket>(&order);
    if (!cashed || !ticket_finder_ || reply.refusal->reason != Reason::ticket_closed) {
        return reply.detail;
    }
    return ticket_finder_->describe_closed(cashed->ticket);
}

std::optional<Stamp> CommandRouter::stamp_of(ConnectionId connection, std::uint64_t id,
                                             const wire::OrderRequest& request) {
    Stamp stamp;
    if (!identify(connection, id, request, stamp)) return std::nullopt;
    if (!admit(connection, id, stamp)) return std::nullopt;
    return stamp;
}

std::optional<Decision> CommandRouter::decide(Stamp stamp, const Order& order) const {
    stamp.at = loop_.state().at;
    try {
        return table::decide(loop_.state(), {stamp, order});
    } catch (const std::exception&) {  // a failed check, or std::out_of_range of a look-up
        return std::nullopt;
    }
}

std::optional<CommandRouter::Executed> CommandRouter::execute(ConnectionId connection,
                                                              std::uint64_t id,
                                                              const wire::OrderRequest& request) {
    const std::optional<Stamp> stamp = stamp_of(connection, id, request);
    if (!stamp) return std::nullopt;
    if (stopping_ && begins_round(loop_.state(), stamp->table, request.order)) {
        outbox_.refuse(connection, id, "stopping", "the server is about to stop");
        return std::nullopt;
    }
    if (!has_plain_texts(request.order)) {
        ++refused_;
        outbox_.refuse(connection, id, to_word(Reason::bad_text), plain_text_rule);
        return std::nullopt;
    }
    Command command{*stamp, request.order};
    const Actor actor = command.stamp.actor;
    const bool is_recorded = !late_bets_.is_excess(loop_.state(), command);
    Reply reply =
        is_recorded ? loop_.execute(std::move(command)) : loop_.consider(std::move(command));
    if (!reply.refusal && actor.kind == ActorKind::person &&
        on_order(registry_.at(connection), {actor.number}, request.order)) {
        loop_.execute_system({}, NoteSignOut{{actor.number}, SignOutCause::asked});
    }
    if (reply.refusal) {
        ++refused_;
        outbox_.enqueue(connection, wire::write_refusal(
                                        id, to_word(reply.refusal->reason), reply.refusal->clause,
                                        detail_of(reply, request.order), reply.answers));
        return std::nullopt;
    }
    ++executed_;
    return Executed{*stamp, std::move(reply)};
}

void CommandRouter::handle(ConnectionId connection, std::uint64_t id,
                           const wire::OrderRequest& request) {
    const std::optional<Executed> executed = execute(connection, id, request);
    if (!executed) return;
    const Reply& reply = executed->reply;
    wire::Extras extras;
    if (reply.authorisation) {
        extras.emplace_back("authorisation", wire::quoted(to_text(*reply.authorisation)));
    }
    if (is_report(request.order) && !reply.incidents.empty()) {
        boost::json::array numbers;
        for (const IncidentId incident : reply.incidents) numbers.emplace_back(incident.number);
        extras.emplace_back("incidents", boost::json::serialize(numbers));
    }
    outbox_.enqueue(connection, wire::write_reply(id, reply.answers, extras));
}

void CommandRouter::handle(ConnectionId connection, std::uint64_t id,
                           const wire::PreviewRequest& request) {
    Command command;
    if (!identify(connection, id, request.order, command.stamp)) return;
    if (command.stamp.actor.kind != ActorKind::person) {
        return outbox_.refuse(connection, id, "not_allowed", "previews are for staff");
    }
    if (!find_table(loop_.state(), command.stamp.table)) {
        return outbox_.refuse(connection, id, "no_such_table");
    }
    if (holds<Authorise>(request.order.order)) {
        return outbox_.refuse(connection, id, "not_allowed", "preview the order that it is about");
    }
    command.stamp.at = loop_.state().at;
    command.order = request.order.order;
    const Preview preview = table::preview(loop_.state(), command);
    outbox_.reply(connection, id,
                  {{"preview", boost::json::serialize(wire::preview_json(preview))}});
}

}  // namespace sicbo::server
