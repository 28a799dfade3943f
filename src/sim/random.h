// SPDX-License-Identifier: MIT
// Pseudo-random numbers: a seed gives the same sequence on every machine. Not for secrets.
#pragma once

#include <cstdint>

namespace sicbo::sim {

// The generator splitmix64.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        state_ += 0x9e3779b97f4a7c15;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return z ^ (z >> 31);
    }
    // Returns a number from 0 to n - 1; the bias is negligible for the simulation.
    std::uint64_t below(std::uint64_t n) { return next() % n; }
    // Returns a number from `min` to `max`, both included.
    int from_to(int min, int max) {
        return min + static_cast<int>(below(static_cast<std::uint64_t>(max - min) + 1));
    }
    bool one_in(std::uint64_t times) { return below(times) == 0; }
    bool chance(int in_ten_thousand) {
        return below(10'000) < static_cast<std::uint64_t>(in_ten_thousand);
    }
    template <class List>
    auto& pick(List& list) {
        return list[static_cast<std::size_t>(below(list.size()))];
    }

private:
    std::uint64_t state_;
};

}  // namespace sicbo::sim
