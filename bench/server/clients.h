// SPDX-License-Identifier: MIT
// Many WebSocket clients of one server on the caller's thread, for all measurements of bench/server
// whose clients do less than a terminal of the load test.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <string_view>

#include "load/websocket.h"

namespace bench {

class Clients {
public:
    using OnFrame = std::function<void(std::size_t client, std::string_view frame)>;
    using AddressOf = std::function<sicbo::load::ServerAddress(std::size_t client)>;

    // `on_frame` is called with each frame that a client receives; it may send.
    Clients(std::uint32_t count, OnFrame on_frame);
    Clients(const Clients&) = delete;
    Clients& operator=(const Clients&) = delete;
    ~Clients();

    std::size_t size() const { return all_.size(); }
    // Connects all clients, 50 at a time, and returns when all are connected.
    void connect_all(const AddressOf& address_of);
    void send(std::size_t client, std::string_view text);
    // Waits for sockets, at most for this long, and handles what has arrived. Throws if a client
    // is disconnected, or if somebody pressed Ctrl-C.
    void turn(std::chrono::nanoseconds at_most);

private:
    struct Client {
        std::size_t number = 0;
        bool open = false;
        sicbo::load::WebSocket socket;
    };

    void watch(Client& client, int how) const;

    OnFrame on_frame_;
    int epoll_;
    std::deque<Client> all_;
    std::size_t open_ = 0;
};

}  // namespace bench
