// SPDX-License-Identifier: MIT
// Disputes of patrons, and alerts about much cash with little play.
#include <algorithm>

#include "table/cage.h"

namespace sicbo::table {

void add_cash_alert(Decision& decision, const Context& c, TerminalId id, const Terminal& terminal,
                    Money out) {
    constexpr std::int64_t percent = 100;
    const CagePolicy& policy = c.state.cage.policy;
    const auto start = c.state.cage.starts.find(id);
    if (policy.alert_from == Money() || start == c.state.cage.starts.end()) return;
    const ledger::Meter& meter = terminal.meter;
    const Money in = meter.in - start->second.in;
    const Money played =
        (meter.staked - start->second.staked) - (meter.returned - start->second.returned);
    if (in < policy.alert_from || out < policy.alert_from) return;
    // Compared without a product that could overflow.
    if (played.cents() / policy.alert_percent >= in.cents() / percent) return;
    std::uint32_t incidents = c.state.incidents_raised;
    for (const Event& event : decision.events) {
        if (holds<IncidentRaised>(event.fact)) ++incidents;
    }
    decision.add(CashAlertRaised{IncidentId{incidents + 1}, id, terminal.stay, in, out, played});
}

bool is_in_dispute(const State& state, TerminalId terminal) {
    return std::ranges::any_of(state.cage.disputes, [&](const auto& one) {
        return terminal && one.second.terminal == terminal;
    });
}

template <>
Decision decide_on(const Context& c, const OpenDispute& o) {
    if (!is_valid_note(o.statement)) return Reason::reason_missing;
    if (o.terminal && !find_terminal(c, o.terminal)) return Reason::no_such_terminal;
    if (is_in_dispute(c.state, o.terminal)) return Reason::dispute_open;
    return PatronDisputeOpened{IncidentId{c.state.incidents_raised + 1}, o.terminal, o.statement};
}

template <>
Decision decide_on(const Context& c, const CloseDispute& o) {
    const auto found = c.state.cage.disputes.find(o.incident);
    if (found == c.state.cage.disputes.end() || found->second.table != c.id()) {
        return Reason::no_such_incident;
    }
    if (!is_valid_note(o.resolution)) return Reason::reason_missing;
    return PatronDisputeClosed{o.incident, found->second.terminal, o.resolution};
}

}  // namespace sicbo::table
