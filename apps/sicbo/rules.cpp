// SPDX-License-Identifier: MIT
// sicbo rules: lists, shows and checks rule sets.
#include <fmt/format.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include "commands.h"
#include "felt_svg.h"
#include "subcommand.h"
#include "wire/game_json.h"

namespace sicbo::app {
namespace {

namespace json = boost::json;

std::string effective_from(const rules::Game& game) {
    return game.document.effective_from ? game.document.effective_text : "not stated";
}

// Two columns that line up, set in by two, with a heading.
std::string section(const std::string& heading, const Rows& rows) {
    const std::string text = heading + "\n";
    Rows set_in = rows;
    for (std::vector<std::string>& row : set_in) row.front().insert(0, "  ");
    return text + as_columns(set_in) + "\n";
}

std::string clauses_text(const std::vector<std::string>& clauses) {
    return clauses.empty() ? "(not in the document)" : join(clauses);
}

std::string title_of(const rules::Game& game, rules::Role role) {
    for (const auto& [titled, title] : game.titles) {
        if (titled == role) return title;
    }
    return std::string(to_word(role));
}

Rows pay_rows(const rules::Layout& layout) {
    Rows rows = {{"pays", "edge in 216", "spots", "clauses", "bet"}};
    for (const rules::PayRow& row : layout.rows) {
        const std::string spots = row.spots.size() == 1
                                      ? to_text(row.spots.front())
                                      : fmt::format("{} ... {} ({})", to_text(row.spots.front()),
                                                    to_text(row.spots.back()), row.spots.size());
        rows.push_back({spell(row.payoff), to_text(row.edge), spots, join(row.clauses),
                        fmt::format("{} {}", row.name, name_of(layout, row.kind).zh)});
    }
    return rows;
}

std::string limits_text(const rules::Limits& limits) {
    std::string text =
        fmt::format("minimum: {}; maximum: {}", to_word(limits.minimum), to_word(limits.maximum));
    for (const auto& [first, second] : limits.differential) {
        text += fmt::format("; differential: {} against {}", to_text(first), to_text(second));
    }
    return text;
}

Rows equipment_rows(const rules::Game& game) {
    const rules::Equipment& equipment = game.equipment;
    Rows rows;
    for (const rules::Mixer& mixer : equipment.mixers) {
        std::string life = "no limit stated";
        if (mixer.dice_life_hours) life = fmt::format("{} hours", *mixer.dice_life_hours);
        if (mixer.dice_life_months) life = fmt::format("{} month(s)", *mixer.dice_life_months);
        rows.push_back({std::string(to_word(mixer.kind)),
                        fmt::format("at least {}; dice life: {}", mixer.mixes_min, life),
                        clauses_text(mixer.clauses)});
    }
    rows.push_back({"players bet", equipment.terminals ? "at terminals" : "on a shared felt", ""});
    rows.push_back({"lights", equipment.lights ? "winning spots are lit" : "none", ""});
    if (const auto& inspection = equipment.inspection) {
        rows.push_back({"inspection",
                        fmt::format("by {} or above: lights for {} roll(s), automated shaker {} "
                                    "times",
                                    title_of(game, inspection->by), inspection->light_tests,
                                    inspection->mixer_tests),
                        join(inspection->clauses)});
    }
    return rows;
}

std::string as_text(const rules::Game& game, const rules::Layout& layout) {
    const rules::Document& document = game.document;
    std::string text = fmt::format("{}: {}, {}\n\n", layout.id, layout.name, layout.terminal);
    text += section("Document", {{"game", game.id},
                                 {"name", document.name.en + " " + document.name.zh},
                                 {"title", document.title},
                                 {"edition", document.edition},
                                 {"authority", document.authority},
                                 {"effective", effective_from(game)},
                                 {"odds", std::string(to_word(game.odds_rule))},
                                 {"note", document.note}});
    text += section(fmt::format("Pay table ({} spots)", spots_of(layout).size()), pay_rows(layout));
    Rows steps;
    for (const rules::StepRule& rule : steps_of(game)) {
        steps.push_back({std::string(to_word(rule.step)), title_of(game, rule.by),
                         clauses_text(rule.clauses),
                         rule.says ? fmt::format("\"{}\" {}", rule.says->en, rule.says->zh) : ""});
    }
    text += section("Round, in the document's order", steps);
    if (game.procedure.on_behalf) {
        text += section("Bets on behalf of a player",
                        {{"by " + title_of(game, *game.procedure.on_behalf) + " or above",
                          join(game.procedure.on_behalf_clauses)}});
    }
    text += section("Limits", {{limits_text(game.limits), clauses_text(game.limits.clauses)}});
    text += section("Equipment", equipment_rows(game));
    Rows irregularities = {{"cause", "effect", "on", "after", "decides", "clauses", "says"}};
    for (const rules::Irregularity& each : game.irregularities) {
        std::string decides = title_of(game, each.decides);
        if (each.with) decides += " with " + title_of(game, *each.with);
        std::string after = "anything";
        if (!each.during.empty()) {
            after = to_word(each.during.front());
            if (each.during.size() > 1) after += fmt::format(" to {}", to_word(each.during.back()));
        }
        if (each.mixer) after += fmt::format(" ({})", to_word(*each.mixer));
        irregularities.push_back({std::string(to_word(each.cause)),
                                  std::string(to_word(each.effect)),
                                  std::string(to_word(each.scope)), after, decides,
                                  clauses_text(each.clauses), each.says ? each.says->en : ""});
    }
    text += section("Irregularities", irregularities);
    text += "How unclear text is read\n";
    for (const rules::Interpretation& each : game.interpretations) {
        text += fmt::format("  {}  {}\n      {} {}\n", each.id, each.about, each.reading, each.why);
        if (each.switch_name) {
            text += fmt::format("      switch {} = {} (of {})\n", to_word(*each.switch_name),
                                each.value, join(each.options));
        }
    }
    return text + fmt::format("\nFelt: {} rows by {} columns. {}\n", layout.felt.rows,
                              layout.felt.columns, layout.felt.note);
}

Rows spot_rows(const rules::Layout& layout) {
    Rows rows = {{"spot", "kind", "name", "name_zh", "odds", "edge_in_216", "clauses"}};
    for (const rules::Spot spot : spots_of(layout)) {
        const rules::PayRow& row = *find_row(layout, spot);
        const rules::Text& name = name_of(layout, row.kind);
        rows.push_back({to_text(spot), std::string(to_word(row.kind)), name.en, name.zh,
                        spell(row.payoff), to_text(row.edge), join(row.clauses)});
    }
    return rows;
}

}  // namespace

int run_rules_list(const RulesOptions& options) {
    Rows rows = {{"layout", "game", "spots", "terminal", "document", "edition", "effective_from"}};
    json::array layouts;
    for (const rules::Game& game : rules::documents()) {
        for (const rules::Layout& layout : game.layouts) {
            const std::size_t spots = spots_of(layout).size();
            rows.push_back({layout.id, game.id, std::to_string(spots), layout.terminal,
                            game.document.title, game.document.edition, effective_from(game)});
            layouts.push_back(json::object{{"layout", layout.id},
                                           {"game", game.id},
                                           {"spots", spots},
                                           {"terminal", layout.terminal},
                                           {"document", game.document.title},
                                           {"edition", game.document.edition},
                                           {"effective_from", effective_from(game)}});
        }
    }
    const std::string format = format_or_default(options.format);
    if (format == "json") return write_answer(json::serialize(layouts) + "\n");
    return write_answer(format == "csv" ? as_csv(rows) : as_columns(rows));
}

namespace {

// Edges are counted in halves, so a number in JSON is exact. Pages get them as texts.
void make_edges_numbers(json::value& value) {
    if (value.is_array()) {
        for (json::value& one : value.as_array()) make_edges_numbers(one);
    }
    if (!value.is_object()) return;
    for (auto& [name, member] : value.as_object()) {
        if (name != "edge_in_216") {
            make_edges_numbers(member);
            continue;
        }
        const std::string text(member.as_string());
        const double number = std::strtod(text.c_str(), nullptr);
        const auto whole = static_cast<std::int64_t>(number);
        member = static_cast<double>(whole) == number ? json::value(whole) : json::value(number);
    }
}

}  // namespace

int run_rules_show(const RulesOptions& options) {
    const Result<ChosenLayout> chosen = choose_layout(options.layout, options.rules_file);
    if (!chosen) return complain(chosen.error());
    const std::string format = format_or_default(options.format);
    if (format == "toml" && !options.rules_file.empty()) {
        return complain({"a rule set in a file is its own toml", "--format"});
    }
    if (format == "toml") return write_answer(rules::document_text(chosen->game->id));
    if (format == "svg") return write_answer(felt_svg(*chosen->layout));
    if (format == "csv") return write_answer(as_csv(spot_rows(*chosen->layout)));
    if (format == "text") return write_answer(as_text(*chosen->game, *chosen->layout));
    json::value all = json::object{{"game", wire::to_json(*chosen->game)},
                                   {"layout", wire::to_json(*chosen->layout)}};
    make_edges_numbers(all);
    return write_answer(json::serialize(all) + "\n");
}

int run_rules_check(const RulesOptions& options) {
    const Result<std::string> text = read_input(options.file);
    if (!text) return complain(text.error());
    std::vector<std::string> notes;
    const Result<rules::Game> game = load_rules(*text, options.file, notes);
    if (!game) return complain(game.error(), exit_no);
    if (options.format == "json") {
        json::array layouts;
        for (const rules::Layout& layout : game->layouts) {
            layouts.push_back(
                json::object{{"layout", layout.id}, {"spots", spots_of(layout).size()}});
        }
        const json::object all{{"file", input_name(options.file)},
                               {"fine", true},
                               {"game", game->id},
                               {"layouts", std::move(layouts)},
                               {"notes", json::array(notes.begin(), notes.end())}};
        return write_answer(json::serialize(all) + "\n");
    }
    std::string answer = fmt::format("{}: fine\n", input_name(options.file));
    for (const rules::Layout& layout : game->layouts) {
        answer += fmt::format("  {}: {} spots\n", layout.id, spots_of(layout).size());
    }
    for (const std::string& note : notes) answer += fmt::format("  note: {}\n", note);
    return write_answer(answer);
}

int run_rules_clauses(const RulesOptions& options) {
    Rows rows = {{"game", "clause", "kind", "testable", "paraphrase"}};
    json::array list;
    for (const rules::Clause& clause : rules::clauses()) {
        if (!options.game.empty() && clause.game != options.game) continue;
        rows.push_back({clause.game, clause.number, clause.kind, clause.testable ? "yes" : "no",
                        clause.paraphrase});
        list.push_back(json::object{{"game", clause.game},
                                    {"clause", clause.number},
                                    {"kind", clause.kind},
                                    {"testable", clause.testable},
                                    {"paraphrase", clause.paraphrase}});
    }
    if (list.empty()) {
        std::vector<std::string> games;
        for (const rules::Clause& clause : rules::clauses()) {
            if (games.empty() || games.back() != clause.game) games.push_back(clause.game);
        }
        return complain(
            {fmt::format("unknown document \"{}\"; there are {}", options.game, join(games))});
    }
    const std::string format = format_or_default(options.format);
    if (format == "json") return write_answer(json::serialize(list) + "\n");
    return write_answer(format == "csv" ? as_csv(rows) : as_columns(rows));
}

}  // namespace sicbo::app
