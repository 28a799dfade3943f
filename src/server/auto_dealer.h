// SPDX-License-Identifier: MIT
// The dealer of automatic training tables: chooses the next order from the state of the table.
//
// It looks at the state only, and remembers nothing but that rounds are to stop, so it needs no
// recovery after a restart. No device, clock or network in here. Runs on the loop thread.
#pragma once

#include <cstdint>
#include <optional>

#include "table/state.h"

namespace sicbo::server {

class AutoDealer {
public:
    // Returns the order that a dealer of this automatic table would give next, or nothing if the
    // dealer must wait for bets, a device or people. `uneven_round` is the round whose dice the
    // tumbler reported as not lying flat, 0 for none.
    std::optional<table::Order> next_order(const table::State& state, TableId id,
                                           std::uint64_t uneven_round) const;

    // From now on no round is begun; those in play are finished.
    void stop_rounds() { stopping_ = true; }

private:
    bool stopping_ = false;
};

}  // namespace sicbo::server
