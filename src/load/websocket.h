// SPDX-License-Identifier: MIT
// A WebSocket client on a non-blocking socket: as much of RFC 6455 as a terminal needs. It shares
// no code with the server, so that a mistake there is not repeated here. One thread at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "core/result.h"
#include "load/tls_client.h"

namespace sicbo::load {

struct ServerAddress {
    std::string host;  // an IPv4 address
    std::uint16_t port = 0;
    std::string protocol;  // the subprotocol to request
    std::string path = "/socket";
    std::shared_ptr<const TlsTrust> trust = {};  // none: without TLS
};

class WebSocket {
public:
    using OnMessage = std::function<void(std::string_view text)>;

    WebSocket() = default;
    WebSocket(const WebSocket&) = delete;
    WebSocket& operator=(const WebSocket&) = delete;
    ~WebSocket() { cut(); }

    // Starts to connect; write() and read() complete it as the socket becomes ready. An existing
    // connection is cut.
    Result<void> connect(const ServerAddress& to);
    // The same over a Unix socket of this machine.
    Result<void> connect_locally(const std::string& path, const std::string& protocol);
    // Closes the socket without a close frame, as a power failure does.
    void cut();

    int descriptor() const { return descriptor_; }
    bool is_open() const { return state_ == State::open; }
    bool is_closed() const { return state_ == State::closed; }
    bool wants_to_write() const {
        return state_ == State::connecting || (!is_closed() && !(tls_ ? sealed_ : out_).empty());
    }
    // Why the connection was closed; empty if it was cut.
    const std::string& why_closed() const { return why_; }
    // Returns true if the server has accepted the last connection that was started.
    bool was_accepted() const { return accepted_; }

    // Sends a text message. Before the connection is open, the message is queued; after it was
    // closed, it is dropped.
    void send(std::string_view text);

    // Call read() when the socket is readable and write() when it is writable; either may close the
    // connection. read() calls `on_message` with each message; `on_message` may send, but
    // not connect.
    void read(const OnMessage& on_message);
    void write();

private:
    enum class State : std::uint8_t { closed, connecting, handshaking, open };

    void close(std::string why);
    void begin_handshake(const std::string& host, const std::string& protocol,
                         const std::string& path);
    bool complete_handshake();
    bool take_in(std::string_view bytes);
    void add_frame(std::uint8_t kind, std::string_view payload);
    bool read_frame(const OnMessage& on_message);

    int descriptor_ = -1;
    State state_ = State::closed;
    bool accepted_ = false;
    std::string why_;
    std::string in_;
    std::size_t taken_ = 0;  // how much of `in_` was handled
    std::string out_;
    std::unique_ptr<TlsClient> tls_;  // of this connection; none: without TLS
    std::string sealed_;              // what TLS has made of `out_`
    std::string later_;               // frames queued until the connection is open
    std::string message_;             // the fragments received so far
};

}  // namespace sicbo::load
