// SPDX-License-Identifier: MIT
#include "wire/game_json.h"

#include <boost/json/array.hpp>

#include "core/check.h"
#include "rules/analysis.h"

namespace sicbo::wire {
namespace {

namespace json = boost::json;

json::array texts(const std::vector<std::string>& list) {
    json::array array;
    for (const std::string& text : list) array.emplace_back(text);
    return array;
}

json::object to_json(const rules::Text& text) {
    return {{"en", text.en}, {"zh", text.zh}, {"zh_hant", text.zh_hant}};
}

json::array spots(const std::vector<rules::Spot>& list) {
    json::array array;
    for (const rules::Spot spot : list) array.emplace_back(to_text(spot));
    return array;
}

json::object procedure(const rules::Game& game) {
    const rules::Procedure& procedure = game.procedure;
    json::array steps;
    check(!steps_of(game).empty());
    for (const rules::StepRule& rule : steps_of(game)) {
        json::object step{{"step", to_word(rule.step)},
                          {"by", to_word(rule.by)},
                          {"clauses", texts(rule.clauses)}};
        if (rule.says) step["says"] = to_json(*rule.says);
        steps.push_back(std::move(step));
    }
    json::object object{{"round_starts", to_word(procedure.round_starts)},
                        {"steps", std::move(steps)}};
    if (procedure.on_behalf) {
        object["on_behalf"] = to_word(*procedure.on_behalf);
        object["on_behalf_clauses"] = texts(procedure.on_behalf_clauses);
    }
    return object;
}

json::object limits(const rules::Limits& limits) {
    json::array differential;
    for (const auto& [first, second] : limits.differential) {
        differential.push_back(json::array{to_text(first), to_text(second)});
    }
    return {{"minimum", to_word(limits.minimum)},
            {"maximum", to_word(limits.maximum)},
            {"differential", std::move(differential)},
            {"clauses", texts(limits.clauses)}};
}

json::object equipment(const rules::Equipment& equipment) {
    json::array mixers;
    for (const rules::Mixer& mixer : equipment.mixers) {
        json::object object{{"kind", to_word(mixer.kind)},
                            {"mixes_min", mixer.mixes_min},
                            {"clauses", texts(mixer.clauses)}};
        if (mixer.dice_life_hours) object["dice_life_hours"] = *mixer.dice_life_hours;
        if (mixer.dice_life_months) object["dice_life_months"] = *mixer.dice_life_months;
        mixers.push_back(std::move(object));
    }
    json::object object{{"dice", equipment.dice},      {"terminals", equipment.terminals},
                        {"lights", equipment.lights},  {"operator_name", equipment.operator_name},
                        {"mixers", std::move(mixers)}, {"clauses", texts(equipment.clauses)}};
    json::object duties;
    for (const auto& [duty, clauses] : equipment.duties) duties[to_word(duty)] = texts(clauses);
    object["duties"] = std::move(duties);
    if (const auto& inspection = equipment.inspection) {
        json::array checklist;
        for (const rules::Check& one : inspection->checklist) {
            json::object item{{"item", to_word(one.item)}, {"clauses", texts(one.clauses)}};
            if (one.mixer) item["mixer"] = to_word(*one.mixer);
            checklist.push_back(std::move(item));
        }
        object["inspection"] = {{"by", to_word(inspection->by)},
                                {"light_tests", inspection->light_tests},
                                {"mixer_tests", inspection->mixer_tests},
                                {"checklist", std::move(checklist)},
                                {"clauses", texts(inspection->clauses)}};
    }
    return object;
}

json::object irregularity(const rules::Irregularity& irregularity) {
    json::array during;
    for (const rules::Step step : irregularity.during) during.emplace_back(to_word(step));
    json::object object{
        {"cause", to_word(irregularity.cause)},     {"effect", to_word(irregularity.effect)},
        {"scope", to_word(irregularity.scope)},     {"during", std::move(during)},
        {"decides", to_word(irregularity.decides)}, {"clauses", texts(irregularity.clauses)}};
    if (irregularity.mixer) object["mixer"] = to_word(*irregularity.mixer);
    if (irregularity.with) object["with"] = to_word(*irregularity.with);
    if (irregularity.says) object["says"] = to_json(*irregularity.says);
    return object;
}

json::object interpretation(const rules::Interpretation& interpretation) {
    json::object object{{"id", interpretation.id},
                        {"about", interpretation.about},
                        {"reading", interpretation.reading},
                        {"why", interpretation.why}};
    if (interpretation.switch_name) {
        object["switch"] = to_word(*interpretation.switch_name);
        object["value"] = interpretation.value;
        object["options"] = texts(interpretation.options);
    }
    return object;
}

json::object pay_row(const rules::Layout& layout, const rules::PayRow& row) {
    json::array odds;
    for (const rules::Odds each : row.payoff) {
        if (each != rules::Odds{}) odds.emplace_back(to_text(each));
    }
    check(!odds.empty() && !row.spots.empty());
    return {{"kind", to_word(row.kind)},
            {"name", row.name},
            {"spots", spots(row.spots)},
            {"odds", std::move(odds)},
            {"ways", figures_of(layout, row.spots.front()).ways},  // those of one row are alike
            {"edge_in_216", to_text(row.edge)},
            {"clauses", texts(row.clauses)}};
}

json::object felt(const rules::Layout& layout) {
    const rules::Felt& felt = layout.felt;
    json::array groups;
    for (const rules::Group& group : felt.groups) {
        json::array rows;
        for (const auto& row : group.spots) {
            json::array cells;
            for (const std::optional<rules::Spot>& spot : row) {
                cells.push_back(spot ? json::value(to_text(*spot)) : json::value());
            }
            check(cells.size() == row.size());
            rows.push_back(std::move(cells));
        }
        groups.push_back(json::object{{"name", group.name},
                                      {"caption", caption_of(layout, group)},
                                      {"row", group.row},
                                      {"column", group.column},
                                      {"rows", group.rows},
                                      {"columns", group.columns},
                                      {"spots", std::move(rows)}});
    }
    return {{"rows", felt.rows},
            {"columns", felt.columns},
            {"note", felt.note},
            {"groups", std::move(groups)}};
}

}  // namespace

json::object to_json(const rules::Game& game) {
    json::object document{{"title", game.document.title},
                          {"name", to_json(game.document.name)},
                          {"edition", game.document.edition},
                          {"authority", game.document.authority},
                          {"note", game.document.note}};
    if (game.document.effective_from) document["effective_from"] = game.document.effective_text;
    json::object titles;
    for (const auto& [role, title] : game.titles) titles[to_word(role)] = title;
    json::array irregularities;
    for (const auto& each : game.irregularities) irregularities.push_back(irregularity(each));
    json::array interpretations;
    for (const auto& each : game.interpretations) interpretations.push_back(interpretation(each));
    return {{"id", game.id},
            {"document", std::move(document)},
            {"odds", to_word(game.odds_rule)},
            {"titles", std::move(titles)},
            {"procedure", procedure(game)},
            {"limits", limits(game.limits)},
            {"equipment", equipment(game.equipment)},
            {"irregularities", std::move(irregularities)},
            {"interpretations", std::move(interpretations)}};
}

json::object to_json(const rules::Layout& layout) {
    check(!layout.id.empty() && !layout.rows.empty());
    json::array pay;
    for (const rules::PayRow& row : layout.rows) pay.push_back(pay_row(layout, row));
    json::object names;
    for (std::size_t kind = 0; kind < layout.names.size(); ++kind) {
        if (const auto& name = layout.names[kind]) {
            names[to_word(static_cast<rules::Kind>(kind))] = to_json(*name);
        }
    }
    return {{"id", layout.id},
            {"name", layout.name},
            {"terminal", layout.terminal},
            {"clauses", texts(layout.clauses)},
            {"double_on_triple", layout.double_on_triple},
            {"names", std::move(names)},
            {"pay", std::move(pay)},
            {"felt", felt(layout)}};
}

}  // namespace sicbo::wire
