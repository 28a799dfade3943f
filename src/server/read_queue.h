// SPDX-License-Identifier: MIT
// Requests that only read, such as lists of rounds and snapshots: who may be answered now, and who
// waits.
//
// A short request can ask for a long answer. So each connection, each address, all together and
// each turn of the loop have a budget of bytes, in which work counts as well. A request beyond it
// waits for its answer; orders never do. Whoever has used least is answered first, so that a client
// who asks for little does not wait behind one who asks for much, not even on the same address. No
// clock and no sockets: the caller brings the time. One thread uses it.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "core/time.h"
#include "server/budget.h"
#include "server/network.h"
#include "wire/message.h"

namespace sicbo::server {

class ReadQueue {
public:
    struct Options {
        BudgetSize connection{128e3, 1e6};  // bytes per second, and at once
        BudgetSize address{4e6, 16e6};
        BudgetSize all{32e6, 64e6};
        double turn_bytes = 1e6;
        std::size_t queued_max = 40;  // requests of one connection: a burst of messages
    };
    ReadQueue(const Options& options, Instant now);

    // What a microsecond of work costs, in bytes.
    static constexpr double bytes_per_microsecond = 16;

    // Adds a connection; `network` is that of its peer.
    void add(ConnectionId connection, std::uint64_t network, Instant now);

    // Removes a connection, with what waits.
    void remove(ConnectionId connection);

    // Staff at a console have no budget of their own, only the total.
    void set_trusted(ConnectionId connection, bool trusted);

    // Begins a turn, which has a budget of its own.
    void begin_turn(Instant now);

    enum class Verdict : std::uint8_t { now, later, never };
    // Says whether the request is to be answered now. If later, it is kept until take() returns it;
    // if never, too many of this connection wait.
    Verdict ask(ConnectionId connection, const wire::Request& request);

    // Removes and returns the next request that may be answered now; nothing if there is none.
    std::optional<std::pair<ConnectionId, wire::Request>> take();

    // Charges an answer, or a part of it.
    void charge(ConnectionId connection, double bytes);

    // Returns true if the connection has requests that wait.
    bool is_waiting(ConnectionId connection) const { return waiting_.contains(connection); }

    // When take() may have something; nothing if nobody waits.
    std::optional<Instant> next_due() const;

private:
    struct Reader {
        std::uint64_t network = 0;
        bool trusted = false;
        Budget budget;
        std::deque<wire::Request> queue;
    };
    bool may_read(Reader& reader);

    Options options_;
    std::int64_t now_;
    std::map<ConnectionId, Reader> readers_;
    std::set<ConnectionId> waiting_;  // who have requests that wait
    Budgets<std::uint64_t> addresses_;
    Budget all_;
    double turn_left_;
};

}  // namespace sicbo::server
