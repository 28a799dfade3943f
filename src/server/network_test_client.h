// SPDX-License-Identifier: MIT
// For tests of the network: a handler that records, a client that sends exactly the given bytes,
// and a fixture that starts a network on any free port.
#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>

#include "server/network.h"

namespace sicbo::server {

using std::chrono::milliseconds;

inline constexpr std::uint8_t continued = 0;
inline constexpr std::uint8_t text = 1;
inline constexpr std::uint8_t closing = 8;
inline constexpr std::uint8_t ping = 9;
inline constexpr std::uint8_t pong = 10;
inline constexpr milliseconds patience{10'000};

// Records the open connections and the messages that arrive.
class RecordingHandler : public ConnectionHandler {
public:
    // "/throw" throws; otherwise the body is the method and the target.
    HttpResponse on_http_request(const HttpRequest& request) override {
        if (request.target == "/throw") throw std::runtime_error("as the test wishes");
        return {.body = std::string(request.method) + " " + std::string(request.target)};
    }
    bool accepts_websockets() const override { return true; }
    void on_connect(ConnectionId connection, const Peer&) override {
        change([&] { open_.push_back(connection); });
    }
    Received on_message(ConnectionId, std::string_view message) override {
        change([&] { messages_.emplace_back(message); });
        if (message == "too much") return Received::overloaded;
        return Received::fine;
    }
    void on_disconnect(ConnectionId connection) override {
        change([&] { std::erase(open_, connection); });
    }

    template <class Holds>
    bool until(Holds holds) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, patience, holds);
    }
    bool wait_for_messages(std::size_t count) {
        return until([&] { return messages_.size() >= count; });
    }
    bool wait_for_connections(std::size_t count) {
        return until([&] { return open_.size() == count; });
    }
    std::vector<std::string> messages() {
        const std::lock_guard lock(mutex_);
        return messages_;
    }
    std::size_t count() {
        const std::lock_guard lock(mutex_);
        return open_.size();
    }
    ConnectionId last() {
        const std::lock_guard lock(mutex_);
        return open_.back();
    }

private:
    template <class Change>
    void change(Change what) {
        const std::lock_guard lock(mutex_);
        what();
        changed_.notify_all();
    }
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<ConnectionId> open_;
    std::vector<std::string> messages_;
};

inline std::string frame(std::uint8_t kind, std::string_view payload, bool final = true) {
    constexpr std::size_t short_max = 125;
    std::string bytes(1, static_cast<char>((final ? 0x80 : 0) | kind));
    if (payload.size() <= short_max) {
        bytes += static_cast<char>(0x80 | payload.size());
    } else {
        bytes += static_cast<char>(0x80 | 126);
        bytes += static_cast<char>(payload.size() >> 8);
        bytes += static_cast<char>(payload.size() & 0xff);
    }
    bytes += std::string(4, '\0');  // a mask that changes nothing
    return bytes.append(payload);
}

struct Frame {
    std::uint8_t kind = 0;
    std::string payload;
};

// A client that sends exactly the given bytes.
class Client {
public:
    explicit Client(std::uint16_t port, int receive_buffer = 0)
        : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        if (receive_buffer > 0) {
            setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
        }
        const timeval timeout{patience.count() / 1'000, 0};
        setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout);
        const int one = 1;
        setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        sockaddr_in at{};
        at.sin_family = AF_INET;
        at.sin_port = htons(port);
        at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        EXPECT_EQ(connect(socket_, reinterpret_cast<sockaddr*>(&at), sizeof at), 0);
    }
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;
    ~Client() { ::close(socket_); }

    void send(std::string_view bytes) const {
        while (!bytes.empty()) {
            const ssize_t done = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (done <= 0) return;
            bytes.remove_prefix(static_cast<std::size_t>(done));
        }
    }

    // Sends the upgrade request; returns true if the server accepts it.
    bool upgrade(const std::string& path = "/socket", const std::string& protocol = "test") {
        send("GET " + path +
             " HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
             "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
             "Sec-WebSocket-Protocol: " +
             protocol + "\r\n\r\n");
        std::size_t end = std::string::npos;
        while (end == std::string::npos) {
            if (!receive()) return false;
            end = got_.find("\r\n\r\n");
        }
        const bool accepted = got_.starts_with("HTTP/1.1 101");
        got_.erase(0, end + 4);
        return accepted;
    }

    // Returns the next frame, or nothing once the connection has ended.
    std::optional<Frame> next() {
        const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(got_[i]); };
        while (true) {
            if (got_.size() >= 2) {
                const std::uint8_t code = byte(1) & 0x7f;
                const std::size_t extra = code == 126 ? 2 : code == 127 ? 8 : 0;
                if (got_.size() >= 2 + extra) {
                    std::size_t size = extra == 0 ? code : 0;
                    for (std::size_t i = 0; i < extra; ++i) size = size << 8 | byte(2 + i);
                    if (got_.size() >= 2 + extra + size) {
                        Frame got{static_cast<std::uint8_t>(byte(0) & 0x0f),
                                  got_.substr(2 + extra, size)};
                        got_.erase(0, 2 + extra + size);
                        return got;
                    }
                }
            }
            if (!receive()) return std::nullopt;
        }
    }

    // Returns the code of the close frame, or 0 if the connection ends without one.
    int close_code() {
        while (const auto got = next()) {
            if (got->kind != closing) continue;
            return static_cast<std::uint8_t>(got->payload[0]) << 8 |
                   static_cast<std::uint8_t>(got->payload[1]);
        }
        return 0;
    }

    // Returns true if the server closes the connection before the time limit.
    bool is_disconnected() {
        while (receive()) {
        }
        return errno != EAGAIN;
    }

    // Returns all bytes that arrive until the server closes the connection.
    std::string rest() {
        while (receive()) {
        }
        return std::move(got_);
    }

    // Reads what has arrived; returns false if the connection has ended or the time limit is over.
    bool receive() {
        errno = 0;
        std::array<char, 65'536> chunk;
        const ssize_t size = recv(socket_, chunk.data(), chunk.size(), 0);
        if (size <= 0) return false;
        got_.append(chunk.data(), static_cast<std::size_t>(size));
        return true;
    }

private:
    int socket_;
    std::string got_;
};

class NetworkTest : public testing::Test {
protected:
    void start() {
        options.protocol = "test";
        options.names = {"a", "here"};
        auto started = Network::start(options, handler);
        ASSERT_TRUE(started) << started.error().text();
        network = std::move(*started);
    }
    void TearDown() override { network.reset(); }

    void deliver(Delivery delivery) {
        std::vector<std::vector<Delivery>> lists(network->threads());
        lists[delivery.to.number % network->threads()].push_back(std::move(delivery));
        network->send(std::move(lists));
    }
    void send_text(ConnectionId to, std::string message) {
        Delivery delivery;
        delivery.to = to;
        delivery.messages.push_back(std::make_shared<const std::string>(std::move(message)));
        deliver(std::move(delivery));
    }

    RecordingHandler handler;
    Network::Options options;
    std::unique_ptr<Network> network;
};

}  // namespace sicbo::server
