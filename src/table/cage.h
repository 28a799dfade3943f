// SPDX-License-Identifier: MIT
// Helpers of the decisions about the cage. Private to src/table: included by decide_*.cpp only.
#pragma once

#include <expected>

#include "table/instruments.h"

namespace sicbo::table {

// Returns the counter with the cashier's own open shift, or why the cashier may not act there. For
// an order that takes two people the cashier is the first of them.
std::expected<const Counter*, Reason> own_counter(const Context& context, CounterId counter);

// The direction of cash at a counter.
enum class Flow : std::uint8_t { in, out };

// Returns why this much cash of the patron can't be taken or paid at the counter; nothing if it
// can.
std::optional<Reason> refusal_for_cash(const Context& context, const Counter& counter, Flow flow,
                                       Money amount, const Patron& patron);

// Adds the alert if the player of the terminal has brought much money, takes much away and has
// played little. `out` is what the decision takes from the terminal; `table` is the terminal's, or
// 0 if the command is of that table (decide_patrons.cpp).
void add_cash_alert(Decision& decision, const Context& context, TerminalId id,
                    const Terminal& terminal, Money out, TableId table = {});

// The same for a hand pay that the decision pays (decide_hand_pays.cpp).
void add_alert_for_hand_pay(Decision& decision, const Context& context, const HandPay& hand_pay);

// Adds the alert if much money was paid for a ticket at the cage and is paid out for it there, so
// that none of it was played. Incidents are of a table: it is one of the first table that deals in
// the currency (decide_patrons.cpp).
void add_alert_for_sold_ticket(Decision& decision, const Context& context,
                               const TicketRecord& ticket);

// Returns true if a dispute that is not closed keeps the terminal locked (decide_patrons.cpp).
bool is_in_dispute(const State& state, TerminalId terminal);

}  // namespace sicbo::table
