// SPDX-License-Identifier: MIT
#include "server/dice_dates.h"

#include "server/time_zone.h"
#include "table/dated_dice.h"

namespace sicbo::server {

void date_dice(const PropertyPlan& plan, const table::State& state, table::Command& command) {
    std::optional<table::InstallDice> order;
    if (const auto* plain = get_if<table::InstallDice>(&command.order)) order = *plain;
    if (const auto* dated = get_if<table::InstallDatedDice>(&command.order)) {
        order = table::InstallDice{dated->dice, dated->mixer, dated->seal};
    }
    const TablePlan* table_plan = plan.find_table(command.stamp.table);
    const table::Table* table = find_table(state, command.stamp.table);
    if (!order || !table) return;
    const Instant at = command.stamp.at;
    const auto months_later = [&](int months) -> std::optional<Instant> {
        const std::string zone = table_plan ? table_plan->time_zone : std::string();
        if (zone.empty()) return sicbo::months_later(at, months);
        const Result<Instant> due = months_later_in(zone, at, months);
        // The zone was found at the start; tzdata may have been removed since.
        return due ? *due : sicbo::months_later(at, months);
    };
    command.order = with_due_date(*rules_of(state, *table).game, *order, months_later);
}

}  // namespace sicbo::server
