// SPDX-License-Identifier: MIT
#include "server/read_queue.h"

#include "core/check.h"

namespace sicbo::server {

ReadQueue::ReadQueue(const Options& options, Instant now)
    : options_(options),
      now_(now.milliseconds),
      addresses_(options.address),
      all_(options.all, now.milliseconds),
      turn_left_(options.turn_bytes) {}

void ReadQueue::add(ConnectionId connection, std::uint64_t network, Instant now) {
    const bool is_new =
        readers_
            .emplace(connection,
                     Reader{network, false, Budget(options_.connection, now.milliseconds), {}})
            .second;
    check(is_new);
}

void ReadQueue::remove(ConnectionId connection) {
    waiting_.erase(connection);
    readers_.erase(connection);
}

void ReadQueue::set_trusted(ConnectionId connection, bool trusted) {
    readers_.at(connection).trusted = trusted;
}

void ReadQueue::begin_turn(Instant now) {
    now_ = now.milliseconds;
    turn_left_ = options_.turn_bytes;
}

bool ReadQueue::may_read(Reader& reader) {
    if (turn_left_ <= 0 || all_.balance(now_) <= 0) return false;
    if (reader.trusted) return true;
    return reader.budget.balance(now_) > 0 && addresses_.of(reader.network, now_).balance(now_) > 0;
}

ReadQueue::Verdict ReadQueue::ask(ConnectionId connection, const wire::Request& request) {
    Reader& reader = readers_.at(connection);
    // What one connection asks for is answered in order.
    if (reader.queue.empty() && may_read(reader)) return Verdict::now;
    if (reader.queue.size() >= options_.queued_max) return Verdict::never;
    reader.queue.push_back(request);
    waiting_.insert(connection);
    return Verdict::later;
}

std::optional<std::pair<ConnectionId, wire::Request>> ReadQueue::take() {
    std::optional<ConnectionId> best;
    double balance_max = 0;
    for (const ConnectionId one : waiting_) {
        Reader& reader = readers_.at(one);
        if (!may_read(reader)) continue;
        const double balance =
            reader.trusted ? options_.connection.burst : reader.budget.balance(now_);
        if (best && balance <= balance_max) continue;
        best = one;
        balance_max = balance;
    }
    if (!best) return std::nullopt;
    std::deque<wire::Request>& requests = readers_.at(*best).queue;
    std::pair next(*best, std::move(requests.front()));
    requests.pop_front();
    if (requests.empty()) waiting_.erase(*best);
    return next;
}

void ReadQueue::charge(ConnectionId connection, double bytes) {
    const auto at = readers_.find(connection);
    if (at == readers_.end()) return;
    turn_left_ -= bytes;
    all_.charge(bytes, now_);
    if (at->second.trusted) return;
    at->second.budget.charge(bytes, now_);
    addresses_.of(at->second.network, now_).charge(bytes, now_);
}

std::optional<Instant> ReadQueue::next_due() const {
    constexpr std::int64_t interval = 10;
    if (waiting_.empty()) return std::nullopt;
    return Instant{now_ + interval};
}

}  // namespace sicbo::server
