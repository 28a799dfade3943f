// SPDX-License-Identifier: MIT
// What a gateway does with its clients and with what the server sends: it numbers clients, checks
// their messages, fans out what is published, and tells clients when the server is lost and when it
// is back.
//
// It holds no money and no state of a table; what it knows can be lost at any moment. No socket,
// key or clock in here: the caller brings bytes and times. What clients do may be handled on
// several threads; what the server does is handled on one.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "server/network.h"
#include "server/outbox.h"
#include "wire/gateway_frame.h"

namespace sicbo::gateway {

class Relay {
public:
    using Time = std::chrono::steady_clock::time_point;
    using Received = server::ConnectionHandler::Received;
    using Respond = server::ConnectionHandler::Respond;
    using Lists = std::vector<std::vector<server::Delivery>>;
    struct Options {
        std::size_t threads = 1;  // of the network
        // Sends to clients. Called within any method, without a lock.
        std::function<void(Lists)> send;
        // There is something for the server: take_upstream() has it.
        std::function<void()> wake;
        std::chrono::milliseconds resume_max{5'000};  // then a client is not one that can resume
        std::chrono::milliseconds notice_interval{2'000};  // while there is no server
        std::size_t upstream_max = 32 << 20;               // bytes that wait
    };
    explicit Relay(Options options);

    // Clients. Any thread may call these.

    // Returns true while the server can be reached.
    bool is_open() const;
    // Announces a client to the server; `cabinet` if it has connected at the path of cabinets. The
    // client is closed if the server is away. Its number must not be in use.
    void on_connect(server::ConnectionId client, const server::Peer& peer, bool cabinet);
    // Passes a message on. A request that can't be read, and `resume`, are answered here; what a
    // client sends before it has resumed is dropped. Returns `overloaded` if too much waits for the
    // server. on_connect() must have been called.
    Received on_message(server::ConnectionId client, std::string_view text);
    // Forgets a client and tells the server. Does nothing if it is unknown.
    void on_disconnect(server::ConnectionId client);
    // Passes an HTTP request on. Responds with status 503 if the server is away or goes away, and
    // with 400 if the request is no text.
    void on_call(const server::HttpRequest& request, Respond respond);

    // The server. One thread at a time may call these.

    // Handles one frame.
    Result<void> on_frame(const wire::gateway::ToGateway& frame, Time now);
    // Sends what the frames have led to. Call it after the frames that arrived together.
    void flush();
    // The line is lost: tells the clients, and forgets what the server knew of them.
    void on_line_lost(Time now);
    // Bytes for the server; empty before it has welcomed this gateway.
    std::string take_upstream();
    // Does what is due: call it about every second.
    void on_time(Time now);
    // Queues a frame that asks the server for a sign of life, which answers with the same number.
    void ping(std::uint64_t number);

    // Any thread may call these.
    std::string media_origins() const;
    // The hash of the pages in the server's program; empty before the first welcome.
    std::string pages() const;

    struct Counts {
        std::size_t clients = 0;
        std::uint64_t lines = 0;       // that were opened
        std::uint64_t messages = 0;    // of clients, passed on
        std::uint64_t dropped = 0;     // messages of clients without a session
        std::uint64_t malformed = 0;   // messages that were answered here
        std::uint64_t published = 0;   // changes that came once
        std::uint64_t fanned_out = 0;  // and left so many times
    };
    // Returns what was counted since the start; `clients` are those that are connected now.
    Counts counts() const;

private:
    struct Client {
        server::Peer peer;
        bool cabinet = false;
        bool attached = false;  // the server knows it
        bool resumes = true;    // it has read that it was suspended, or never was
        Time resume_until = {};
        std::set<wire::Topic> topics = {};
    };

    void handle(const wire::gateway::Welcome& frame, Time now);
    void handle(const wire::gateway::Deliver& frame, Time now);
    void handle(const wire::gateway::Publish& frame, Time now);
    void handle(const wire::gateway::Subscribed& frame, Time now);
    void handle(const wire::gateway::Unsubscribed& frame, Time now);
    void handle(const wire::gateway::Response& frame, Time now);
    void handle(const wire::gateway::Pong&, Time) {}
    void attach(std::uint64_t number, Client& client);
    void unsubscribe_all(std::uint64_t number, Client& client);
    void to_server(const wire::gateway::FromGateway& frame);
    std::string_view lasting(const std::string& text);
    void send_one(server::Delivery delivery);

    Options options_;
    mutable std::mutex mutex_;  // of what follows
    bool open_ = false;
    Time noticed_at_ = {};
    std::string media_origins_;
    std::string pages_;
    std::unordered_map<std::uint64_t, Client> clients_;
    std::map<wire::Topic, std::unordered_set<std::uint64_t>> subscribers_;
    std::string upstream_;
    std::map<std::uint64_t, Respond> calls_;
    std::uint64_t last_call_ = 0;
    std::set<std::string> lasting_;  // texts that the network keeps views of
    Counts counts_;
    // Of the server's thread: what its frames lead to.
    server::Outbox outbox_;
    std::vector<std::pair<Respond, server::HttpResponse>> responses_;
};

}  // namespace sicbo::gateway
