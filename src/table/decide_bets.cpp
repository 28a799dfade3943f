// SPDX-License-Identifier: MIT
// Placing and withdrawing bets, and keeping to the limits.
#include <algorithm>
#include <expected>

#include "table/decide.h"
#include "table/limits.h"

namespace sicbo::table {
namespace {

using rules::Cause;

constexpr std::size_t batch_max = 256;  // bets in one order; more than a player has spots

// The stay that the bets are for, and its layout.
struct Bettor {
    StayId stay;
    TerminalId terminal;  // 0 at the felt
    std::uint8_t layout = 0;
};

// Finds the stay that the actor may place or withdraw bets for. `named` is the stay in the order, 0
// if it names none.
std::expected<Bettor, Refusal> find_bettor(const Context& c, StayId named) {
    const auto refused = [](Refusal refusal) { return std::unexpected(std::move(refusal)); };
    const Table& t = c.table();
    if (c.stamp.actor.kind == ActorKind::terminal) {
        const TerminalId id{c.stamp.actor.number};
        const Terminal& terminal = t.terminals.at(id);
        if (named && named != terminal.stay) return refused({Reason::no_such_stay});
        return Bettor{terminal.stay, id, terminal.layout};
    }
    if (c.game().equipment.terminals) {  // staff don't bet at a player's terminal
        return refused({Reason::not_on_behalf});
    }
    const StayId stay =
        c.stamp.actor.kind == ActorKind::seat ? StayId{c.stamp.actor.number} : named;
    if (named && named != stay) return refused({Reason::no_such_stay});
    const auto found = c.state.stays.find(stay);
    if (found == c.state.stays.end() || found->second.table != c.id() || found->second.ended) {
        return refused({Reason::no_such_stay});
    }
    if (found->second.away) return refused({Reason::seat_left});
    if (c.by_person()) {
        const rules::Procedure& procedure = c.game().procedure;
        if (!procedure.on_behalf || !counts_as(c.stamp.role, *procedure.on_behalf)) {
            return refused(refuse(Reason::not_on_behalf, procedure.on_behalf_clauses));
        }
    }
    return Bettor{stay, {}, 0};
}

// Returns the refusal if staff act for a player without the player's instruction.
std::optional<Refusal> refusal_without_instruction(const Context& c,
                                                   const std::string& instruction) {
    if (!c.by_person() || is_valid_note(instruction)) return std::nullopt;
    return refuse(Reason::instruction_missing, c.game().procedure.on_behalf_clauses);
}

// Returns the refusal if betting is not open; its reason is `betting_closed` only after the close.
std::optional<Refusal> refusal_unless_open(const Context& c, bool withdrawal) {
    if (auto refusal = refusal_unless_playable(c)) return refusal;
    const Table& t = c.table();
    if (!t.round || !is_done(*c.rules, *t.round, rules::Step::open)) {
        return refuse(c, Reason::betting_not_open, rules::Step::open);
    }
    if (is_done(*c.rules, *t.round, rules::Step::close)) return too_late(c, withdrawal);
    return std::nullopt;
}

// The decision on bets, or their withdrawal, while betting is not open: an attempt after the close
// is recorded.
Decision refuse_and_record(Refusal refusal, StayId stay, const std::vector<BetOrder>& bets,
                           bool withdrawal) {
    Decision decision = std::move(refusal);
    if (decision.refusal->reason == Reason::betting_closed) {
        decision.add(LateAttempt{stay, bets, withdrawal});
    }
    return decision;
}

const Slip* find_slip(const Round& round, StayId stay) {
    const auto found = round.slips.find(stay);
    return found == round.slips.end() ? nullptr : &found->second;
}

std::size_t index_of(rules::SpotId spot) { return static_cast<std::size_t>(spot); }

// The stakes in the round while the bets of a batch are answered one by one.
struct Batch {
    Totals own = {};                 // of the player
    Totals all = {};                 // of all players, where they share boxes
    std::optional<Losses> losses;    // of the house, if the exposure is limited
    Money credit;                    // of the player
    bool whole = false;              // the exposure is judged after the whole batch
    std::optional<Money> loss_left;  // that the player allows; none: no limit
    Money staked;                    // by the player, on all spots; counted for the caps only
    Money staked_in_all;             // by all players, likewise
    Totals later = {};               // what later bets of the batch are expected to add
    Losses gains = {};  // what the house is expected to win on them, as negative losses
};

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
    if (amount == Money() || !find_row(layout, spot_of(spot))) return gains;
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

// Answers one bet, and adds what is accepted to the batch.
BetAnswer answer_bet(const Context& c, const rules::Layout& layout, const BetOrder& bet,
                     Batch& batch) {
    const Configuration& configuration = c.configuration();
    const auto no = [&](Reason reason) { return BetAnswer{bet.spot, bet.amount, {}, reason}; };
    if (!find_row(layout, spot_of(bet.spot))) return no(Reason::spot_not_offered);
    if (bet.amount <= Money() || bet.amount > money_max) return no(Reason::amount_out_of_range);
    if (bet.amount.cents() % configuration.chip.cents() != 0) return no(Reason::not_in_chips);
    const std::optional<Losses> losses = losses_for(batch);
    const Headroom headroom =
        headroom_on(configuration, c.game(), layout, bet.spot, batch.own,
                    totals_for(c, batch, bet.spot), losses ? &*losses : nullptr);
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

// Returns the refusal of a bet, with the clause that the game has about the limit.
Refusal refusal_for(const Context& c, Reason reason) {
    const auto by_rule = [&](Cause cause) {
        return find_rule(*c.rules, cause) ? refuse(c, reason, cause)
                                          : refuse(reason, c.game().limits.clauses);
    };
    const bool shared =
        reason == Reason::spot_limit_reached || reason == Reason::table_limit_reached;
    if (reason == Reason::stake_below_minimum) return by_rule(Cause::below_minimum_seen);
    if (shared) return by_rule(Cause::excess_seen);
    if (reason == Reason::round_limit_reached) return refuse(reason, c.game().limits.clauses);
    return {reason};
}

// Where limits are advisory, adds a warning for each box that is over its limit, and for each of
// these bets that is below its minimum.
void add_warnings(Decision& decision, const Context& c, StayId stay, const Batch& batch,
                  const std::vector<BetAnswer>& answers) {
    if (!limits_are_advisory(c.configuration(), c.game())) return;
    for (const auto& [spot, over] : excesses(c.configuration(), c.game(), batch.all)) {
        decision.add(LimitWarned{spot, over});
    }
    for (const BetAnswer& answer : answers) {
        const Money left = batch.own[index_of(answer.spot)];
        if (left > Money() && left < c.configuration().limit_on(answer.spot).min) {
            decision.add(BelowMinimumWarned{stay, answer.spot});
        }
    }
}

// Returns true if taking the stake away would raise a loss of the house above exposure_max, or
// raise one that is above it already.
bool removal_exceeds_exposure(const Context& c, std::uint8_t layout, rules::SpotId spot,
                              Money amount, Losses losses) {
    const Losses before = losses;
    add_bet(losses, c.game().layouts.at(layout), spot, -amount);
    for (std::size_t i = 0; i < losses.size(); ++i) {
        if (losses[i] > *c.configuration().exposure_max && losses[i] > before[i]) return true;
    }
    return false;
}

// Returns true if a loss of the house is above exposure_max and higher than before.
bool exceeds_exposure(const Context& c, const Losses& before, const Losses& after) {
    for (std::size_t i = 0; i < after.size(); ++i) {
        if (after[i] > *c.configuration().exposure_max && after[i] > before[i]) return true;
    }
    return false;
}

bool rejections_exceed_exposure(const Context& c, const Decision& decision, Losses losses) {
    for (const Event& event : decision.events) {
        const auto* rejected = get_if<ExcessRejected>(&event.fact);
        if (!rejected) continue;
        const Losses before = losses;
        for (const Placement& one : rejected->rejections) {
            const bool alone = !has_edition(c.state, 1);  // edition 0 judged each by itself
            if (alone && removal_exceeds_exposure(c, 0, one.spot, one.amount, losses)) return true;
            add_bet(losses, c.game().layouts.front(), one.spot, -one.amount);
        }
        if (has_edition(c.state, 1) && exceeds_exposure(c, before, losses)) return true;
    }
    return false;
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

// The decision if no bet of a batch was accepted; the first answer gives the reason.
Decision refuse_all(const Context& c, std::vector<BetAnswer> answers) {
    check(!answers.empty() && answers.front().reason);
    Decision decision = refusal_for(c, *answers.front().reason);
    decision.answers = std::move(answers);
    return decision;
}

Batch batch_of(const Context& c, const Round& round, StayId stay) {
    Batch batch;
    if (const Slip* slip = find_slip(round, stay)) {
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

// Answers the bets of a batch in their order; `batch` holds the stakes afterwards. A bet is judged
// by what later bets of the batch add to its opposing box, and by what the house wins on them. If
// those are accepted only in part, the bets are judged again with the smaller amounts.
std::vector<BetAnswer> answer_bets(const Context& c, const rules::Layout& layout,
                                   const std::vector<BetOrder>& bets, StayId stay, Batch& batch) {
    const bool paired = shares_boxes(c.game()) && c.configuration().differential_max;
    const bool exposed = c.configuration().exposure_max && has_edition(c.state, 1);
    const auto add_gains = [&](Losses& to, std::size_t bet, int sign, Money amount) {
        if (!exposed) return;
        const Losses gains = gains_of(layout, bets[bet].spot, amount);
        for (std::size_t i = 0; i < gains.size(); ++i) to[i] += sign > 0 ? gains[i] : -gains[i];
    };
    std::vector<Money> expected(bets.size());
    for (std::size_t i = 0; (paired || exposed) && i < bets.size(); ++i) {
        const bool in_range = bets[i].amount > Money() && bets[i].amount <= money_max;
        if (in_range) expected[i] = bets[i].amount;
    }
    const Batch start = batch_of(c, *c.table().round, stay);
    std::vector<BetAnswer> answers;
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

void reject_excess(Decision& decision, const Context& c, const std::vector<Placement>& placements,
                   const Totals& all) {
    if (excesses(c.configuration(), c.game(), all).empty()) return;
    std::vector<Placement> list = rejections(c.configuration(), c.game(), placements);
    Postings postings;
    for (const Placement& one : list) {
        postings.push_back({ledger::escrow(c.id()), payee(c.state, one.stay), one.amount});
    }
    const std::vector<Placement> rejected = list;
    decision.add(ExcessRejected{std::move(list)}, std::move(postings));
    for (const Placement& one : rejected) {
        Money left;
        for (const Placement& placement : placements) {
            if (placement.stay == one.stay && placement.spot == one.spot) left += placement.amount;
        }
        left -= one.amount;
        if (left > Money() && left < c.configuration().limit_on(one.spot).min) {
            decision.add(BelowMinimumWarned{one.stay, one.spot});
        }
    }
}

template <>
Decision decide_on(const Context& c, const PlaceBets& o) {
    if (o.bets.empty()) return Reason::no_bets;
    if (o.bets.size() > batch_max) return Reason::too_many_bets;
    if (is_untracked(c.state.cage, c.id())) return Reason::chips_untracked;
    const std::expected<Bettor, Refusal> found = find_bettor(c, o.stay);
    if (!found) return found.error();
    const Bettor& bettor = *found;
    if (auto refusal = refusal_unless_open(c, false)) {
        return refuse_and_record(std::move(*refusal), bettor.stay, o.bets, false);
    }
    if (auto refusal = refusal_without_instruction(c, o.instruction)) return *refusal;
    if (auto reason = refusal_at_terminal(c, bettor.terminal)) return *reason;
    if (!bettor.stay) return Reason::not_enough_credit;
    if (auto reason = refusal_by_player(c, bettor.stay)) return *reason;
    if (const Safeguards* caps = safeguards_of(c)) {
        const Terminal* at = bettor.terminal ? &c.table().terminals.at(bettor.terminal) : nullptr;
        if (highest_meter(c, at) > caps->meter_max) return Reason::meter_full;
    }
    const rules::Layout& layout = c.game().layouts.at(bettor.layout);
    Batch batch;
    std::vector<BetAnswer> answers = answer_bets(c, layout, o.bets, bettor.stay, batch);
    Money staked;
    for (const BetAnswer& answer : answers) staked += answer.accepted;
    if (staked == Money()) return refuse_all(c, std::move(answers));
    check(staked <= c.state.ledger.balance(ledger::credit(bettor.stay)));
    Decision decision;
    decision.add(BetsPlaced{bettor.stay, answers, o.instruction},
                 {{ledger::credit(bettor.stay), ledger::escrow(c.id()), staked}});
    add_warnings(decision, c, bettor.stay, batch, answers);
    decision.answers = std::move(answers);
    return decision;
}

namespace {

// Answers the withdrawals of a batch; `batch` holds the stakes afterwards. The exposure is judged
// by the end state; only if that exceeds it is each withdrawal judged in its turn.
std::vector<BetAnswer> answer_withdrawals(const Context& c, const Bettor& bettor,
                                          const std::vector<BetOrder>& bets, Batch& batch) {
    const Batch start = batch_of(c, *c.table().round, bettor.stay);
    std::vector<BetAnswer> answers;
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

// Decides a withdrawal; `instruction` is that of the player if staff withdraw, else empty.
Decision withdraw(const Context& c, const WithdrawBets& o, const std::string& instruction) {
    if (o.bets.empty()) return Reason::no_bets;
    if (o.bets.size() > batch_max) return Reason::too_many_bets;
    const std::expected<Bettor, Refusal> found = find_bettor(c, o.stay);
    if (!found) return found.error();
    const Bettor& bettor = *found;
    if (auto refusal = refusal_unless_open(c, true)) {
        return refuse_and_record(std::move(*refusal), bettor.stay, o.bets, true);
    }
    if (auto refusal = refusal_without_instruction(c, instruction)) return *refusal;
    if (auto reason = refusal_at_terminal(c, bettor.terminal)) return *reason;
    const Round& round = *c.table().round;
    Batch batch;
    const std::vector<BetAnswer> answers = answer_withdrawals(c, bettor, o.bets, batch);
    std::vector<Placement> placements = round.placements;
    Money withdrawn;
    for (const BetAnswer& answer : answers) {
        withdrawn += answer.accepted;
        if (shares_boxes(c.game()) && answer.accepted > Money()) {
            remove_newest(placements, bettor.stay, answer.spot, answer.accepted);
        }
    }
    check(answers.size() == o.bets.size());
    if (withdrawn == Money()) return refuse_all(c, answers);
    check(withdrawn <= c.state.ledger.balance(ledger::escrow(c.id())));
    Decision decision;
    decision.add(BetsWithdrawn{bettor.stay, answers},
                 {{ledger::escrow(c.id()), ledger::credit(bettor.stay), withdrawn}});
    if (!instruction.empty()) decision.add(InstructionRecorded{bettor.stay, instruction});
    if (limits_are_advisory(c.configuration(), c.game())) {
        add_warnings(decision, c, bettor.stay, batch, answers);
    } else if (shares_boxes(c.game())) {
        reject_excess(decision, c, placements, batch.all);
        // A rejected bet is no longer a gain of the house on the rolls that it would have lost on.
        if (batch.losses && rejections_exceed_exposure(c, decision, *batch.losses)) {
            return refusal_for(c, Reason::table_limit_reached);
        }
    }
    decision.answers = answers;
    return decision;
}

}  // namespace

template <>
Decision decide_on(const Context& c, const WithdrawBets& o) {
    return withdraw(c, o, {});
}

template <>
Decision decide_on(const Context& c, const WithdrawOnBehalf& o) {
    return withdraw(c, {o.stay, o.bets}, o.instruction);
}

template <>
Decision decide_on(const Context& c, const RejectExcess&) {
    if (refusal_unless_open(c, true)) return refuse(c, Reason::betting_closed, Cause::excess_seen);
    if (!shares_boxes(c.game())) return Reason::nothing_to_reject;
    const Round& round = *c.table().round;
    Decision decision;
    reject_excess(decision, c, round.placements, totals_of(round));
    if (decision.events.empty()) return Reason::nothing_to_reject;
    return decision;
}

template <>
Decision decide_on(const Context& c, const AdvisePlayer& o) {
    if (refusal_unless_open(c, true)) {
        return refuse(c, Reason::betting_closed, Cause::below_minimum_seen);
    }
    const Slip* slip = find_slip(*c.table().round, o.stay);
    const Money stake = slip ? totals_of(*slip)[index_of(o.spot)] : Money();
    if (stake == Money()) return Reason::no_such_bet;
    return PlayerAdvised{o.stay, o.spot};
}

}  // namespace sicbo::table
