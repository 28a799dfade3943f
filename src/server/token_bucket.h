// SPDX-License-Identifier: MIT
// A token bucket: limits a rate and allows short bursts. The caller brings the time.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace sicbo::server {

using SteadyClock = std::chrono::steady_clock;

// Refills with `rate` tokens per second and holds at most twice that. Not safe for several threads.
class TokenBucket {
public:
    // Starts full.
    explicit TokenBucket(std::uint32_t rate, SteadyClock::time_point now = SteadyClock::now())
        : rate_(rate), tokens_(2.0 * rate), filled_at_(now) {}

    // Takes one token; returns false if there is none. `now` must not go backwards.
    bool take(SteadyClock::time_point now) {
        const std::chrono::duration<double> elapsed = now - filled_at_;
        filled_at_ = now;
        tokens_ = std::min(tokens_ + elapsed.count() * rate_, 2.0 * rate_);
        if (tokens_ < 1) return false;
        tokens_ -= 1;
        return true;
    }

private:
    double rate_;
    double tokens_;
    SteadyClock::time_point filled_at_;
};

}  // namespace sicbo::server
