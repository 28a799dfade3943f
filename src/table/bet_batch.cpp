// SPDX-License-Identifier: MIT
#include "table/bet_batch.h"

#include <algorithm>

namespace sicbo::table {
namespace {

// Returns the totals that a bet on the spot is judged by: with what the batch still adds to the
// opposing box, so that both sides of a pair are judged together.
Totals totals_for(const Context& c, const Batch& batch, rules::SpotId spot) {
    Totals all = batch.all;
    if (const auto other = opposite(c.game(), spot)) {
        all[index_of(*other)] += batch.later[index_of(*other)];
    }
    return all;
}

// Returns what the house wins on the bet, on the outcomes on which the bet loses.
Losses gains_of(const rules::Layout& layout, rules::SpotId spot, Money amount) {
    Losses gains = {};
    if (amount == Money() || !find_row(layout, spot)) return gains;
    add_bet(gains, layout, spot, amount);
    for (Money& one : gains) one = std::min(one, Money());
    return gains;
}

// Returns the losses that a bet is judged by: with what later bets of the batch lose to the house.
// On each outcome the last bet that wins there is thereby judged by the end state of the batch.
std::optional<Losses> losses_for(const Batch& batch) {
    std::optional<Losses> losses = batch.losses;
    for (std::size_t i = 0; losses && i < losses->size(); ++i) (*losses)[i] += batch.gains[i];
    return losses;
}

// Returns how much more the player may stake on the spot, as the batch stands.
Headroom headroom_in(const Context& c, const rules::Layout& layout, rules::SpotId spot,
                     const Batch& batch) {
    const auto headroom = [&](const Totals& all, const std::optional<Losses>& losses) {
        return headroom_on(c.configuration(), c.game(), layout, spot, batch.own, all,
                           losses ? &*losses : nullptr);
    };
    if (!batch.judged_together) return headroom(batch.all, batch.losses);
    return headroom(totals_for(c, batch, spot), losses_for(batch));
}

// Answers one bet, and adds what is accepted to the batch.
BetAnswer answer_bet(const Context& c, const rules::Layout& layout, const BetOrder& bet,
                     Batch& batch) {
    const Configuration& configuration = c.configuration();
    const auto no = [&](Reason reason) { return BetAnswer{bet.spot, bet.amount, {}, reason}; };
    if (!find_row(layout, bet.spot)) return no(Reason::spot_not_offered);
    if (bet.amount <= Money() || bet.amount > money_max) return no(Reason::amount_out_of_range);
    if (bet.amount.cents() % configuration.chip.cents() != 0) return no(Reason::not_in_chips);
    const Headroom headroom = headroom_in(c, layout, bet.spot, batch);
    Money accepted = bet.amount;
    std::optional<Reason> reason;
    if (headroom.amount && *headroom.amount < accepted) {
        accepted = *headroom.amount;
        reason = reason_for(headroom.kind);
    }
    if (accepted == Money()) return no(*reason);
    if (!limits_are_advisory(configuration, c.game()) &&
        batch.own[index_of(bet.spot)] + accepted < configuration.limit_on(bet.spot).min) {
        // The headroom may be less than the minimum.
        return no(reason.value_or(Reason::stake_below_minimum));
    }
    if (accepted > batch.credit) return no(Reason::not_enough_credit);
    if (batch.loss_left && accepted > *batch.loss_left) {
        return no(Reason::own_loss_limit_reached);
    }
    if (const Safeguards* caps = safeguards_of(c)) {
        if (batch.staked + accepted > caps->stake_max) return no(Reason::stake_above_maximum);
        if (batch.staked_in_all + accepted > caps->stakes_max) {
            return no(Reason::round_stakes_above_maximum);
        }
    }
    check(accepted > Money() && accepted <= bet.amount);
    check(!headroom.amount || accepted <= *headroom.amount);
    batch.own[index_of(bet.spot)] += accepted;
    batch.all[index_of(bet.spot)] += accepted;
    batch.credit -= accepted;
    if (batch.loss_left) *batch.loss_left -= accepted;
    batch.staked += accepted;
    batch.staked_in_all += accepted;
    if (batch.losses) add_bet(*batch.losses, layout, bet.spot, accepted);
    return {bet.spot, bet.amount, accepted, reason};
}

// Answers the withdrawal of one bet, and takes what is withdrawn off the batch.
BetAnswer answer_withdrawal(const Context& c, const Bettor& bettor, const BetOrder& bet,
                            Batch& batch) {
    const Configuration& configuration = c.configuration();
    Money& own = batch.own[index_of(bet.spot)];
    const Money amount = bet.amount == Money() ? own : bet.amount;
    const auto no = [&](Reason reason) { return BetAnswer{bet.spot, amount, {}, reason}; };
    if (amount <= Money() || amount > own) return no(Reason::no_such_bet);
    if (amount.cents() % configuration.chip.cents() != 0) return no(Reason::not_in_chips);
    const Money left = own - amount;
    if (!limits_are_advisory(configuration, c.game()) && left > Money() &&
        left < configuration.limit_on(bet.spot).min) {
        return no(Reason::stake_below_minimum);
    }
    if (batch.losses) {
        // At a terminal a player may always withdraw before the close; the cap limits the next bet.
        if (!c.game().equipment.terminals && !batch.whole &&
            removal_exceeds_exposure(c, bettor.layout, bet.spot, amount, *batch.losses)) {
            return no(Reason::table_limit_reached);
        }
        add_bet(*batch.losses, c.game().layouts.at(bettor.layout), bet.spot, -amount);
    }
    own = left;
    if (shares_boxes(c.game())) batch.all[index_of(bet.spot)] -= amount;
    return {bet.spot, amount, amount, {}};
}

// Returns the stakes in the round before the bets of the stay are answered.
Batch batch_of(const Context& c, const Round& round, StayId stay) {
    Batch batch;
    if (const BetSlip* slip = find_slip(round, stay)) {
        batch.own = totals_of(*slip);
        batch.staked = stakes_of(*slip);
    }
    batch.staked_in_all = c.state.ledger.balance(ledger::escrow(c.id()));
    if (shares_boxes(c.game())) batch.all = totals_of(round);
    if (c.configuration().exposure_max) batch.losses = losses_of(c.state, round);
    batch.credit = c.state.ledger.balance(ledger::credit(stay));
    batch.loss_left = own_loss_left(c, stay);
    return batch;
}

// Answers bets that are judged together, with `start` as the stakes before them.
std::vector<BetAnswer> answer_together(const Context& c, const rules::Layout& layout,
                                       const std::vector<BetOrder>& bets, const Batch& start,
                                       Batch& batch) {
    const bool exposed = c.configuration().exposure_max && has_edition(c.state, 1);
    const auto add_gains = [&](Losses& to, std::size_t bet, int sign, Money amount) {
        if (!exposed) return;
        const Losses gains = gains_of(layout, bets[bet].spot, amount);
        for (std::size_t i = 0; i < gains.size(); ++i) to[i] += sign > 0 ? gains[i] : -gains[i];
    };
    std::vector<Money> expected(bets.size());
    for (std::size_t i = 0; i < bets.size(); ++i) {
        const bool in_range = bets[i].amount > Money() && bets[i].amount <= money_max;
        if (in_range) expected[i] = bets[i].amount;
    }
    std::vector<BetAnswer> answers;
    answers.reserve(bets.size());
    // Each pass but the last lowers an expectation; two passes are usual.
    for (std::size_t pass = 0; pass <= bets.size() + 1; ++pass) {
        if (pass == bets.size() + 1) std::ranges::fill(expected, Money());
        batch = start;
        for (std::size_t i = 0; i < bets.size(); ++i) {
            batch.later[index_of(bets[i].spot)] += expected[i];
            add_gains(batch.gains, i, 1, expected[i]);
        }
        answers.clear();
        bool as_expected = true;
        for (std::size_t i = 0; i < bets.size(); ++i) {
            batch.later[index_of(bets[i].spot)] -= expected[i];
            add_gains(batch.gains, i, -1, expected[i]);
            answers.push_back(answer_bet(c, layout, bets[i], batch));
            if (answers[i].accepted >= expected[i]) continue;
            expected[i] = answers[i].accepted;
            as_expected = false;
        }
        if (as_expected) break;
    }
    check(answers.size() == bets.size());
    return answers;
}

}  // namespace

const BetSlip* find_slip(const Round& round, StayId stay) {
    const auto found = round.bet_slips.find(stay);
    return found == round.bet_slips.end() ? nullptr : &found->second;
}

bool removal_exceeds_exposure(const Context& c, std::uint8_t layout, rules::SpotId spot,
                              Money amount, Losses losses) {
    const Losses before = losses;
    add_bet(losses, c.game().layouts.at(layout), spot, -amount);
    return exceeds_exposure(c, before, losses);
}

bool exceeds_exposure(const Context& c, const Losses& before, const Losses& after) {
    for (std::size_t i = 0; i < after.size(); ++i) {
        if (after[i] > *c.configuration().exposure_max && after[i] > before[i]) return true;
    }
    return false;
}

std::vector<BetAnswer> answer_bets(const Context& c, const rules::Layout& layout,
                                   const std::vector<BetOrder>& bets, StayId stay, Batch& batch) {
    batch = batch_of(c, *c.table().round, stay);
    const bool paired = shares_boxes(c.game()) && c.configuration().differential_max;
    const bool exposed = c.configuration().exposure_max && has_edition(c.state, 1);
    if (paired || exposed) {
        batch.judged_together = true;
        return answer_together(c, layout, bets, Batch(batch), batch);
    }
    std::vector<BetAnswer> answers;
    answers.reserve(bets.size());
    for (const BetOrder& bet : bets) answers.push_back(answer_bet(c, layout, bet, batch));
    return answers;
}

std::vector<BetAnswer> answer_withdrawals(const Context& c, const Bettor& bettor,
                                          const std::vector<BetOrder>& bets, Batch& batch) {
    const Batch start = batch_of(c, *c.table().round, bettor.stay);
    std::vector<BetAnswer> answers;
    answers.reserve(bets.size());
    for (const bool whole : {true, false}) {
        if (whole && !has_edition(c.state, 1)) continue;
        batch = start;
        batch.whole = whole;
        answers.clear();
        for (const BetOrder& bet : bets) {
            answers.push_back(answer_withdrawal(c, bettor, bet, batch));
        }
        if (!batch.losses || c.game().equipment.terminals) break;
        if (whole && !exceeds_exposure(c, *start.losses, *batch.losses)) break;
    }
    return answers;
}

}  // namespace sicbo::table
