// SPDX-License-Identifier: MIT
#include "server/outbox.h"

#include <utility>

namespace sicbo::server {

Outbox::Outbox(std::size_t threads) : lists_(threads) { check(threads > 0); }

Delivery& Outbox::delivery_to(ConnectionId connection) {
    const std::size_t thread = connection.number % lists_.size();
    check(thread < lists_.size());
    std::vector<Delivery>& list = lists_[thread];
    const auto [at, is_new] = index_.try_emplace(connection.number, list.size());
    if (is_new) list.emplace_back().to = connection;
    check(list[at->second].to == connection);
    return list[at->second];
}

void Outbox::enqueue(ConnectionId connection, SharedMessage message) {
    check(message && !message->empty());
    bytes_queued_ += message->size();
    delivery_to(connection).messages.push_back(std::move(message));
}

void Outbox::enqueue(ConnectionId connection, std::string message) {
    enqueue(connection, std::make_shared<const std::string>(std::move(message)));
}

void Outbox::reply(ConnectionId connection, std::uint64_t id, const wire::Extras& extras) {
    enqueue(connection, wire::write_reply(id, extras));
}

void Outbox::refuse(ConnectionId connection, std::uint64_t id, std::string_view reason,
                    std::string_view detail) {
    enqueue(connection, wire::write_refusal(id, reason, {}, detail));
}

void Outbox::close(ConnectionId connection, std::string_view why) {
    Delivery& delivery = delivery_to(connection);
    delivery.close_afterwards = true;
    delivery.close_reason = why;
}

void Outbox::limit_messages(ConnectionId connection, std::size_t bytes_max) {
    check(bytes_max > 0);
    delivery_to(connection).message_max = bytes_max;
}

std::vector<std::vector<Delivery>> Outbox::take(std::span<const ConnectionId> connections) {
    std::vector<std::vector<Delivery>> taken(lists_.size());
    for (const ConnectionId connection : connections) {
        const auto at = index_.find(connection.number);
        if (at == index_.end()) continue;
        const std::size_t thread = connection.number % lists_.size();
        Delivery& delivery = lists_[thread].at(at->second);
        check(delivery.to == connection);
        taken[thread].push_back(std::exchange(delivery, {}));
        index_.erase(at);
    }
    return taken;
}

std::vector<std::vector<Delivery>> Outbox::take() {
    index_.clear();
    // What take(connections) has moved out has left its place empty.
    for (std::vector<Delivery>& list : lists_) {
        std::erase_if(list, [](const Delivery& one) { return one.to == ConnectionId(); });
    }
    std::vector<std::vector<Delivery>> taken(lists_.size());
    taken.swap(lists_);
    return taken;
}

}  // namespace sicbo::server
