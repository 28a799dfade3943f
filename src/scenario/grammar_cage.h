// SPDX-License-Identifier: MIT
// What the grammars of the cage and of table inventories share. Private to src/scenario.
#pragma once

#include <string>

#include "scenario/grammar.h"

namespace sicbo::scenario {

// The ticket of a print job of a terminal, or of a sale at the cage, as the server would name it by
// its number.
struct TicketName {
    Hash hash;
    std::string last_four;
};
TicketName ticket_name(TerminalId terminal, std::uint64_t job);
TicketName sold_ticket_name(std::uint64_t sale);

// Returns the print job of the ticket that the line means: "ticket 2 of T1", or the last one of T1.
std::uint64_t job_of(const Invocation& call);

// Returns the counter of the cage that the line names; counter 1 if it names none.
CounterId counter_of(const Arguments& with);

// Returns whom the line names as the patron.
table::Patron patron_of(const Arguments& with);

// Issues an order of the property or of a table for the issuer, who is logged on there first unless
// the scenario has a strict console. Returns both decisions as one.
table::Decision perform_on_duty(const Invocation& call, table::Order order, TableId table = {});

}  // namespace sicbo::scenario
