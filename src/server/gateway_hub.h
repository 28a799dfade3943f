// SPDX-License-Identifier: MIT
// The server's end of the lines of gateways: presents each of their clients as a connection.
//
// To the handlers behind it a client of a gateway is a connection like any other, with a number of
// its own (gateway_ids.h) and the address that the gateway states. A line is used only after the
// gateway has proved a key that the configuration names. It knows nothing about games.
//
// docs/formats/gateway.md specifies the lines. What comes from gateways is handled on the network
// threads; send() may be called from any thread.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "device/secure_line.h"
#include "server/connection_limiter.h"
#include "server/gateway_traffic.h"
#include "server/network.h"
#include "wire/gateway_frame.h"

namespace sicbo::server {

class GatewayHub : public ConnectionHandler {
public:
    struct Options {
        std::set<device::PublicKey> keys;  // of the gateways
        std::string pages = {};            // their hash, which gateways compare with theirs
        std::string media_origins = {};
        std::size_t clients_max = 200'000;  // of all gateways
        std::size_t connections_per_address_max = 256;
    };
    // The handlers must outlive the hub. Only the first one is asked whether it accepts WebSockets.
    GatewayHub(Options options, ConnectionHandler& clients, ConnectionHandler& cabinets);

    // Sets this server's key and the network of the lines, which the hub is the handler of. Until
    // then no line is accepted. Both must outlive the hub's use.
    void open(const device::SigningKey& key, Network& network);

    // Takes the deliveries to clients behind gateways out of the lists, and sends them and the
    // traffic, in the order in which the clients must get them.
    void send(std::vector<std::vector<Delivery>>& lists, const GatewayTraffic& traffic = {});

    // Lines that are open, and clients behind them.
    std::size_t lines() const { return open_lines_; }
    std::size_t clients() const { return clients_; }

    HttpResponse on_http_request(const HttpRequest& request) override;
    bool accepts_websockets() const override;
    void on_connect(ConnectionId connection, const Peer& peer) override;
    Received on_message(ConnectionId connection, std::string_view text) override;
    void on_disconnect(ConnectionId connection) override;

private:
    // A gateway's line and the clients behind it. Mutable parts are used by several threads only
    // where it says so.
    struct Link {
        Link(std::uint64_t link_number, ConnectionId link_connection, device::SecureLine opening)
            : number(link_number), connection(link_connection), secure(std::move(opening)) {}

        const std::uint64_t number;
        const ConnectionId connection;
        std::mutex mutex;           // of `secure`, and of the order of what is sent
        device::SecureLine secure;  // any thread
        // The network thread of the connection alone:
        bool open = false;
        bool ended = false;  // what still comes is not read
        std::string address;
        wire::gateway::FrameReader frames;
        struct Client {
            bool cabinet = false;
            std::shared_ptr<void> slot;  // of its address
        };
        std::unordered_map<std::uint64_t, Client> clients;
    };

    std::shared_ptr<Link> find(ConnectionId connection);
    void receive(const std::shared_ptr<Link>& link, std::string_view text);
    void on_open(const std::shared_ptr<Link>& link);
    bool handle(const std::shared_ptr<Link>& link, wire::gateway::FromGateway frame);
    bool handle(Link& link, const wire::gateway::Opened& frame);
    bool handle(Link& link, const wire::gateway::Sent& frame);
    bool handle(Link& link, const wire::gateway::Closed& frame);
    bool handle(const std::shared_ptr<Link>& link, const wire::gateway::Call& frame);
    void close_client(Link& link, std::uint64_t client, std::string_view why);
    void forget(Link& link, std::uint64_t client);
    void write(Link& link, std::string_view bytes);
    void end(Link& link, std::string_view why);

    Options options_;
    ConnectionHandler& client_handler_;
    ConnectionHandler& cabinet_handler_;
    device::SigningKey key_;
    std::atomic<Network*> network_ = nullptr;  // set once
    ConnectionLimiter limiter_;
    std::atomic<std::size_t> open_lines_ = 0;
    std::atomic<std::size_t> clients_ = 0;
    std::mutex mutex_;  // of what follows
    std::uint64_t last_number_ = 0;
    std::unordered_map<std::uint64_t, std::shared_ptr<Link>> by_connection_;
    std::unordered_map<std::uint64_t, std::shared_ptr<Link>> by_number_;  // that are open
    std::map<device::PublicKey, std::uint64_t> by_key_;                   // numbers of open lines
};

}  // namespace sicbo::server
