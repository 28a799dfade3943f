// SPDX-License-Identifier: MIT
#include "table/dated_dice.h"

#include <algorithm>

namespace sicbo::table {

Order with_due_date(const rules::Game& game, const InstallDice& order,
                    const MonthsLater& months_later) {
    const auto& mixers = game.equipment.mixers;
    const auto mixer = std::ranges::find(mixers, order.mixer, &rules::Mixer::kind);
    if (mixer == mixers.end() || !mixer->dice_life_months) return order;
    const std::optional<Instant> due = months_later(*mixer->dice_life_months);
    if (!due) return order;
    return InstallDatedDice{order.dice, order.mixer, order.seal, *due};
}

}  // namespace sicbo::table
