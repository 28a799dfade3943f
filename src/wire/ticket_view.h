// SPDX-License-Identifier: MIT
// The view of a ticket for staff. A pure function of the state.
#pragma once

#include <boost/json/object.hpp>

#include "table/state.h"

namespace sicbo::wire {

// A ticket as it is now, or as it was when it was closed.
struct TicketFacts {
    Hash name;
    bool shows_name = false;  // who knows the name can have the ticket redeemed or voided
    table::TicketRecord ticket;
    CounterId counter;  // of the cage, where it came into its state; 0: it was not there
};

// Returns where, when and by whom the ticket was issued and came into its present state. The names
// of people come from the state.
boost::json::object ticket_json(const table::State& state, const TicketFacts& facts);

}  // namespace sicbo::wire
