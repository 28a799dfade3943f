// SPDX-License-Identifier: MIT
#include "load/websocket.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

namespace sicbo::load {
namespace {

enum Kind : std::uint8_t {
    continuation = 0,
    text_frame = 1,
    close_frame = 8,
    ping_frame = 9,
    pong_frame = 10,
};
constexpr std::uint8_t last_fragment = 0x80;
constexpr std::uint8_t masked = 0x80;
constexpr std::size_t message_bytes_max = 16 << 20;  // more than the server ever sends

std::string last_error() { return std::strerror(errno); }

std::uint64_t number(std::string_view bytes) {
    std::uint64_t value = 0;
    for (const char byte : bytes) value = value << 8 | static_cast<std::uint8_t>(byte);
    return value;
}

}  // namespace

Result<void> WebSocket::connect(const ServerAddress& to) {
    cut();
    sockaddr_in server{};
    server.sin_family = AF_INET;
    server.sin_port = htons(to.port);
    if (inet_pton(AF_INET, to.host.c_str(), &server.sin_addr) != 1) {
        return failure("\"" + to.host + "\" is not an address such as 127.0.0.1");
    }
    descriptor_ = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (descriptor_ < 0) return failure(last_error());
    const int yes = 1;
    setsockopt(descriptor_, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    const auto* address = reinterpret_cast<const sockaddr*>(&server);
    if (::connect(descriptor_, address, sizeof server) != 0 && errno != EINPROGRESS) {
        const std::string why = last_error();
        cut();
        return failure(why, to.host + ":" + std::to_string(to.port));
    }
    if (to.trust) tls_ = std::make_unique<TlsClient>(to.trust, to.host);
    begin_handshake(to.host + ":" + std::to_string(to.port), to.protocol, to.path);
    return {};
}

Result<void> WebSocket::connect_locally(const std::string& path, const std::string& protocol) {
    cut();
    sockaddr_un server{};
    server.sun_family = AF_UNIX;
    if (path.size() >= sizeof server.sun_path) return failure("the name is too long", path);
    path.copy(server.sun_path, path.size());
    descriptor_ = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (descriptor_ < 0) return failure(last_error());
    const auto* address = reinterpret_cast<const sockaddr*>(&server);
    if (::connect(descriptor_, address, sizeof server) != 0) {
        const std::string why = last_error();
        cut();
        return failure(why, path);
    }
    begin_handshake("localhost", protocol, "/socket");
    return {};
}

void WebSocket::begin_handshake(const std::string& host, const std::string& protocol,
                                const std::string& path) {
    state_ = State::connecting;
    accepted_ = false;
    in_.clear();
    taken_ = 0;
    later_.clear();
    message_.clear();
    // The key keeps proxies from answering out of a cache; there is none between us.
    out_ = "GET " + path + " HTTP/1.1\r\nHost: " + host +
           "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
           "Sec-WebSocket-Key: c2ljYm8gbG9hZCBjbGllbg==\r\nSec-WebSocket-Version: 13\r\n"
           "Sec-WebSocket-Protocol: " +
           protocol + "\r\n\r\n";
}

void WebSocket::cut() {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = -1;
    state_ = State::closed;
    tls_.reset();
    sealed_.clear();
    why_.clear();
}

void WebSocket::close(std::string why) {
    cut();
    why_ = std::move(why);
}

void WebSocket::send(std::string_view text) {
    if (state_ == State::closed) return;
    add_frame(text_frame, text);
    if (state_ == State::open) write();
}

// The mask is zero, which RFC 6455 allows and which leaves the text as it is.
void WebSocket::add_frame(std::uint8_t kind, std::string_view payload) {
    std::string& out = state_ == State::open ? out_ : later_;
    out += static_cast<char>(last_fragment | kind);
    if (payload.size() < 126) {
        out += static_cast<char>(masked | payload.size());
    } else {
        const int bytes = payload.size() < 65536 ? 2 : 8;
        out += static_cast<char>(masked | (bytes == 2 ? 126 : 127));
        for (int i = bytes - 1; i >= 0; --i) out += static_cast<char>(payload.size() >> 8 * i);
    }
    out.append(4, '\0');
    out += payload;
}

void WebSocket::write() {
    if (state_ == State::connecting) {
        int error = 0;
        socklen_t size = sizeof error;
        getsockopt(descriptor_, SOL_SOCKET, SO_ERROR, &error, &size);
        if (error != 0) return close(std::strerror(error));
        state_ = State::handshaking;
        accepted_ = true;
    }
    if (tls_) {
        if (tls_->send(out_)) out_.clear();
        sealed_ += tls_->take_output();
    }
    std::string& bytes = tls_ ? sealed_ : out_;
    while (!bytes.empty()) {
        const ssize_t written = ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0 && errno == EAGAIN) return;
        if (written < 0) return close(last_error());
        bytes.erase(0, static_cast<std::size_t>(written));
    }
}

// Appends what has arrived, decrypted, to `in_`. Returns false if the connection was closed.
bool WebSocket::take_in(std::string_view bytes) {
    if (!tls_) {
        in_ += bytes;
        return true;
    }
    if (const auto done = tls_->receive(bytes, in_); !done) {
        close(done.error().text());
        return false;
    }
    write();  // what the handshake answers, and what has waited for its end
    return state_ != State::closed;
}

bool WebSocket::complete_handshake() {
    const std::size_t end = in_.find("\r\n\r\n");
    if (end == std::string::npos) return false;
    if (!in_.starts_with("HTTP/1.1 101")) {
        close("refused: " + in_.substr(0, in_.find('\r')));
        return false;
    }
    taken_ = end + 4;
    state_ = State::open;
    out_ += later_;
    later_.clear();
    return true;
}

void WebSocket::read(const OnMessage& on_message) {
    std::array<char, 65536> buffer;  // NOLINT(cppcoreguidelines-pro-type-member-init)
    while (true) {
        const ssize_t got = recv(descriptor_, buffer.data(), buffer.size(), 0);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0 && errno == EAGAIN) break;
        if (got < 0) return close(last_error());
        if (got == 0) return close("hung up");
        if (!take_in({buffer.data(), static_cast<std::size_t>(got)})) return;
        if (static_cast<std::size_t>(got) < buffer.size()) break;
    }
    if (state_ == State::handshaking && !complete_handshake()) return;
    while (state_ == State::open && read_frame(on_message)) {
    }
    if (state_ != State::open) return;
    in_.erase(0, taken_);
    taken_ = 0;
    if (!out_.empty()) write();
}

