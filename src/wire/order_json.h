// Orders as clients write them: {"order": "PlaceBets", "arguments": {"bets": [...]}}.
//
// Strict as all JSON from outside (wire/json.h). Amounts are whole numbers of cents, dice are lists
// of three, spots and other words are texts. A text, a number that names something, an amount or an
// optional value may be left out, and is empty then; all else must stand there.
#pragma once

#include <optional>

#include "table/command.h"
#include "wire/json.h"

namespace sicbo::wire {

// Notes in the node what is wrong.
table::Order read_order(const JsonNode& name, const std::optional<JsonNode>& arguments);

}  // namespace sicbo::wire
