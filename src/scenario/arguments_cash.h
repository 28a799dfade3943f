// SPDX-License-Identifier: MIT
// Arguments about notes, tickets and the cabinets that take them. Private to arguments.cpp, whose
// table of kinds has them, and to the grammar of cash.
#pragma once

#include <string_view>

#include "scenario/arguments.h"

namespace sicbo::scenario {

// "10, 50, 100"
std::optional<Value> take_amounts(Words& words, const Context& context);
// "door open, paper out": one text for each condition, in the spelling that set_condition() knows
std::optional<Value> take_conditions(Words& words, const Context& context);
// "in", "notes-in", "drop": a meter of the terminal, of its instruments, or of its cash
std::optional<Value> take_meter(Words& words, const Context& context);

// Changes the part of the cabinet that the condition is about. The condition must be one that
// take_conditions() has returned.
void set_condition(table::CabinetStatus& status, std::string_view condition);

// Returns the meter with the name that take_meter() has returned.
Money meter_named(std::string_view name, const ledger::Meter& meter,
                  const table::InstrumentMeter& instruments, const table::CashMeter& cash);

}  // namespace sicbo::scenario
