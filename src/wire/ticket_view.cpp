// SPDX-License-Identifier: MIT
#include "wire/ticket_view.h"

#include <boost/json/value.hpp>

namespace sicbo::wire {

using namespace table;

namespace {

namespace json = boost::json;

template <class IdType>
json::value id_or_null(IdType id) {
    return id ? json::value(id.number) : json::value(nullptr);
}

json::value actor_json(const State& state, const Actor& actor) {
    json::object object{{"kind", to_word(actor.kind)}, {"number", actor.number}};
    const auto person = state.people.find({actor.number});
    const bool is_known = actor.kind == ActorKind::person && person != state.people.end();
    object["name"] = is_known ? json::value(person->second.name) : json::value(nullptr);
    return object;
}

}  // namespace

json::object ticket_json(const State& state, const TicketFacts& facts) {
    const TicketRecord& ticket = facts.ticket;
    const bool expires = ticket.expires_at < never;
    return {
        {"ticket", facts.shows_name ? json::value(to_text(facts.name)) : json::value(nullptr)},
        {"last_four", four_digits(ticket.last_four)},
        {"amount", ticket.amount.cents()},
        {"currency", ledger::letters_of(ticket.currency)},
        {"training", ledger::is_training(ticket.currency)},
        {"state", to_word(ticket.state)},
        {"issued_at", ticket.issued_at.milliseconds},
        {"table", id_or_null(ticket.table)},
        {"terminal", id_or_null(ticket.terminal)},
        {"stay", id_or_null(ticket.stay)},
        {"expires_at",
         expires ? json::value(ticket.expires_at.milliseconds) : json::value(nullptr)},
        {"changed_at", ticket.changed_at.milliseconds},
        {"changed_table", id_or_null(ticket.changed_table)},
        {"changed_terminal", id_or_null(ticket.changed_terminal)},
        {"changed_counter", id_or_null(facts.counter)},
        {"changed_by", actor_json(state, ticket.changed_by)},
    };
}

}  // namespace sicbo::wire
