// SPDX-License-Identifier: MIT
#include "wire/felt_view.h"

#include <boost/json/object.hpp>

#include "core/check.h"
#include "rules/spot_id.h"
#include "table/limits.h"

namespace sicbo::wire {
namespace {

namespace json = boost::json;
using namespace table;

}  // namespace

json::array totals_json(const State& state, const Table& t) {
    json::array array;
    if (!t.round) return array;
    const Totals all = totals_of(*t.round);
    const bool shared = shares_boxes(*rules_of(state, t).game);
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i] == Money()) continue;
        check(all[i] > Money());
        const auto spot = static_cast<rules::SpotId>(i);
        const auto& max = t.configuration.limit_on(spot).max;
        array.push_back(json::object{{"spot", to_text(rules::spot_of(spot))},
                                     {"stake", all[i].cents()},
                                     {"over_max", shared && max && all[i] > *max}});
    }
    return array;
}

json::array differences_json(const State& state, const Table& t) {
    json::array array;
    const Totals all = t.round ? totals_of(*t.round) : Totals();
    const auto stake_on = [&](rules::Spot spot) {
        return all[static_cast<std::size_t>(id_of(spot))];
    };
    for (const auto& [first, second, max] :
         table_limits(t.configuration, *rules_of(state, t).game).pairs) {
        const Money a = stake_on(first);
        const Money b = stake_on(second);
        const Money apart = a > b ? a - b : b - a;
        array.push_back(json::object{{"spots", json::array{to_text(first), to_text(second)}},
                                     {"stakes", json::array{a.cents(), b.cents()}},
                                     {"apart", apart.cents()},
                                     {"max", max.cents()},
                                     {"over", apart > max}});
    }
    return array;
}

json::array below_min_json(const State& state, const Table& t) {
    json::array array;
    if (!t.round) return array;
    for (const auto& [stay, slip] : t.round->bet_slips) {
        for (const Bet& bet : slip.bets) {
            const Money min = t.configuration.limit_on(bet.spot).min;
            if (bet.stake >= min) continue;
            array.push_back(json::object{{"stay", stay.number},
                                         {"player", state.stays.at(stay).player},
                                         {"spot", to_text(rules::spot_of(bet.spot))},
                                         {"stake", bet.stake.cents()},
                                         {"min", min.cents()}});
        }
    }
    return array;
}

}  // namespace sicbo::wire
