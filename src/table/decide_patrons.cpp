// SPDX-License-Identifier: MIT
// Disputes of patrons, and alerts about much cash with little play.
#include <algorithm>

#include "table/cage.h"

namespace sicbo::table {
namespace {

// Returns the number of the next incident.
IncidentId next_incident(const Decision& decision, const State& state) {
    std::uint32_t incidents = state.incidents_raised;
    for (const Event& event : decision.events) {
        if (holds<IncidentRaised>(event.fact)) ++incidents;
    }
    return IncidentId{incidents + 1};
}

// What the player of a terminal has brought and takes away.
struct StayTotals {
    Money in;
    Money out;      // with what the decision takes
    Money alerted;  // of it, in earlier alerts
};

// Returns the totals of the stay. Without its record, that of a program which did not keep one,
// what left the terminal before is not known.
StayTotals totals_of_stay(const State& state, TerminalId id, Money in_by_meter, Money out) {
    const auto stay = state.meters.stays.find(id);
    const auto meter = state.meters.terminals.find(id);
    const bool known = stay != state.meters.stays.end() && meter != state.meters.terminals.end();
    if (!known || !has_edition(state, 3)) return {in_by_meter, out, Money()};
    return {.in = brought_in(meter->second) - stay->second.brought,
            .out = taken_away(meter->second) - stay->second.taken + out,
            .alerted = stay->second.alerted};
}

}  // namespace

void add_cash_alert(Decision& decision, const Context& c, TerminalId id, const Terminal& terminal,
                    Money out, TableId table) {
    constexpr std::int64_t percent = 100;
    const CagePolicy& policy = c.state.cage.policy;
    const auto start = c.state.cage.starts.find(id);
    if (policy.alert_from == Money() || start == c.state.cage.starts.end()) return;
    const ledger::Meter& meter = terminal.meter;
    const StayTotals totals = totals_of_stay(c.state, id, meter.in - start->second.in, out);
    const Money played =
        (meter.staked - start->second.staked) - (meter.returned - start->second.returned);
    if (totals.in < policy.alert_from || totals.out - totals.alerted < policy.alert_from) return;
    // Compared without a product that could overflow.
    if (played.cents() / policy.alert_percent >= totals.in.cents() / percent) return;
    decision.add(CashAlertRaised{next_incident(decision, c.state), id, terminal.stay, totals.in,
                                 totals.out, played},
                 {}, table);
}

void add_alert_for_sold_ticket(Decision& decision, const Context& c, const TicketRecord& ticket) {
    const CagePolicy& policy = c.state.cage.policy;
    const bool is_sold = !ticket.table;
    if (!is_sold || !has_edition(c.state, 3)) return;
    if (policy.alert_from == Money() || ticket.amount < policy.alert_from) return;
    for (const auto& [id, table] : c.state.tables) {
        if (table.configuration.currency_code() != ticket.currency) continue;
        if (c.state.retired.tables.contains(id)) continue;
        decision.add(
            CashAlertRaised{
                next_incident(decision, c.state), {}, {}, ticket.amount, ticket.amount, {}},
            {}, id);
        return;
    }
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
