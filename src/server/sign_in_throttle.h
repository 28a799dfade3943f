// SPDX-License-Identifier: MIT
// Growing delays after attempts to sign in that failed, for an address or for a name. It locks
// nobody. No clock: the caller brings the time. One thread uses it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>

#include "core/time.h"

namespace sicbo::server {

class SignInThrottle {
public:
    // The first `free` failures lead to no delay, the next one to a second, then twice as long each
    // time, up to `delay_max`.
    explicit SignInThrottle(std::uint32_t free) : free_(free) {}

    static constexpr std::int64_t delay_min = 1'000;
    static constexpr std::int64_t delay_max = 60'000;
    static constexpr std::int64_t memory = 900'000;  // failures are forgotten then

    // How many milliseconds the next attempt must wait; 0: none.
    std::int64_t delay(const std::string& key, Instant now) const {
        const auto at = failures_.find(key);
        if (at == failures_.end()) return 0;
        return std::max<std::int64_t>(at->second.next.milliseconds - now.milliseconds, 0);
    }

    // Counts a failure, and lets the next attempt wait once there are more than `free` of them.
    // When too many keys are known, those with the fewest failures are forgotten.
    void on_failure(const std::string& key, Instant now) {
        if (failures_.size() >= keys_max) forget(now);
        Failures& of = failures_[key];
        if (of.last + memory < now) of.count = 0;
        of.last = now;
        ++of.count;
        std::int64_t pause = 0;
        for (std::uint32_t i = free_; i < of.count && pause < delay_max; ++i) {
            pause = pause == 0 ? delay_min : std::min(pause * 2, delay_max);
        }
        of.next = now + pause;
    }

    // Forgets the failures of the key.
    void on_success(const std::string& key) { failures_.erase(key); }

private:
    struct Failures {
        std::uint32_t count = 0;
        Instant last;
        Instant next;  // when another attempt may be made
    };

    // Forgets what is old; if that is not enough, what has the fewest failures.
    void forget(Instant now) {
        std::erase_if(failures_, [&](const auto& one) { return one.second.last + memory < now; });
        for (std::uint32_t count_max = 1; failures_.size() >= keys_max; ++count_max) {
            std::erase_if(failures_,
                          [&](const auto& one) { return one.second.count <= count_max; });
        }
    }

    static constexpr std::size_t keys_max = 10'000;
    std::uint32_t free_;
    std::map<std::string, Failures> failures_;
};

}  // namespace sicbo::server
