// SPDX-License-Identifier: MIT
// Shorthand for tests: layouts, spots and amounts by their names.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "rules/documents.h"
#include "rules/settle.h"

namespace sicbo::test {

inline const rules::Layout& layout(std::string_view id) {
    const auto place = rules::find_layout(rules::documents(), id);
    check(place.has_value());
    return *place->layout;
}

inline const rules::Game& game(std::string_view id) {
    for (const rules::Game& one : rules::documents()) {
        if (one.id == id) return one;
    }
    unreachable();
}

inline rules::Spot spot(std::string_view id) {
    const auto parsed = rules::parse_spot(id);
    check(parsed.has_value());
    return *parsed;
}

inline std::vector<const rules::Layout*> all_layouts() {
    std::vector<const rules::Layout*> layouts;
    for (const rules::Game& one : rules::documents()) {
        for (const rules::Layout& each : one.layouts) layouts.push_back(&each);
    }
    return layouts;
}

inline bool offers(const rules::Layout& layout, std::string_view id) {
    const auto parsed = rules::parse_spot(id);
    return parsed && find_row(layout, *parsed) != nullptr;
}

// On how many of the 216 rolls the spot wins there.
inline int ways(const rules::Layout& layout, std::string_view id) {
    int count = 0;
    for (int n = 0; n < rules::roll_count; ++n) {
        if (odds_on(layout, spot(id), rules::nth_roll(n)) != rules::Odds{}) ++count;
    }
    return count;
}

// "8.5", or nothing where the bet loses.
inline std::string odds(const rules::Layout& layout, std::string_view id, rules::Roll roll) {
    const rules::Odds odds = odds_on(layout, spot(id), roll);
    return odds == rules::Odds{} ? "" : to_text(odds);
}

// What comes back of a stake in cents, in cents, through the code that settles rounds.
inline std::int64_t back(const rules::Layout& layout, std::string_view id, std::int64_t cents,
                         rules::Roll roll) {
    const rules::Payouts payouts(layout, roll);
    return payouts.returned(id_of(spot(id)), Money::of_cents(cents)).cents();
}

}  // namespace sicbo::test
