// SPDX-License-Identifier: MIT
// HTTP and WebSockets: accepts connections, enforces limits, and passes on requests and messages.
// It knows nothing about games.
//
// Each network thread owns its connections. Messages that are sent to one client in one call of
// send() leave as one WebSocket frame.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "server/budget.h"

namespace sicbo::server {

struct ConnectionId {
    std::uint64_t number = 0;

    friend constexpr auto operator<=>(ConnectionId, ConnectionId) = default;
};

// Who is at the other end of a connection.
struct Peer {
    std::string address = {};        // in numbers; empty: a Unix socket on this machine
    std::uint64_t network = 0;       // what limits count by: the address, or the /64 of an IPv6 one
    std::string certificate = {};    // SHA-256 of the client's certificate, if it was verified
    std::string local_address = {};  // in numbers: where the connection arrived

    bool is_local() const { return address.empty(); }
};

// Valid only during ConnectionHandler::on_http_request() and take_http_request().
struct HttpRequest {
    std::string_view method;
    std::string_view target;                // path and query, as the client sent them
    std::string_view accept_encoding = {};  // the header of that name; empty if there is none
    std::string_view authorization = {};    // the header of that name; empty if there is none
    std::uint64_t network = 0;              // of the peer
    std::string_view content_type = {};     // the header of that name; empty if there is none
    std::string_view body = {};
    const Peer* peer = nullptr;  // null only in tests
};

inline constexpr std::string_view problem_type = "application/problem+json";

struct HttpResponse {
    int status = 200;
    std::string_view type = "text/plain; charset=utf-8";  // static: a literal
    std::string body;
    bool immutable = false;  // clients may cache the body for ever; otherwise they must not cache
    std::string_view encoding = {};    // of the body: "br" or "gzip"; empty: none. A literal
    bool is_negotiated = false;        // the encoding depends on what the client accepts
    std::string_view allow = {};       // the methods that are allowed, for status 405. A literal
    std::string location = {};         // where to go instead, for a redirection
    std::string connect_origins = {};  // to which a page may connect besides its own, by blanks
    std::string media_origins = {};    // from which a page may show videos and pictures, by blanks
};

// Receives what clients do. Every method is called on a network thread, and different connections
// may call at the same time. on_connect, on_message and on_disconnect of one connection come in
// that order, on one thread.
class ConnectionHandler {
public:
    // What became of a message.
    enum class Received : std::uint8_t {
        fine,
        unreadable,  // after Options::unreadable_max of these the network closes the connection
        overloaded,  // too much is waiting: the network closes the connection at once (1013)
    };

    ConnectionHandler() = default;
    ConnectionHandler(const ConnectionHandler&) = delete;
    ConnectionHandler& operator=(const ConnectionHandler&) = delete;
    virtual ~ConnectionHandler() = default;

    // Returns the response to a plain HTTP request. An exception becomes status 500.
    virtual HttpResponse on_http_request(const HttpRequest& request) = 0;

    // Sends the response to a request that the handler has taken over. Call it at most once, from
    // any thread; the connection may be gone.
    using Respond = std::move_only_function<void(HttpResponse)>;

    // Returns true if the handler takes the request over, to respond later; it has then moved
    // `respond` out. The network waits for at most Options::response_max, and closes the connection
    // after that. Requests that are not taken over go to on_http_request().
    virtual bool take_http_request(const HttpRequest& request, Respond& respond) {
        static_cast<void>(request);
        static_cast<void>(respond);
        return false;
    }

    // Returns false as long as WebSockets must be refused with status 503.
    virtual bool accepts_websockets() const = 0;
    // Says why not, in words for the client.
    virtual std::string why_no_websockets() const { return "not ready yet"; }

    // A WebSocket is open.
    virtual void on_connect(ConnectionId connection, const Peer& peer) = 0;

    // A text message has arrived; `text` is valid only during the call.
    virtual Received on_message(ConnectionId connection, std::string_view text) = 0;

