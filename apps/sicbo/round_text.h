// SPDX-License-Identifier: MIT
// A round in words and in rows, for pages, bundles and their verification.
#pragma once

#include <string>
#include <vector>

#include "store/round_history.h"
#include "subcommand.h"

namespace sicbo::app {

// What holds now: "settled on 1-2-4, amended (first settled on 1-2-3)".
std::string state_text(const store::RoundSummary& round);

// What was read, settled and amended, by whom and why, a line each. Names come from `later`.
std::vector<std::string> account_of(const store::RoundSummary& round, const table::State& later);

// The bets with what they got back in the end.
Rows bets_of(const store::RoundSummary& round, const table::State& later);

// The entries of the round. Those of an order that amended several rounds are the round's part of
// them: what each player got or gave back in this round.
Rows entries_of(const store::RoundHistory& history);

}  // namespace sicbo::app
