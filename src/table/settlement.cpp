// SPDX-License-Identifier: MIT
#include "table/settlement.h"

#include <algorithm>
#include <span>

#include "core/map_search.h"
#include "rules/apportion.h"
#include "rules/settle.h"
#include "table/limits.h"

namespace sicbo::table {
namespace {

// The payouts for the layouts that a round needs, each computed once.
class PayoutsByLayout {
public:
    PayoutsByLayout(const rules::Game& game, rules::Roll roll)
        : game_(&game), roll_(roll), made_(game.layouts.size()) {}

    const rules::Payouts& of(std::uint8_t layout) {
        std::optional<rules::Payouts>& payouts = made_.at(layout);
        if (!payouts) payouts.emplace(game_->layouts[layout], roll_);
        return *payouts;
    }

private:
    const rules::Game* game_;
    rules::Roll roll_;
    std::vector<std::optional<rules::Payouts>> made_;
};

void add_posting(Postings& postings, ledger::Account from, ledger::Account to, Money amount) {
    if (amount > Money()) postings.push_back({from, to, amount});
}

// Returns the part of the stake that counts. `closed` is false if the decision that settles the
// round also closes it (Certify): bet.effective is not set yet, and stakes count in full.
// settle_round() checks that players share no boxes then.
Money effective_of(const Bet& bet, bool closed) { return closed ? bet.effective : bet.stake; }

bool is_closed(const State& state, const Round& round) {
    return is_done(rules_of(state, round), round, rules::Step::close);
}

}  // namespace

std::vector<Money> backs_on(const State& state, const Round& round, rules::Roll roll) {
    PayoutsByLayout payouts(*rules_of(state, round).game, roll);
    const bool closed = is_closed(state, round);
    std::vector<Money> backs;
    std::vector<rules::SpotId> spots;
    std::vector<Money> stakes;
    std::vector<Money> returned;
    for (const auto& [stay, slip] : round.bet_slips) {
        spots.clear();
        stakes.clear();
        for (const Bet& bet : slip.bets) {
            spots.push_back(bet.spot);
            stakes.push_back(effective_of(bet, closed));
        }
        returned.resize(spots.size());
        payouts.of(slip.layout).settle(spots, stakes, returned);
        for (std::size_t i = 0; i < returned.size(); ++i) {
            const Bet& bet = slip.bets[i];
            check(bet.stake > Money() && effective_of(bet, closed) <= bet.stake);
            check(returned[i] >= Money());
            backs.push_back(returned[i] + (bet.stake - effective_of(bet, closed)));
        }
    }
    return backs;
}

std::vector<rules::SpotId> winning_spots(const rules::Game& game, rules::Roll roll) {
    std::vector<rules::SpotId> spots;
    for (const rules::Spot& spot : rules::all_spots()) {
        const bool wins = std::ranges::any_of(game.layouts, [&](const rules::Layout& layout) {
            return find_row(layout, spot) && odds_on(layout, spot, roll) != rules::Odds{};
        });
        if (wins) spots.push_back(id_of(spot));
    }
    return spots;
}

BettingClosed make_betting_closed(const State& state, TableId id) {
    const Table& table = state.tables.at(id);
    const rules::Game& game = *rules_of(state, table).game;
    if (!shares_boxes(game)) return {};
    check(table.round && !is_closed(state, *table.round));
    return shares_of(table.configuration, game, *table.round);
}

BettingClosed shares_of(const Configuration& configuration, const rules::Game& game,
                        const Round& round) {
    check(shares_boxes(game));
    BettingClosed closed;
    if (excesses(configuration, game, totals_of(round)).empty()) return closed;
    // Each bet in the order in which its first chip was put down, since that breaks ties.
    std::vector<std::pair<StayId, rules::SpotId>> order;
    for (const Placement& placement : round.placements) {
        const std::pair bet(placement.stay, placement.spot);
        if (std::ranges::find(order, bet) == order.end()) order.push_back(bet);
    }
    std::vector<rules::BoxStake> bets;
    for (const auto& [stay, spot] : order) {
        bets.push_back({spot_of(spot), stake_on(round.bet_slips.at(stay), spot)});
    }
    const auto floors = rules::switch_value(game, rules::SwitchName::floors);
    const rules::Shares shares =
        apportion(table_limits(configuration, game), bets,
                  floors == "house" ? rules::Floors::house : rules::Floors::others);
    check(shares.effective.size() == order.size());
    for (const auto& [stay, slip] : round.bet_slips) {
        for (const Bet& bet : slip.bets) {
            const auto at = std::ranges::find(order, std::pair(stay, bet.spot));
            check(at != order.end());
            const Money share = shares.effective[static_cast<std::size_t>(at - order.begin())];
            check(share >= Money() && share <= bet.stake);  // the rest is the bet's excess
            closed.effective.push_back(share);
        }
    }
    check(closed.effective.size() == order.size());
    for (const auto& [spot, over] : shares.over) closed.over.push_back({id_of(spot), over});
    return closed;
}

namespace {

// What the bets of one slip come to.
struct SlipResult {
    Money lost;
    Money stakes_back;  // of winning bets, and excesses
    Money winnings;     // in addition
};

// Returns what the bets of the slip come to if they get back `backs`, one for each bet.
SlipResult result_of(const BetSlip& slip, std::span<const Money> backs, bool closed) {
    SlipResult result;
    Money stakes;
    for (std::size_t i = 0; i < backs.size(); ++i) {
        const Bet& bet = slip.bets[i];
        const Money excess = bet.stake - effective_of(bet, closed);
        stakes += bet.stake;
        if (backs[i] == excess) {
            result.lost += bet.stake - excess;
            result.stakes_back += excess;
        } else {
            result.stakes_back += bet.stake;
            result.winnings += backs[i] - bet.stake;
        }
    }
    check(result.lost + result.stakes_back == stakes);  // every stake once: lost or returned
    return result;
}

// Adds a hand pay for each terminal that a large win has locked, where the table has a policy for
// them and the win goes to the terminal's credit.
void request_hand_pays(Decision& decision, const State& state, TableId id,
                       const std::vector<TerminalLocked>& large) {
    if (!find_policy(state.instruments, id)) return;
    // The same decision may settle rounds of several tables, after a restart.
    std::uint32_t hand_pays = state.instruments.hand_pays_requested;
    for (const Event& event : decision.events) {
        if (holds<HandPayRequested>(event.fact)) ++hand_pays;
    }
    for (const TerminalLocked& lock : large) {
        const StayId stay = state.tables.at(id).terminals.at(lock.terminal).stay;
        const bool can_pay = stay && payee(state, stay) == ledger::credit(stay);
        if (!can_pay) continue;
        decision.add(HandPayRequested{HandPayId{++hand_pays}, lock.terminal, stay, lock.win,
                                      HandPayKind::large_win},
                     {}, id);
    }
}

}  // namespace

void settle_round(Decision& decision, const State& state, TableId id, rules::Roll roll) {
    const Table& table = state.tables.at(id);
    check(table.round && !table.round->bets_settled);
    const Round& round = *table.round;
    const bool closed = is_closed(state, round);
    // Where boxes are shared, what counts of each stake is fixed at closing.
    check(closed || !shares_boxes(*rules_of(state, round).game));
    RoundSettled settled{roll, backs_on(state, round, roll)};
    std::span<const Money> backs = settled.back;  // of the bet slips that are not counted yet
    Postings postings;
    postings.reserve(1 + 2 * round.bet_slips.size());
    postings.emplace_back();  // for the collection of all lost stakes, which precedes all payments
    std::vector<TerminalLocked> large;
    Money lost;
    Money stakes_back;
    MapSearch<const std::map<StayId, Stay>> stays(state.stays);
    for (const auto& [stay, slip] : round.bet_slips) {
        check(backs.size() >= slip.bets.size());
        const SlipResult result = result_of(slip, backs.first(slip.bets.size()), closed);
        backs = backs.subspan(slip.bets.size());
        lost += result.lost;
        stakes_back += result.stakes_back;
        const ledger::Account to = payee(stay, stays.at(stay));
        add_posting(postings, ledger::escrow(id), to, result.stakes_back);
        add_posting(postings, ledger::house(id), to, result.winnings);
        const auto large_win = table.configuration.large_win;
        if (slip.terminal && large_win && result.winnings >= *large_win) {
            large.push_back({slip.terminal, result.winnings});
        }
    }
    check(backs.empty());
    check(lost + stakes_back == state.ledger.balance(ledger::escrow(id)));
    if (lost > Money()) {
        postings.front() = {ledger::escrow(id), ledger::house(id), lost};
    } else {
        postings.erase(postings.begin());
    }
    decision.add(std::move(settled), std::move(postings), id);
    for (const TerminalLocked& lock : large) decision.add(lock, {}, id);
    request_hand_pays(decision, state, id, large);
}

void void_round(Decision& decision, const State& state, TableId id, rules::Cause cause,
                std::string reason) {
    check(state.tables.at(id).round && !state.tables.at(id).round->bets_settled);
    std::map<StayId, Money> amounts;
    Money all;
    for (const auto& [stay, slip] : state.tables.at(id).round->bet_slips) {
        amounts[stay] = stakes_of(slip);
        all += amounts[stay];
    }
    check(all <= state.ledger.balance(ledger::escrow(id)));
    const bool lights_failed = state.tables.at(id).round->lights_failed;
    decision.add(RoundVoided{cause, std::move(reason)}, return_postings(state, id, amounts), id);
    // The lights belong to the table: they are repaired however the round ended.
    if (!lights_failed) return;
    const std::string why(to_word(rules::Cause::lights_failed));
    decision.add(TakenOutOfService{why, true}, {}, id);
}

Postings return_postings(const State& state, TableId table,
                         const std::map<StayId, Money>& amounts) {
    Postings postings;
    for (const auto& [stay, amount] : amounts) {
        check(amount > Money() && amount <= state.ledger.balance(ledger::escrow(table)));
        add_posting(postings, ledger::escrow(table), payee(state, stay), amount);
    }
    return postings;
}

std::vector<Money> backs_under(const State& state, const Round& round, const Amendment& amendment) {
    check(round.bets_settled && !(amendment.roll && amendment.stay));
    std::vector<Money> backs;
    if (amendment.roll) backs = backs_on(state, round, *amendment.roll);
    // The shares of the others may have changed, so what they get is computed again.
    const bool again = amendment.stay && round.roll && has_edition(state, 1);
    if (again) backs = backs_on(state, round, *round.roll);
    std::size_t i = 0;
    for (const auto& [stay, slip] : round.bet_slips) {
        const bool whole = !amendment.roll && !amendment.stay;
        const bool returned = slip.returned || whole || amendment.stay == stay;
        for (const Bet& bet : slip.bets) {
            if (!amendment.roll && !again) backs.push_back(bet.back);
            if (returned) backs[i] = bet.stake;
            ++i;
        }
    }
    check(backs.size() == i);
    return backs;
}

Postings amendment_postings(const State& state, TableId table, const std::map<StayId, Money>& nets,
                            const std::map<StayId, Money>& returned) {
    Postings collections;
    Postings payments;
    const ledger::Account house = ledger::house(table);
    Money unposted;  // of what all stays gain less what they lose
    for (const auto& [stay, net] : nets) {
        unposted += net;
        if (net > Money()) {
            // What the stay owes from earlier is made up first.
            const Money owed_before = -state.ledger.balance(ledger::receivable(stay));
            check(owed_before >= Money());
            const Money made_up = std::min(owed_before, net);
            add_posting(payments, house, ledger::receivable(stay), made_up);
            add_posting(payments, house, payee(state, stay), net - made_up);
            continue;
        }
        Money owed = -net;
        check(owed >= Money());
        for (const ledger::Account account : {ledger::credit(stay), ledger::unclaimed(stay)}) {
            Money free = state.ledger.balance(account);
            const auto more = returned.find(stay);
            if (more != returned.end() && payee(state, stay) == account) free += more->second;
            const Money taken = std::min(owed, free);
            add_posting(collections, account, house, taken);
            owed -= taken;
            check(free >= Money() && owed >= Money());
        }
        add_posting(collections, ledger::receivable(stay), house, owed);
    }
    for (const ledger::Posting& collection : collections) unposted += collection.amount;
    for (const ledger::Posting& payment : payments) unposted -= payment.amount;
    check(unposted == Money());
    collections.insert(collections.end(), payments.begin(), payments.end());
    return collections;
}

}  // namespace sicbo::table
