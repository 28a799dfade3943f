// SPDX-License-Identifier: MIT
#include "device/self_test.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>

namespace sicbo::device {
namespace {

// Where chi-square with so many degrees of freedom lies with all but one in two million on each
// side, after Wilson and Hilferty.
double chi_square_at(double freedom, double deviations) {
    const double part = 2 / (9 * freedom);
    return freedom * std::pow(std::max(0.0, 1 - part + deviations * std::sqrt(part)), 3);
}

template <std::size_t Cells>
Test evenness(std::string name, const std::array<std::uint64_t, Cells>& counts) {
    std::uint64_t all = 0;
    for (const std::uint64_t count : counts) all += count;
    const double expected = static_cast<double>(all) / Cells;
    double sum = 0;
    for (const std::uint64_t count : counts) {
        const double difference = static_cast<double>(count) - expected;
        sum += difference * difference / expected;
    }
    constexpr double rare = 4.9;  // deviations that one in two million exceed
    return {std::move(name), sum, chi_square_at(Cells - 1, -rare), chi_square_at(Cells - 1, rare)};
}

}  // namespace

std::vector<Test> test_dice(const std::function<rules::Roll()>& next) {
    std::array<std::array<std::uint64_t, 6>, 3> faces = {};
    std::array<std::array<std::uint64_t, 36>, 3> pairs = {};
    std::array<std::uint64_t, 6> of_all = {};
    std::array<std::uint64_t, 216> rolls = {};
    std::optional<rules::Roll> before;
    for (std::uint64_t n = 0; n < rolls_for_test; ++n) {
        const rules::Roll roll = next();
        std::size_t cell = 0;
        for (std::size_t die = 0; die < 3; ++die) {
            const std::size_t face = roll.dice().at(die) - 1u;
            ++faces.at(die).at(face);
            ++of_all.at(face);
            if (before) ++pairs.at(die).at(std::size_t{before->dice().at(die) - 1u} * 6 + face);
            cell = cell * 6 + face;
        }
        ++rolls.at(cell);
        before = roll;
    }
    std::vector<Test> tests;
    for (std::size_t die = 0; die < 3; ++die) {
        const std::string name = "die " + std::to_string(die + 1);
        tests.push_back(evenness("faces of " + name, faces.at(die)));
        tests.push_back(evenness("faces of " + name + " after its last", pairs.at(die)));
    }
    tests.push_back(evenness("faces of all dice", of_all));
    tests.push_back(evenness("all 216 rolls", rolls));
    return tests;
}

}  // namespace sicbo::device
