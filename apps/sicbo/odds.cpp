// SPDX-License-Identifier: MIT
// sicbo odds: what every spot of a layout pays on every roll.
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include "commands.h"
#include "subcommand.h"

namespace sicbo::app {
namespace {

// The 56 rolls that differ when the dice are told apart by value only, d1 <= d2 <= d3.
template <class Use>
void each_sorted_roll(Use use) {
    for (int d1 = 1; d1 <= 6; ++d1) {
        for (int d2 = d1; d2 <= 6; ++d2) {
            for (int d3 = d2; d3 <= 6; ++d3) use(rules::Roll{d1, d2, d3});
        }
    }
}

std::string spell(rules::Odds odds) { return odds == rules::Odds{} ? "" : to_text(odds); }

std::string as_json(const rules::Layout& layout) {
    namespace json = boost::json;
    json::array spots;
    for (const rules::Spot spot : spots_of(layout)) {
        json::array rolls;
        each_sorted_roll([&](rules::Roll roll) {
            const rules::Odds odds = odds_on(layout, spot, roll);
            const auto& dice = roll.dice();
            json::object row{{"dice", json::array{dice[0], dice[1], dice[2]}}};
            row["odds"] = odds == rules::Odds{} ? json::value() : json::value(to_text(odds));
            rolls.push_back(std::move(row));
        });
        spots.push_back(json::object{{"spot", to_text(spot)}, {"rolls", std::move(rolls)}});
    }
    return json::serialize(json::object{{"layout", layout.id}, {"spots", std::move(spots)}}) + "\n";
}

}  // namespace

int run_odds(const LayoutOptions& options) {
    const Result<ChosenLayout> chosen = choose_layout(options.layout, options.rules_file);
    if (!chosen) return complain(chosen.error());
    const rules::Layout& layout = *chosen->layout;
    const std::string format = format_or_default(options.format);
    if (format == "json") return write_answer(as_json(layout));
    Rows rows = {{"spot", "d1", "d2", "d3", "odds"}};
    for (const rules::Spot spot : spots_of(layout)) {
        each_sorted_roll([&](rules::Roll roll) {
            const auto& dice = roll.dice();
            rows.push_back({to_text(spot), std::to_string(dice[0]), std::to_string(dice[1]),
                            std::to_string(dice[2]), spell(odds_on(layout, spot, roll))});
        });
    }
    return write_answer(format == "csv" ? as_csv(rows) : as_columns(rows));
}

}  // namespace sicbo::app
