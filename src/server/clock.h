// SPDX-License-Identifier: MIT
// The clock of the server, and the watch over the machine's clock.
//
// now() never jumps: whoever sets the machine's clock does not move a close of betting. ClockWatch
// finds out that somebody did, so that it can be registered. ClockWatch itself asks no clock.
#pragma once

#include <cstdint>
#include <optional>

#include "core/time.h"

namespace sicbo::server {

// The machine's clock.
Instant wall_clock();

// The machine's clock when the process started, plus what has passed since by a steady clock. From
// any thread.
Instant steady_now();

class ClockWatch {
public:
    struct Jump {
        Instant expected;
        Instant found;
    };
    static constexpr std::int64_t interval = 1'000;  // milliseconds between two comparisons
    static constexpr std::int64_t jump_min = 1'000;  // milliseconds; less is drift

    // Returns true if it is time to call compare() again.
    bool is_due(Instant now) const { return now >= compared_at_ + interval; }

    // Compares the two clocks. Returns a jump once, when the machine's clock has moved against
    // ours by more than jump_min since the last call.
    std::optional<Jump> compare(Instant now, Instant wall);

private:
    Instant compared_at_;
    std::int64_t wall_ahead_ = 0;  // of our clock, in milliseconds
};

}  // namespace sicbo::server
