// Whether dice fall as they should, as far as counting can tell.
//
// Sound dice fail a test once in a million times; dice that favour a face by one part in twenty,
// that follow one another, or that are too even, fail it nearly always.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "rules/roll.h"

namespace sicbo::device {

struct Test {
    std::string name;
    double chi_square = 0;
    double least = 0;
    double most = 0;

    bool passed() const { return least <= chi_square && chi_square <= most; }
};

inline constexpr std::uint64_t rolls_for_test = 216'000;

// Takes so many rolls and counts: faces of each die and of all, each die's face after its last, and
// all 216 rolls.
std::vector<Test> test_dice(const std::function<rules::Roll()>& next);

}  // namespace sicbo::device
