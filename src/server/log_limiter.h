// SPDX-License-Identifier: MIT
// Limits how often a line that repeats itself is logged: the first one at once, then at most one a
// minute, which says how many were suppressed. One thread uses it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "core/time.h"

namespace sicbo::server {

class LogLimiter {
public:
    static constexpr std::int64_t interval_milliseconds = 60'000;

    // Returns true if a line with this key may be logged now.
    bool is_due(const std::string& key, Instant now) const {
        const auto at = repetitions_.find(key);
        return at == repetitions_.end() || now >= at->second.logged_at + interval_milliseconds;
    }

    // Returns the number of lines with this key that were suppressed since the last one, if this
    // one is to be logged; nothing if this one is suppressed.
    std::optional<std::uint64_t> admit(const std::string& key, Instant now) {
        const bool due = is_due(key, now);
        Repetition& of_key = repetitions_[key];
        if (!due) {
            ++of_key.suppressed;
            return std::nullopt;
        }
        const std::uint64_t suppressed = of_key.suppressed;
        of_key = {now, 0};
        return suppressed;
    }

private:
    struct Repetition {
        Instant logged_at;
        std::uint64_t suppressed = 0;
    };
    std::map<std::string, Repetition> repetitions_;  // callers use a few keys for each table
};

}  // namespace sicbo::server
