// SPDX-License-Identifier: MIT
#include "rules/layout.h"

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

void index_rows(Layout& layout) {
    check(layout.rows.size() < not_offered);
    layout.row_of.fill(not_offered);
    for (std::size_t i = 0; i < layout.rows.size(); ++i) {
        for (const Spot spot : layout.rows[i].spots) {
            layout.row_of.at(static_cast<std::size_t>(id_of(spot))) = static_cast<std::uint8_t>(i);
        }
    }
}

const PayRow* find_row(const Layout& layout, Spot spot) { return find_row(layout, id_of(spot)); }

const PayRow* find_row(const Layout& layout, SpotId spot) {
    const auto index = static_cast<std::size_t>(spot);
    check(index < layout.row_of.size());
    const std::uint8_t row = layout.row_of[index];
    return row == not_offered ? nullptr : &layout.rows[row];
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
