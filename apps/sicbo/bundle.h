// SPDX-License-Identifier: MIT
// A dispute bundle, as docs/formats/journal.md describes it.
#pragma once

#include <boost/json/value.hpp>
#include <string>

#include "store/round_history.h"

namespace sicbo::app {

// The proof of the round's dice that `sicbo verify` checks, as far as its events have it; null if
// no tumbler read them.
boost::json::value proof_json(const store::RoundHistory& history);

// Everything about the round in one self-contained file: a reader with the public key needs nothing
// else to see that this was registered. `note` is the first that covers the round and `signed_to`
// the event it signs for; empty and 0 if there is none. Names come from `later`.
Result<std::string> bundle_text(const store::Store& journal, const store::RoundHistory& history,
                                const table::State& later, const std::string& note,
                                std::uint64_t signed_to);

}  // namespace sicbo::app
