// SPDX-License-Identifier: MIT
// The limits on bets: how much more a player may stake on a spot, and what is over a limit.
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

// The stakes on each spot, by its id.
using Totals = std::array<Money, rules::spot_count>;

// Returns the index of the spot in totals.
constexpr std::size_t index_of(rules::SpotId spot) { return static_cast<std::size_t>(spot); }

// Return the stakes of one player, and of all players of the round.
Totals totals_of(const BetSlip& slip);
Totals totals_of(const Round& round);

// Returns true if all players share one maximum on a box.
bool shares_boxes(const rules::Game& game);

// Returns the box whose difference from this one is limited; nothing if there is none.
std::optional<rules::SpotId> opposite(const rules::Game& game, rules::SpotId spot);

// Returns true if the shared limits are advisory: bets over them, or below the minimum, are
// accepted, and the dealer is warned.
bool limits_are_advisory(const Configuration& configuration, const rules::Game& game);

// How much more one player may stake on a spot.
struct Headroom {
    std::optional<Money> amount;       // none: no limit
    LimitKind kind = LimitKind::spot;  // of the limit that leaves this amount

    // Lowers the amount to `max` if it is higher.
    void cap(Money max, LimitKind limit) {
        if (amount && *amount <= max) return;
        amount = max;
        kind = limit;
    }
};

// Returns the reason for which a bet over such a limit is reduced or refused. Journals contain it:
// the differential and the exposure of the house have one reason, as limits of the table.
constexpr Reason reason_for(LimitKind kind) {
    switch (kind) {
        case LimitKind::spot: return Reason::spot_limit_reached;
        case LimitKind::differential:
        case LimitKind::exposure: return Reason::table_limit_reached;
        case LimitKind::round: return Reason::round_limit_reached;
    }
    unreachable();
}

// What the house loses on each outcome; negative where it wins.
using Losses = std::array<Money, rules::outcome_count>;

// Returns how much more the player may stake on the spot under every limit of the configuration,
// in whole chips. The player's credit is not considered. `own` are the player's stakes, `all` those
// of all players (read only where players share boxes). `losses` is null if the exposure is not
// limited, and otherwise what the house loses on each outcome with the bets so far.
Headroom headroom_on(const Configuration& configuration, const rules::Game& game,
                     const rules::Layout& layout, rules::SpotId spot, const Totals& own,
                     const Totals& all, const Losses* losses);

// Returns what the house would lose on each outcome with the bets of the round.
Losses losses_of(const State& state, const Round& round);

// Adds to `losses` what `amount` more on the spot changes; a negative amount takes a stake away.
void add_bet(Losses& losses, const rules::Layout& layout, rules::SpotId spot, Money amount);

// Returns the headroom of the stay on the spot in the table's present state. The layout must offer
// the spot. The player's credit is not considered.
Headroom headroom_for(const State& state, const Table& table, StayId stay, std::uint8_t layout,
                      rules::SpotId spot);

// Returns the shared limits in the form that rules/apportion.h takes.
rules::TableLimits table_limits(const Configuration& configuration, const rules::Game& game);

// Returns by how much boxes, or the heavier of two opposing boxes, are over their shared limits;
// empty if none is, or if players share no boxes.
std::vector<std::pair<rules::SpotId, Money>> excesses(const Configuration& configuration,
                                                      const rules::Game& game, const Totals& all);

// Returns what to reject of the placements so that the shared limits are kept, the last placed
// first; one entry for each stay and spot.
std::vector<Placement> rejections(const Configuration& configuration, const rules::Game& game,
                                  const std::vector<Placement>& placements);

// Removes the amount from the stay's placements on the spot, the last placed first. The stay must
// have that much there.
void remove_newest(std::vector<Placement>& placements, StayId stay, rules::SpotId spot,
                   Money amount);

}  // namespace sicbo::table
