// SPDX-License-Identifier: MIT
// What a contender came to: how many bets a second, and how long each of them waited.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <vector>

#include "../process.h"
#include "load/latencies.h"

namespace durable {

using Clock = std::chrono::steady_clock;
using sicbo::load::Latencies;
using namespace bench;  // processes, interruptions

struct Measured {
    double per_second = 0;
    double p50 = 0;
    double p99 = 0;
    double p999 = 0;
};

inline Measured measured(const Latencies& latencies, Clock::duration time) {
    const double seconds = std::chrono::duration<double>(time).count();
    return {static_cast<double>(latencies.total()) / seconds, latencies.milliseconds(500),
            latencies.milliseconds(990), latencies.milliseconds(999)};
}

// How long to look: what comes first does not count.
struct Span {
    Clock::duration warm_up;
    Clock::duration counted;
};

// Follows the time of one run, step by step.
class Watch {
public:
    explicit Watch(const Span& span) : span_(span), begun_(Clock::now()) {}

    // Whether to go on. Clears what was counted when the warm-up ends.
    bool goes_on(Latencies& latencies) {
        throw_if_interrupted();
        const Clock::time_point at = Clock::now();
        if (!warm_ && at - begun_ >= span_.warm_up) {
            warm_ = true;
            counted_from_ = at;
            latencies.clear();
        }
        until_ = at;
        return !warm_ || at - counted_from_ < span_.counted;
    }
    bool warm() const { return warm_; }
    Clock::duration counted() const { return until_ - counted_from_; }

private:
    Span span_;
    Clock::time_point begun_;
    Clock::time_point counted_from_;
    Clock::time_point until_;
    bool warm_ = false;
};

}  // namespace durable
