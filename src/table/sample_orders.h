// SPDX-License-Identifier: MIT
// One order of each type, for questions whose answer depends on the type alone, such as who may
// give it. Pure.
#pragma once

#include <vector>

#include "table/command.h"

namespace sicbo::table {

// Returns the orders by their index in OrderChoice. Texts are "-", since an order without its note
// would be refused; all other fields have their defaults.
const std::vector<Order>& sample_orders();

}  // namespace sicbo::table
