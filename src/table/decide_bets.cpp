// SPDX-License-Identifier: MIT
// Placing and withdrawing bets, and keeping to the limits.
#include <algorithm>

#include "table/decide.h"
#include "table/limits.h"

namespace sicbo::table {
namespace {

using rules::Cause;

constexpr std::size_t batch_max = 256;

// Whose bets they are, and on which layout.
struct Bettor {
    StayId stay;
    TerminalId terminal;
    std::uint8_t layout = 0;
};

std::optional<Refusal> find_bettor(const Context& c, StayId named, const std::string& instruction,
                                   bool placing, Bettor& bettor) {
    const Table& t = c.table();
    if (c.stamp.actor.kind == ActorKind::terminal) {
        const TerminalId id{c.stamp.actor.number};
        const Terminal& terminal = t.terminals.at(id);
        if (named && named != terminal.stay) return Refusal{Reason::no_such_stay};
        bettor = {terminal.stay, id, terminal.layout};
        return std::nullopt;
    }
    if (c.game().equipment.terminals) {  // staff touch no player's terminal
        return Refusal{Reason::not_on_behalf};
    }
    const StayId stay =
        c.stamp.actor.kind == ActorKind::seat ? StayId{c.stamp.actor.number} : named;
    if (named && named != stay) return Refusal{Reason::no_such_stay};
    const auto found = c.state.stays.find(stay);
    if (found == c.state.stays.end() || found->second.table != c.id() || found->second.ended) {
        return Refusal{Reason::no_such_stay};
    }
    if (found->second.away) return Refusal{Reason::seat_left};
    if (c.by_person()) {
        const rules::Procedure& procedure = c.game().procedure;
        if (!procedure.on_behalf || !counts_as(c.stamp.role, *procedure.on_behalf)) {
            return refuse(Reason::not_on_behalf, procedure.on_behalf_clauses);
        }
        if (placing && !is_note(instruction)) {
            return refuse(Reason::instruction_missing, procedure.on_behalf_clauses);
        }
    }
    bettor = {stay, {}, 0};
    return std::nullopt;
}

std::optional<Refusal> wrong_with_terminal(const Context& c, TerminalId id) {
    if (!id) return std::nullopt;
    const Terminal& terminal = c.table().terminals.at(id);
    if (!terminal.enabled) return Refusal{Reason::terminal_disabled};
    if (!terminal.online) return Refusal{Reason::terminal_offline};
    if (terminal.locked) return Refusal{Reason::terminal_locked};
    return std::nullopt;
}

// Whether bets are open; what comes after the close is refused and kept on record.
std::optional<Decision> not_open(const Context& c, StayId stay, const std::vector<BetOrder>& bets,
                                 bool withdrawal) {
    if (auto wrong = not_playing(c)) return Decision(*wrong);
    const Table& t = c.table();
    if (!t.round || !is_done(*c.rules, *t.round, rules::Step::open)) {
        return Decision(refuse(c, Reason::betting_not_open, rules::Step::open));
    }
    if (is_done(*c.rules, *t.round, rules::Step::close)) {
        Decision late = LateAttempt{stay, bets, withdrawal};
        late.refusal = too_late(c, withdrawal);
        return late;
    }
    return std::nullopt;
}

const Slip* find_slip(const Round& round, StayId stay) {
    const auto found = round.slips.find(stay);
    return found == round.slips.end() ? nullptr : &found->second;
}

std::size_t at(rules::SpotId spot) { return static_cast<std::size_t>(spot); }

// What the batch has come to so far.
struct Batch {
    Totals own = {};
    Totals all = {};
    std::optional<Losses> losses;
    Money staked;
    Money credit;
};

BetAnswer answer_bet(const Context& c, const rules::Layout& layout, const BetOrder& bet,
                     Batch& batch) {
    const Configuration& configuration = c.configuration();
    const auto no = [&](Reason reason) { return BetAnswer{bet.spot, bet.amount, {}, reason}; };
    if (!find_row(layout, spot_of(bet.spot))) return no(Reason::spot_not_offered);
    if (bet.amount <= Money() || bet.amount > money_max) return no(Reason::amount_out_of_range);
    if (bet.amount.cents() % configuration.chip.cents() != 0) return no(Reason::not_in_chips);
    Headroom headroom = headroom_on(configuration, c.game(), layout, bet.spot, batch.own, batch.all,
                                    batch.losses ? &*batch.losses : nullptr);
    if (configuration.round_max) {
        headroom.narrow(*configuration.round_max - batch.staked, Reason::round_limit_reached);
    }
    Money accepted = bet.amount;
    std::optional<Reason> reason;
    if (headroom.amount && *headroom.amount < accepted) {
        const std::int64_t chip = configuration.chip.cents();
        accepted =
            Money::of_cents(std::max<std::int64_t>(0, headroom.amount->cents()) / chip * chip);
        reason = headroom.limit;
    }
    if (accepted == Money()) return no(*reason);
    const bool advised = shares_boxes(c.game()) && configuration.policy == Policy::advise;
    if (!advised && batch.own[at(bet.spot)] + accepted < configuration.limit_on(bet.spot).min) {
        // What a limit leaves may be less than a bet can be.
        return no(reason.value_or(Reason::stake_below_minimum));
    }
    if (accepted > batch.credit) return no(Reason::not_enough_credit);
    check(accepted > Money() && accepted <= bet.amount);
    check(!headroom.amount || accepted <= *headroom.amount);
    batch.own[at(bet.spot)] += accepted;
    batch.all[at(bet.spot)] += accepted;
    batch.staked += accepted;
    batch.credit -= accepted;
    if (batch.losses) add_bet(*batch.losses, layout, bet.spot, accepted);
    return {bet.spot, bet.amount, accepted, reason};
}

// The clause behind a bet's refusal, where the game has one.
Refusal because(const Context& c, Reason reason) {
    switch (reason) {
        case Reason::stake_below_minimum:
            return find_rule(*c.rules, Cause::below_minimum_seen)
                       ? refuse(c, reason, Cause::below_minimum_seen)
                       : refuse(reason, c.game().limits.clauses);
        case Reason::spot_limit_reached:
        case Reason::table_limit_reached:
            return find_rule(*c.rules, Cause::excess_seen)
                       ? refuse(c, reason, Cause::excess_seen)
                       : refuse(reason, c.game().limits.clauses);
        case Reason::round_limit_reached: return refuse(reason, c.game().limits.clauses);
        default: return {reason};
    }
}

// What the dealer is told where limits are advised: boxes over them, and bets that are too small.
void warn(Decision& decision, const Context& c, StayId stay, const Batch& batch,
          const std::vector<BetAnswer>& answers) {
    if (!shares_boxes(c.game()) || c.configuration().policy != Policy::advise) return;
    for (const auto& [spot, over] : excesses(c.configuration(), c.game(), batch.all)) {
        decision.add(LimitWarned{spot, over});
    }
    for (const BetAnswer& answer : answers) {
        const Money left = batch.own[at(answer.spot)];
        if (left > Money() && left < c.configuration().limit_on(answer.spot).min) {
            decision.add(BelowMinimumWarned{stay, answer.spot});
        }
    }
}

// Whether the stake, taken away, would leave the house with more to lose on some roll than its cap.
bool risks_too_much(const Context& c, std::uint8_t layout, rules::SpotId spot, Money amount,
                    Losses losses) {
    const Losses before = losses;
    add_bet(losses, c.game().layouts.at(layout), spot, -amount);
    for (std::size_t i = 0; i < losses.size(); ++i) {
        if (losses[i] > *c.configuration().exposure_max && losses[i] > before[i]) return true;
    }
    return false;
}

bool rejections_risk_too_much(const Context& c, const Decision& decision, Losses losses) {
    for (const Event& event : decision.events) {
        const auto* rejected = get_if<ExcessRejected>(&event.fact);
        if (!rejected) continue;
        for (const Placement& one : rejected->rejections) {
            if (risks_too_much(c, 0, one.spot, one.amount, losses)) return true;
            add_bet(losses, c.game().layouts.front(), one.spot, -one.amount);
        }
    }
    return false;
}

Decision refused_all(const Context& c, std::vector<BetAnswer> answers) {
    check(!answers.empty() && answers.front().reason);
    Decision decision = because(c, *answers.front().reason);
    decision.answers = std::move(answers);
    return decision;
}

Batch batch_of(const Context& c, const Round& round, StayId stay) {
    Batch batch;
    if (const Slip* slip = find_slip(round, stay)) {
        batch.own = totals_of(*slip);
        batch.staked = stakes_of(*slip);
    }
    if (shares_boxes(c.game())) batch.all = totals_of(round);
    if (c.configuration().exposure_max) batch.losses = losses_of(c.state, round);
    batch.credit = c.state.ledger.balance(ledger::credit(stay));
    return batch;
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
    Bettor bettor;
    if (auto wrong = find_bettor(c, o.stay, o.instruction, true, bettor)) return *wrong;
    if (auto wrong = not_open(c, bettor.stay, o.bets, false)) return std::move(*wrong);
    if (auto wrong = wrong_with_terminal(c, bettor.terminal)) return *wrong;
    if (!bettor.stay) return Reason::not_enough_credit;
    const Round& round = *c.table().round;
    const rules::Layout& layout = c.game().layouts.at(bettor.layout);
    Batch batch = batch_of(c, round, bettor.stay);
    std::vector<BetAnswer> answers;
    answers.reserve(o.bets.size());
    Money taken;
    for (const BetOrder& bet : o.bets) {
        answers.push_back(answer_bet(c, layout, bet, batch));
        taken += answers.back().accepted;
    }
    check(answers.size() == o.bets.size());
    if (taken == Money()) return refused_all(c, std::move(answers));
    check(taken <= c.state.ledger.balance(ledger::credit(bettor.stay)));
    Decision decision;
    decision.add(BetsPlaced{bettor.stay, answers, o.instruction},
                 {{ledger::credit(bettor.stay), ledger::escrow(c.id()), taken}});
    warn(decision, c, bettor.stay, batch, answers);
    decision.answers = std::move(answers);
    return decision;
}

template <>
Decision decide_on(const Context& c, const WithdrawBets& o) {
    if (o.bets.empty()) return Reason::no_bets;
    if (o.bets.size() > batch_max) return Reason::too_many_bets;
    Bettor bettor;
    if (auto wrong = find_bettor(c, o.stay, {}, false, bettor)) return *wrong;
    if (auto wrong = not_open(c, bettor.stay, o.bets, true)) return std::move(*wrong);
    if (auto wrong = wrong_with_terminal(c, bettor.terminal)) return *wrong;
    const Round& round = *c.table().round;
    Batch batch = batch_of(c, round, bettor.stay);
    const bool advised = shares_boxes(c.game()) && c.configuration().policy == Policy::advise;
    std::vector<BetAnswer> answers;
    std::vector<Placement> placements = round.placements;
    Money taken;
    for (const BetOrder& bet : o.bets) {
        Money& own = batch.own[at(bet.spot)];
        const Money amount = bet.amount == Money() ? own : bet.amount;
        BetAnswer answer{bet.spot, amount, {}, {}};
        const bool there = amount > Money() && amount <= own;
        const Money left = there ? own - amount : Money();
        if (!there) {
            answer.reason = Reason::no_such_bet;
        } else if (amount.cents() % c.configuration().chip.cents() != 0) {
            answer.reason = Reason::not_in_chips;
        } else if (!advised && left > Money() && left < c.configuration().limit_on(bet.spot).min) {
            answer.reason = Reason::stake_below_minimum;
        } else if (batch.losses &&
                   risks_too_much(c, bettor.layout, bet.spot, amount, *batch.losses)) {
            answer.reason = Reason::table_limit_reached;
        } else {
            answer.accepted = amount;
            if (batch.losses) {
                add_bet(*batch.losses, c.game().layouts.at(bettor.layout), bet.spot, -amount);
            }
            own -= amount;
            if (shares_boxes(c.game())) {
                batch.all[at(bet.spot)] -= amount;
                take_back(placements, bettor.stay, bet.spot, amount);
            }
            taken += amount;
        }
        answers.push_back(answer);
    }
    check(answers.size() == o.bets.size());
    if (taken == Money()) return refused_all(c, std::move(answers));
    check(taken <= c.state.ledger.balance(ledger::escrow(c.id())));
    Decision decision;
    decision.add(BetsWithdrawn{bettor.stay, answers},
                 {{ledger::escrow(c.id()), ledger::credit(bettor.stay), taken}});
    if (advised) {
        warn(decision, c, bettor.stay, batch, answers);
    } else if (shares_boxes(c.game())) {
        reject_excess(decision, c, placements, batch.all);
        // What is rejected was a loss of others on some rolls, and so a gain of the house.
        if (batch.losses && rejections_risk_too_much(c, decision, *batch.losses)) {
            return because(c, Reason::table_limit_reached);
        }
    }
    decision.answers = std::move(answers);
    return decision;
}

template <>
Decision decide_on(const Context& c, const RejectExcess&) {
    if (auto wrong = not_open(c, {}, {}, true))
        return refuse(c, Reason::betting_closed, Cause::excess_seen);
    if (!shares_boxes(c.game())) return Reason::nothing_to_reject;
    const Round& round = *c.table().round;
    Decision decision;
    reject_excess(decision, c, round.placements, totals_of(round));
    if (decision.events.empty()) return Reason::nothing_to_reject;
    return decision;
}

template <>
Decision decide_on(const Context& c, const AdvisePlayer& o) {
    if (auto wrong = not_open(c, {}, {}, true))
        return refuse(c, Reason::betting_closed, Cause::below_minimum_seen);
    const Slip* slip = find_slip(*c.table().round, o.stay);
    const Money stake = slip ? totals_of(*slip)[at(o.spot)] : Money();
    if (stake == Money()) return Reason::no_such_bet;
    return PlayerAdvised{o.stay, o.spot};
}

}  // namespace sicbo::table
