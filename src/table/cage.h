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

// Adds the alert if much cash came in and goes out at the terminal with little play. `out` is what
// the decision takes from the terminal (decide_patrons.cpp).
void add_cash_alert(Decision& decision, const Context& context, TerminalId id,
                    const Terminal& terminal, Money out);

// Returns true if a dispute that is not closed keeps the terminal locked (decide_patrons.cpp).
bool is_in_dispute(const State& state, TerminalId terminal);

}  // namespace sicbo::table
