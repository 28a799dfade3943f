// SPDX-License-Identifier: MIT
// sicbo par: exact figures of every spot, or of a slip of bets together.
#include <fmt/format.h>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include "commands.h"
#include "par_html.h"
#include "rules/analysis.h"
#include "subcommand.h"
#include "wire/settle_csv.h"

namespace sicbo::app {
namespace {

namespace json = boost::json;

json::object as_json(const rules::Figures& figures) {
    return {{"ways", figures.ways},
            {"return", rules::to_text(figures.returned)},
            {"edge", rules::to_text(figures.edge)},
            {"edge_percent", percent(figures.edge)},
            {"hit_frequency", rules::to_text(figures.hit_frequency)},
            {"variance", rules::to_text(figures.variance)}};
}

std::string par_json(const rules::Game& game, const rules::Layout& layout) {
    json::array spots;
    for (const rules::Spot spot : spots_of(layout)) {
        const rules::PayRow& row = *find_row(layout, spot);
        json::object object{{"spot", to_text(spot)}, {"name", row.name}};
        object["odds"] = spell(row.payoff);
        for (auto& [key, value] : as_json(figures_of(layout, spot))) object[key] = value;
        json::array clauses;
        for (const std::string& clause : row.clauses) clauses.emplace_back(clause);
        object["clauses"] = std::move(clauses);
        spots.push_back(std::move(object));
    }
    return json::serialize(
        json::object{{"layout", layout.id}, {"game", game.id}, {"spots", std::move(spots)}});
}

Rows par_rows(const rules::Layout& layout, bool all_figures) {
    Rows rows = {{"spot", "ways", "return", "edge_percent"}};
    if (all_figures) {
        rows.front().insert(rows.front().end(), {"hit_percent", "variance", "odds", "bet"});
    }
    for (const rules::Spot spot : spots_of(layout)) {
        const rules::Figures figures = figures_of(layout, spot);
        rows.push_back({to_text(spot), std::to_string(figures.ways),
                        rules::to_text(figures.returned), percent(figures.edge)});
        if (!all_figures) continue;
        const rules::PayRow& row = *find_row(layout, spot);
        rows.back().insert(rows.back().end(),
                           {percent(figures.hit_frequency), rules::to_decimal(figures.variance, 4),
                            spell(row.payoff), row.name});
    }
    return rows;
}

std::string slip_answer(const rules::Layout& layout, const std::vector<rules::SlipBet>& slip,
                        const std::string& format) {
    Money staked;
    for (const rules::SlipBet& bet : slip) staked += bet.stake;
    const rules::Figures figures = figures_of(layout, slip);
    const auto distribution = distribution_of(layout, slip);
    if (format == "csv") {
        return as_csv(
            {{"staked", "ways", "return", "edge_percent", "variance"},
             {to_text(staked), std::to_string(figures.ways), rules::to_text(figures.returned),
              percent(figures.edge), rules::to_text(figures.variance)}});
    }
    if (format == "json") {
        json::object object{{"layout", layout.id}, {"staked", to_text(staked)}};
        for (auto& [key, value] : as_json(figures)) object[key] = value;
        json::array rolls;
        for (const auto& [back, ways] : distribution) {
            rolls.push_back(json::object{{"returned", to_text(back)}, {"ways", ways}});
        }
        object["distribution"] = std::move(rolls);
        return json::serialize(object) + "\n";
    }
    const std::string text = fmt::format(
        "{} bets, {} staked: something comes back on {} of 216 rolls\n"
        "return {} = {} %, edge {} %, variance per unit {}\n\n",
        slip.size(), to_text(staked), figures.ways, rules::to_text(figures.returned),
        percent(figures.returned), percent(figures.edge), rules::to_decimal(figures.variance, 4));
    Rows rows = {{"returned", "net", "rolls of 216"}};
    for (const auto& [back, ways] : distribution) {
        rows.push_back({to_text(back), to_text(back - staked), std::to_string(ways)});
    }
    return text + as_columns(rows);
}

int run_slip(const LayoutOptions& options, const rules::Layout& layout, const std::string& format) {
    if (format == "html") return complain({"a slip has no html page", "--format"});
    const Result<std::string> text = read_input(options.slip_file);
    if (!text) return complain(text.error());
    const std::string name = input_name(options.slip_file);
    const auto bets = wire::read_bets(*text, layout);
    if (!bets) return complain({bets.error().what, name + ":" + bets.error().location});
    if (bets->empty()) return complain({"no bets to analyse", name});
    std::vector<rules::SlipBet> slip;
    Money staked;
    for (const wire::PlayerBet& bet : *bets) {
        slip.push_back({bet.spot, bet.stake});
        staked += bet.stake;
        if (staked > money_max) {
            return complain({"the stakes come to more than " + to_text(money_max), name});
        }
    }
    return write_answer(slip_answer(layout, slip, format));
}

}  // namespace

int run_par(const LayoutOptions& options) {
    if (options.rules_file == "-" && options.slip_file == "-") {
        return complain({"standard input can't be both the rule set and the bets", "--rules"});
    }
    const Result<ChosenLayout> chosen = choose_layout(options.layout, options.rules_file);
    if (!chosen) return complain(chosen.error());
    const rules::Layout& layout = *chosen->layout;
    const std::string format = format_or_default(options.format);
    if (!options.slip_file.empty()) return run_slip(options, layout, format);
    if (format == "html") return write_answer(par_page(*chosen->game, layout));
    if (format == "json") return write_answer(par_json(*chosen->game, layout) + "\n");
    if (format == "csv") return write_answer(as_csv(par_rows(layout, false)));
    return write_answer(as_columns(par_rows(layout, true)));
}

}  // namespace sicbo::app
