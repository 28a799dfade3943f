// SPDX-License-Identifier: MIT
#include "rules/load_layout.h"

#include <algorithm>
#include <set>

namespace sicbo::rules {
namespace {

// Odds as the file has them: a text, since a bare 8.5 would be a binary fraction.
Odds read_odds(const TomlTable& table, std::string_view key, const std::string& text) {
    const Result<Odds> odds = parse_odds(text);
    if (!odds) table.wrong(key, odds.error().what);
    return odds.value_or(Odds{2});
}

Payoff read_payoff(const TomlTable& table, Kind kind, const Game& game) {
    if (kind == Kind::single) {
        const std::vector<std::string> odds = table.texts("odds");
        if (odds.size() != 3) {
            table.wrong("odds", "must list what one, two and three dice pay");
            return {};
        }
        return {read_odds(table, "odds", odds[0]), read_odds(table, "odds", odds[1]),
                read_odds(table, "odds", odds[2])};
    }
    if (table.has("odds_switch")) {
        const auto value = switch_value(game, table.word<SwitchName>("odds_switch"));
        if (!value)
            table.wrong("odds_switch", "no interpretation of this rule set has that switch");
        return {read_odds(table, "odds_switch", std::string(value.value_or("1")))};
    }
    return {read_odds(table, "odds", table.text("odds"))};
}

// An edge may be nothing or less, where odds can't.
Odds read_edge(const TomlTable& table) {
    std::string text = table.text("edge");
    if (text == "0") return {};
    const bool negative = text.starts_with('-');
    if (negative) text.erase(0, 1);
    const Odds edge = read_odds(table, "edge", text);
    return negative ? Odds{-edge.halves} : edge;
}

PayRow read_row(const TomlTable& table, const Game& game, std::set<Spot>& offered) {
    PayRow row{};
    row.line = table.line(table.has("odds") ? "odds" : "odds_switch");
    row.kind = table.word<Kind>("kind");
    row.name = table.text("name");
    row.clauses = table.texts("clauses");
    row.payoff = read_payoff(table, row.kind, game);
    row.edge = read_edge(table);
    for (const std::string& text : table.texts("spots")) {
        const std::optional<Spot> spot = read_spot(table, "spots", text);
        if (!spot) continue;
        if (spot->kind != row.kind) {
            table.wrong("spots",
                        "\"" + text + "\" is not of the kind " + std::string(to_word(row.kind)));
        }
        if (!offered.insert(*spot).second) table.wrong("spots", "duplicate spot \"" + text + "\"");
        row.spots.push_back(*spot);
    }
    if (row.spots.empty()) table.wrong("spots", "must name at least one spot");
    return row;
}

void read_names(const TomlTable& table, Layout& layout) {
    layout.names.resize(words_of<Kind>.size());
    for (const std::string& key : table.keys()) {
        const std::optional<Kind> kind = parse_word<Kind>(key);
        const bool offered = kind && std::ranges::any_of(layout.rows, [&](const PayRow& row) {
                                 return row.kind == *kind;
                             });
        if (!offered) {
            table.wrong(key, "names a kind of bet that the layout does not offer");
            continue;
        }
        layout.names[static_cast<std::size_t>(*kind)] = read_text(table.table(key));
    }
    for (const PayRow& row : layout.rows) {
        if (!layout.names[static_cast<std::size_t>(row.kind)]) {
            table.wrong("", "no name for " + std::string(to_word(row.kind)));
        }
    }
}

Group read_group(const TomlTable& table, const Felt& felt, std::set<Spot>& drawn) {
    Group group;
    group.name = table.text("name");
    if (table.has("caption")) group.caption = table.text("caption");
    group.row = static_cast<int>(table.number("row", 0, felt.rows - 1));
    group.column = static_cast<int>(table.number("column", 0, felt.columns - 1));
    group.rows = static_cast<int>(table.number("rows", 1, felt.rows - group.row));
    group.columns = static_cast<int>(table.number("columns", 1, felt.columns - group.column));
    if (!table.has("spots")) return group;
    for (const std::vector<std::string>& texts : table.rows_of_texts("spots")) {
        group.spots.emplace_back();
        for (const std::string& text : texts) {
            std::optional<Spot> spot;
            if (!text.empty()) spot = read_spot(table, "spots", text);
            if (spot && !drawn.insert(*spot).second) {
                table.wrong("spots", "\"" + text + "\" is drawn twice");
            }
            group.spots.back().push_back(spot);
        }
        if (group.spots.back().empty() || group.spots.back().size() != group.spots.front().size()) {
            table.wrong("spots", "must have rows of equal length");
        }
    }
    return group;
}

bool overlap(const Group& a, const Group& b) {
    return a.row < b.row + b.rows && b.row < a.row + a.rows && a.column < b.column + b.columns &&
           b.column < a.column + a.columns;
}

Felt read_felt(const TomlTable& table, const std::set<Spot>& offered) {
    Felt felt;
    felt.rows = static_cast<int>(table.number("rows", 1, 100));
    felt.columns = static_cast<int>(table.number("columns", 1, 100));
    felt.note = table.text("note");
    std::set<Spot> drawn;
    for (const TomlTable& group_table : table.tables("group")) {
        Group group = read_group(group_table, felt, drawn);
        for (const Group& other : felt.groups) {
            if (overlap(group, other)) group_table.wrong("", "lies over group " + other.name);
        }
        felt.groups.push_back(std::move(group));
    }
    for (const Spot& spot : all_spots()) {
        if (offered.contains(spot) == drawn.contains(spot)) continue;
        table.wrong("", "\"" + to_text(spot) +
                            (drawn.contains(spot) ? "\" is drawn but not offered"
                                                  : "\" is offered but not drawn"));
    }
    return felt;
}

}  // namespace

std::optional<Spot> read_spot(const TomlTable& table, std::string_view key,
                              const std::string& text) {
    const std::optional<Spot> spot = parse_spot(text);
    if (!spot) table.wrong(key, "unknown spot \"" + text + "\"");
    return spot;
}

Text read_text(const TomlTable& table) {
    return {table.text("en"), table.text("zh"), table.text("zh_hant")};
}

Layout read_layout(const TomlTable& table, const Game& game) {
    Layout layout;
    layout.id = table.text("id");
    layout.name = table.text("name");
    layout.terminal = table.text("terminal");
    layout.clauses = table.texts("clauses");
    layout.double_on_triple =
        switch_value(game, SwitchName::double_on_triple) != std::string_view("exactly-two");
    std::set<Spot> offered;
    for (const TomlTable& row : table.tables("pay")) {
        layout.rows.push_back(read_row(row, game, offered));
    }
    index_rows(layout);
    read_names(table.table("names"), layout);
    layout.felt = read_felt(table.table("felt"), offered);
    for (const Group& group : layout.felt.groups) {
        if (caption_of(layout, group).find_first_of("{}") == std::string::npos) continue;
        table.wrong("felt", "the caption of " + group.name + " has no kind of bet in its braces");
    }
    return layout;
}

}  // namespace sicbo::rules
