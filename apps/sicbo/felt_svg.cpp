// SPDX-License-Identifier: MIT
#include "felt_svg.h"

#include <fmt/format.h>

#include <algorithm>

namespace sicbo::app {
namespace {

std::string box(double x, double y, double width, double height) {
    return fmt::format(R"(<rect x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}" rx="3" )"
                       R"(fill="none" stroke="#e8d9a8" stroke-width="1"/>)",
                       x, y, width, height);
}

std::string text_at(double x, double y, double size, std::string_view weight,
                    std::string_view text) {
    return fmt::format(R"(<text x="{:.1f}" y="{:.1f}" font-size="{:.1f}" font-weight="{}" )"
                       R"(text-anchor="middle" fill="#fdf6e0">{}</text>)",
                       x, y, size, weight, escape(text));
}

// As large as the width allows: a letter takes about half of its height.
double fit(std::string_view text, double width, double size_max) {
    return std::min(size_max, width / (0.55 * static_cast<double>(text.size() + 1)));
}

struct Rectangle {
    double x;
    double y;
    double width;
    double height;
};

std::string draw_spot(const rules::Layout& layout, rules::Spot spot, const Rectangle& at,
                      const std::string& caption) {
    const rules::PayRow& row = *find_row(layout, spot);
    const std::string name = label(spot);
    // Where a box is low its odds stand in a caption beside the group.
    const bool plain = spot.kind == rules::Kind::single || at.height < 34;
    const std::string odds = plain ? "" : fmt::format("1 : {}", to_text(row.payoff[0]));
    std::string svg = fmt::format("<g><title>{}: {} ({} to 1)</title>", to_text(spot),
                                  escape(row.name), spell(row.payoff));
    svg += box(at.x + 1, at.y + 1, at.width - 2, at.height - 2);
    const double middle = at.x + at.width / 2;
    double line = at.y + at.height / 2 + (plain ? 6 : 0) - (caption.empty() ? 0 : 7);
    svg += text_at(middle, line, fit(name, at.width - 8, 17), "600", name);
    if (!odds.empty()) {
        line += caption.empty() ? 16 : 13;
        svg += text_at(middle, line, fit(odds, at.width - 6, 10.5), "400", odds);
    }
    if (!caption.empty()) {
        svg += text_at(middle, line + 12, fit(caption, at.width - 10, 9.5), "400", caption);
    }
    return svg + "</g>\n";
}

}  // namespace

std::string escape(std::string_view text) {
    std::string safe;
    for (const char c : text) {
        switch (c) {
            case '&': safe += "&amp;"; break;
            case '<': safe += "&lt;"; break;
            case '>': safe += "&gt;"; break;
            case '"': safe += "&quot;"; break;
            default: safe += c;
        }
    }
    return safe;
}

std::string label(rules::Spot spot) {
    const std::string text = to_text(spot);
    if (spot.kind == rules::Kind::any_triple) return "ANY TRIPLE";
    const std::size_t hyphen = text.find('-');
    if (hyphen == std::string::npos) {
        std::string upper = text;
        std::ranges::transform(upper, upper.begin(),
                               [](char c) { return static_cast<char>(c - 'a' + 'A'); });
        return upper;
    }
    std::string digits = text.substr(hyphen + 1);
    if (spot.kind == rules::Kind::double_) digits += digits;
    if (spot.kind == rules::Kind::triple) digits += digits + digits;
    if (spot.kind == rules::Kind::total) return digits;
    std::string spaced;
    for (const char c : digits) spaced += (spaced.empty() ? "" : " ") + std::string(1, c);
    return spaced;
}

std::string felt_svg(const rules::Layout& layout) {
    constexpr double unit_width = 30;
    constexpr double unit_height = 24;
    const double all_width = layout.felt.columns * unit_width;
    const double all_height = layout.felt.rows * unit_height;
    std::string svg = fmt::format(
        R"(<svg xmlns="http://www.w3.org/2000/svg" font-family="sans-serif" )"
        R"(viewBox="-8 -8 {:.0f} {:.0f}" role="img" aria-label="The felt of {}">)"
        R"(<rect x="-8" y="-8" width="{:.0f}" height="{:.0f}" rx="10" fill="#14532d"/>)"
        "\n",
        all_width + 16, all_height + 16, escape(layout.id), all_width + 16, all_height + 16);
    for (const rules::Group& group : layout.felt.groups) {
        const double x = group.column * unit_width;
        const double y = group.row * unit_height;
        const double width = group.columns * unit_width;
        const double height = group.rows * unit_height;
        const std::string caption = caption_of(layout, group);
        if (group.spots.empty()) {
            svg +=
                text_at(x + width / 2, y + height * 0.68, fit(caption, width, 13), "400", caption);
            continue;
        }
        const double cell_height = height / static_cast<double>(group.spots.size());
        for (std::size_t i = 0; i < group.spots.size(); ++i) {
            const auto& row = group.spots[i];
            const double cell_width = width / static_cast<double>(row.size());
            for (std::size_t j = 0; j < row.size(); ++j) {
                if (!row[j]) continue;
                svg +=
                    draw_spot(layout, *row[j],
                              {x + static_cast<double>(j) * cell_width,
                               y + static_cast<double>(i) * cell_height, cell_width, cell_height},
                              caption);
            }
        }
    }
    return svg + "</svg>\n";
}

}  // namespace sicbo::app
