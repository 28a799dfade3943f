// SPDX-License-Identifier: MIT
// The clock of the server, and the monitor of the machine's clock.
//
// steady_now() never jumps: setting the machine's clock does not move the close of betting.
// ClockMonitor detects that the machine's clock was set, so that it can be journalled. ClockMonitor
// itself reads no clock.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "core/time.h"

namespace sicbo::server {

// The machine's clock.
Instant wall_clock();

// The machine's clock when the process started, plus what has passed since by a steady clock. From
// any thread.
Instant steady_now();

class ClockMonitor {
public:
    struct Jump {
        Instant expected;
        Instant actual;
    };
    static constexpr std::chrono::milliseconds interval{1'000};  // between two comparisons
    static constexpr std::chrono::milliseconds jump_min{1'000};  // less is drift

    // Returns true if it is time to call compare() again.
    bool is_due(Instant now) const { return now >= compared_at_ + interval.count(); }

    // Compares the two clocks. Returns a jump once, when the machine's clock has moved against
    // ours by more than jump_min since the last call.
    std::optional<Jump> compare(Instant now, Instant wall);

private:
    Instant compared_at_;
    std::int64_t wall_ahead_ = 0;  // of our clock, in milliseconds
};

}  // namespace sicbo::server
