// SPDX-License-Identifier: MIT
// A histogram of latencies, with quantiles. No clock in here.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstdint>

#include "core/check.h"

namespace sicbo::load {

// 64 buckets for each doubling: a quantile is exact to 1.6 percent.
class Latencies {
public:
    void add(std::chrono::nanoseconds time, std::uint64_t count = 1) {
        const std::int64_t ns = std::max<std::int64_t>(time.count(), 0);
        counts_.at(bucket_of(static_cast<std::uint64_t>(ns))) += count;
        total_ += count;
        max_ = std::max(max_, ns);
    }
    // How many latencies were added.
    std::uint64_t total() const { return total_; }
    double max() const { return static_cast<double>(max_) / 1e6; }  // in milliseconds
    void clear() { *this = {}; }

    // Returns the quantile `in_thousand` / 1000 in milliseconds: 500 is the median. 0 if empty.
    // `in_thousand` is at most 1000.
    double milliseconds(std::uint64_t in_thousand) const {
        check(in_thousand <= 1000);
        const std::uint64_t wanted = (total_ * in_thousand + 999) / 1000;
        std::uint64_t seen = 0;
        for (std::size_t bucket = 0; bucket < counts_.size() && total_ > 0; ++bucket) {
            seen += counts_[bucket];
            if (seen < wanted) continue;
            return std::min(static_cast<double>(end_of(bucket)) / 1e6, max());
        }
        return 0;
    }

private:
    static std::size_t bucket_of(std::uint64_t ns) {
        const auto shift = static_cast<unsigned>(ns < 128 ? 0 : std::bit_width(ns) - 7);
        return std::size_t{shift} * 64 + static_cast<std::size_t>(ns >> shift);
    }
    static std::uint64_t end_of(std::size_t bucket) {
        if (bucket < 128) return bucket;
        const std::size_t shift = bucket / 64 - 1;
        return (std::uint64_t{bucket - shift * 64 + 1} << shift) - 1;
    }

    std::array<std::uint64_t, std::size_t{60} * 64> counts_ = {};
    std::uint64_t total_ = 0;
    std::int64_t max_ = 0;
};

}  // namespace sicbo::load
