// SPDX-License-Identifier: MIT
#include "gateway/relay.h"

#include "core/text.h"
#include "wire/api.h"

namespace sicbo::gateway {

using namespace wire::gateway;
using server::ConnectionId;
using server::HttpRequest;
using server::HttpResponse;
using server::Peer;

namespace {

constexpr std::size_t client_message_max = 4 << 10;  // as the server begins with each client

HttpResponse problem(const std::string& target, int status, std::string reason, std::string why) {
    if (!wire::is_api_target(target)) return {.status = status, .body = why + "\n"};
    return {status, server::problem_type,
            wire::write_problem({status, std::move(reason), std::move(why)})};
}

Origin origin_of(const Peer& peer) { return {peer.address, peer.certificate, peer.local_address}; }

}  // namespace

Relay::Relay(Options options) : options_(std::move(options)), outbox_(options_.threads) {
    check(options_.send && options_.wake);
}

bool Relay::is_open() const {
    const std::lock_guard lock(mutex_);
    return open_;
}

std::string Relay::media_origins() const {
    const std::lock_guard lock(mutex_);
    return media_origins_;
}

std::string Relay::pages() const {
    const std::lock_guard lock(mutex_);
    return pages_;
}

Relay::Counts Relay::counts() const {
    const std::lock_guard lock(mutex_);
    Counts counts = counts_;
    counts.clients = clients_.size();
    return counts;
}

// Requires the lock.
void Relay::to_server(const FromGateway& frame) {
    const bool was_empty = upstream_.empty();
    append_frame(upstream_, frame);
    if (was_empty) options_.wake();
}

// Requires the lock. The network keeps views of a reason as long as the connection lives; the
// server has a handful of them.
std::string_view Relay::lasting(const std::string& text) {
    constexpr std::size_t texts_max = 100;
    if (lasting_.size() >= texts_max && !lasting_.contains(text)) return "";
    return *lasting_.insert(text).first;
}

// Requires the lock.
void Relay::attach(std::uint64_t number, Client& client) {
    check(open_ && !client.attached && client.resumes);
    client.attached = true;
    to_server(Opened{number, client.cabinet, origin_of(client.peer)});
}

// Not through the outbox: what the server has sent leaves in the order of its frames.
void Relay::send_one(server::Delivery delivery) {
    Lists lists(options_.threads);
    lists[delivery.to.number % options_.threads].push_back(std::move(delivery));
    options_.send(std::move(lists));
}

void Relay::on_connect(ConnectionId id, const Peer& peer, bool cabinet) {
    {
        const std::lock_guard lock(mutex_);
        Client& client = clients_[id.number];
        client.peer = peer;
        client.cabinet = cabinet;
        if (open_ && id.number <= client_max) return attach(id.number, client);
    }
    send_one({id, {}, true, "the server is away"});
}

Relay::Received Relay::on_message(ConnectionId id, std::string_view text) {
    {
        const std::lock_guard lock(mutex_);
        const Client& client = clients_.at(id.number);
        if (upstream_.size() > options_.upstream_max) return Received::overloaded;
        if (client.cabinet) {
            if (client.attached) to_server(Sent{id.number, std::string(text)});
            return Received::fine;
        }
    }
    std::uint64_t request_id = 0;
    const Result<wire::Request> request = wire::read_request(text, request_id);
    const bool resumes = request && std::holds_alternative<wire::Resume>(request->body);
    if (!request || resumes) {
        const auto reply = resumes ? wire::write_reply(request_id)
                                   : wire::write_error(request_id, request.error());
        send_one({id, {std::make_shared<const std::string>(reply)}});
    }
    const std::lock_guard lock(mutex_);
    Client& client = clients_.at(id.number);
    if (!request) {
        ++counts_.malformed;
        return Received::unreadable;
    }
    if (resumes) {
        client.resumes = true;
        if (open_ && !client.attached) attach(id.number, client);
    } else if (client.attached) {
        ++counts_.messages;
        to_server(Sent{id.number, std::string(text)});
    } else {
        ++counts_.dropped;  // of a session that has ended: it is sent again in the next one
    }
    return Received::fine;
}

// Requires the lock.
void Relay::unsubscribe_all(std::uint64_t number, Client& client) {
    for (const wire::Topic topic : std::exchange(client.topics, {})) {
        const auto at = subscribers_.find(topic);
        check(at != subscribers_.end());
        at->second.erase(number);
        if (at->second.empty()) subscribers_.erase(at);
    }
}

void Relay::on_disconnect(ConnectionId id) {
    const std::lock_guard lock(mutex_);
    const auto at = clients_.find(id.number);
    if (at == clients_.end()) return;
    unsubscribe_all(id.number, at->second);
    if (at->second.attached) to_server(Closed{id.number});
    clients_.erase(at);
}

void Relay::on_call(const HttpRequest& request, Respond respond) {
    const std::string target(request.target);
    HttpResponse refusal;
    {
        const std::lock_guard lock(mutex_);
        bool is_text = true;
        for (const std::string_view one :
             {request.method, request.target, request.authorization, request.content_type,
              request.accept_encoding, request.body}) {
            is_text = is_text && is_utf8(one);
        }
        if (open_ && is_text) {
            check(request.peer != nullptr);
            to_server(Call{++last_call_, origin_of(*request.peer), std::string(request.method),
                           target, std::string(request.authorization),
                           std::string(request.content_type), std::string(request.accept_encoding),
                           std::string(request.body)});
            calls_.emplace(last_call_, std::move(respond));
            return;
        }
        refusal = is_text ? problem(target, 503, "busy", "the server is away")
                          : problem(target, 400, "bad_message", "the request is not UTF-8");
    }
    respond(std::move(refusal));
}

Result<void> Relay::on_frame(const ToGateway& frame, Time now) {
    const std::lock_guard lock(mutex_);
    if (holds<Welcome>(frame) == open_) return failure("a welcome must be the first frame, once");
    visit([&](const auto& one) { handle(one, now); }, frame);
    return {};
}

void Relay::handle(const Welcome& frame, Time) {
    open_ = true;
    ++counts_.lines;
    media_origins_ = frame.media_origins;
    pages_ = frame.pages;
    for (auto& [number, client] : clients_) {
        if (client.resumes && !client.attached) attach(number, client);
    }
}

void Relay::handle(const Deliver& frame, Time) {
    const auto at = clients_.find(frame.client);
    if (at == clients_.end() || !at->second.attached) return;
    const ConnectionId id{frame.client};
    for (const std::string& message : frame.messages) {
        if (!message.empty()) outbox_.enqueue(id, message);
    }
    if (frame.message_max > 0) outbox_.limit_messages(id, frame.message_max);
    if (frame.close) outbox_.close(id, lasting(frame.close_reason));
}

void Relay::handle(const Publish& frame, Time) {
    ++counts_.published;
    const auto at = subscribers_.find(frame.topic);
    if (at == subscribers_.end() || frame.message.empty()) return;
    const auto message = std::make_shared<const std::string>(frame.message);
    for (const std::uint64_t client : at->second) outbox_.enqueue({client}, message);
    counts_.fanned_out += at->second.size();
}

void Relay::handle(const Subscribed& frame, Time) {
    const auto at = clients_.find(frame.client);
    if (at == clients_.end() || !at->second.attached) return;
    at->second.topics.insert(frame.topic);
    subscribers_[frame.topic].insert(frame.client);
}

void Relay::handle(const Unsubscribed& frame, Time) {
    const auto at = clients_.find(frame.client);
    if (at == clients_.end() || at->second.topics.erase(frame.topic) == 0) return;
    const auto subscribers = subscribers_.find(frame.topic);
    check(subscribers != subscribers_.end());
    subscribers->second.erase(frame.client);
    if (subscribers->second.empty()) subscribers_.erase(subscribers);
}

void Relay::handle(const Response& frame, Time) {
    const auto at = calls_.find(frame.number);
    if (at == calls_.end()) return;
    HttpResponse response{frame.status, lasting(frame.type), frame.body, frame.immutable};
    response.encoding = lasting(frame.encoding);
    response.is_negotiated = frame.is_negotiated;
    response.allow = lasting(frame.allow);
    response.media_origins = frame.media_origins;
    responses_.emplace_back(std::move(at->second), std::move(response));
    calls_.erase(at);
}

void Relay::flush() {
    Lists lists;
    std::vector<std::pair<Respond, HttpResponse>> responses;
    {
        const std::lock_guard lock(mutex_);
        lists = outbox_.take();
        responses.swap(responses_);
    }
    for (auto& [respond, response] : responses) respond(std::move(response));
    options_.send(std::move(lists));
}

void Relay::on_line_lost(Time now) {
    {
        const std::lock_guard lock(mutex_);
        open_ = false;
        noticed_at_ = now;
        upstream_.clear();
        subscribers_.clear();
        for (auto& [number, client] : clients_) {
            client.topics.clear();
            if (client.cabinet) outbox_.close({number}, "the server is away");
            if (!client.attached) continue;
            client.attached = false;
            client.resumes = false;
            client.resume_until = now + options_.resume_max;
            if (client.cabinet) continue;
            outbox_.limit_messages({number}, client_message_max);
            outbox_.enqueue({number}, wire::write_suspended());
        }
        for (auto& [number, respond] : std::exchange(calls_, {})) {
            responses_.emplace_back(std::move(respond),
                                    problem("/api/", 503, "busy", "the server went away"));
        }
    }
    flush();
}

std::string Relay::take_upstream() {
    const std::lock_guard lock(mutex_);
    return std::exchange(upstream_, {});
}

// Clients are told again and again, so that they know that this gateway is there.
void Relay::on_time(Time now) {
    {
        const std::lock_guard lock(mutex_);
        const bool notices = !open_ && now >= noticed_at_ + options_.notice_interval;
        if (notices) noticed_at_ = now;
        for (const auto& [number, client] : clients_) {
            if (client.attached || client.cabinet) continue;
            if (!client.resumes && now >= client.resume_until) {
                outbox_.close({number}, "the server was away");
            } else if (notices) {
                outbox_.enqueue({number}, wire::write_suspended());
            }
        }
    }
    flush();
}

void Relay::ping(std::uint64_t number) {
    const std::lock_guard lock(mutex_);
    to_server(Ping{number});
}

}  // namespace sicbo::gateway
