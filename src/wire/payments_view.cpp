// SPDX-License-Identifier: MIT
#include "wire/payments_view.h"

#include <array>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include "core/check.h"
#include "rules/spot_id.h"
#include "table/settlement.h"

namespace sicbo::wire {
namespace {

namespace json = boost::json;
using namespace table;

// The sizes of chips in use, in cents, largest first. A table has those that its smallest chip
// divides; its maximum does not matter, since a payout is often higher.
constexpr std::array<std::int64_t, 11> usual_sizes = {
    10'000'000, 1'000'000, 500'000, 100'000, 50'000, 10'000, 5'000, 2'000, 1'000, 500, 100};

// What one bet gets if the round is settled now.
struct Due {
    Money winnings;  // without the stake, which stays with the player
    Money returned;  // the part of the stake that does not count
};

// `back` is what the bet gets back in all: the part that does not count whatever the dice show.
Due due_of(const Bet& bet, Money back) {
    const Money returned = bet.stake - bet.effective;
    check(returned >= Money() && back >= returned);
    const bool wins = back > returned;
    check(!wins || back >= bet.stake);
    return {wins ? back - bet.stake : Money(), returned};
}

bool is_due(const State& state, const Table& t) {
    if (t.phase != Phase::playing || !t.round || !t.round->roll || t.round->bets_settled) {
        return false;
    }
    const RuleSet& rules = rules_of(state, *t.round);
    if (rules.game->equipment.terminals) return false;
    const rules::StepRule* next = next_step(rules, *t.round);
    return next && (next->step == rules::Step::collect || next->step == rules::Step::pay);
}

json::array chips_json(Money amount, const std::vector<Money>& sizes) {
    json::array array;
    for (const Chips& chips : cut(amount, sizes)) {
        array.push_back(json::object{{"size", chips.size.cents()}, {"count", chips.count}});
    }
    return array;
}

}  // namespace

std::vector<Money> chip_sizes(const Configuration& configuration) {
    const std::int64_t unit = configuration.chip.cents();
    check(unit > 0);
    std::vector<Money> sizes;
    for (const std::int64_t size : usual_sizes) {
        if (size > unit && size % unit == 0) sizes.push_back(Money::of_cents(size));
    }
    sizes.push_back(configuration.chip);
    return sizes;
}

std::vector<Chips> cut(Money amount, const std::vector<Money>& sizes) {
    check(amount >= Money());
    std::vector<Chips> chips;
    std::int64_t left = amount.cents();
    for (const Money size : sizes) {
        check(size > Money());
        const std::int64_t count = left / size.cents();
        if (count > 0) chips.push_back({size, count});
        left -= count * size.cents();
    }
    if (left > 0) chips.push_back({Money::of_cents(left), 1});
    return chips;
}

json::value payments_json(const State& state, const Table& t) {
    if (!is_due(state, t)) return nullptr;
    const Round& round = *t.round;
    const std::vector<Money> sizes = chip_sizes(t.configuration);
    const std::vector<Money> backs = backs_on(state, round, *round.roll);
    auto back = backs.begin();
    json::array players;
    Money total;
    for (const auto& [stay, slip] : round.bet_slips) {
        json::array bets;
        Due all;
        for (const Bet& bet : slip.bets) {
            check(back != backs.end());
            const auto [winnings, returned] = due_of(bet, *back++);
            if (winnings == Money() && returned == Money()) continue;
            all.winnings += winnings;
            all.returned += returned;
            bets.push_back(json::object{{"spot", to_text(rules::spot_of(bet.spot))},
                                        {"stake", bet.stake.cents()},
                                        {"counts", bet.effective.cents()},
                                        {"winnings", winnings.cents()},
                                        {"returned", returned.cents()}});
        }
        if (bets.empty()) continue;
        total += all.winnings;
        players.push_back(json::object{{"stay", stay.number},
                                       {"player", state.stays.at(stay).player},
                                       {"winnings", all.winnings.cents()},
                                       {"returned", all.returned.cents()},
                                       {"bets", std::move(bets)},
                                       {"chips", chips_json(all.winnings, sizes)}});
    }
    check(back == backs.end());
    return json::object{
        {"round", round.number}, {"total", total.cents()}, {"players", std::move(players)}};
}

}  // namespace sicbo::wire
