// SPDX-License-Identifier: MIT
#include "clients.h"

#include <sys/epoll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "../floor.h"
#include "../process.h"

namespace bench {

using namespace std::chrono_literals;

Clients::Clients(std::uint32_t count, OnFrame on_frame)
    : on_frame_(std::move(on_frame)), epoll_(epoll_create1(EPOLL_CLOEXEC)) {
    for (std::uint32_t i = 0; i < count; ++i) all_.emplace_back().number = i;
}

Clients::~Clients() { ::close(epoll_); }

void Clients::connect_all(const AddressOf& address_of) {
    constexpr std::size_t at_once = 50;
    for (std::size_t i = 0; i < all_.size(); ++i) {
        must(all_[i].socket.connect(address_of(i)));
        watch(all_[i], EPOLL_CTL_ADD);
        while (open_ + at_once <= i) turn(1s);
    }
    while (open_ < all_.size()) turn(1s);
}

void Clients::send(std::size_t client, std::string_view text) {
    all_.at(client).socket.send(text);
    if (all_[client].socket.wants_to_write()) watch(all_[client], EPOLL_CTL_MOD);
}

void Clients::watch(Client& client, int how) const {
    epoll_event event{};
    event.events = EPOLLIN | (client.socket.wants_to_write() ? EPOLLOUT : 0U);
    event.data.ptr = &client;
    epoll_ctl(epoll_, how, client.socket.descriptor(), &event);
}

void Clients::turn(std::chrono::nanoseconds at_most) {
    throw_if_interrupted();
    const auto wait_for = std::clamp<std::chrono::nanoseconds>(at_most, 0ns, 999ms);
    const timespec wait{0, static_cast<long>(wait_for.count())};
    std::array<epoll_event, 256> events{};
    const int count = epoll_pwait2(epoll_, events.data(), events.size(), &wait, nullptr);
    for (int i = 0; i < count; ++i) {
        Client& client = *static_cast<Client*>(events.at(static_cast<std::size_t>(i)).data.ptr);
        if (client.socket.wants_to_write()) client.socket.write();
        if (!client.socket.is_closed()) {
            client.socket.read([&](std::string_view frame) { on_frame_(client.number, frame); });
        }
        if (client.socket.is_closed()) {
            throw std::runtime_error("cut off: " + client.socket.why_closed());
        }
        if (!client.open && client.socket.is_open()) {
            client.open = true;
            ++open_;
        }
        watch(client, EPOLL_CTL_MOD);
    }
}

}  // namespace bench
