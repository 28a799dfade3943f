// SPDX-License-Identifier: MIT
// One network thread and the connections that belong to it.
#pragma once

#include <atomic>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <memory>
#include <mutex>
#include <thread>
#include <unordered_map>

#include "server/http_guard.h"
#include "server/network.h"
#include "server/token_bucket.h"
#include "server/transport.h"

namespace sicbo::server {

using Timer =
    boost::asio::basic_waitable_timer<SteadyClock, boost::asio::wait_traits<SteadyClock>, Executor>;

// An open WebSocket, as its worker sees it. Methods run on the worker's thread.
class OpenWebSocket {
public:
    OpenWebSocket() = default;
    OpenWebSocket(const OpenWebSocket&) = delete;
    OpenWebSocket& operator=(const OpenWebSocket&) = delete;
    virtual ~OpenWebSocket() = default;

    // Sends the messages, or queues them behind those that are being sent. Moves them out of
    // `delivery`.
    virtual void send(Delivery& delivery) = 0;

    // Starts the closing handshake, because the server stops.
    virtual void go_away() = 0;
};

// What the workers of a network share. Any thread may use it.
struct NetworkTotals {
    explicit NetworkTotals(const Network::Options& options)
        : names(options.names, options.origins),
          http_requests(options.http_requests),
          http_bytes(options.http_bytes) {}

    // Returns true if the address may be given one more answer to an HTTP request now.
    bool admit_http(std::uint64_t network);
    void charge_http(std::uint64_t network, std::size_t bytes);

    const HostNames names;
    std::atomic<std::size_t> connections = 0;
    std::atomic<std::size_t> backlogs = 0;  // unsent bytes of all WebSockets

private:
    std::mutex mutex;  // of the budgets
    Budgets<std::uint64_t> http_requests;
    Budgets<std::uint64_t> http_bytes;
};

class Worker {
public:
    // `index` is the worker's index among the workers of the network. The references must outlive
    // the worker.
    Worker(const Network::Options& options, ConnectionHandler& handler, std::size_t index,
           NetworkTotals& totals);

    // Starts the thread.
    void run();

    // Queues deliveries to connections of this worker. Callable from any thread.
    void deliver(std::vector<Delivery> list);

    // Closes all WebSockets, waits up to half a second for the closing handshakes, and joins the
    // thread. Not to be called on the worker's own thread.
    void stop();

    // The rest runs on the worker's thread.

    // Returns a new id that belongs to this worker: id % threads is its index.
    ConnectionId next_id() { return {next_ += options.threads}; }

    void add(ConnectionId id, std::shared_ptr<OpenWebSocket> websocket);
    void remove(ConnectionId id);

    const Network::Options& options;
    ConnectionHandler& handler;
    NetworkTotals& totals;
    boost::asio::io_context context{1};

private:
    boost::asio::executor_work_guard<Executor> keeps_running_{context.get_executor()};
    std::unordered_map<std::uint64_t, std::shared_ptr<OpenWebSocket>> open_;  // WebSockets
    std::uint64_t next_;
    std::jthread thread_;
};

// Counts a connection as long as it exists, whatever it speaks, and knows who its peer is.
class ConnectionSlot {
public:
    // `address_slot` is what ConnectionLimiter::reserve() returned.
    ConnectionSlot(Worker& worker, std::shared_ptr<void> address_slot, Peer from)
        : peer(std::move(from)),
          address_slot_(std::move(address_slot)),
          count_(&worker.totals.connections) {
        ++*count_;
    }
    ConnectionSlot(ConnectionSlot&& other) noexcept
        : peer(std::move(other.peer)),
          address_slot_(std::move(other.address_slot_)),
          count_(std::exchange(other.count_, nullptr)) {}
    ConnectionSlot(const ConnectionSlot&) = delete;
    ConnectionSlot& operator=(const ConnectionSlot&) = delete;
    ConnectionSlot& operator=(ConnectionSlot&&) = delete;
    ~ConnectionSlot() {
        if (count_ != nullptr) --*count_;
    }

    Peer peer;

private:
    std::shared_ptr<void> address_slot_;
    std::atomic<std::size_t>* count_;
};

}  // namespace sicbo::server
