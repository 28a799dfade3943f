// SPDX-License-Identifier: MIT
#include "server/ticket_print.h"

#include "core/check.h"
#include "server/time_zone.h"

namespace sicbo::server {

device::TicketFace face_of(const table::State& state, const PropertyPlan& plan,
                           const TicketToPrint& ticket, const store::Position& checkpoint) {
    const table::Table* t = find_table(state, ticket.table);
    check(t);
    const TablePlan* table = plan.find_table(ticket.table);
    const std::optional<CashPlan>& cash = table && table->cash ? table->cash : plan.cash;
    const std::string zone = table ? table->time_zone : std::string();
    const LocalTime issued = local_time_in(zone, ticket.issued_at);
    device::TicketFace face;
    if (cash) {
        face.heading = cash->heading;
        face.location = cash->location;
        face.message = cash->message;
    }
    face.house = t->configuration.operator_name;
    face.terminal = ticket.issuer;
    face.date = issued.date;
    face.time = issued.time;
    // The last day on which it is redeemed.
    if (ticket.expires_at) {
        face.expires = local_time_in(zone, {ticket.expires_at->milliseconds - 1}).date;
    }
    face.number = ticket.number;
    face.amount = ticket.amount;
    face.currency = t->configuration.currency;
    face.checkpoint_size = checkpoint.sequence;
    face.checkpoint_hash = to_text(checkpoint.hash).substr(0, 8);
    face.marking = t->configuration.training ? device::Marking::no_value : device::Marking::none;
    return face;
}

}  // namespace sicbo::server
