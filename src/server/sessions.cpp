// SPDX-License-Identifier: MIT
#include "server/sessions.h"

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <utility>

#include "device/key.h"
#include "server/gateway_ids.h"
#include "table/limits.h"
#include "wire/access_view.h"
#include "wire/view.h"

namespace sicbo::server {

using namespace table;
using wire::Topic;
using wire::TopicKind;

namespace {

// Returns true for requests that change nothing but what the connection watches. They may wait; the
// others are handled at once.
bool only_reads(const wire::RequestBody& body) {
    return std::holds_alternative<wire::Watch>(body) ||
           std::holds_alternative<wire::Unwatch>(body) ||
           std::holds_alternative<wire::ListRounds>(body) ||
           std::holds_alternative<wire::ListOnDuty>(body) ||
           std::holds_alternative<wire::AskHeadroom>(body) ||
           std::holds_alternative<wire::PreviewRequest>(body) ||
           std::holds_alternative<wire::FindTickets>(body);
}

}  // namespace

Sessions::Sessions(Loop& loop, Options options, Instant now)
    : loop_(loop),
      options_(std::move(options)),
      outbox_(options_.threads),
      publisher_(loop_, *options_.plan, outbox_),
      sign_in_(loop_, *options_.accounts, registry_, publisher_, outbox_, options_.plan->access,
               options_.check_password, options_.wall_clock, now),
      places_(loop_, *options_.plan, registry_, publisher_, outbox_,
              {.token_secret = options_.token_secret, .guests = options_.guests}, now),
      enrolment_(loop_, registry_, places_, outbox_),
      router_(loop_, registry_, outbox_, options_.plan->access, *options_.accounts),
      ticket_desk_(loop_, router_, outbox_,
                   {options_.plan, options_.ticket_key, options_.checkpoint}),
      now_(now),
      reads_(options_.reads, now),
      places_of_connection_({.per_second = 0.2, .burst = 10}),
      places_of_address_(
          {.per_second = 20,
           // Everybody who may connect from there may come at the same time, and come again.
           .burst = 2.0 * std::max(options_.plan->connections_per_address_max, 1u)}) {
    check(options_.inject_fault && options_.start_self_check);
    publisher_.set_tickets(options_.tickets_of);
    router_.set_ticket_finder(options_.ticket_finder);
}

void Sessions::begin_turn(Instant now) {
    check(now >= now_);
    now_ = now;
    places_.on_time(now);
    sign_in_.on_time(now);
    ticket_desk_.on_time(now);
    reads_.begin_turn(now);
}

void Sessions::on_connect(ConnectionId connection, const Peer& peer) {
    Session& session = registry_.add(connection, device::random_hash());
    session.peer = peer;
    reads_.add(connection, peer.network, now_);
    // A gateway finds the server that leads by itself, and its clients may reach no other.
    const std::span<const std::string> servers = options_.plan->servers;
    outbox_.enqueue(connection,
                    wire::write_hello(session.nonce,
                                      is_behind_gateway(connection) ? servers.first(0) : servers));
    arrivals_.push_back({connection, now_ + options_.first_request_max.count()});
}

void Sessions::on_disconnect(ConnectionId connection) {
    Session* session = registry_.find(connection);
    if (!session) return;
    publisher_.unwatch_all(connection, *session);
    places_.on_disconnect(connection, now_);
    sign_in_.on_disconnect(connection);
    reads_.remove(connection);
    registry_.remove(connection);
}

// Closes connections that, first_request_max after they were opened, have no place, watch nothing
// and have nobody signed in. A connection that passes is not looked at again.
void Sessions::close_unused() {
    while (!arrivals_.empty() && arrivals_.front().deadline <= now_) {
        const ConnectionId connection = arrivals_.front().connection;
        arrivals_.pop_front();
        const Session* session = registry_.find(connection);
        if (!session) continue;
        if (session->place || !session->people.empty() || !session->topics.empty()) continue;
        // It waits for the server.
        if (session->password_checks > 0 || reads_.is_waiting(connection)) {
            arrivals_.push_back({connection, now_ + options_.first_request_max.count()});
            continue;
        }
        outbox_.close(connection, "no request");
    }
}

std::optional<Instant> Sessions::next_due() const {
    std::optional<Instant> next = publisher_.next_due();
    const auto consider = [&](std::optional<Instant> due) {
        if (due && (!next || *due < *next)) next = due;
    };
    if (!arrivals_.empty()) consider(arrivals_.front().deadline);
    consider(places_.next_due());
    consider(sign_in_.next_due());
    consider(reads_.next_due());
    return next;
}

void Sessions::on_message(ConnectionId connection, const wire::Request& request) {
    const Session* session = registry_.find(connection);
    if (!session) return;
    if (!only_reads(request.body)) return dispatch(connection, request);
    reads_.set_trusted(connection, !session->people.empty());
    switch (reads_.ask(connection, request)) {
        case ReadQueue::Verdict::now: return answer_read(connection, request);
        case ReadQueue::Verdict::later: ++delayed_; return;
        case ReadQueue::Verdict::never:
            ++too_often_;
            return outbox_.refuse(connection, request.id, "too_often",
                                  "too many requests of this connection wait for an answer");
    }
}

void Sessions::dispatch(ConnectionId connection, const wire::Request& request) {
    std::visit([&](const auto& body) { handle(connection, request.id, body); }, request.body);
}

// The answer is charged with its bytes and the time that it took. The snapshot that a watcher gets
// is charged when it is sent.
void Sessions::answer_read(ConnectionId connection, const wire::Request& request) {
    using std::chrono::steady_clock;
    const std::uint64_t before = outbox_.bytes_queued();
    const steady_clock::time_point begun = steady_clock::now();
    dispatch(connection, request);
    const std::chrono::duration<double, std::micro> work = steady_clock::now() - begun;
    reads_.charge(connection, static_cast<double>(outbox_.bytes_queued() - before) +
                                  work.count() * ReadQueue::bytes_per_microsecond);
}

void Sessions::answer_reads() {
    while (auto next = reads_.take()) answer_read(next->first, next->second);
}

// Refuses a place to whom needs a certificate and has none, or has taken too many.
bool Sessions::admit_to_place(ConnectionId connection, std::uint64_t id) {
    const Peer& peer = registry_.at(connection).peer;
    if (!options_.plan->access.may_be_terminal(peer)) {
        outbox_.refuse(connection, id, "certificate_missing",
                       "a terminal must show a certificate when it connects");
        return false;
    }
    const std::int64_t now = now_.milliseconds;
    if (places_of_connection_.of(connection, now).take(1, now) &&
        places_of_address_.of(peer.network, now).take(1, now)) {
        return true;
    }
    ++too_often_;
    outbox_.refuse(connection, id, "too_often", "try again in a few seconds");
    return false;
}

Sessions::Counts Sessions::counts() const {
    return {router_.executed(),           router_.refused(), malformed_, delayed_, too_often_,
            router_.late_bets_left_out(), sign_in_.counts()};
}

void Sessions::on_malformed_message(ConnectionId connection, std::uint64_t id, const Error& error) {
    ++malformed_;
    outbox_.enqueue(connection, wire::write_error(id, error));
}

void Sessions::on_password_checked(const PasswordCheck& check, bool is_right) {
    sign_in_.on_password_checked(check, is_right);
}

void Sessions::handle(ConnectionId connection, std::uint64_t id, const wire::Watch& request) {
    const TopicKind kind = request.topic.kind;
    const bool of_table =
        kind == TopicKind::table || kind == TopicKind::console || kind == TopicKind::places;
    if (of_table && !find_table(loop_.state(), {request.topic.number})) {
        return outbox_.refuse(connection, id, "no_such_table");
    }
    Session& session = registry_.at(connection);
    if (!may_watch(loop_.state(), session, request.topic)) {
        return outbox_.refuse(connection, id, "not_allowed");
    }
    publisher_.watch(connection, session, request.topic);
    outbox_.reply(connection, id);
}

void Sessions::handle(ConnectionId connection, std::uint64_t id, const wire::Unwatch& request) {
    publisher_.unwatch(connection, registry_.at(connection), request.topic);
    outbox_.reply(connection, id);
}

void Sessions::handle(ConnectionId connection, std::uint64_t id, const wire::ListRounds& request) {
    if (!find_table(loop_.state(), request.table)) {
        return outbox_.refuse(connection, id, "no_such_table");
    }
    const auto& place = registry_.at(connection).place;
    const bool at_table = place && place->table == request.table;
    const StayId stay = at_table ? places_.stay_at(*place) : StayId{};
    if (stay) {
        return outbox_.reply(connection, id,
                             {{"rounds", wire::rounds_text(loop_.state(), request, stay)}});
    }
    outbox_.reply(connection, id, {{"rounds", rounds_.text(loop_.state(), request)}});
}

// Names of staff are for where staff may sign in, not for players.
void Sessions::handle(ConnectionId connection, std::uint64_t id, const wire::ListOnDuty& request) {
    if (!options_.plan->access.is_console(registry_.at(connection).peer)) {
        return outbox_.refuse(connection, id, "not_a_console");
    }
    if (!find_table(loop_.state(), request.table)) {
        return outbox_.refuse(connection, id, "no_such_table");
    }
    const auto names = wire::on_duty_json(loop_.state(), request.table);
    outbox_.reply(connection, id, {{"on_duty", boost::json::serialize(names)}});
}

void Sessions::handle(ConnectionId connection, std::uint64_t id, const wire::AskHeadroom& request) {
    const Table* t = find_table(loop_.state(), request.table);
    if (!t) return outbox_.refuse(connection, id, "no_such_table");
    const auto& place = registry_.at(connection).place;
    if (!place || place->table != request.table) {
        return outbox_.refuse(connection, id, "has_no_place", "only a player of the table may ask");
    }
    const std::uint8_t layout = place->terminal ? t->terminals.at(place->terminal).layout : 0;
    const rules::Game& game = *rules_of(loop_.state(), *t).game;
    if (!find_row(game.layouts.at(layout), request.spot)) {
        return outbox_.refuse(connection, id, to_word(Reason::spot_not_offered));
    }
    const Headroom headroom =
        headroom_for(loop_.state(), *t, places_.stay_at(*place), layout, request.spot);
    const bool is_limited = headroom.amount.has_value();
    outbox_.reply(
        connection, id,
        {{"headroom", is_limited ? std::to_string(headroom.amount->cents()) : "null"},
         {"limit", is_limited ? wire::quoted(to_word(reason_for(headroom.kind))) : "null"},
         {"limit_kind", is_limited ? wire::quoted(to_word(headroom.kind)) : "null"}});
}

void Sessions::handle(ConnectionId connection, std::uint64_t id,
                      const wire::OrderRequest& request) {
    if (TicketDesk::owns(request.order)) {
        return outbox_.refuse(connection, id, to_word(Reason::not_allowed),
                              "tickets take the requests sell_ticket and cash_ticket");
    }
    router_.handle(connection, id, request);
}

void Sessions::handle(ConnectionId connection, std::uint64_t id, const wire::SelfCheck& request) {
    if (!registry_.at(connection).has(request.person)) {
        return outbox_.refuse(connection, id, "not_signed_in", sign_in_first);
    }
    loop_.execute_system({}, NoteSelfCheck{request.person});
    note_act(loop_, registry_.at(connection), request.person);
    if (self_checks_.empty()) options_.start_self_check();  // otherwise one is under way
    self_checks_.emplace_back(connection, id);
}

void Sessions::on_self_checked() {
    const auto& program = loop_.state().program;
    const std::string hash = wire::quoted(program ? to_text(*program) : "");
    for (const auto& [connection, id] : std::exchange(self_checks_, {})) {
        if (registry_.find(connection)) outbox_.reply(connection, id, {{"program", hash}});
    }
}

void Sessions::handle(ConnectionId connection, std::uint64_t id, const wire::InjectFault& request) {
    const Table* t = find_table(loop_.state(), request.table);
    if (!t) return outbox_.refuse(connection, id, "no_such_table");
    if (!registry_.at(connection).has(request.person)) {
        return outbox_.refuse(connection, id, "not_signed_in", sign_in_first);
    }
    if (!t->configuration.training ||
        !holds_one_now(loop_.state(), request.person, inject_fault_roles)) {
        return outbox_.refuse(connection, id, "not_allowed");
    }
    if (!options_.inject_fault(request.table, request.fault)) {
        return outbox_.refuse(connection, id, "no_such_fault",
                              "there is no such fault, or no such simulated device");
    }
    const Reply reply =
        loop_.execute_system(request.table, NoteFault{request.person, request.fault});
    check(!reply.refusal);
    note_act(loop_, registry_.at(connection), request.person);
    outbox_.reply(connection, id);
}

void Sessions::on_committed(std::span<const CommittedEvent> events) {
    for (const CommittedEvent& committed : events) {
        rounds_.on_event(committed.event);
        if (const auto* disabled = get_if<PersonDisabled>(&committed.event.fact)) {
            sign_in_.on_disabled(disabled->person);
        }
        if (const auto* removed = get_if<SecondFactorRemoved>(&committed.event.fact)) {
            sign_in_.on_second_factor_removed(removed->person);
        }
    }
    publisher_.on_committed(events);
}

std::vector<std::vector<Delivery>> Sessions::take_outbox(Instant now) {
    check(loop_.is_committed());
    places_.flush_guests();
    publisher_.publish(
        now,
        [this](ConnectionId connection, std::size_t bytes) {
            reads_.charge(connection, static_cast<double>(bytes));
        },
        options_.send_early);
    return outbox_.take();
}

}  // namespace sicbo::server
