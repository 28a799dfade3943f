// SPDX-License-Identifier: MIT
// Chi-square tests of dice: whether the rolls are distributed as those of fair dice.
//
// Fair dice fail a test once in a million times. Dice that favour a face by one part in twenty,
// that depend on the roll before, or that are too even, fail nearly always.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "rules/roll.h"

namespace sicbo::device {

struct Test {
    std::string name;
    double chi_square = 0;
    double min = 0;  // the range that fair dice stay in
    double max = 0;

    bool passed() const { return min <= chi_square && chi_square <= max; }
};

inline constexpr std::uint64_t rolls_for_test = 216'000;

// Calls `next` rolls_for_test times and tests the faces of each die and of all dice, each die's
// face after its last one, and all 216 rolls. Returns one result for each test.
std::vector<Test> test_dice(const std::function<rules::Roll()>& next);

}  // namespace sicbo::device
