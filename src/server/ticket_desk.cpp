// SPDX-License-Identifier: MIT
#include "server/ticket_desk.h"

#include <sodium.h>

#include <algorithm>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include "device/ticket_number.h"
#include "server/ticket_print.h"
#include "table/engine.h"

namespace sicbo::server {

using namespace table;

namespace {

wire::OrderRequest request_of(const wire::CashierRequest& by, Order order) {
    wire::OrderRequest request;
    request.person = by.person;
    request.request = by.request;
    request.session = by.session;
    request.order = std::move(order);
    return request;
}

std::string ending_of(const std::string& number) { return number.substr(number.size() - 4); }

// Returns a table that deals in the currency of the counter, which has been opened; its texts and
// time zone are on the tickets of the cage.
TableId table_like(const State& state, CounterId counter) {
    const CurrencyCode currency = state.cage.counters.at(counter).currency;
    for (const auto& [id, t] : state.tables) {
        if (t.configuration.currency_code() == currency) return id;
    }
    return {};
}

std::string json_line(const device::TicketFace& face) {
    std::string text = device::to_json(face);
    while (text.ends_with('\n')) text.pop_back();
    return text;
}

// What a cashier reads before the ticket is redeemed. `refused`: what is still missing.
std::string ticket_text(const TicketRecord& ticket, const std::optional<Refusal>& refused) {
    namespace json = boost::json;
    const bool expires = ticket.expires_at != never;
    json::object one{
        {"last_four", four_digits(ticket.last_four)},
        {"amount", ticket.amount.cents()},
        {"currency", ledger::letters_of(ticket.currency)},
        {"training", ledger::is_training(ticket.currency)},
        {"issued_at", ticket.issued_at.milliseconds},
        {"expires_at", expires ? json::value(ticket.expires_at.milliseconds) : nullptr},
        {"table", ticket.table.number},
        {"terminal", ticket.terminal.number},
        {"refused", nullptr}};
    if (refused) one["refused"] = json::string(to_word(refused->reason));
    return json::serialize(one);
}

}  // namespace

TicketDesk::TicketDesk(Loop& loop, CommandRouter& router, Outbox& outbox, Options options)
    : loop_(loop), router_(router), outbox_(outbox), options_(std::move(options)) {
    check(options_.plan);
}

TicketDesk::~TicketDesk() {
    for (Sold& one : sold_) erase(one);
}

bool TicketDesk::owns(const Order& order) {
    return holds<SellTicket>(order) || holds<CashTicket>(order);
}

void TicketDesk::erase(Sold& sold) {
    sodium_memzero(sold.ticket.data(), sold.ticket.size());
    sodium_memzero(sold.svg.data(), sold.svg.size());
}

void TicketDesk::on_time(Instant now) {
    now_ = now;
    while (!sold_.empty() && sold_.front().until <= now) {
        erase(sold_.front());
        sold_.pop_front();
    }
}

const TicketDesk::Sold* TicketDesk::find_sold(const Stamp& stamp) const {
    const auto found = std::ranges::find_if(sold_, [&](const Sold& one) {
        return one.actor == stamp.actor && one.request == stamp.request;
    });
    return found == sold_.end() ? nullptr : &*found;
}

void TicketDesk::handle(ConnectionId connection, std::uint64_t id,
                        const wire::SellTicketRequest& request) {
    const auto& counters = loop_.state().cage.counters;
    const auto counter = counters.find(request.by.counter);
    const bool training =
        counter != counters.end() && ledger::is_training(counter->second.currency);
    std::string number = device::new_ticket_number(training ? 0 : options_.plan->ticket_system);
    const Hash name = device::ticket_name(options_.ticket_key, number);
    const auto executed = router_.execute(
        connection, id,
        request_of(request.by, SellTicket{request.by.counter, name, ending_of(number),
                                          request.amount, request.by.patron}));
    if (!executed) return;
    const auto sold = loop_.state().instruments.tickets.find(name);
    if (sold != loop_.state().instruments.tickets.end()) {
        const TicketRecord& ticket = sold->second;
        const device::TicketFace face =
            face_of(loop_.state(), *options_.plan,
                    {table_like(loop_.state(), request.by.counter),
                     "Cage " + std::to_string(request.by.counter.number), number, ticket.amount,
                     ticket.issued_at,
                     ticket.expires_at == never ? std::nullopt : std::optional(ticket.expires_at)},
                    options_.checkpoint ? options_.checkpoint() : store::Position());
        sold_.push_back({executed->stamp.actor, executed->stamp.request, now_ + sold_milliseconds,
                         json_line(face), wire::quoted(device::to_svg(draw(face)))});
    }
    sodium_memzero(number.data(), number.size());
    const Sold* found = find_sold(executed->stamp);
    if (!found) {  // sold long ago, or before a restart
        return outbox_.refuse(connection, id, to_word(Reason::request_too_old),
                              "the ticket of this sale can't be shown any more");
    }
    outbox_.reply(connection, id, {{"ticket", found->ticket}, {"svg", found->svg}});
}

wire::OrderRequest TicketDesk::cash_order(const wire::CashierRequest& by,
                                          const std::string& number) const {
    CashTicket order{by.counter, {}, {}, false, by.patron};
    if (device::is_ticket_number(number)) {  // otherwise it was misread
        order.ticket = device::ticket_name(options_.ticket_key, number);
        order.last_four = ending_of(number);
    }
    return request_of(by, order);
}

// The engine decides as if the ticket was to be redeemed. If that leads to an event, it is a
// refusal that must be on record: unknown numbers are counted.
void TicketDesk::handle(ConnectionId connection, std::uint64_t id,
                        const wire::ReadTicket& request) {
    const wire::OrderRequest order = cash_order(request.by, request.number);
    const std::optional<Stamp> stamp = router_.stamp_of(connection, id, order);
    if (!stamp) return;
    if (find_outcome(loop_.state(), stamp->actor, stamp->request)) {
        return outbox_.refuse(connection, id, to_word(Reason::request_too_old));
    }
    const std::optional<Decision> decision = router_.decide(*stamp, order.order);
    const bool is_recorded = decision && decision->refusal && !decision->events.empty();
    if (!decision || is_recorded) {
        router_.handle(connection, id, order);
        return;
    }
    const bool may_follow = !decision->refusal ||
                            decision->refusal->reason == Reason::identity_needed ||
                            decision->refusal->reason == Reason::not_enough_cash;
    if (!may_follow) {
        return outbox_.refuse(connection, id, to_word(decision->refusal->reason), decision->detail);
    }
    const Hash& name = get_if<CashTicket>(&order.order)->ticket;
    const TicketRecord& ticket = loop_.state().instruments.tickets.at(name);
    outbox_.reply(connection, id, {{"read", ticket_text(ticket, decision->refusal)}});
}

void TicketDesk::handle(ConnectionId connection, std::uint64_t id,
                        const wire::CashTicketRequest& request) {
    const wire::OrderRequest order = cash_order(request.by, request.number);
    const auto executed = router_.execute(connection, id, order);
    if (!executed) return;
    const Hash& name = get_if<CashTicket>(&order.order)->ticket;
    const auto found = loop_.state().instruments.tickets.find(name);
    const bool is_redeemed = found != loop_.state().instruments.tickets.end() &&
                             found->second.state == TicketState::redeemed &&
                             found->second.changed_by == executed->stamp.actor;
    if (!is_redeemed) {  // sent again, and refused the first time
        return outbox_.refuse(connection, id, to_word(Reason::request_too_old),
                              "this request was refused before");
    }
    outbox_.reply(connection, id,
                  {{"amount", std::to_string(found->second.amount.cents())},
                   {"last_four", wire::quoted(four_digits(found->second.last_four))}});
}

}  // namespace sicbo::server
