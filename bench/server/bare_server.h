// SPDX-License-Identifier: MIT
// The least that a server for WebSockets does: one thread, plain epoll, no limits, timers or TLS.
// What the real server is measured against is made of it (replay.cpp).
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>

namespace bench {

// Returns the text as a server puts it into a frame.
std::string frame_of(std::string_view text);

class BareServer {
public:
    struct Client {
        int descriptor = -1;     // -1: the connection was closed
        std::size_t number = 0;  // that it has asked for, as the path "/NUMBER"
        bool open = false;
        std::string in;
        std::string out;  // what the socket did not take at once
    };
    using OnMessage = std::function<void(Client& from)>;

    // Listens at the port of this machine. Throws if that can't be done.
    explicit BareServer(std::uint16_t port);
    BareServer(const BareServer&) = delete;
    BareServer& operator=(const BareServer&) = delete;
    ~BareServer();

    // Waits until something arrives, then takes all that has arrived and calls `on_message` for
    // each message. GET /readyz is answered with 200.
    void receive(const OnMessage& on_message);
    // Sends a frame with one call of the kernel, if the socket takes it.
    void send(Client& client, std::string_view frame) const;
    // In the order in which they came; references stay valid.
    std::deque<Client>& clients() { return clients_; }

private:
    void accept_all();
    void read(Client& client, const OnMessage& on_message) const;
    void open(Client& client) const;
    void write(Client& client) const;
    void watch(Client& client, int how) const;

    int epoll_ = -1;
    int listener_ = -1;
    std::deque<Client> clients_;
};

}  // namespace bench
