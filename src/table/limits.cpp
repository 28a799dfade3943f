// SPDX-License-Identifier: MIT
#include "table/limits.h"

#include <algorithm>

namespace sicbo::table {
namespace {

constexpr std::array outcomes = rules::all_outcomes();

Money in_chips(Money amount, Money chip) {
    check(chip > Money());
    return Money::of_cents(amount.cents() / chip.cents() * chip.cents());
}

}  // namespace

std::optional<rules::SpotId> opposite(const rules::Game& game, rules::SpotId spot) {
    check(index_of(spot) < rules::spot_count);
    const rules::Spot wanted = spot_of(spot);
    for (const auto& [first, second] : game.limits.differential) {
        if (first == wanted) return id_of(second);
        if (second == wanted) return id_of(first);
    }
    return std::nullopt;
}

Totals totals_of(const BetSlip& slip) {
    Totals totals = {};
    for (const Bet& bet : slip.bets) totals[index_of(bet.spot)] += bet.stake;
    return totals;
}

Totals totals_of(const Round& round) {
    Totals totals = {};
    for (const auto& [stay, slip] : round.bet_slips) {
        for (const Bet& bet : slip.bets) totals[index_of(bet.spot)] += bet.stake;
    }
    return totals;
}

bool shares_boxes(const rules::Game& game) { return game.limits.maximum == rules::Reach::box; }

bool limits_are_advisory(const Configuration& configuration, const rules::Game& game) {
    return shares_boxes(game) && configuration.policy == Policy::advise;
}

Headroom headroom_on(const Configuration& configuration, const rules::Game& game,
                     const rules::Layout& layout, rules::SpotId spot, const Totals& own,
                     const Totals& all, const Losses* losses) {
    Headroom headroom;
    const bool shared = shares_boxes(game);
    if (!limits_are_advisory(configuration, game)) {
        if (const auto max = configuration.limit_on(spot).max) {
            headroom.cap(*max - (shared ? all : own)[index_of(spot)], LimitKind::spot);
        }
        const auto other = opposite(game, spot);
        if (configuration.differential_max && other) {
            headroom.cap(
                *configuration.differential_max + all[index_of(*other)] - all[index_of(spot)],
                LimitKind::differential);
        }
    }
    if (losses) {
        check(configuration.exposure_max && find_row(layout, spot));
        const rules::PayRow& row = *find_row(layout, spot);
        for (std::size_t n = 0; n < outcomes.size(); ++n) {
            const rules::Odds odds = odds_in(layout, row, spot_of(spot), outcomes[n]);
            if (odds == rules::Odds{}) continue;
            const Money left = *configuration.exposure_max - (*losses)[n];
            headroom.cap(Money::of_cents(left.cents() * 2 / odds.halves), LimitKind::exposure);
        }
    }
    if (headroom.amount) {
        headroom.amount = std::max(Money(), in_chips(*headroom.amount, configuration.chip));
    }
    if (configuration.round_max) {
        Money left = *configuration.round_max;
        for (const Money stake : own) left -= stake;
        headroom.cap(std::max(Money(), in_chips(left, configuration.chip)), LimitKind::round);
    }
    return headroom;
}

void add_bet(Losses& losses, const rules::Layout& layout, rules::SpotId spot, Money amount) {
    check(find_row(layout, spot));
    const rules::PayRow& row = *find_row(layout, spot);
    for (std::size_t n = 0; n < outcomes.size(); ++n) {
        const rules::Odds odds = odds_in(layout, row, spot_of(spot), outcomes[n]);
        Money& loss = losses[n];
        if (odds == rules::Odds{}) {
            loss -= amount;
        } else {
            loss += Money::of_cents(times(amount, odds.halves).value().cents() / 2);
        }
    }
}

Losses losses_of(const State& state, const Round& round) {
    Losses losses = {};
    const rules::Game& game = *rules_of(state, round).game;
    for (const auto& [stay, slip] : round.bet_slips) {
        for (const Bet& bet : slip.bets) {
            add_bet(losses, game.layouts.at(slip.layout), bet.spot, bet.stake);
        }
    }
    return losses;
}

Headroom headroom_for(const State& state, const Table& table, StayId stay, std::uint8_t layout,
                      rules::SpotId spot) {
    const rules::Game& game = *rules_of(state, table).game;
    const Configuration& configuration = table.configuration;
    Totals own = {};
    Totals all = {};
    std::optional<Losses> losses;
    if (table.round) {
        const auto found = table.round->bet_slips.find(stay);
        if (found != table.round->bet_slips.end()) own = totals_of(found->second);
        all = totals_of(*table.round);
        if (configuration.exposure_max) losses = losses_of(state, *table.round);
    } else if (configuration.exposure_max) {
        losses.emplace();
    }
    return headroom_on(configuration, game, game.layouts.at(layout), spot, own, all,
                       losses ? &*losses : nullptr);
}

rules::TableLimits table_limits(const Configuration& configuration, const rules::Game& game) {
    rules::TableLimits limits;
    limits.chip = configuration.chip;
    for (const rules::Layout& layout : game.layouts) {
        for (const rules::Spot& spot : spots_of(layout)) {
            const SpotLimit& limit = configuration.limit_on(id_of(spot));
            limits.boxes[spot] = {limit.min, limit.max};
        }
    }
    if (configuration.differential_max) {
        for (const auto& [first, second] : game.limits.differential) {
            limits.pairs.push_back({first, second, *configuration.differential_max});
        }
    }
    return limits;
}

std::vector<std::pair<rules::SpotId, Money>> excesses(const Configuration& configuration,
                                                      const rules::Game& game, const Totals& all) {
    std::vector<std::pair<rules::SpotId, Money>> over;
    if (!shares_boxes(game)) return over;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto spot = static_cast<rules::SpotId>(i);
        if (all[i] == Money()) continue;
        Money excess;
        if (const auto max = configuration.limit_on(spot).max)
            excess = std::max(excess, all[i] - *max);
        if (const auto other = opposite(game, spot); other && configuration.differential_max) {
            excess =
                std::max(excess, all[i] - all[index_of(*other)] - *configuration.differential_max);
        }
        if (excess > Money()) over.emplace_back(spot, excess);
    }
    return over;
}

