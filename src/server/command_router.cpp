#include "server/command_router.h"

#include <algorithm>

namespace sicbo::server {

using namespace table;  // the orders

namespace {

bool begins_round(const State& state, TableId table, const Order& order) {
    const Table* t = find_table(state, table);
    const bool is_first_step =
        std::holds_alternative<OpenBetting>(order) || std::holds_alternative<StartMix>(order);
    return t && is_first_step && !t->round;
}

}  // namespace

CommandRouter::CommandRouter(Loop& loop, SessionRegistry& registry, Outbox& outbox)
    : loop_(loop), registry_(registry), outbox_(outbox) {}

// Fills in who gives the order, at which table. Queues a refusal and returns false if the
// connection may not speak for that person or place.
bool CommandRouter::identify(ConnectionId connection, std::uint64_t id,
                             const wire::OrderRequest& request, Stamp& stamp) {
    const Session& session = registry_.at(connection);
    stamp.request = id;
    stamp.table = request.table;
    if (request.person || !session.place) {
        const bool only_one = !request.person && session.people.size() == 1;
        const PersonId person = only_one ? *session.people.begin() : request.person;
        if (!session.people.contains(person)) {
            outbox_.refuse(connection, id, "not_logged_on",
                           "sign in with your name and password first");
            return false;
        }
        stamp.actor = {ActorKind::person, person.number};
        stamp.role = request.role.value_or(loop_.state().people.at(person).role);
    } else {
        if (request.table && request.table != session.place->table) {
            outbox_.refuse(connection, id, "no_such_table", "your place is at another table");
            return false;
        }
        stamp.actor = session.place->actor;
        stamp.role = rules::Role::player;
        stamp.table = session.place->table;
    }
    check(registry_.connection_of(stamp.actor) == connection);
    return true;
}

// Returns true if the engine remembers nothing of this request, so that it is decided as of now. A
// request that it remembers gets its first outcome again; one that is too old is refused for that.
bool CommandRouter::is_new(const Stamp& stamp) const {
    const auto& all = loop_.state().recent;
    const auto at = all.find(stamp.actor);
    if (at == all.end()) return true;
    const auto& [highest, forgotten, outcomes] = at->second;
    if (stamp.request > highest) return true;
    if (stamp.request <= forgotten) return false;
    return std::ranges::find(outcomes, stamp.request, &Outcome::request) == outcomes.end();
}

bool CommandRouter::names_wrong_round(const wire::OrderRequest& request, const Stamp& stamp) const {
    const Table* t = find_table(loop_.state(), stamp.table);
    if (!request.round || !t || !is_new(stamp)) return false;
    return !t->round || t->round->number != request.round;
}

void CommandRouter::handle(ConnectionId connection, std::uint64_t id,
                           const wire::OrderRequest& request) {
    Command command;
    if (!identify(connection, id, request, command.stamp)) return;
    if (stopping_ && begins_round(loop_.state(), command.stamp.table, request.order)) {
        return outbox_.refuse(connection, id, "stopping", "the server is about to stop");
    }
    if (names_wrong_round(request, command.stamp)) {
        ++refused_;
        return outbox_.refuse(connection, id, to_word(Reason::wrong_round),
                              "that round is not in play");
    }
    command.order = request.order;
    const Reply reply = loop_.execute(std::move(command));
    if (reply.refusal) {
        ++refused_;
        return outbox_.send(
            connection, wire::write_refusal(id, to_word(reply.refusal->reason),
                                            reply.refusal->clause, reply.detail, reply.answers));
    }
    ++executed_;
    wire::Extras extras;
    if (reply.authorisation) {
        extras.emplace_back("authorisation", wire::quoted(to_text(*reply.authorisation)));
    }
    outbox_.send(connection, wire::write_reply(id, reply.answers, extras));
}

}  // namespace sicbo::server
