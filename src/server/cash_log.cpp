// SPDX-License-Identifier: MIT
#include "server/cash_log.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace sicbo::server {

using namespace table;

namespace {

struct Movement {
    TerminalId terminal;
    std::string_view kind;
    Money amount = {};
    std::string last_four = {};
};
using MaybeMovement = std::optional<Movement>;

std::string last_four_of(const State& state, const Hash& ticket) {
    const auto found = state.instruments.tickets.find(ticket);
    if (found == state.instruments.tickets.end()) return {};
    return four_digits(found->second.last_four);
}

template <class F>
MaybeMovement movement_of(const State&, const F&) {
    return std::nullopt;
}
MaybeMovement movement_of(const State&, const BanknoteStacked& e) {
    return Movement{e.terminal, "note_in", e.amount};
}
MaybeMovement movement_of(const State&, const BanknoteRejected& e) {
    return Movement{e.terminal, "note_refused", e.amount};
}
MaybeMovement movement_of(const State&, const BanknoteReturned& e) {
    return Movement{e.terminal, "note_returned"};
}
MaybeMovement movement_of(const State&, const TicketCreated& e) {
    return Movement{e.terminal, "ticket_out", e.amount, e.last_four};
}
MaybeMovement movement_of(const State& state, const TicketNotPrinted& e) {
    return Movement{e.terminal, "ticket_not_printed", e.amount, last_four_of(state, e.ticket)};
}
MaybeMovement movement_of(const State& state, const PrintUnknown& e) {
    return Movement{e.terminal, "print_unknown", {}, last_four_of(state, e.ticket)};
}
MaybeMovement movement_of(const State& state, const TicketCredited& e) {
    return Movement{e.terminal, "ticket_in", e.amount, last_four_of(state, e.ticket)};
}
MaybeMovement movement_of(const State&, const TicketReturned& e) {
    return Movement{e.terminal, "ticket_returned"};
}
MaybeMovement movement_of(const State&, const TicketRejected& e) {
    return Movement{e.terminal, "ticket_refused"};
}
MaybeMovement movement_of(const State&, const HandPayRequested& e) {
    return Movement{e.terminal, "hand_pay_requested", e.amount};
}
MaybeMovement hand_paid(const State& state, HandPayId id, Money amount) {
    const auto found = state.instruments.hand_pays.find(id);
    if (found == state.instruments.hand_pays.end()) return std::nullopt;
    return Movement{found->second.terminal, "hand_paid", amount};
}
MaybeMovement movement_of(const State& state, const HandPaid& e) {
    return hand_paid(state, e.hand_pay, e.amount);
}
MaybeMovement movement_of(const State& state, const HandPayCashed& e) {  // at the cage
    return hand_paid(state, e.hand_pay, e.amount);
}

std::string to_json(const Movement& movement, Instant at) {
    return "{\"at\":" + std::to_string(at.milliseconds) + ",\"kind\":\"" +
           std::string(movement.kind) + "\",\"amount\":" + std::to_string(movement.amount.cents()) +
           ",\"last_four\":" +
           (movement.last_four.empty() ? "null" : "\"" + movement.last_four + "\"") + "}";
}

}  // namespace

void CashLog::on_committed(const State& state, std::span<const CommittedEvent> events) {
    for (const CommittedEvent& one : events) {
        const MaybeMovement movement = visit(
            [&](const auto& fact) { return movement_of(state, fact); }, one.event.fact.choice());
        if (!movement) continue;
        std::deque<std::string>& entries = entries_[movement->terminal];
        entries.push_back(to_json(*movement, one.event.stamp.at));
        if (entries.size() > entries_max) entries.pop_front();
    }
}

std::string CashLog::entries_of(TerminalId terminal) const {
    const auto found = entries_.find(terminal);
    if (found == entries_.end()) return "[]";
    std::string all = "[";
    for (const std::string& entry : found->second) {
        if (all.size() > 1) all += ',';
        all += entry;
    }
    return all + "]";
}

}  // namespace sicbo::server
