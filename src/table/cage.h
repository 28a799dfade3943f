// SPDX-License-Identifier: MIT
// Helpers of the decisions about the cage. Private to src/table: included by decide_cage*.cpp only.
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

// Returns the currency of the table.
CurrencyCode currency_of(const Table& table);

}  // namespace sicbo::table
