// SPDX-License-Identifier: MIT
// Verifies the money of one event: that its outcome and its ledger entries are what the rules give
// in the state before it. Pure: no journal, file or clock.
#pragma once

#include <optional>
#include <string>

#include "table/state.h"

namespace sicbo::store {

// Returns what is wrong with the event, or nothing. A close, settlement, void or correction is
// computed again from bets and dice and compared; every other event must post exactly the amounts
// that its fact states. May throw if the event does not fit the state at all: the journal is
// outside input, so the caller (audit.cpp) catches and reports that.
std::optional<std::string> audit_entries(const table::State& before, const table::Event& event);

}  // namespace sicbo::store
