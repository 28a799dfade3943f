// SPDX-License-Identifier: MIT
// The messages of one turn, collected for each connection until the turn is committed.
//
// It knows nothing about sessions or games. Every method runs on the loop thread. Nothing leaves
// the process before take(), which the caller calls only after the commit.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "server/network.h"
#include "wire/message.h"

namespace sicbo::server {

class Outbox {
public:
    // `threads` is the number of network threads, at least 1.
    explicit Outbox(std::size_t threads);

    // Queues one JSON message for the connection, after those queued before.
    void enqueue(ConnectionId connection, SharedMessage message);
    void enqueue(ConnectionId connection, std::string message);

    // Queues the reply to a request that was executed.
    void reply(ConnectionId connection, std::uint64_t id, const wire::Extras& extras = {});

    // Queues the reply to a request that was refused; `reason` is a word of the protocol.
    void refuse(ConnectionId connection, std::uint64_t id, std::string_view reason,
                std::string_view detail = {});

    // Closes the connection after its messages of this turn. `why` must be a literal.
    void close(ConnectionId connection, std::string_view why);

    // Changes how large the messages of the client may be, in bytes.
    void limit_messages(ConnectionId connection, std::size_t bytes_max);

    // All bytes that were queued since the start.
    std::uint64_t bytes_queued() const { return bytes_queued_; }

    // Moves out what is queued for these connections, as take() does. What is queued for them later
    // is another delivery.
    std::vector<std::vector<Delivery>> take(std::span<const ConnectionId> connections);

    // Moves everything out: list i holds the deliveries to the connections of network thread i, at
    // most one delivery per connection.
    std::vector<std::vector<Delivery>> take();

private:
    Delivery& delivery_to(ConnectionId connection);

    std::vector<std::vector<Delivery>> lists_;
    std::uint64_t bytes_queued_ = 0;
    // The index of a connection's delivery in its list.
    std::unordered_map<std::uint64_t, std::size_t> index_;
};

}  // namespace sicbo::server
