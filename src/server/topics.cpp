#include "server/topics.h"

#include <algorithm>

namespace sicbo::server {
namespace {

using wire::Part;
using wire::Parts;
using wire::Topic;
using wire::TopicKind;

// The least time between two changes that are told, in milliseconds.
std::int64_t least_pause(TopicKind kind) {
    switch (kind) {
        case TopicKind::table:
        case TopicKind::terminal:
        case TopicKind::seat:
        case TopicKind::console: return 0;
        case TopicKind::places: return 250;
        case TopicKind::property: return 500;
    }
    return 0;
}

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

Text snapshot(Topic topic, const Parts& parts, std::uint64_t sequence, Instant at) {
    std::string text = head("snapshot", topic, sequence, at).append(",\"state\":{");
    for (const Part& part : parts) add(text, part);
    return std::make_shared<const std::string>(std::move(text += "}}"));
}

// Nothing if no part differs.
Text delta(Topic topic, const Parts& before, const Parts& after, std::uint64_t previous,
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
    Live& live = live_[topic];
    if (std::ranges::find(live.arrived, connection) != live.arrived.end()) return;
    std::erase(live.watching, connection);
    live.arrived.push_back(connection);
    touched_.insert(topic);
}

void Topics::unwatch(Topic topic, ConnectionId connection) {
    const auto found = live_.find(topic);
    if (found == live_.end()) return;
    std::erase(found->second.watching, connection);
    std::erase(found->second.arrived, connection);
    if (!found->second.watching.empty() || !found->second.arrived.empty()) return;
    live_.erase(found);
    touched_.erase(topic);
}

void Topics::touch(Topic topic) {
    const auto found = live_.find(topic);
    if (found == live_.end()) return;
    found->second.touched = true;
    touched_.insert(topic);
}

void Topics::touch_all(TopicKind kind) {
    for (auto at = live_.lower_bound({kind, 0}); at != live_.end() && at->first.kind == kind;
         ++at) {
        at->second.touched = true;
        touched_.insert(at->first);
    }
}

void Topics::tell(const View& view, std::uint64_t sequence, Instant at, const Tell& tell) {
    for (auto next = touched_.begin(); next != touched_.end();) {
        const Topic topic = *next;
        Live& live = live_.at(topic);
        const bool is_new = live.parts.empty();
        const bool waits = !is_new && at < live.told_at + least_pause(topic.kind);
        if (live.touched && !waits) {
            live.touched = false;
            Parts parts = view(topic);
            const Text changes =
                is_new ? nullptr : delta(topic, live.parts, parts, live.sequence, sequence, at);
            if (is_new || changes) {
                live.parts = std::move(parts);
                live.sequence = sequence;
                live.told_at = at;
            }
            if (changes) {
                for (const ConnectionId one : live.watching) tell(one, changes);
            }
        }
        if (!live.arrived.empty()) {
            const Text all = snapshot(topic, live.parts, live.sequence, at);
            for (const ConnectionId one : live.arrived) tell(one, all);
            std::ranges::move(live.arrived, std::back_inserter(live.watching));
            live.arrived.clear();
        }
        next = live.touched ? std::next(next) : touched_.erase(next);
    }
}

std::optional<Instant> Topics::waiting() const {
    std::optional<Instant> first;
    for (const Topic topic : touched_) {
        const Instant due = live_.at(topic).told_at + least_pause(topic.kind);
        if (!first || due < *first) first = due;
    }
    return first;
}

}  // namespace sicbo::server
