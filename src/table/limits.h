// SPDX-License-Identifier: MIT
// How much more may be put on a spot, and what is over a limit.
//
// Players of the electronic games have limits of their own. Where all share the boxes (Tai Sai),
// the maximum and the differential are the table's: see rules/apportion.h.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "rules/apportion.h"
#include "table/state.h"

namespace sicbo::table {

// What lies on each spot, by its id.
using Totals = std::array<Money, rules::spot_count>;

Totals totals_of(const Slip& slip);
Totals totals_of(const Round& round);

// Whether all players share one maximum on a box.
bool shares_boxes(const rules::Game& game);

// What is left on a spot for one player.
struct Headroom {
    std::optional<Money> amount;  // nothing: no limit
    Reason limit = Reason::spot_limit_reached;

    void narrow(Money most, Reason why) {
        if (amount && *amount <= most) return;
        amount = most;
        limit = why;
    }
};

// The headroom that all limits but the player's credit leave, given what he has (`own`) and what
// all have (`all`, where boxes are shared). Where an exposure is limited, `losses` says what the
// house already stands to lose on each outcome.
using Losses = std::array<Money, rules::outcome_count>;
Headroom headroom_on(const Configuration& configuration, const rules::Game& game,
                     const rules::Layout& layout, rules::SpotId spot, const Totals& own,
                     const Totals& all, const Losses* losses);

// What the house would lose on each outcome as the bets lie; below nothing where it would win.
Losses losses_of(const State& state, const Round& round);

// The same after `amount` more is put on the spot.
void add_bet(Losses& losses, const rules::Layout& layout, rules::SpotId spot, Money amount);

// The headroom on a spot as the table stands, for a screen: the least of all limits on it.
Headroom headroom_for(const State& state, const Table& table, StayId stay, std::uint8_t layout,
                      rules::SpotId spot);

// The shared limits as the rules library takes them.
rules::TableLimits table_limits(const Configuration& configuration, const rules::Game& game);

// By how much boxes, or the heavier of a pair, stand over their limits.
std::vector<std::pair<rules::SpotId, Money>> excesses(const Configuration& configuration,
                                                      const rules::Game& game, const Totals& all);

// What to take from whom so that the shared limits are kept, the last placed first.
std::vector<Placement> rejections(const Configuration& configuration, const rules::Game& game,
                                  const std::vector<Placement>& placements);

// Takes the amount off what the stay has on the spot, the last placed first.
void take_back(std::vector<Placement>& placements, StayId stay, rules::SpotId spot, Money amount);

}  // namespace sicbo::table
