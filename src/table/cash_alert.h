// SPDX-License-Identifier: MIT
// What an alert about cash says to the people who look into it.
#pragma once

#include <string>

#include "table/facts_inventory.h"

namespace sicbo::table {

// Returns the note of the incident that the alert raises.
std::string note_of(const CashAlertRaised& alert);

}  // namespace sicbo::table
