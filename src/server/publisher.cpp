// SPDX-License-Identifier: MIT
#include "server/publisher.h"

#include "wire/cage_view.h"
#include "wire/touched.h"
#include "wire/view.h"

namespace sicbo::server {

using wire::Topic;
using wire::TopicKind;

namespace {

// The last topic of a turn that most players watch: those of tables come before.
bool is_of_player(TopicKind kind) { return kind == TopicKind::terminal || kind == TopicKind::seat; }

}  // namespace

Publisher::Publisher(const Loop& loop, const PropertyPlan& plan, Outbox& outbox)
    : loop_(loop), plan_(plan), outbox_(outbox), round_times_(loop.state()) {}

void Publisher::watch(ConnectionId connection, Session& session, Topic topic) {
    check(may_watch(loop_.state(), session, topic));
    session.topics.insert(topic);
    topics_.watch(topic, connection);
}

void Publisher::unwatch(ConnectionId connection, Session& session, Topic topic) {
    if (session.topics.erase(topic) > 0) topics_.unwatch(topic, connection);
}

void Publisher::unwatch_forbidden(ConnectionId connection, Session& session) {
    std::erase_if(session.topics, [&](const Topic topic) {
        if (may_watch(loop_.state(), session, topic)) return false;
        topics_.unwatch(topic, connection);
        return true;
    });
}

void Publisher::unwatch_all(ConnectionId connection, Session& session) {
    for (const Topic topic : session.topics) topics_.unwatch(topic, connection);
    session.topics.clear();
}

void Publisher::on_committed(std::span<const CommittedEvent> events) {
    bet_log_.on_committed(loop_.state(), events);
    cash_log_.on_committed(loop_.state(), events);
    cage_log_.on_committed(loop_.state(), events);
    round_times_.on_committed(loop_.state(), events);
    for (const CommittedEvent& committed : events) {
        check(committed.at.sequence > committed_sequence_);
        committed_sequence_ = committed.at.sequence;
        wire::for_each_touched(loop_.state(), committed.event,
                               [this](Topic topic) { topics_.mark_changed(topic); });
    }
}

void Publisher::publish(Instant now, const OnSnapshot& on_snapshot, const SendEarly& send_early) {
    check(loop_.is_committed());
    constexpr std::size_t sent_at_once = 256;  // connections
    std::vector<ConnectionId> done;
    topics_.publish([this](Topic topic) { return view(topic); }, loop_.state().sequence, now,
                    [&](Topic topic, ConnectionId to, const SharedMessage& text) {
                        outbox_.enqueue(to, text);
                        if (!send_early || !is_of_player(topic.kind)) return;
                        done.push_back(to);
                        if (done.size() < sent_at_once) return;
                        send_early(outbox_.take(done));
                        done.clear();
                    },
                    [&](Topic, ConnectionId to, const SharedMessage& text) {
                        if (on_snapshot) on_snapshot(to, text->size());
                        outbox_.enqueue(to, text);
                    });
}

wire::Parts Publisher::with_bet_log(wire::Parts parts, StayId stay) const {
    parts.push_back({"bet_log", bet_log_.entries_of(stay)});
    return parts;
}

wire::Parts Publisher::with_cash_log(wire::Parts parts, TerminalId terminal) const {
    parts.push_back({"cash_log", cash_log_.entries_of(terminal)});
    parts.push_back({"tickets", tickets_of_ ? tickets_of_(terminal) : "null"});
    return parts;
}

// Returns null if there is no such terminal.
const TableId* Publisher::find_table_of(TerminalId terminal) {
    const table::State& state = loop_.state();
    const auto is_at = [&](TableId id) {
        const table::Table* table = find_table(state, id);
        return table && table->terminals.contains(terminal);
    };
    TableId& known = tables_of_terminals_[terminal.number];
    if (is_at(known)) return &known;
    for (const auto& [id, table] : state.tables) {
        if (!table.terminals.contains(terminal)) continue;
        known = id;
        return &known;
    }
    tables_of_terminals_.erase(terminal.number);
    return nullptr;
}

wire::Parts Publisher::view_of_terminal(TerminalId terminal) {
    const table::State& state = loop_.state();
    const TableId* table = find_table_of(terminal);
    if (!table) return {};
    const StayId stay = state.tables.at(*table).terminals.at(terminal).stay;
    return with_cash_log(with_bet_log(wire::terminal_view(state, *table, terminal), stay),
                         terminal);
}

wire::Parts Publisher::view(Topic topic) {
    const table::State& state = loop_.state();
    switch (topic.kind) {
        case TopicKind::property: return wire::property_view(state);
        case TopicKind::table: {
            const TablePlan* plan = plan_.find_table({topic.number});
            return wire::table_view(state, {topic.number},
                                    plan ? plan->setting() : wire::TableSetting());
        }
        case TopicKind::terminal: return view_of_terminal({topic.number});
        case TopicKind::seat:
            return with_bet_log(wire::seat_view(state, {topic.number}), {topic.number});
        case TopicKind::console: {
            wire::Parts parts = wire::console_view(state, {topic.number});
            parts.push_back({"pace", round_times_.pace_of(state, {topic.number})});
            return parts;
        }
        case TopicKind::places: return wire::places_view(state, {topic.number});
        case TopicKind::cage: {
            wire::Parts parts = wire::cage_view(state);
            parts.push_back({"log", cage_log_.entries()});
            return parts;
        }
    }
    return {};
}

}  // namespace sicbo::server
