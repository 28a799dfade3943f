// SPDX-License-Identifier: MIT
#include "server/connection_worker.h"

#include <boost/asio/post.hpp>

#include "core/check.h"

namespace sicbo::server {
namespace {

std::int64_t steady_milliseconds() {
    const auto elapsed = SteadyClock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(elapsed).count();
}

}  // namespace

bool NetworkTotals::admit_http(std::uint64_t network) {
    const std::lock_guard lock(mutex);
    const std::int64_t now = steady_milliseconds();
    return http_bytes.of(network, now).balance(now) > 0 &&
           http_requests.of(network, now).take(1, now);
}

void NetworkTotals::charge_http(std::uint64_t network, std::size_t bytes) {
    const std::lock_guard lock(mutex);
    const std::int64_t now = steady_milliseconds();
    http_bytes.of(network, now).charge(static_cast<double>(bytes), now);
}

Worker::Worker(const Network::Options& limits, ConnectionHandler& receiver, std::size_t index,
               NetworkTotals& shared)
    : options(limits), handler(receiver), totals(shared), next_(index) {
    check(index < options.threads);
}

void Worker::run() {
    thread_ = std::jthread([this] { context.run(); });
}

void Worker::deliver(std::vector<Delivery> list) {
    boost::asio::post(context, [this, list = std::move(list)]() mutable {
        for (Delivery& delivery : list) {
            const auto found = open_.find(delivery.to.number);
            if (found == open_.end()) continue;
            const std::shared_ptr<OpenWebSocket> websocket = found->second;  // send() may remove it
            websocket->send(delivery);
        }
    });
}

void Worker::add(ConnectionId id, std::shared_ptr<OpenWebSocket> websocket) {
    check(id.number % options.threads == next_ % options.threads);
    const bool added = open_.emplace(id.number, std::move(websocket)).second;
    check(added);
}

void Worker::remove(ConnectionId id) { open_.erase(id.number); }

void Worker::stop() {
    boost::asio::post(context, [this] {
        for (auto& [number, websocket] : open_) websocket->go_away();
        keeps_running_.reset();
    });
    constexpr std::chrono::milliseconds patience{500};
    constexpr std::chrono::milliseconds step{5};
    const SteadyClock::time_point until = SteadyClock::now() + patience;
    while (!context.stopped() && SteadyClock::now() < until) std::this_thread::sleep_for(step);
    context.stop();
    if (thread_.joinable()) thread_.join();
    open_.clear();
}

}  // namespace sicbo::server
