// SPDX-License-Identifier: MIT
// What the settlement of a round changes: its bets, and the meters.
#include <array>
#include <span>
#include <vector>

#include "core/map_search.h"
#include "table/apply.h"
#include "table/limits.h"

namespace sicbo::table {
namespace {

// What bets add to a meter.
struct Sums {
    Money staked;
    Money won;
    Money returned;
    bool any = false;  // of these bets, which may all have lost

    void add(Money stake, Money win, Money excess) {
        staked += stake;
        won += win;
        returned += excess;
        any = true;
    }
};

// The sums of a round, for the meters of the table.
struct RoundSums {
    std::array<Sums, rules::spot_count> by_spot;
    std::vector<Sums> by_layout;
};

// Gives the bets of the slip what they get back, which are the first of `backs`, and adds them to
// the sums. Returns what they add to the meter of the player.
Sums settle_slip(BetSlip& slip, std::span<const Money> backs, RoundSums& sums) {
    check(slip.bets.size() <= backs.size());
    Sums of_slip;
    for (std::size_t i = 0; i < slip.bets.size(); ++i) {
        Bet& bet = slip.bets[i];
        bet.back = backs[i];
        const Money excess = bet.stake - bet.effective;
        check(excess >= Money() && bet.back >= excess);
        const Money win = bet.back - excess;
        sums.by_spot.at(index_of(bet.spot)).add(bet.stake, win, excess);
        of_slip.add(bet.stake, win, excess);
    }
    check(of_slip.any);
    Sums& of_layout = sums.by_layout.at(slip.layout);
    of_layout.add(of_slip.staked, of_slip.won, of_slip.returned);
    return of_slip;
}

// Adds the sums to the meters, one for each; a meter with any bets counts a game.
void add_to_meters(std::vector<ledger::Meter>& meters, const std::vector<Sums>& sums) {
    check(meters.size() == sums.size());
    for (std::size_t i = 0; i < sums.size(); ++i) {
        meters[i].staked += sums[i].staked;
        meters[i].won += sums[i].won;
        meters[i].returned += sums[i].returned;
        meters[i].games += sums[i].any ? 1u : 0u;
    }
}

// Returns the sums by the kind of the spots.
std::vector<Sums> by_kind(const std::array<Sums, rules::spot_count>& by_spot) {
    std::vector<Sums> sums(words_of<rules::Kind>.size());
    for (std::size_t i = 0; i < by_spot.size(); ++i) {
        if (!by_spot[i].any) continue;
        const rules::Kind kind = spot_of(static_cast<rules::SpotId>(i)).kind;
        sums.at(static_cast<std::size_t>(kind))
            .add(by_spot[i].staked, by_spot[i].won, by_spot[i].returned);
    }
    return sums;
}

// Gives the bets of the round what the event says they get back, and counts them on the meters of
// the players. Returns the sums of all bets.
RoundSums settle_bets(const Target& t, const RoundSettled& e) {
    Table& table = t.table();
    RoundSums sums{{}, std::vector<Sums>(table.layout_meters.size())};
    std::span<const Money> backs = e.back;  // of the bet slips that are not settled yet
    MapSearch stays(t.state.stays);
    MapSearch terminals(table.terminals);
    for (auto& [id, slip] : t.round().bet_slips) {
        const Sums of_slip = settle_slip(slip, backs, sums);
        backs = backs.subspan(slip.bets.size());
        const Stay& stay = stays.at(id);
        ledger::Meter& meter = stay.terminal ? terminals.at(stay.terminal).meter : table.felt_meter;
        ++meter.games;
        if (stay.away) continue;  // unclaimed money, which the meter does not count
        meter.won += of_slip.won;
        if (stay.terminal) count_win(t.state, stay.terminal, of_slip.won);
        meter.returned += of_slip.returned;
    }
    check(backs.empty());
    return sums;
}

}  // namespace

template <>
void apply_to(const Target& t, const RoundSettled& e) {
    Table& table = t.table();
    Round& round = t.round();
    check(!round.bets_settled && round.roll && *round.roll == e.roll);
    const RoundSums sums = settle_bets(t, e);
    add_to_meters(table.kind_meters, by_kind(sums.by_spot));
    add_to_meters(table.layout_meters, sums.by_layout);
    Money staked;
    Money back;
    for (const Sums& layout : sums.by_layout) {
        staked += layout.staked;
        back += layout.won + layout.returned;
    }
    // Money in is money out: all stakes leave escrow, and the house makes up the difference.
    check(t.taken_from(ledger::AccountKind::escrow) == staked);
    check(t.given_to_players() == back);
    check(t.paid_by_house() == back - staked);
    check(t.state.ledger.balance(ledger::escrow(t.id())) == Money());
    round.bets_settled = true;
    const RuleSet& rules = rules_of(t.state, round);
    round.done = static_cast<std::uint8_t>(index_of_step(rules, rules::Step::pay) + 1);
    const bool over = round.done == rules.steps.size() || round.lights_failed || table.held;
    if (over) end_round(t, RoundEnd::settled);
}

}  // namespace sicbo::table
