// SPDX-License-Identifier: MIT
#include "rules/layout.h"

#include <algorithm>

namespace sicbo::rules {

std::string spell(const Payoff& payoff) {
    std::string text;
    for (const Odds odds : payoff) {
        if (odds != Odds{}) text += (text.empty() ? "" : ", ") + to_text(odds);
    }
    return text;
}

std::string caption_of(const Layout& layout, const Group& group) {
    std::string caption = group.caption;
    for (const PayRow& row : layout.rows) {
        const std::string place = "{" + std::string(to_word(row.kind)) + "}";
        const std::size_t at = caption.find(place);
        if (at != std::string::npos) caption.replace(at, place.size(), spell(row.payoff));
    }
    return caption;
}

const PayRow* find_row(const Layout& layout, Spot spot) {
    for (const PayRow& row : layout.rows) {
        if (std::ranges::find(row.spots, spot) != row.spots.end()) return &row;
    }
    return nullptr;
}

std::vector<Spot> spots_of(const Layout& layout) {
    std::vector<Spot> offered;
    for (const Spot& spot : all_spots()) {
        if (find_row(layout, spot)) offered.push_back(spot);
    }
    return offered;
}

Odds odds_in(const Layout& layout, const PayRow& row, Spot spot, Roll roll) {
    const int hit = hits(spot, roll);
    if (hit == 0) return {};
    if (spot.kind == Kind::double_ && roll.is_triple() && !layout.double_on_triple) return {};
    return row.payoff[static_cast<std::size_t>(hit - 1)];
}

Odds odds_on(const Layout& layout, Spot spot, Roll roll) {
    const PayRow* row = find_row(layout, spot);
    check(row != nullptr);
    return odds_in(layout, *row, spot, roll);
}

const Text& name_of(const Layout& layout, Kind kind) {
    const auto& name = layout.names.at(static_cast<std::size_t>(kind));
    check(name.has_value());
    return *name;
}

}  // namespace sicbo::rules
