// SPDX-License-Identifier: MIT
#include "bare_server.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <stdexcept>

namespace bench {
namespace {

// Returns the size of the frame that the bytes begin with; 0 if it is not complete.
std::size_t frame_size(std::string_view bytes) {
    if (bytes.size() < 2) return 0;
    const auto byte = [&](std::size_t place) { return static_cast<std::uint8_t>(bytes[place]); };
    constexpr std::size_t mask = 4;
    std::size_t size = byte(1) & 0x7F;
    std::size_t header = 2 + mask;
    if (size == 127) throw std::runtime_error("a client sent more than it should");
    if (size == 126) {
        header += 2;
        if (bytes.size() < header) return 0;
        size = std::size_t{byte(2)} << 8 | byte(3);
    }
    return bytes.size() < header + size ? 0 : header + size;
}

}  // namespace

std::string frame_of(std::string_view text) {
    constexpr char last_text_frame = '\x81';
    std::string frame(1, last_text_frame);
    if (text.size() < 126) {
        frame += static_cast<char>(text.size());
    } else {
        const int bytes = text.size() < 65536 ? 2 : 8;
        frame += static_cast<char>(bytes == 2 ? 126 : 127);
        for (int i = bytes - 1; i >= 0; --i) frame += static_cast<char>(text.size() >> 8 * i);
    }
    return frame.append(text);
}

BareServer::BareServer(std::uint16_t port)
    : epoll_(epoll_create1(EPOLL_CLOEXEC)),
      listener_(socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)) {
    const int yes = 1;
    setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_port = htons(port);
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (bind(listener_, reinterpret_cast<const sockaddr*>(&place), sizeof place) != 0 ||
        listen(listener_, SOMAXCONN) != 0) {
        throw std::runtime_error("the port " + std::to_string(port) + " is in use");
    }
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.ptr = nullptr;
    epoll_ctl(epoll_, EPOLL_CTL_ADD, listener_, &event);
}

BareServer::~BareServer() {
    for (const Client& client : clients_) {
        if (client.descriptor >= 0) close(client.descriptor);
    }
    close(listener_);
    close(epoll_);
}

void BareServer::receive(const OnMessage& on_message) {
    std::array<epoll_event, 4096> events;  // NOLINT(cppcoreguidelines-pro-type-member-init)
    const int count = epoll_wait(epoll_, events.data(), events.size(), -1);
    for (int i = 0; i < count; ++i) {
        const epoll_event& event = events.at(static_cast<std::size_t>(i));
        if (!event.data.ptr) {
            accept_all();
            continue;
        }
        Client& client = *static_cast<Client*>(event.data.ptr);
        if ((event.events & EPOLLOUT) != 0) write(client);
        if ((event.events & (EPOLLIN | EPOLLHUP | EPOLLERR)) != 0) read(client, on_message);
    }
}

void BareServer::accept_all() {
    while (true) {
        const int descriptor = accept4(listener_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (descriptor < 0) return;
        const int yes = 1;
        setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        clients_.emplace_back().descriptor = descriptor;
        watch(clients_.back(), EPOLL_CTL_ADD);
    }
}

void BareServer::watch(Client& client, int how) const {
    epoll_event event{};
    event.events = EPOLLIN | (client.out.empty() ? 0U : EPOLLOUT);
    event.data.ptr = &client;
    epoll_ctl(epoll_, how, client.descriptor, &event);
}

void BareServer::read(Client& client, const OnMessage& on_message) const {
    std::array<char, 4096> buffer;  // NOLINT(cppcoreguidelines-pro-type-member-init)
    const ssize_t got = recv(client.descriptor, buffer.data(), buffer.size(), 0);
    if (got <= 0) {
        close(client.descriptor);
        client = {};
        return;
    }
    client.in.append(buffer.data(), static_cast<std::size_t>(got));
    if (!client.open) open(client);
    if (!client.open) return;
    std::size_t taken = 0;
    while (const std::size_t size = frame_size(std::string_view(client.in).substr(taken))) {
        on_message(client);
        taken += size;
    }
    client.in.erase(0, taken);
}

// The load's clients do not ask for a proof that the server has read their key.
void BareServer::open(Client& client) const {
    const std::size_t end = client.in.find("\r\n\r\n");
    if (end == std::string::npos) return;
    constexpr std::string_view begin = "GET /";
    const std::string_view path = std::string_view(client.in).substr(begin.size());
    if (path.starts_with("readyz")) {
        send(client, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        return;
    }
    std::from_chars(path.data(), path.data() + path.size(), client.number);
    client.in.erase(0, end + 4);
    client.open = true;
    send(client,
         "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n");
}

void BareServer::send(Client& client, std::string_view frame) const {
    if (!client.out.empty()) {
        client.out += frame;
        return;
    }
    const ssize_t sent = ::send(client.descriptor, frame.data(), frame.size(), MSG_NOSIGNAL);
    const std::size_t done = sent < 0 ? 0 : static_cast<std::size_t>(sent);
    if (done == frame.size()) return;
    client.out = frame.substr(done);
    watch(client, EPOLL_CTL_MOD);
}

void BareServer::write(Client& client) const {
    const ssize_t sent =
        ::send(client.descriptor, client.out.data(), client.out.size(), MSG_NOSIGNAL);
    if (sent > 0) client.out.erase(0, static_cast<std::size_t>(sent));
    if (client.out.empty()) watch(client, EPOLL_CTL_MOD);
}

}  // namespace bench
