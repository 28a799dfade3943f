// SPDX-License-Identifier: MIT
// Placing and withdrawing bets, and keeping to the limits.
#include <algorithm>
#include <expected>

#include "table/bet_batch.h"

namespace sicbo::table {
namespace {

using rules::Cause;

constexpr std::size_t batch_max = 256;  // bets in one order; more than a player has spots

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

// The decision if no bet of a batch was accepted; the first answer gives the reason.
Decision refuse_all(const Context& c, std::vector<BetAnswer> answers) {
    check(!answers.empty() && answers.front().reason);
    Decision decision = refusal_for(c, *answers.front().reason);
    decision.answers = std::move(answers);
    return decision;
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
    decision.answers = answers;
    decision.add(BetsPlaced{bettor.stay, std::move(answers), o.instruction},
                 {{ledger::credit(bettor.stay), ledger::escrow(c.id()), staked}});
    add_warnings(decision, c, bettor.stay, batch, decision.answers);
    return decision;
}

namespace {

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
    const BetSlip* slip = find_slip(*c.table().round, o.stay);
    const Money stake = slip ? totals_of(*slip)[index_of(o.spot)] : Money();
    if (stake == Money()) return Reason::no_such_bet;
    return PlayerAdvised{o.stay, o.spot};
}

}  // namespace sicbo::table
