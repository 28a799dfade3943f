// SPDX-License-Identifier: MIT
// A gateway: HTTP and WebSockets of many clients in front, one line to the server of the property
// behind. `sicbo gateway` is this class.
//
// It tries its servers in turn until one accepts it, and again when it loses that one; its clients'
// WebSockets stay open meanwhile. docs/formats/gateway.md specifies the line.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "device/secure_line.h"
#include "gateway/relay.h"
#include "load/websocket.h"
#include "server/access.h"
#include "server/http_pages.h"
#include "server/network.h"

namespace sicbo::gateway {

class Gateway : private server::ConnectionHandler {
public:
    struct Options {
        server::Network::Options network;     // for clients; the gateway fills in what they speak
        std::vector<server::Listen> servers;  // where each has its `gateways_listen`
        device::PublicKey server_key;
        device::SigningKey key;
        std::string metrics_token = {};
    };
    // Listens; /readyz answers 503 and WebSockets are refused until run() has reached a server.
    static Result<std::unique_ptr<Gateway>> start(Options options);
    ~Gateway() override;

    std::uint16_t port() const { return network_->port(); }

    // Serves until stop(). The calling thread has the line.
    void run();

    // From any thread.
    void stop();
    Result<void> reload_certificate() { return network_->reload_certificate(); }

private:
    // Cabinets connect at a path of their own.
    class Cabinets : public server::ConnectionHandler {
    public:
        explicit Cabinets(Gateway& gateway) : gateway_(gateway) {}
        server::HttpResponse on_http_request(const server::HttpRequest& request) override;
        bool accepts_websockets() const override { return gateway_.relay_->is_open(); }
        void on_connect(server::ConnectionId connection, const server::Peer& peer) override;
        Received on_message(server::ConnectionId connection, std::string_view text) override;
        void on_disconnect(server::ConnectionId connection) override;

    private:
        Gateway& gateway_;
    };
    using Time = Relay::Time;

    explicit Gateway(Options options);

    server::HttpResponse on_http_request(const server::HttpRequest& request) override;
    bool take_http_request(const server::HttpRequest& request, Respond& respond) override;
    bool accepts_websockets() const override { return relay_->is_open(); }
    void on_connect(server::ConnectionId connection, const server::Peer& peer) override;
    Received on_message(server::ConnectionId connection, std::string_view text) override;
    void on_disconnect(server::ConnectionId connection) override;

    void wake();
    void connect(Time now);
    void on_line(std::string_view line, Time now);
    void lose(const std::string& why, Time now);
    void watch(Time now);
    void write();
    void wait();
    std::string metrics() const;

    Options options_;
    std::unique_ptr<Relay> relay_;
    server::HttpPages pages_;
    Cabinets cabinets_{*this};
    std::unique_ptr<server::Network> network_;
    int wake_descriptor_ = -1;
    std::atomic<bool> stopping_ = false;

    // Of the thread that calls run():
    load::WebSocket socket_;
    std::optional<device::SecureLine> line_;
    wire::gateway::FrameReader frames_;
    std::string broken_;       // why the line must end
    std::size_t next_ = 0;     // of the servers
    bool has_line_ = false;    // the server has welcomed this gateway
    bool complained_ = false;  // about servers that can't be reached
    Time connect_at_ = {};     // not before
    Time received_at_ = {};    // the last message, or the start of the connection
    Time ticked_at_ = {};
    std::uint64_t pings_ = 0;
};

}  // namespace sicbo::gateway
