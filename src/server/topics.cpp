// SPDX-License-Identifier: MIT
#include "server/topics.h"

#include <algorithm>

#include "server/gateway_ids.h"

namespace sicbo::server {
namespace {

using wire::Part;
using wire::Parts;
using wire::Topic;
using wire::TopicKind;

// The shortest time between two changes that are published, in milliseconds.
std::int64_t interval_min(TopicKind kind) {
    switch (kind) {
        case TopicKind::table:
        case TopicKind::terminal:
        case TopicKind::seat:
        case TopicKind::console: return 0;
        case TopicKind::places:
        case TopicKind::cage: return 250;
        case TopicKind::property: return 500;
    }
    return 0;
}

// Topics that anybody may watch, so that a gateway may know them for all its clients.
bool is_public(TopicKind kind) { return kind == TopicKind::property || kind == TopicKind::table; }

void add(std::string& text, const Part& part) {
    if (text.back() != '{') text += ',';
    text.append("\"").append(part.name).append("\":").append(part.json);
}

std::string head(std::string_view what, Topic topic, std::uint64_t sequence, Instant at) {
    std::string text;
    text.reserve(512);
    text.append("{\"").append(what).append("\":\"").append(to_text(topic));
    text.append("\",\"seq\":").append(std::to_string(sequence));
    return text.append(",\"at\":").append(std::to_string(at.milliseconds));
}

// The parts as the end of a snapshot. It is the same for everybody until something changes.
std::string snapshot_state(const Parts& parts) {
    std::string text = ",\"state\":{";
    for (const Part& part : parts) add(text, part);
    return text += "}}";
}

// Returns null if no part differs.
SharedMessage delta(Topic topic, const Parts& before, const Parts& after, std::uint64_t previous,
                    std::uint64_t sequence, Instant at) {
    std::string text = head("delta", topic, sequence, at);
    text.append(",\"prev\":").append(std::to_string(previous)).append(",\"state\":{");
    const std::size_t empty = text.size();
    for (std::size_t i = 0; i < after.size(); ++i) {
        if (i >= before.size() || before[i] != after[i]) add(text, after[i]);
    }
    if (text.size() == empty) return nullptr;
    return std::make_shared<const std::string>(std::move(text += "}}"));
}

}  // namespace

void Topics::watch(Topic topic, ConnectionId connection) {
    Watched& watched = watched_[topic];
    if (std::ranges::find(watched.new_watchers, connection) != watched.new_watchers.end()) return;
    remove_watcher(topic, watched, connection);
    watched.new_watchers.push_back(connection);
    pending_.insert(topic);
}

// Removes one that has its snapshot.
void Topics::remove_watcher(Topic topic, Watched& watched, ConnectionId connection) {
    if (!is_public(topic.kind) || !is_behind_gateway(connection)) {
        std::erase(watched.watchers, connection);
        return;
    }
    const auto at = watched.behind.find(line_of(connection));
    if (at == watched.behind.end() || at->second.erase(connection) == 0) return;
    if (at->second.empty()) watched.behind.erase(at);
    gateway_traffic_.left.push_back({connection, topic});
}

void Topics::unwatch(Topic topic, ConnectionId connection) {
    const auto at = watched_.find(topic);
    if (at == watched_.end()) return;
    Watched& watched = at->second;
    remove_watcher(topic, watched, connection);
    std::erase(watched.new_watchers, connection);
    if (!watched.watchers.empty() || !watched.new_watchers.empty() || !watched.behind.empty()) {
        return;
    }
    watched_.erase(at);
    pending_.erase(topic);
}

void Topics::mark_changed(Topic topic) {
    const auto at = watched_.find(topic);
    if (at == watched_.end() || at->second.changed) return;  // one that has changed is pending
    at->second.changed = true;
    pending_.insert(topic);
}

void Topics::publish_changes(Topic topic, Watched& watched, const MakeView& make_view,
                             std::uint64_t sequence, Instant now, const Send& send) {
    check(sequence >= watched.sequence);
    const bool is_first = watched.parts.empty();
    const bool waits = !is_first && now < watched.published_at + interval_min(topic.kind);
    if (!watched.changed || waits) return;
    watched.changed = false;
    Parts parts = make_view(topic);
    const SharedMessage changes =
        is_first ? nullptr : delta(topic, watched.parts, parts, watched.sequence, sequence, now);
    if (!is_first && !changes) return;
    watched.parts = std::move(parts);
    watched.state.clear();
    watched.sequence = sequence;
    watched.published_at = now;
    if (!changes) return;
    for (const ConnectionId watcher : watched.watchers) send(topic, watcher, changes);
    for (const auto& [line, clients] : watched.behind) {
        gateway_traffic_.published.push_back({line, topic, changes});
    }
}

void Topics::send_snapshots(Topic topic, Watched& watched, Instant now, const Send& send) {
    if (watched.new_watchers.empty()) return;
    if (watched.state.empty()) watched.state = snapshot_state(watched.parts);
    const auto all = std::make_shared<const std::string>(
        head("snapshot", topic, watched.sequence, now).append(watched.state));
    for (const ConnectionId watcher : watched.new_watchers) send(topic, watcher, all);
    add_watchers(topic, watched);
}

// The new ones have their snapshot.
void Topics::add_watchers(Topic topic, Watched& watched) {
    for (const ConnectionId watcher : std::exchange(watched.new_watchers, {})) {
        if (!is_public(topic.kind) || !is_behind_gateway(watcher)) {
            watched.watchers.push_back(watcher);
            continue;
        }
        watched.behind[line_of(watcher)].insert(watcher);
        gateway_traffic_.joined.push_back({watcher, topic});
    }
}

void Topics::publish(const MakeView& make_view, std::uint64_t sequence, Instant now,
                     const Send& send, const Send& send_snapshot) {
    for (auto next = pending_.begin(); next != pending_.end();) {
        Watched& watched = watched_.at(*next);
        publish_changes(*next, watched, make_view, sequence, now, send);
        send_snapshots(*next, watched, now, send_snapshot);
        next = watched.changed ? std::next(next) : pending_.erase(next);
    }
}

std::optional<Instant> Topics::next_due() const {
    std::optional<Instant> first;
    for (const Topic topic : pending_) {
        const Instant due = watched_.at(topic).published_at + interval_min(topic.kind);
        if (!first || due < *first) first = due;
    }
    return first;
}

}  // namespace sicbo::server
