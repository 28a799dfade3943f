// HTTP and WebSockets: takes connections, keeps to the limits, and hands texts on. It knows nothing
// of games.
//
// Some threads, each with connections of its own. Whoever has something to say gives each thread
// one list; what is said to one connection at a time leaves as one frame.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace sicbo::server {

struct ConnectionId {
    std::uint64_t number = 0;

    friend constexpr auto operator<=>(ConnectionId, ConnectionId) = default;
};

struct HttpRequest {
    std::string_view method;
    std::string_view target;  // with its query, if it has one
};

struct HttpAnswer {
    int status = 200;
    std::string_view type = "text/plain; charset=utf-8";
    std::string body;
    bool for_ever = false;  // whether it may be kept without asking again
};

// What comes from outside. Called on the network's threads, several at once.
class Visitors {
public:
    Visitors() = default;
    Visitors(const Visitors&) = delete;
    Visitors& operator=(const Visitors&) = delete;
    virtual ~Visitors() = default;

    virtual HttpAnswer answer(const HttpRequest& request) = 0;
    virtual bool is_open() const = 0;  // whether WebSockets may come yet
    virtual void came(ConnectionId connection) = 0;
    // Returns whether it could be read; whoever says nonsense three times is closed.
    virtual bool said(ConnectionId connection, std::string_view text) = 0;
    virtual void left(ConnectionId connection) = 0;
};

using Text = std::shared_ptr<const std::string>;

struct Delivery {
    ConnectionId to;
    std::vector<Text> messages;                     // each JSON; they leave as one list
    bool last = false;                              // the connection is closed after them
    std::string_view why = "closed by the server";  // it is closed; outlives the delivery
    std::optional<std::size_t> message_most;        // from now on, in bytes
};

class Network {
public:
    struct Options {
        std::string address = "127.0.0.1";
        std::uint16_t port = 0;  // any free one
        std::size_t threads = 1;
        std::string certificate;  // files in PEM form; none: not encrypted
        std::string private_key;
        std::string_view protocol;         // that a WebSocket must offer
        std::vector<std::string> origins;  // of pages that may connect, besides our own
        std::size_t connections_most = 10'000;
        std::size_t connections_from_one_address = 256;
        std::size_t message_most = 4 << 10;    // bytes, until a delivery says otherwise
        std::uint32_t fragments_most = 4;      // of one message
        std::size_t backlog_most = 256 << 10;  // of what a slow connection has not taken
        std::uint32_t messages_a_second = 20;  // and twice as many at once
        std::uint32_t controls_a_second = 10;  // pings and pongs, and twice as many at once
        std::chrono::milliseconds handshake_most{5'000};
        std::chrono::milliseconds ping_every{10'000};
        std::chrono::milliseconds silence_most{30'000};
    };
    static Result<std::unique_ptr<Network>> start(const Options& options, Visitors& visitors);

    Network() = default;
    Network(const Network&) = delete;
    Network& operator=(const Network&) = delete;
    virtual ~Network() = default;  // closes what is still open

    virtual std::uint16_t port() const = 0;
    virtual std::size_t threads() const = 0;
    virtual std::size_t connections() const = 0;  // from any thread

    // The thread that the connection belongs to.
    std::size_t thread_of(ConnectionId connection) const { return connection.number % threads(); }

    // One list for each thread. From any thread.
    virtual void send(std::vector<std::vector<Delivery>> lists) = 0;

    // Takes no more connections, says goodbye to those there are, and ends its threads.
    virtual void stop() = 0;
};

}  // namespace sicbo::server
