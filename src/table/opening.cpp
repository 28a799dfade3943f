// SPDX-License-Identifier: MIT
#include "table/opening.h"

#include <utility>

namespace sicbo::table {

using rules::Duty;

std::vector<MissingRecord> find_missing_records(
    const rules::Game& game, const Configuration& configuration,
    const std::map<Approvable, std::string>& references) {
    const rules::Equipment& equipment = game.equipment;
    std::vector<MissingRecord> missing;
    if (equipment.operator_name && configuration.operator_name.empty()) {
        missing.push_back({Reason::operator_name_missing, Duty::operator_name, {}});
    }
    if (equipment.duties.contains(Duty::layout_approval) && configuration.layout_approval.empty()) {
        missing.push_back({Reason::layout_not_approved, Duty::layout_approval, {}});
    }
    constexpr std::pair<Approvable, Duty> asked[] = {
        {Approvable::drop_box, Duty::drop_box_approval},
        {Approvable::tip_box, Duty::tip_box_approval},
        {Approvable::lights, Duty::lights_approval},
        {Approvable::clean_copy, Duty::clean_copy}};
    for (const auto& [what, duty] : asked) {
        if (!equipment.duties.contains(duty) || references.contains(what)) continue;
        if (what == Approvable::clean_copy && configuration.training) continue;
        missing.push_back({Reason::approval_missing, duty, what});
    }
    return missing;
}

}  // namespace sicbo::table
