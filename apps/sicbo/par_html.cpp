// SPDX-License-Identifier: MIT
#include "par_html.h"

#include <fmt/format.h>

#include <algorithm>

#include "felt_svg.h"
#include "rules/analysis.h"
#include "subcommand.h"

namespace sicbo::app {
std::string percent(const rules::Fraction& fraction) {
    return rules::to_decimal(fraction * 100, 2);
}

namespace {

constexpr std::string_view style = R"css(
:root { color-scheme: light; --ink: #1c2321; --soft: #5b6661; --line: #d8ddd9; --paper: #fcfcfa; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1240px; padding: 32px 24px 64px; background: var(--paper);
       color: var(--ink); font: 15px/1.5 system-ui, "Noto Sans", "Noto Sans CJK SC", sans-serif; }
h1 { font-size: 28px; margin: 0 0 4px; }
h2 { font-size: 19px; margin: 40px 0 12px; }
p { margin: 0 0 8px; color: var(--soft); max-width: 75ch; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 20px; margin: 16px 0 0; }
dt { color: var(--soft); } dd { margin: 0; }
svg { display: block; width: 100%; height: auto; margin-bottom: 10px; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 5px 10px; border-bottom: 1px solid var(--line);
         vertical-align: top; }
th { color: var(--soft); font-weight: 600; position: sticky; top: 0; background: var(--paper); }
.s { white-space: nowrap; }
td.n, th.n { text-align: right; white-space: nowrap; }
td:first-child { min-width: 215px; } td:last-child { min-width: 120px; }
tr:hover td { background: #f1f4f1; }
@media print { body { max-width: none; padding: 0; } h2 { break-after: avoid; }
               tr { break-inside: avoid; } }
)css";

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
    const auto edge_max = static_cast<double>(edge(rows.back()));
    const double scale = (right - left - 70) / std::max(edge_max, 0.01);
    std::string svg = fmt::format(
        R"(<svg viewBox="0 0 {:.0f} {:.0f}" role="img" aria-label="House edge of each bet">)"
        "\n",
        right, bar_height * static_cast<double>(rows.size()) + 8);
    double y = 4;
    for (const rules::PayRow* row : rows) {
        const rules::Fraction value = edge(row);
        const double length =
            std::max(0.0, static_cast<double>(value) * scale);  // none if negative
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
        for (const rules::Spot spot : row.spots) {
            spots.push_back("<span class=s>" + label(spot) + "</span>");
        }
        html += fmt::format(
            "<tr><td>{}</td><td lang=zh>{}</td><td>{}</td><td class=n>{} to 1</td><td class=n>{}"
            "</td><td class=n>{}</td><td class=n>{} %</td><td class=n>{} %</td><td class=n>{}</td>"
            "<td>{}</td></tr>\n",
            escape(row.name), escape(name_of(layout, row.kind).zh), join(spots, " &middot; "),
            spell(row.payoff), figures.ways, rules::to_text(figures.returned),
            percent(figures.edge), percent(figures.hit_frequency),
            rules::to_decimal(figures.variance, 2), escape(join(row.clauses)));
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
        fmt::arg("clauses", escape(join(layout.clauses))), fmt::arg("felt", felt_svg(layout)),
        fmt::arg("felt_note", escape(layout.felt.note)), fmt::arg("chart", edge_chart(layout)),
        fmt::arg("table", pay_table(layout)), fmt::arg("interpretations", interpretations(game)));
}

}  // namespace sicbo::app
