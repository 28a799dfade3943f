#include "par_html.h"

#include <fmt/format.h>

#include <algorithm>

#include "edge.h"
#include "rules/analysis.h"

namespace sicbo::app {
namespace {

constexpr std::string_view style = R"css(
:root { color-scheme: light; --ink: #1c2321; --soft: #5b6661; --line: #d8ddd9; --felt: #14532d;
        --bar: #2f7d5b; --paper: #fcfcfa; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1120px; padding: 32px 24px 64px; background: var(--paper);
       color: var(--ink); font: 15px/1.5 system-ui, "Noto Sans", "Noto Sans CJK SC", sans-serif; }
h1 { font-size: 28px; margin: 0 0 4px; }
h2 { font-size: 19px; margin: 40px 0 12px; }
p { margin: 0 0 8px; color: var(--soft); max-width: 75ch; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 20px; margin: 16px 0 0; }
dt { color: var(--soft); } dd { margin: 0; }
svg { display: block; width: 100%; height: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 5px 10px; border-bottom: 1px solid var(--line);
         vertical-align: top; }
th { color: var(--soft); font-weight: 600; position: sticky; top: 0; background: var(--paper); }
td.n, th.n { text-align: right; white-space: nowrap; }
tr:hover td { background: #f1f4f1; }
@media print { body { max-width: none; padding: 0; } h2 { break-after: avoid; }
               tr { break-inside: avoid; } }
)css";

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

std::string percent(const rules::Fraction& fraction) {
    return rules::to_decimal(fraction * 100, 2);
}

// What is printed inside the box of a spot: "SMALL", "17", "6 5 4 3".
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

// As large as the width allows, a letter taking about 0.6 of its height.
double fit(std::string_view text, double width, double most) {
    return std::min(most,
                    width / (0.62 * static_cast<double>(std::max<std::size_t>(text.size(), 1))));
}

std::string draw_spot(const rules::Layout& layout, rules::Spot spot, double x, double y,
                      double width, double height) {
    const rules::PayRow& row = *find_row(layout, spot);
    const std::string name = label(spot);
    const std::string odds =
        spot.kind == rules::Kind::single ? "" : fmt::format("1 : {}", to_text(row.payoff[0]));
    std::string svg = fmt::format("<g><title>{}: {} ({} to 1)</title>", to_text(spot),
                                  escape(row.name), spell_odds(row));
    svg += box(x + 1, y + 1, width - 2, height - 2);
    const double middle = x + width / 2;
    svg += text_at(middle, y + height * (odds.empty() ? 0.62 : 0.5), fit(name, width - 8, 17),
                   "600", name);
    if (!odds.empty()) {
        svg += text_at(middle, y + height * 0.5 + 16, fit(odds, width - 6, 10.5), "400", odds);
    }
    return svg + "</g>\n";
}

std::string felt(const rules::Layout& layout) {
    constexpr double unit_width = 30;
    constexpr double unit_height = 24;
    const double all_width = layout.felt.columns * unit_width;
    const double all_height = layout.felt.rows * unit_height;
    std::string svg = fmt::format(
        R"(<svg viewBox="-8 -8 {:.0f} {:.0f}" role="img" aria-label="The felt of {}">)"
        R"(<rect x="-8" y="-8" width="{:.0f}" height="{:.0f}" rx="10" fill="#14532d"/>)"
        "\n",
        all_width + 16, all_height + 16, escape(layout.id), all_width + 16, all_height + 16);
    for (const rules::Group& group : layout.felt.groups) {
        const double x = group.column * unit_width;
        const double y = group.row * unit_height;
        const double width = group.columns * unit_width;
        const double height = group.rows * unit_height;
        if (group.spots.empty()) {
            svg += text_at(x + width / 2, y + height * 0.68, fit(group.caption, width, 13), "400",
                           group.caption);
            continue;
        }
        const double cell_height = height / static_cast<double>(group.spots.size());
        for (std::size_t i = 0; i < group.spots.size(); ++i) {
            const auto& row = group.spots[i];
            const double cell_width = width / static_cast<double>(row.size());
            for (std::size_t j = 0; j < row.size(); ++j) {
                if (!row[j]) continue;
                svg += draw_spot(layout, *row[j], x + static_cast<double>(j) * cell_width,
                                 y + static_cast<double>(i) * cell_height, cell_width, cell_height);
            }
        }
    }
    return svg + "</svg>\n";
}

// One bar a row of the pay table, since its spots have the same edge.
std::string edge_chart(const rules::Layout& layout) {
    constexpr double bar_height = 22;
    constexpr double left = 400;
    constexpr double right = 1000;
    std::vector<const rules::PayRow*> rows;
    for (const rules::PayRow& row : layout.rows) rows.push_back(&row);
    const auto edge = [&](const rules::PayRow* row) {
        return figures_of(layout, row->spots.front()).edge;
    };
    std::ranges::sort(rows, {}, [&](auto* row) { return std::pair(edge(row), row); });
    const auto most = static_cast<double>(edge(rows.back()));
    const double scale = (right - left - 70) / std::max(most, 0.01);
    std::string svg = fmt::format(
        R"(<svg viewBox="0 0 {:.0f} {:.0f}" role="img" aria-label="House edge of each bet">)"
        "\n",
        right, bar_height * static_cast<double>(rows.size()) + 8);
    double y = 4;
    for (const rules::PayRow* row : rows) {
        const rules::Fraction value = edge(row);
        const double length = std::max(1.0, static_cast<double>(value) * scale);
        svg += fmt::format(
            R"(<g font-size="13"><title>{} of 216 units</title>)"
            R"(<text x="{:.0f}" y="{:.1f}" text-anchor="end" fill="#1c2321">{}</text>)"
            R"(<rect x="{:.0f}" y="{:.1f}" width="{:.1f}" height="15" rx="2" fill="#2f7d5b"/>)"
            R"(<text x="{:.1f}" y="{:.1f}" fill="#1c2321">{} %</text></g>)"
            "\n",
            to_text(edge_in_216(layout, row->spots.front())), left - 10, y + 13, escape(row->name),
            left, y + 2, length, left + length + 8, y + 13, percent(value));
        y += bar_height;
    }
    return svg + "</svg>\n";
}

std::string pay_table(const rules::Layout& layout) {
    std::string html =
        "<table><thead><tr><th>Bet</th><th>Chinese</th><th>Spots</th><th class=n>Pays</th>"
        "<th class=n>Ways</th><th class=n>Return</th><th class=n>Edge</th><th class=n>Hit</th>"
        "<th class=n>Variance</th><th>Clauses</th></tr></thead><tbody>\n";
    for (const rules::PayRow& row : layout.rows) {
        const rules::Figures figures = figures_of(layout, row.spots.front());
        std::vector<std::string> spots;
        for (const rules::Spot spot : row.spots) spots.push_back(label(spot));
        html += fmt::format(
            "<tr><td>{}</td><td lang=zh>{}</td><td>{}</td><td class=n>{} to 1</td><td class=n>{}"
            "</td><td class=n>{}</td><td class=n>{} %</td><td class=n>{} %</td><td class=n>{}</td>"
            "<td>{}</td></tr>\n",
            escape(row.name), escape(name_of(layout, row.kind).zh), join(spots, " &middot; "),
            spell_odds(row), figures.ways, rules::to_text(figures.returned), percent(figures.edge),
            percent(figures.hit_frequency), rules::to_decimal(figures.variance, 2),
            escape(join(row.clauses)));
    }
    return html + "</tbody></table>\n";
}

std::string interpretations(const rules::Game& game) {
    std::string html =
        "<table><thead><tr><th></th><th>Where the text is unclear</th><th>How it is read</th>"
        "<th>Why</th></tr></thead><tbody>\n";
    for (const rules::Interpretation& each : game.interpretations) {
        std::string set;
        if (each.switch_name) {
            set = fmt::format("<br><small>switch {} = {}</small>", to_word(*each.switch_name),
                              escape(each.value));
        }
        html += fmt::format("<tr><td>{}</td><td>{}</td><td>{}{}</td><td>{}</td></tr>\n",
                            escape(each.id), escape(each.about), escape(each.reading), set,
                            escape(each.why));
    }
    return html + "</tbody></table>\n";
}

}  // namespace

std::string par_page(const rules::Game& game, const rules::Layout& layout) {
    const rules::Document& document = game.document;
    std::string effective = "not stated in the document";
    if (document.effective_from) effective = document.effective_text;
    return fmt::format(
        R"html(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>PAR sheet of {id}</title>
<style>{style}</style>
</head>
<body>
<h1>PAR sheet of {id}</h1>
<p>{name}, {terminal}. Every figure is exact over the 216 rolls of three fair dice.</p>
<dl>
<dt>Document</dt><dd>{title}</dd>
<dt>Edition</dt><dd>{edition}</dd>
<dt>Authority</dt><dd>{authority}</dd>
<dt>Effective from</dt><dd>{effective}</dd>
<dt>Odds</dt><dd>{odds}</dd>
<dt>Spots</dt><dd>{spots}</dd>
<dt>Clauses</dt><dd>{clauses}</dd>
</dl>
<h2>The felt</h2>
{felt}<p>{felt_note}</p>
<h2>House edge</h2>
{chart}
<h2>Pay table</h2>
<p>Winnings per unit staked; the stake comes back on top. Ways are winning rolls of 216; the return
includes the stake. Variance is per unit staked.</p>
{table}
<h2>Interpretations</h2>
{interpretations}
</body>
</html>
)html",
        fmt::arg("id", escape(layout.id)), fmt::arg("style", style),
        fmt::arg("name", escape(layout.name)), fmt::arg("terminal", escape(layout.terminal)),
        fmt::arg("title", escape(document.title)), fmt::arg("edition", escape(document.edition)),
        fmt::arg("authority", escape(document.authority)), fmt::arg("effective", escape(effective)),
        fmt::arg("odds", game.odds_rule == rules::OddsRule::exact
                             ? "exactly as in the document"
                             : "at least those in the document"),
        fmt::arg("spots", spots_of(layout).size()),
        fmt::arg("clauses", escape(join(layout.clauses))), fmt::arg("felt", felt(layout)),
        fmt::arg("felt_note", escape(layout.felt.note)), fmt::arg("chart", edge_chart(layout)),
        fmt::arg("table", pay_table(layout)), fmt::arg("interpretations", interpretations(game)));
}

}  // namespace sicbo::app
