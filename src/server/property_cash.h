// SPDX-License-Identifier: MIT
// The part of the configuration that is about notes, tickets, cabinets and the cage: [cash] of the
// property and of a table, [cage], the chips of tables, and the cabinets of terminals.
#pragma once

#include "core/toml.h"
#include "server/property.h"

namespace sicbo::server {

// Reads the property's [cash]. Mistakes are reported to the text that they come from.
void read_cash(PropertyPlan& plan, const TomlTable& from);

// Reads the property's [cage], which needs [cash]. Call it after read_cash().
void read_cage(PropertyPlan& plan, const TomlTable& from);

// Reads `chips` of a table. Call it when the game of the table is known.
void read_table_chips(TablePlan& table, const TomlTable& from);

// Reads `cabinets` and [table.cash] of a table, which has the values of the property's [cash] where
// it states none. Call it after read_cash().
void read_table_cash(TablePlan& table, const TomlTable& from, const PropertyPlan& property);

// Reads `cabinet_keys` of [[table.terminals]].
void read_cabinet_keys(TerminalsPlan& terminals, const TomlTable& from);

// Reports what the tables' cabinets contradict. Call it once, when everything is read; `from` holds
// the tables in the order of the plan.
void validate_cabinets(const PropertyPlan& plan, const TomlTable& root,
                       const std::vector<TomlTable>& from);

}  // namespace sicbo::server
