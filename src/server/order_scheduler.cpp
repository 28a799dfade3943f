// SPDX-License-Identifier: MIT
#include "server/order_scheduler.h"

#include <algorithm>

namespace sicbo::server {

using namespace table;

namespace {

constexpr std::int64_t second = 1'000;  // milliseconds

// How long players look at what has happened before the next step, in milliseconds.
std::int64_t pause_after(const Fact& fact, const TablePlan& plan) {
    if (plan.pause == 0) return 0;  // a table for tests
    if (holds<MixEnded>(fact)) return 1 * second;
    if (holds<BettingClosed>(fact)) return 1 * second;
    if (holds<DiceUncovered>(fact)) return 1 * second;
    if (holds<LightsReported>(fact)) return 1 * second;
    if (holds<RoundSettled>(fact)) return plan.pause * second;
    if (holds<RoundVoided>(fact)) return plan.pause * second;
    return 0;
}

Command command_of(ActorKind kind, TableId id, Order order) {
    Command command;
    command.stamp.actor = {kind, 0};
    command.stamp.role = rules::Role::system;
    command.stamp.table = id;
    command.order = std::move(order);
    return command;
}

// Returns true if the order reports what a device did or sensed, so that a device is its actor.
bool is_report_of_device(const Order& order) {
    return holds<EndMix>(order) || holds<Report>(order) || holds<ReportLights>(order);
}

}  // namespace

OrderScheduler::OrderScheduler(const PropertyPlan& plan, DeviceController& devices,
                               AutoDealer& dealer)
    : devices_(devices), dealer_(dealer) {
    for (const TablePlan& table : plan.tables) {
        const bool has_devices = table.tumbler != Tumbler::none || table.lights;
        check(has_devices || table.mode != Mode::automatic);
        if (has_devices) tables_[table.number].plan = &table;
    }
}

Result<std::optional<Command>> OrderScheduler::next_command(const Loop& loop, Instant now) {
    constexpr std::int64_t look_again = 1 * second;
    for (auto& [id, pace] : tables_) {
        if (!find_table(loop.state(), id) || loop.state().retired.tables.contains(id)) continue;
        if (auto order = devices_.receive(loop.state(), id, now)) {
            // What the message led to is committed before anything is asked of a device again.
            pace.not_before = std::max(pace.not_before, now + 1);
            return command_of(ActorKind::device, id, std::move(*order));
        }
        devices_.log_connection(id, now);
        if (now < pace.not_before) continue;
        pace.not_before = now + look_again;
        Result<std::optional<Order>> order = devices_.next_order(loop, id, now);
        if (!order) return std::unexpected(order.error());
        if (!*order && pace.plan->mode == Mode::automatic) {
            *order = dealer_.next_order(loop.state(), id, devices_.uneven_round(id));
        }
        if (!*order) continue;
        const ActorKind kind = is_report_of_device(**order) ? ActorKind::device : ActorKind::system;
        return command_of(kind, id, std::move(**order));
    }
    return std::optional<Command>();
}

void OrderScheduler::on_committed(const std::vector<CommittedEvent>& events) {
    std::map<TableId, Instant> seen_until;
    for (const CommittedEvent& committed : events) {
        const Event& event = committed.event;
        const auto at = tables_.find(event.stamp.table);
        if (at == tables_.end()) continue;
        Instant& until = seen_until[at->first];
        until = std::max(until, event.stamp.at + pause_after(event.fact, *at->second.plan));
    }
    for (const auto& [id, until] : seen_until) tables_.at(id).not_before = until;
    devices_.on_committed(events);
}

void OrderScheduler::on_refused(TableId table, Instant now) {
    constexpr std::int64_t retry_after = 5 * second;
    tables_.at(table).not_before = now + retry_after;
}

Instant OrderScheduler::next_due() const {
    Instant next = clock_max;
    for (const auto& [id, pace] : tables_) {
        next = std::min(next, pace.not_before);
        if (const auto due = devices_.next_due(id)) next = std::min(next, *due);
    }
    return next;
}

}  // namespace sicbo::server
