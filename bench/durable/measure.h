// What a contender came to: how many bets a second, and how long each of them waited.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace durable {

using Clock = std::chrono::steady_clock;

// Waiting times, counted in 64 steps for each doubling: right to 1.6 in a hundred.
class Latencies {
public:
    void add(Clock::duration time, std::uint64_t count = 1) {
        const auto ns = std::chrono::duration_cast<std::chrono::nanoseconds>(time).count();
        counts_.at(place_of(static_cast<std::uint64_t>(std::max<std::int64_t>(ns, 0)))) += count;
        total_ += count;
    }
    std::uint64_t total() const { return total_; }
    void clear() { *this = {}; }

    // The time in milliseconds that so many in a thousand did not exceed.
    double milliseconds(std::uint64_t in_thousand) const {
        const std::uint64_t wanted = (total_ * in_thousand + 999) / 1000;
        std::uint64_t seen = 0;
        for (std::size_t place = 0; place < counts_.size(); ++place) {
            seen += counts_[place];
            if (seen >= wanted) return static_cast<double>(end_of(place)) / 1e6;
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
};

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

inline double median(std::vector<double> values) {
    if (values.empty()) return 0;
    std::ranges::sort(values);
    return values[values.size() / 2];
}

// Somebody pressed Ctrl-C: what was begun is put away on the way out.
struct Interrupted : std::runtime_error {
    Interrupted() : std::runtime_error("interrupted") {}
};
void throw_if_interrupted();

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
