// SPDX-License-Identifier: MIT
#include "server/api_sessions.h"

#include <utility>

#include "device/key.h"

namespace sicbo::server {
namespace {

// Numbers of connections that the network never gives.
constexpr std::uint64_t first_number = std::uint64_t{1} << 63;

constexpr std::string_view json_type = "application/json";

HttpResponse response_to(const wire::ApiProblem& problem) {
    HttpResponse response{problem.status, problem_type, wire::write_problem(problem), false};
    response.allow = problem.allow;
    return response;
}

wire::ApiProblem problem_of(std::string_view reason, std::string_view detail) {
    return {wire::status_of(reason), std::string(reason), std::string(detail)};
}

wire::ApiProblem signed_out() {
    return problem_of("not_signed_in", "the token is unknown or has expired; sign in");
}

// The person gives the request, and the token says who that is.
void set_person(wire::RequestBody& body, PersonId person) {
    if (auto* out = std::get_if<wire::SignOut>(&body)) out->person = person;
    if (auto* self = std::get_if<wire::SelfCheck>(&body)) self->person = person;
    if (auto* tickets = std::get_if<wire::FindTickets>(&body)) tickets->person = person;
}

// A token is good only where it was given: staff act at consoles.
bool is_same(const Peer& a, const Peer& b) {
    return a.address == b.address && a.certificate == b.certificate;
}

}  // namespace

ApiSessions::ApiSessions(Sessions& sessions, const Options& options, Instant now)
    : layer_(sessions), options_(options), now_(now), swept_at_(now) {}

void ApiSessions::begin_turn(Instant now) {
    now_ = now;
    constexpr std::int64_t sweep_interval = 1'000;
    const bool sweeps = now_ >= swept_at_ + sweep_interval;
    if (!sweeps && !has_endings_) return;
    if (sweeps) swept_at_ = now_;
    has_endings_ = false;
    for (auto next = sessions_.begin(); next != sessions_.end();) {
        const auto at = next++;
        ApiSession& session = at->second;
        for (const wire::Topic topic : std::exchange(session.unwatch, {})) {
            layer_.on_message({at->first}, {++session.last_id, wire::Unwatch{topic}});
        }
        for (auto one = session.open_calls.begin(); one != session.open_calls.end();) {
            if (one->second.deadline > now_) {
                ++one;
                continue;
            }
            one->second.respond(response_to(problem_of("busy", "the answer took too long")));
            one = session.open_calls.erase(one);
        }
        const bool is_over = session.idle_until <= now_ || session.ends_at <= now_;
        if (session.ending || (is_over && session.open_calls.empty())) end(at);
    }
}

std::optional<Instant> ApiSessions::next_due() const {
    if (has_endings_) return now_;
    constexpr std::int64_t sweep_interval = 1'000;
    if (sessions_.empty()) return std::nullopt;
    return swept_at_ + sweep_interval;
}

void ApiSessions::end(ById::iterator at) {
    ApiSession& session = at->second;
    for (auto& [id, call] : session.open_calls) call.respond(response_to(signed_out()));
    if (session.token) tokens_.erase(*session.token);
    layer_.on_disconnect({at->first});
    sessions_.erase(at);
}

void ApiSessions::on_call(Call call) {
    if (wire::signs_in(call.call)) return sign_in(std::move(call));
    const auto at = find(call);
    if (at == sessions_.end()) return call.respond(response_to(signed_out()));
    if (const auto refused = refusal(at)) return call.respond(response_to(*refused));
    at->second.idle_until = now_ + options_.idle_max.count();
    ask(at, std::move(call));
}

// Each attempt is a connection of its own: it ends if the attempt fails.
void ApiSessions::sign_in(Call call) {
    if (sessions_.size() >= options_.sessions_max) {
        return call.respond(response_to(problem_of("busy", "too many people are signed in")));
    }
    const std::uint64_t number = first_number + ++next_;
    ApiSession session{call.peer, std::nullopt, {}, 0, TokenBucket(options_.calls_per_second), {},
                       {}};
    session.idle_until = now_ + options_.idle_max.count();
    session.ends_at = now_ + options_.session_max.count();
    const auto at = sessions_.emplace(number, std::move(session)).first;
    layer_.on_connect({number}, call.peer);
    ask(at, std::move(call));
}

ApiSessions::ById::iterator ApiSessions::find(const Call& call) {
    const auto token = tokens_.find(sha256(call.token));
    if (token == tokens_.end()) return sessions_.end();
    const auto at = sessions_.find(token->second);
    check(at != sessions_.end());
    return is_same(at->second.peer, call.peer) && !at->second.ending ? at : sessions_.end();
}

std::optional<wire::ApiProblem> ApiSessions::refusal(ById::iterator at) {
    ApiSession& session = at->second;
    if (layer_.person_on({at->first}) != session.person) {  // disabled, or signed in elsewhere
        session.ending = has_endings_ = true;
        return signed_out();
    }
    if (session.open_calls.size() >= options_.open_calls_max ||
        !session.calls.take(SteadyClock::now())) {
        return problem_of("too_often", "too many calls with this token");
    }
    return std::nullopt;
}

void ApiSessions::ask(ById::iterator at, Call call) {
    ApiSession& session = at->second;
    wire::RequestBody body = std::move(call.call.body);
    set_person(body, session.person);
    OpenCall open_call;
    open_call.respond = std::move(call.respond);
    if (const auto* watch = std::get_if<wire::Watch>(&body)) open_call.topic = watch->topic;
    open_call.signs_in = std::holds_alternative<wire::SignIn>(body);
    open_call.signs_out = std::holds_alternative<wire::SignOut>(body);
    open_call.deadline = now_ + options_.answer_max.count();
    const std::uint64_t id = ++session.last_id;
    session.open_calls.emplace(id, std::move(open_call));
    layer_.on_message({at->first}, {id, std::move(body)});
}

void ApiSessions::take_deliveries(std::vector<std::vector<Delivery>>& lists) {
    if (sessions_.empty()) return;
    for (std::vector<Delivery>& list : lists) {
        std::erase_if(list, [&](const Delivery& delivery) {
            if (delivery.to.number < first_number) return false;
            const auto at = sessions_.find(delivery.to.number);
            if (at == sessions_.end()) return true;
            for (const SharedMessage& message : delivery.messages) handle_message(at, *message);
            if (delivery.close_afterwards) at->second.ending = has_endings_ = true;
            return true;
        });
    }
}

void ApiSessions::handle_message(ById::iterator at, const std::string& message) {
    if (const auto id = wire::reply_id(message)) return answer_reply(at, *id, message);
    if (message.starts_with("{\"snapshot\":")) return answer_topic(at->second, message);
    // Other notices and changes are for those who stay connected.
    if (message.starts_with("{\"notice\":\"signed_in_elsewhere\"")) {
        at->second.ending = has_endings_ = true;
    }
}

// The reply to a request that nobody waits for is that to Unwatch, or came too late.
void ApiSessions::answer_reply(ById::iterator at, std::uint64_t id, const std::string& message) {
    ApiSession& session = at->second;
    const auto found = session.open_calls.find(id);
    if (found == session.open_calls.end()) return;
    OpenCall& open_call = found->second;
    std::expected<std::string, wire::ApiProblem> reply = wire::read_reply(message);
    if (reply && open_call.topic) {
        open_call.accepted = true;
        return;
    }
    if (open_call.signs_in && reply) *reply = open(at, *reply);
    if (open_call.signs_out || (open_call.signs_in && !session.token)) {
        session.ending = has_endings_ = true;
    }
    open_call.respond(reply ? HttpResponse{200, json_type, *std::move(reply), false}
                            : response_to(reply.error()));
    session.open_calls.erase(found);
}

// Returns the body of the answer to a sign-in, with a new token. Only its hash is kept.
std::string ApiSessions::open(ById::iterator at, const std::string& reply) {
    ApiSession& session = at->second;
    const auto person = layer_.person_on({at->first});
    check(person.has_value() && !session.token);
    const std::string token = to_text(device::random_hash());
    session.person = *person;
    session.token = sha256(token);
    tokens_.emplace(*session.token, at->first);
    const std::int64_t idle = std::chrono::floor<std::chrono::seconds>(options_.idle_max).count();
    return "{\"token\":" + wire::quoted(token) + ",\"idle_seconds\":" + std::to_string(idle) + "," +
           reply.substr(1);
}

void ApiSessions::answer_topic(ApiSession& session, const std::string& message) {
    for (auto one = session.open_calls.begin(); one != session.open_calls.end();) {
        OpenCall& open_call = one->second;
        const bool is_this =
            open_call.accepted &&
            message.starts_with("{\"snapshot\":" + wire::quoted(to_text(*open_call.topic)) + ",");
        if (!is_this) {
            ++one;
            continue;
        }
        session.unwatch.insert(*open_call.topic);
        has_endings_ = true;
        open_call.respond({200, json_type, message, false});
        one = session.open_calls.erase(one);
    }
}

}  // namespace sicbo::server
