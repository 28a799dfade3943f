// SPDX-License-Identifier: MIT
// Three dice as they lie: a roll, and the set of faces that show.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstdint>
#include <string>
#include <utility>

#include "core/check.h"

namespace sicbo::rules {

constexpr bool is_face(int number) { return 1 <= number && number <= 6; }

// A set of faces. Bit n stands for face n.
class FaceSet {
public:
    constexpr FaceSet() = default;

    // What follows takes faces only; ask is_face of what comes from outside.
    constexpr FaceSet with(int face) const {
        check(is_face(face));
        FaceSet more = *this;
        more.bits_ |= static_cast<std::uint8_t>(1u << face);
        return more;
    }
    constexpr bool has(int face) const { return is_face(face) && ((bits_ >> face) & 1) != 0; }
    constexpr int size() const { return std::popcount(bits_); }
    constexpr bool covers(FaceSet other) const { return (bits_ & other.bits_) == other.bits_; }

    friend constexpr auto operator<=>(FaceSet, FaceSet) = default;

private:
    std::uint8_t bits_ = 0;
};

class Roll {
public:
    // The dice in any order. Ask is_face of what comes from outside.
    constexpr Roll(int first, int second, int third)
        : dice_{static_cast<std::uint8_t>(first), static_cast<std::uint8_t>(second),
                static_cast<std::uint8_t>(third)} {
        check(is_face(first) && is_face(second) && is_face(third));
    }

    constexpr const std::array<std::uint8_t, 3>& dice() const { return dice_; }
    constexpr int total() const { return dice_[0] + dice_[1] + dice_[2]; }
    constexpr int count(int face) const {
        return int{dice_[0] == face} + int{dice_[1] == face} + int{dice_[2] == face};
    }
    constexpr bool is_triple() const { return dice_[0] == dice_[1] && dice_[1] == dice_[2]; }
    constexpr FaceSet faces() const {
        return FaceSet().with(dice_[0]).with(dice_[1]).with(dice_[2]);
    }

    friend constexpr auto operator<=>(const Roll&, const Roll&) = default;

private:
    std::array<std::uint8_t, 3> dice_;
};

// As it is written everywhere: "6-5-4".
inline std::string to_text(const Roll& roll) {
    const auto face = [&](std::size_t die) { return static_cast<char>('0' + roll.dice().at(die)); };
    return {face(0), '-', face(1), '-', face(2)};
}

inline constexpr int roll_count = 216;
inline constexpr int outcome_count = 56;  // if only the values count, not which die shows which

// The rolls in order, from 1-1-1 (0) to 6-6-6 (215).
constexpr Roll nth_roll(int n) {
    check(0 <= n && n < roll_count);
    return Roll{n / 36 + 1, n / 6 % 6 + 1, n % 6 + 1};
}

// The outcomes, each as a roll in rising order.
constexpr std::array<Roll, outcome_count> all_outcomes() {
    std::array<Roll, outcome_count> list = [] {
        return []<std::size_t... I>(std::index_sequence<I...>) {
            return std::array<Roll, outcome_count>{(static_cast<void>(I), Roll{1, 1, 1})...};
        }(std::make_index_sequence<outcome_count>());
    }();
    std::size_t next = 0;
    for (int n = 0; n < roll_count; ++n) {
        const Roll roll = nth_roll(n);
        const auto& dice = roll.dice();
        if (dice[0] <= dice[1] && dice[1] <= dice[2]) list[next++] = roll;
    }
    return list;
}

}  // namespace sicbo::rules
