// How long things took: a count for each length, and what so many in a thousand did not exceed.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstdint>

namespace sicbo::load {

// Counted in 64 steps for each doubling: right to 1.6 in a hundred.
class Latencies {
public:
    void add(std::chrono::nanoseconds time, std::uint64_t count = 1) {
        const std::int64_t ns = std::max<std::int64_t>(time.count(), 0);
        counts_.at(place_of(static_cast<std::uint64_t>(ns))) += count;
        total_ += count;
        longest_ = std::max(longest_, ns);
    }
    std::uint64_t total() const { return total_; }
    double longest() const { return static_cast<double>(longest_) / 1e6; }  // in milliseconds
    void clear() { *this = {}; }

    // The time in milliseconds that so many in a thousand did not exceed.
    double milliseconds(std::uint64_t in_thousand) const {
        const std::uint64_t wanted = (total_ * in_thousand + 999) / 1000;
        std::uint64_t seen = 0;
        for (std::size_t place = 0; place < counts_.size() && total_ > 0; ++place) {
            seen += counts_[place];
            if (seen < wanted) continue;
            return std::min(static_cast<double>(end_of(place)) / 1e6, longest());
        }
        return 0;
    }

private:
    static std::size_t place_of(std::uint64_t ns) {
        const auto shift = static_cast<unsigned>(ns < 128 ? 0 : std::bit_width(ns) - 7);
        return std::size_t{shift} * 64 + static_cast<std::size_t>(ns >> shift);
    }
    static std::uint64_t end_of(std::size_t place) {
        if (place < 128) return place;
        const std::size_t shift = place / 64 - 1;
        return (std::uint64_t{place - shift * 64 + 1} << shift) - 1;
    }

    std::array<std::uint64_t, std::size_t{60} * 64> counts_ = {};
    std::uint64_t total_ = 0;
    std::int64_t longest_ = 0;
};

}  // namespace sicbo::load
