// SPDX-License-Identifier: MIT
// Publishing: which connections watch which topic, and sending them what has changed.
//
// Every method runs on the loop thread. Views are made from the state after the commit, so nothing
// is published that is not in the journal.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "server/bet_log.h"
#include "server/cage_log.h"
#include "server/cash_log.h"
#include "server/loop.h"
#include "server/outbox.h"
#include "server/property.h"
#include "server/round_times.h"
#include "server/session.h"
#include "server/topics.h"

namespace sicbo::server {

class Publisher {
public:
    // All three must outlive the publisher.
    Publisher(const Loop& loop, const PropertyPlan& plan, Outbox& outbox);

    // Sets who knows the tickets that came out of the printer of a simulated cabinet, as a JSON
    // array; "null" for a terminal without one.
    using TicketsOf = std::function<std::string(TerminalId)>;
    void set_tickets(TicketsOf tickets_of) { tickets_of_ = std::move(tickets_of); }

    // Adds the topic to the session, which must be allowed to watch it. The next publish() sends
    // a snapshot; watching again asks for another snapshot.
    void watch(ConnectionId connection, Session& session, wire::Topic topic);

    // Removes the topic from the session. Does nothing if the session does not watch it.
    void unwatch(ConnectionId connection, Session& session, wire::Topic topic);

    // Removes the topics that the session may no longer watch.
    void unwatch_forbidden(ConnectionId connection, Session& session);

    // Removes all topics of the session.
    void unwatch_all(ConnectionId connection, Session& session);

    // Marks the topics that the events may have changed. Called once per turn, after the commit,
    // with the events of that commit in sequence order.
    void on_committed(std::span<const CommittedEvent> events);

    // Called with each snapshot that is queued: who gets it, and its bytes.
    using OnSnapshot = std::function<void(ConnectionId, std::size_t)>;

    // Called with deliveries that need not wait for the rest of the turn.
    using SendEarly = std::function<void(std::vector<std::vector<Delivery>>)>;

    // Queues snapshots and deltas that are due. Call after on_committed(). Where a change concerns
    // many players, those whose own topic is done are passed to `send_early` a few hundred at a
    // time, so that the network sends to them while the views of the others are made.
    void publish(Instant now, const OnSnapshot& on_snapshot = {}, const SendEarly& send_early = {});

    // Moves out what was published to gateways.
    GatewayTraffic take_gateway_traffic() { return topics_.take_gateway_traffic(); }

    // When publish() can send a delta that it put off; nothing if there is none.
    std::optional<Instant> next_due() const { return topics_.next_due(); }

private:
    wire::Parts view(wire::Topic topic);
    wire::Parts view_of_terminal(TerminalId terminal);
    const TableId* find_table_of(TerminalId terminal);
    wire::Parts with_bet_log(wire::Parts parts, StayId stay) const;
    wire::Parts with_cash_log(wire::Parts parts, TerminalId terminal) const;

    const Loop& loop_;
    const PropertyPlan& plan_;
    Outbox& outbox_;
    Topics topics_;
    BetLog bet_log_;
    CashLog cash_log_;
    CageLog cage_log_;
    RoundTimes round_times_;
    TicketsOf tickets_of_;  // may be empty
    // Where terminals were when they were last looked up.
    std::unordered_map<std::uint32_t, TableId> tables_of_terminals_;
    std::uint64_t committed_sequence_ = 0;
};

}  // namespace sicbo::server
