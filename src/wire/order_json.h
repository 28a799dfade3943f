// SPDX-License-Identifier: MIT
// Orders as clients write them: {"order": "PlaceBets", "arguments": {"bets": [...]}}. The fields
// are those of the structs in table/command.h, read strictly as wire/fields_json.h specifies.
#pragma once

#include <optional>

#include "table/command.h"
#include "wire/json.h"

namespace sicbo::wire {

// Reads an order from the nodes with its name and its fields; `arguments` is none if the order has
// none. Errors are noted in the nodes' JsonText; the order counts only if none was noted.
table::Order read_order(const JsonNode& name, const std::optional<JsonNode>& arguments);

}  // namespace sicbo::wire
