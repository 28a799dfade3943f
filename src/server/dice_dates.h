// SPDX-License-Identifier: MIT
// Completes orders that install dice with the moment at which the dice are too old, by the time
// zone of the table's plan. Reads the time zone database; changes nothing but the command.
#pragma once

#include "server/property.h"
#include "table/state.h"

namespace sicbo::server {

// Replaces InstallDice by InstallDatedDice if the table's document allows its dice for calendar
// months and the plan has a time zone. Leaves every other command as it is.
void date_dice(const PropertyPlan& plan, const table::State& state, table::Command& command);

}  // namespace sicbo::server