// Handles one frame. Returns false if there is no complete one, or if the connection was closed.
bool WebSocket::read_frame(const OnMessage& on_message) {
    const std::string_view rest = std::string_view(in_).substr(taken_);
    if (rest.size() < 2) return false;
    const auto first = static_cast<std::uint8_t>(rest[0]);
    const auto second = static_cast<std::uint8_t>(rest[1]);
    const std::size_t bytes = second == 126 ? 2 : second == 127 ? 8 : 0;
    if (rest.size() < 2 + bytes) return false;
    const std::uint64_t size = bytes == 0 ? second : number(rest.substr(2, bytes));
    const auto kind = static_cast<std::uint8_t>(first & 0x0F);
    const bool known = kind == continuation || kind == text_frame || kind == close_frame ||
                       kind == ping_frame || kind == pong_frame;
    // A server masks nothing, and compresses nothing unless it was asked to.
    if ((second & masked) != 0 || (first & 0x70) != 0 || !known || size > message_bytes_max) {
        close("sent an invalid frame");
        return false;
    }
    if (rest.size() < 2 + bytes + size) return false;
    const std::string_view payload = rest.substr(2 + bytes, static_cast<std::size_t>(size));
    taken_ += 2 + bytes + static_cast<std::size_t>(size);
    if (kind == ping_frame) {
        add_frame(pong_frame, payload);
    } else if (kind == close_frame) {
        const std::uint64_t code = payload.size() < 2 ? 0 : number(payload.substr(0, 2));
        const std::string why(payload.size() < 2 ? "" : payload.substr(2));
        close("closed with " + std::to_string(code) + (why.empty() ? "" : ": " + why));
        return false;
    } else if (kind != pong_frame) {
        if (message_.empty() && (first & last_fragment) != 0) {
            on_message(payload);
        } else {
            message_ += payload;
            if ((first & last_fragment) == 0) return true;
            const std::string whole = std::exchange(message_, {});
            on_message(whole);
        }
    }
    return true;
}

}  // namespace sicbo::load
