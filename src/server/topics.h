// SPDX-License-Identifier: MIT
// The topics that connections watch: the last published view of each, and who still needs a
// snapshot.
//
// The parts of a view are kept as texts. publish() rebuilds the views that may have changed and
// sends what differs (a delta) to everybody who watches, encoded once, with the sequence that it
// follows on. A new watcher gets a snapshot of the view as last published, so that the next delta
// fits it. Every method runs on the loop thread; no state of tables in here.
//
// Clients behind a gateway share one subscription to a topic that anybody may watch: each gets its
// own snapshot, and changes go to the gateway once, however many clients it has (GatewayTraffic).
#pragma once

#include <functional>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "server/gateway_traffic.h"
#include "server/network.h"
#include "wire/message.h"
#include "wire/view.h"

namespace sicbo::server {

class Topics {
public:
    using MakeView = std::function<wire::Parts(wire::Topic)>;
    using Send = std::function<void(wire::Topic, ConnectionId, const SharedMessage&)>;

    // Adds a watcher, which gets a snapshot from the next publish(). A watcher that is added again
    // gets another snapshot.
    void watch(wire::Topic topic, ConnectionId connection);

    // Removes a watcher. Does nothing if it does not watch the topic.
    void unwatch(wire::Topic topic, ConnectionId connection);

    // The view of the topic may have changed.
    void mark_changed(wire::Topic topic);

    // Sends snapshots and deltas as of event `sequence`. Topics that change often are published at
    // intervals, and their deltas put off until next_due(). `sequence` never goes back.
    // `send_snapshot` sends what a watcher has asked for; `send` sends changes.
    void publish(const MakeView& make_view, std::uint64_t sequence, Instant now, const Send& send,
                 const Send& send_snapshot);
    void publish(const MakeView& make_view, std::uint64_t sequence, Instant now, const Send& send) {
        publish(make_view, sequence, now, send, send);
    }

    // Moves out what was published to gateways since the last call.
    GatewayTraffic take_gateway_traffic() { return std::exchange(gateway_traffic_, {}); }

    // When publish() can send a delta that it put off; nothing if there is none.
    std::optional<Instant> next_due() const;

private:
    struct Watched {
        wire::Parts parts;           // as last published; empty: never
        std::string state;           // `parts` as in a snapshot; empty: not made yet
        std::uint64_t sequence = 0;  // the event as of which `parts` were published
        Instant published_at;        // when `parts` were published
        bool changed = true;
        std::vector<ConnectionId> watchers;      // who have their snapshot
        std::vector<ConnectionId> new_watchers;  // who need one
        // Who have their snapshot and share a subscription, by the line of their gateway.
        std::map<std::uint64_t, std::set<ConnectionId>> behind;
    };
    void remove_watcher(wire::Topic topic, Watched& watched, ConnectionId connection);
    void add_watchers(wire::Topic topic, Watched& watched);
    void publish_changes(wire::Topic topic, Watched& watched, const MakeView& make_view,
                         std::uint64_t sequence, Instant now, const Send& send);
    void send_snapshots(wire::Topic topic, Watched& watched, Instant now, const Send& send);

    std::map<wire::Topic, Watched> watched_;
    std::set<wire::Topic> pending_;  // topics with changes or new watchers
    GatewayTraffic gateway_traffic_;
};

}  // namespace sicbo::server
