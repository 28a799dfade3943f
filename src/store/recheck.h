// Whether an event is what the rules make of the state before it: the auditor's second opinion.
#pragma once

#include <optional>
#include <string>

#include "table/state.h"

namespace sicbo::store {

// What is wrong with the event, or nothing. Closes, settlements, voids and corrections are worked
// out anew from bets and dice; bets and returned stakes must move what they say.
std::optional<std::string> recheck(const table::State& before, const table::Event& event);

}  // namespace sicbo::store