    // The WebSocket is closed. Called exactly once for each on_connect.
    virtual void on_disconnect(ConnectionId connection) = 0;
};

// One encoded message, shared by all connections that it is sent to.
using SharedMessage = std::shared_ptr<const std::string>;

// What is to be sent to one connection. The network drops it if the connection is gone.
struct Delivery {
    ConnectionId to;
    // JSON each; sent as one JSON array in one frame, except to a connection of a Service.
    std::vector<SharedMessage> messages;
    bool close_afterwards = false;  // close the connection after the messages
    std::string_view close_reason = "closed by the server";  // must outlive the connection
    std::optional<std::size_t> message_max = {};  // new limit of incoming messages, in bytes
};

class Network {
public:
    // A kind of WebSocket beside the clients' at /socket, with a path and a handler of its own. The
    // messages of a Delivery leave one by one, each in a frame of its own and as it is.
    struct Service {
        std::string_view path;                 // as "/cabinet"
        std::string_view protocol;             // the WebSocket subprotocol that must be offered
        ConnectionHandler* handler = nullptr;  // must outlive the network
    };
    struct Options {
        std::string address = "127.0.0.1";
        std::uint16_t port = 0;  // 0: any free port
        std::size_t threads = 1;
        std::string certificate;  // PEM files; empty: no TLS
        std::string private_key;
        std::string client_authorities;  // PEM file: who signs clients' certificates; empty: none
        std::string_view protocol;       // the WebSocket subprotocol that clients must offer
        std::vector<Service> services;
        std::vector<std::string> names;    // hosts by which clients may reach us (HostNames)
        std::vector<std::string> origins;  // of pages that may connect, besides our own
        std::size_t connections_max = 10'000;
        std::size_t connections_per_address_max = 256;
        std::size_t message_max = 4 << 10;       // bytes, until a Delivery changes it
        std::uint32_t fragments_max = 4;         // of one message
        std::uint32_t unreadable_max = 3;        // messages that the handler could not read
        std::size_t backlog_max = 256 << 10;     // unsent bytes before a connection is dropped
        std::size_t backlogs_max = 128 << 20;    // of all connections; see connection_websocket.cpp
        BudgetSize http_requests{100, 2'000};    // of one address
        BudgetSize http_bytes{16e6, 256e6};      // of the answers to one address
        std::uint32_t messages_per_second = 20;  // token bucket: bursts of twice that
        std::uint32_t controls_per_second = 10;  // pings and pongs; token bucket likewise
        std::chrono::milliseconds handshake_max{5'000};  // HTTP request, TLS or closing handshake
        std::chrono::milliseconds response_max{30'000};  // to a request that was taken over
        std::chrono::milliseconds ping_interval{10'000};
        std::chrono::milliseconds silence_max{30'000};  // then the connection is dropped

        // So many clients, who may connect from one address, may load the pages at the same time,
        // and again.
        void admit_pages_of(double clients) {
            http_requests = {std::max(100.0, clients / 4), std::max(2'000.0, 8 * clients)};
        }
    };

    // Listens and starts the threads. The handler must outlive the network. Fails if the address
    // cannot be used or the certificate cannot be read.
    static Result<std::unique_ptr<Network>> start(const Options& options,
                                                  ConnectionHandler& handler);

    Network() = default;
    Network(const Network&) = delete;
    Network& operator=(const Network&) = delete;
    virtual ~Network() = default;  // calls stop()

    virtual std::uint16_t port() const = 0;
    virtual std::size_t threads() const = 0;
    virtual std::size_t connections() const = 0;  // now open; callable from any thread

    // Queues the deliveries: lists[i] holds those for connections of thread i, which is
    // ConnectionId::number % threads(). Callable from any thread; does not block.
    virtual void send(std::vector<std::vector<Delivery>> lists) = 0;

    // Listens on a Unix socket too, which only the user of this process may open. Its connections
    // are handled like those over TCP, without TLS. A file that a killed process left there is
    // replaced: the caller must know that no other process uses it. The file is removed by stop().
    virtual Result<void> listen_locally(const std::string& path) = 0;

    // Reads certificate and key again, for connections that are accepted from now on. Does nothing
    // without TLS. On an error the old certificate stays in use. Callable from any thread.
    virtual Result<void> reload_certificate() = 0;

    // When the certificate for new connections expires, in seconds since 1970; nothing without TLS.
    // Callable from any thread.
    virtual std::optional<std::int64_t> certificate_expires_at() const = 0;

    // Accepts no more connections, closes those that are open and joins the threads. Clients that
    // do not complete the closing handshake within half a second are cut off. No handler method
    // is called afterwards. Not to be called on a network thread.
    virtual void stop() = 0;
};

}  // namespace sicbo::server
