// The client's end of a WebSocket, on a socket that never waits: as much of RFC 6455 as a terminal
// needs. It shares no code with the server's end, so that a mistake there is not made here too.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "core/result.h"

namespace sicbo::load {

struct ServerAddress {
    std::string host;  // an address of IPv4
    std::uint16_t port = 0;
    std::string protocol;  // that is asked for
};

class WebSocket {
public:
    using Take = std::function<void(std::string_view text)>;

    WebSocket() = default;
    WebSocket(const WebSocket&) = delete;
    WebSocket& operator=(const WebSocket&) = delete;
    ~WebSocket() { cut(); }

    // Begins to connect; the rest happens as the socket becomes ready.
    Result<void> connect(const ServerAddress& to);
    // Hangs up without a word, as when the power goes.
    void cut();

    int descriptor() const { return descriptor_; }
    bool is_open() const { return state_ == State::open; }
    bool is_closed() const { return state_ == State::closed; }
    bool wants_to_write() const {
        return state_ == State::connecting || (!is_closed() && !out_.empty());
    }
    const std::string& why_closed() const { return why_; }

    // What is said before the connection is open waits until it is.
    void send(std::string_view text);

    // When the socket can be read, or written. Afterwards it may be closed. Whoever takes a text
    // may send, but not connect anew.
    void read(const Take& take);
    void write();

private:
    enum class State : std::uint8_t { closed, connecting, shaking_hands, open };

    void close(std::string why);
    bool shake_hands();
    void add_frame(std::uint8_t kind, std::string_view payload);
    bool take_frame(const Take& take);

    int descriptor_ = -1;
    State state_ = State::closed;
    std::string why_;
    std::string in_;
    std::size_t taken_ = 0;  // of `in_`
    std::string out_;
    std::string later_;    // frames that wait for the connection to be open
    std::string message_;  // of which fragments have come
};

}  // namespace sicbo::load