std::vector<Placement> rejections(const Configuration& configuration, const rules::Game& game,
                                  const std::vector<Placement>& placements) {
    std::vector<rules::BoxStake> placed;
    placed.reserve(placements.size());
    for (const Placement& placement : placements) {
        placed.push_back({spot_of(placement.spot), placement.amount});
    }
    const std::vector<Money> rejected =
        rules::reject_excess(table_limits(configuration, game), placed);
    check(rejected.size() == placements.size());
    std::vector<Placement> list;
    Money rejected_in_all;
    for (std::size_t i = placements.size(); i-- > 0;) {
        check(rejected[i] >= Money() && rejected[i] <= placements[i].amount);
        if (rejected[i] == Money()) continue;
        rejected_in_all += rejected[i];
        const Placement& placement = placements[i];
        const auto same = std::ranges::find_if(list, [&](const Placement& one) {
            return one.stay == placement.stay && one.spot == placement.spot;
        });
        if (same != list.end()) {
            same->amount += rejected[i];
        } else {
            list.push_back({placement.stay, placement.spot, rejected[i]});
        }
    }
    for (const Placement& one : list) rejected_in_all -= one.amount;
    check(rejected_in_all == Money());
    return list;
}

void remove_newest(std::vector<Placement>& placements, StayId stay, rules::SpotId spot,
                   Money amount) {
    check(amount > Money());
    for (std::size_t i = placements.size(); i-- > 0 && amount > Money();) {
        Placement& placement = placements[i];
        if (placement.stay != stay || placement.spot != spot) continue;
        const Money taken = std::min(amount, placement.amount);
        placement.amount -= taken;
        amount -= taken;
        if (placement.amount == Money()) {
            placements.erase(placements.begin() + static_cast<std::ptrdiff_t>(i));
        }
    }
    check(amount == Money());
}

}  // namespace sicbo::table
