// SPDX-License-Identifier: MIT
// Cash that is taken and paid at a counter. Private to src/table: included by apply_cage.cpp and
// apply_inventory.cpp only.
#pragma once

#include "table/apply.h"

namespace sicbo::table {

// Count cash that was taken, or paid, in the open shift of the counter, and for the patron's day.
void take_cash(const Target& target, CounterId counter, Money amount, const Patron& patron);
void pay_cash(const Target& target, CounterId counter, Money amount, const Patron& patron);

}  // namespace sicbo::table
