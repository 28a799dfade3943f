// SPDX-License-Identifier: MIT
#include "rules/game.h"

#include <algorithm>

namespace sicbo::rules {

std::vector<StepRule> steps_of(const Game& game) {
    std::vector<StepRule> steps = game.procedure.steps;
    if (switch_value(game, SwitchName::mix_order) != std::string_view("before-close")) return steps;
    const auto close = std::ranges::find(steps, Step::close, &StepRule::step);
    const auto mix = std::ranges::find(steps, Step::mix, &StepRule::step);
    if (close < mix) std::rotate(close, mix, mix + 1);
    return steps;
}

std::vector<CheckItem> checklist_of(const Game& game) {
    std::vector<CheckItem> items;
    if (!game.equipment.inspection) return items;
    for (const Check& one : game.equipment.inspection->checklist) items.push_back(one.item);
    return items;
}

std::optional<std::string_view> switch_value(const Game& game, SwitchName name) {
    for (const Interpretation& interpretation : game.interpretations) {
        if (interpretation.switch_name == name) return interpretation.value;
    }
    return std::nullopt;
}

}  // namespace sicbo::rules
