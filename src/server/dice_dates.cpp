// SPDX-License-Identifier: MIT
#include "server/dice_dates.h"

#include "server/time_zone.h"
#include "table/dated_dice.h"

namespace sicbo::server {

void date_dice(const PropertyPlan& plan, const table::State& state, table::Command& command) {
    const auto* order = get_if<table::InstallDice>(&command.order);
    const TablePlan* table_plan = plan.find_table(command.stamp.table);
    const table::Table* table = find_table(state, command.stamp.table);
    if (!order || !table_plan || !table || table_plan->time_zone.empty()) return;
    const auto months_later = [&](int months) -> std::optional<Instant> {
        const Result<Instant> due =
            months_later_in(table_plan->time_zone, command.stamp.at, months);
        if (!due) return std::nullopt;  // the zone was found at the start: tzdata was removed since
        return *due;
    };
    command.order = with_due_date(*rules_of(state, *table).game, *order, months_later);
}

}  // namespace sicbo::server
