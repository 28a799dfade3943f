// SPDX-License-Identifier: MIT
// Requests of staff about tickets.
#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>

#include "device/ticket_number.h"
#include "server/sessions.h"
#include "table/authority.h"

namespace sicbo::server {

using namespace table;

std::optional<PersonId> Sessions::person_on(ConnectionId connection) {
    const Session* session = registry_.find(connection);
    if (!session || session->people.size() != 1) return std::nullopt;
    return *session->people.begin();
}

void Sessions::handle(ConnectionId connection, std::uint64_t id, const wire::FindTickets& request) {
    const PersonId person =
        request.person ? request.person : person_on(connection).value_or(PersonId{});
    if (!person || !registry_.at(connection).has(person)) {
        return outbox_.refuse(connection, id, "not_signed_in", sign_in_first);
    }
    if (!holds_one_now(loop_.state(), person, find_ticket_roles)) {
        return outbox_.refuse(connection, id, "not_allowed");
    }
    const bool has_number = !request.number.empty();
    if (has_number && !device::is_ticket_number(request.number)) {
        return outbox_.refuse(connection, id, to_word(Reason::bad_ticket_number));
    }
    Result<std::vector<wire::TicketFacts>> found;
    if (options_.ticket_finder) {
        const bool shows_name = holds_one_now(loop_.state(), person, ticket_name_roles);
        found = has_number ? options_.ticket_finder->by_number(loop_.state(), request.number)
                           : options_.ticket_finder->by_last_four(loop_.state(), request.last_four,
                                                                  shows_name);
    }
    if (!found) {
        return outbox_.refuse(connection, id, "busy",
                              "the reports are being made; try again in a moment");
    }
    note_act(loop_, registry_.at(connection), person);
    boost::json::array tickets;
    for (const wire::TicketFacts& one : *found) {
        tickets.push_back(wire::ticket_json(loop_.state(), one));
    }
    outbox_.reply(connection, id, {{"tickets", boost::json::serialize(tickets)}});
}

}  // namespace sicbo::server
