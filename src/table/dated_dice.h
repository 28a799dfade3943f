// SPDX-License-Identifier: MIT
// Dice that a document allows for calendar months. When these end depends on the table's time zone,
// which the engine does not know: whoever gives the order computes it. Pure.
#pragma once

#include <functional>
#include <optional>

#include "rules/game.h"
#include "table/command.h"

namespace sicbo::table {

// Returns the moment this many months after the installation by the calendar of the table's time
// zone; nothing if it is unknown.
using MonthsLater = std::function<std::optional<Instant>(int months)>;

// Returns InstallDatedDice if the game limits the dice of the order's mixer to a number of months
// and the end of these is known; otherwise the order as it is, whose months end by UTC.
Order with_due_date(const rules::Game& game, const InstallDice& order,
                    const MonthsLater& months_later);

}  // namespace sicbo::table
