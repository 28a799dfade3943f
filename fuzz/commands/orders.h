// SPDX-License-Identifier: MIT
// Commands made from the bytes of the fuzzer: what is asked, by whom and when.
#pragma once

#include "commands/source.h"

namespace sicbo::table::fuzz {

// Returns any order at all, with small contents.
Order any_order(Source& from);

// Returns an order that places or withdraws one to three bets.
Order bet_order(Source& from);

// Returns the order that would come next if all went well, so that rounds come about.
Order next_order(Source& from);

// Sets who gives the command: mostly somebody who may.
void choose_actor(Source& from, Command& command);

// Returns the moment of the next command: mostly the same as that of the one before.
Instant later(Source& from);

}  // namespace sicbo::table::fuzz
