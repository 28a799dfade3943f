// SPDX-License-Identifier: MIT
// Irregularities, holds, certification, amendments and restarts.
#include <algorithm>
#include <expected>
#include <set>

#include "table/decide.h"
#include "table/settlement.h"

namespace sicbo::table {
namespace {

using rules::Cause;
using rules::Effect;
using rules::Step;

// Returns the fact that removes the damaged set of dice; nothing if it is in no mixer of the table.
std::optional<DiceRemoved> removal_of(const Table& table, DiceId dice) {
    for (const auto& [kind, mixer] : table.mixers) {
        if (mixer.dice && mixer.dice->dice == dice) return DiceRemoved{dice, kind, true};
    }
    return std::nullopt;
}

bool damages_dice(Cause cause) { return cause == Cause::damaged_dice || cause == Cause::broken; }

// Voids the round in play by the rule; the dice or the table may go out of use with it.
Decision end_by_rule(const Context& c, const rules::Irregularity& rule, const Report& o) {
    check(c.table().round && !c.table().round->bets_settled);
    const Round& round = *c.table().round;
    if (round.roll) return refuse(Reason::result_stands, rule.clauses);
    if (!may_end_round(rule, c.stamp.role)) return refuse(Reason::not_allowed, rule.clauses);
    Decision decision;
    void_by_rule(decision, c, o.cause, o.note);
    if (damages_dice(o.cause)) {
        if (auto removed = removal_of(c.table(), round.dice)) decision.add(*removed);
    }
    if (rule.scope == rules::Scope::table) {
        decision.add(TakenOutOfService{std::string(to_word(o.cause)), true});
    }
    return decision;
}

// Makes the incident of a report. `resolves` is raised to a supervisor if it has no rank.
IncidentRaised make_incident(const Context& c, const Report& o, rules::Role resolves) {
    return incident(c, o.cause, rank(resolves) > 0 ? resolves : rules::Role::supervisor, o.note);
}

// Records a report that does not affect a round in play: raises an incident, and takes equipment
// that failed out of use.
Decision record_only(const Context& c, const Provision& found, const Report& o) {
    const Table& t = c.table();
    const rules::StepRule* next = t.round ? next_step(*c.rules, *t.round) : nullptr;
    Decision decision;
    if (!found.rule && o.cause == Cause::lights_failed && next && next->step == Step::illuminate) {
        decision.add(LightsReported{{}, false});  // no spot is lit, and play goes on
    }
    const rules::Irregularity* rule = find_rule(*c.rules, o.cause);
    check(rule);  // Report refuses a cause that the rules do not know
    const bool hold = rule->effect == Effect::hold;
    decision.add(make_incident(c, o, hold ? rule->decides : rules::Role::supervisor));
    const bool lights = o.cause == Cause::lights_failed && t.round && found.rule &&
                        found.rule->effect == Effect::settle_present;
    if (lights) decision.add(LightsFailed{});
    const bool stops = o.cause == Cause::lights_failed_early ||
                       o.cause == Cause::inspection_failed ||
                       (o.cause == Cause::lights_failed && rule->effect == Effect::settle_present);
    if (lights || (!t.round && stops)) {
        decision.add(TakenOutOfService{std::string(to_word(o.cause)), true});
    }
    if (damages_dice(o.cause) && (!t.round || t.round->bets_settled)) {
        const auto mixer = t.mixers.find(t.mixer);
        if (mixer != t.mixers.end() && mixer->second.dice) {
            decision.add(DiceRemoved{mixer->second.dice->dice, t.mixer, true});
        }
    }
    return decision;
}

// Applies the first interruption rule that is in force at the table's step: settles, voids or holds
// the round. A rule whose condition is not met (conclude without a result, void by people) holds
// it.
void decide_interruption(Decision& decision, const State& state, TableId id, const Table& table) {
    if (!table.round || table.phase != Phase::playing) return;
    const Round& round = *table.round;
    const RuleSet& rules = rules_of(state, table);
    const auto hold = [&](Cause cause) { decision.add(HoldPlaced{cause, "interrupted"}, {}, id); };
    if (round.bets_settled) return;  // only the lights have to be cleared
    for (const Cause cause :
         {Cause::interrupted_open, Cause::interrupted_closed, Cause::interrupted_result}) {
        const Provision found = provision(rules, table, cause);
        if (!found.rule) continue;
        const rules::Irregularity& rule = *found.rule;
        const bool decided_by_system = rule.decides == rules::Role::system;
        if (rule.effect == Effect::certify && round.reading) {
            decision.add(ResultEntered{*round.reading, false}, {}, id);
            settle_round(decision, state, id, *round.reading);
        } else if (rule.effect == Effect::conclude && round.roll) {
            settle_round(decision, state, id, *round.roll);
        } else if (rule.effect == Effect::void_ && decided_by_system) {
            void_round(decision, state, id, cause, "interrupted");
        } else {
            hold(cause);
        }
        return;
    }
    hold(Cause::not_covered);
}

struct FoundRound {
    const Round* round = nullptr;
    bool live = false;  // in play and not yet settled
};

// Returns the round with the number if it can be amended, or why it can't.
std::expected<FoundRound, Reason> find_round(const Table& table, std::uint64_t number) {
    if (table.round && table.round->number == number) {
        return FoundRound{&*table.round, !table.round->bets_settled};
    }
    const auto past = table.past.find(number);
    if (past != table.past.end()) return FoundRound{&past->second, false};
    const bool existed = number >= 1 && number <= table.rounds;
    return std::unexpected(existed ? Reason::round_too_old : Reason::no_such_round);
}

// Returns why the round can't become what the amendment says; nothing if it can.
std::optional<Reason> refusal_for_amendment(const Amendment& amendment, const Round& round) {
    if (amendment.roll && amendment.stay) return Reason::not_allowed;
    if (amendment.stay && !round.slips.contains(*amendment.stay)) return Reason::no_such_bet;
    if (round.ended == RoundEnd::void_) return Reason::round_amended_void;
    if (!amendment.roll) return std::nullopt;
    if (!round.roll) return Reason::no_result;
    if (*round.roll == *amendment.roll) return Reason::same_result;
    return std::nullopt;
}

// Bets that are returned while betting is open can leave an opposing box with too much: adds the
// rejection of that excess.
void reject_after_return(Decision& decision, const Context& c, StayId stay) {
    const Round& round = *c.table().round;
    const bool enforced =
        shares_boxes(c.game()) && !limits_are_advisory(c.configuration(), c.game());
    if (!enforced || is_done(*c.rules, round, Step::close)) return;
    Totals all = totals_of(round);
    for (const Bet& bet : round.slips.at(stay).bets) {
        all.at(static_cast<std::size_t>(bet.spot)) -= bet.stake;
    }
    std::vector<Placement> placements = round.placements;
    std::erase_if(placements, [&](const Placement& one) { return one.stay == stay; });
    reject_excess(decision, c, placements, all);
}

}  // namespace

void void_by_rule(Decision& decision, const Context& c, Cause cause, std::string reason) {
    void_round(decision, c.state, c.id(), cause, std::move(reason));
    // The dealer acts at once; a supervisor gets an incident.
    const rules::Irregularity* rule = find_rule(*c.rules, cause);
    const std::string clause = rule && !rule->clauses.empty() ? rule->clauses.front() : "";
    decision.add(incident(c, cause, rules::Role::supervisor,
                          clause.empty() ? "round-void" : "round-void " + clause));
}

template <>
Decision decide_on(const Context& c, const Report& o) {
    if (!is_valid_note(o.note, true)) return Reason::bad_text;
    const Table& t = c.table();
    const Provision found = provision(*c.rules, t, o.cause);
    if (!found.known) return Reason::cause_not_in_rules;
    if (rules::is_interruption(o.cause)) {  // only a restart can determine that
        return refuse(c, Reason::not_allowed, o.cause);
    }
    if (t.phase == Phase::held && o.cause != Cause::display_wrong) return Reason::table_held;
    if (!found.rule || !t.round || t.round->bets_settled) return record_only(c, found, o);
    const rules::Irregularity& rule = *found.rule;
    switch (rule.effect) {
        case Effect::void_: return end_by_rule(c, rule, o);
        case Effect::settle_present: {
            if (t.round->lights_failed) return Reason::no_lights;
            Decision decision = LightsFailed{};
            return decision.add(make_incident(c, o, rules::Role::supervisor));
        }
        case Effect::hold:
            if (!is_valid_note(o.note)) return Reason::reason_missing;
            return HoldPlaced{o.cause, o.note};
        case Effect::refuse: {
            Decision decision = make_incident(c, o, rules::Role::supervisor);
            if (o.cause == Cause::cash_bet) {
                decision.refusal = refuse(Reason::cash_not_accepted, rule.clauses);
            }
            return decision;
        }
        case Effect::conclude:
        case Effect::certify:
        case Effect::continue_:
        case Effect::settle_on_dice:
        case Effect::settle_as_stood:
        case Effect::return_bet:
        case Effect::reject_excess:
        case Effect::apportion:
        case Effect::advise:
        case Effect::stands:
        case Effect::no_effect_later:
        case Effect::replace: return make_incident(c, o, rule.decides);
    }
    unreachable();
}

template <>
Decision decide_on(const Context& c, const DecideHold& o) {
    const Table& t = c.table();
    if (!t.held || t.held->cause != Cause::not_covered) return Reason::not_held;
    if (!is_valid_note(o.reason)) return Reason::reason_missing;
    Decision decision = HoldDecided{o.verdict, o.reason};
    if (o.verdict == Verdict::void_) {
        void_round(decision, c.state, c.id(), Cause::not_covered, o.reason);
    }
    return decision;
}

template <>
Decision decide_on(const Context& c, const Certify& o) {
    const Table& t = c.table();
    if (!t.held || t.held->cause == Cause::not_covered) return Reason::not_held;
    check(t.round && !t.round->bets_settled);  // what is settled is not held
    const Round& round = *t.round;
    const Provision found = provision(*c.rules, t, t.held->cause);
    if (!found.rule) return Reason::not_held;
    const rules::Irregularity& rule = *found.rule;
    // At a training table the system may certify, but only what its tumbler has read.
    const bool by_system = c.stamp.role == rules::Role::system;
    if (by_system && o.seen && o.seen != round.reading) return Reason::not_allowed;
    if (!by_system && !may_give(c, o)) return refuse(Reason::not_allowed, rule.clauses);
    const bool mixed = is_done(*c.rules, round, Step::mix);
    // The interruption may have happened before EndMix was journalled.
    const bool began = mixed || round.mixing;
    Decision decision = Certified{o.seen};
    if (!o.seen) {
        const bool seen = is_done(*c.rules, round, Step::uncover) || round.reading || round.roll;
        if (seen) return refuse(Reason::dice_were_seen, rule.clauses);
        const bool conclude = rules::switch_value(c.game(), rules::SwitchName::unseen_dice) ==
                              std::string_view("conclude");
        const bool closed = is_done(*c.rules, round, Step::close);
        if (rule.effect == Effect::settle_present || (conclude && mixed && closed)) {
            return refuse(Reason::values_needed, rule.clauses);
        }
        void_round(decision, c.state, c.id(), t.held->cause, "not seen");
        return decision;
    }
    if (rule.effect == Effect::void_) return refuse(Reason::no_result, rule.clauses);
    if (!began) return refuse(Reason::dice_not_mixed, rule.clauses);
    if (round.roll && *round.roll != *o.seen) return refuse(Reason::result_stands, rule.clauses);
    // An automated shaker may have tossed before the close; betting is closed now.
    if (!is_done(*c.rules, round, Step::close)) decision.add(make_betting_closed(c.state, c.id()));
    decision.add(ResultEntered{*o.seen, true});
    settle_round(decision, c.state, c.id(), *o.seen);
    if (rule.effect == Effect::settle_present) {
        decision.add(TakenOutOfService{std::string(to_word(t.held->cause)), true});
    }
    return decision;
}

template <>
Decision decide_on(const Context& c, const AmendRounds& o) {
    if (!is_valid_note(o.reason)) return Reason::reason_missing;
    constexpr std::size_t amendments_max = 1000;
    if (o.amendments.empty() || o.amendments.size() > amendments_max) return Reason::no_such_round;
    Decision decision;
    RoundsAmended amended{{}, o.cause, o.reason};
    std::set<std::uint64_t> numbers;
    std::set<DiceId> dice;
    std::map<StayId, Money> nets;
    std::map<StayId, Money> returned;
    for (const Amendment& amendment : o.amendments) {
        const std::expected<FoundRound, Reason> found = find_round(c.table(), amendment.round);
        if (!found) return found.error();
        if (!numbers.insert(amendment.round).second) return Reason::no_such_round;
        const Round& round = *found->round;
        if (auto reason = refusal_for_amendment(amendment, round)) return *reason;
        dice.insert(round.dice);
        if (found->live) {
            // After an interruption people certify what they saw, and the rule decides the round.
            const auto& held = c.table().held;
            if (held && held->cause != Cause::not_covered) return Reason::table_held;
            if (amendment.roll) {
                decision.add(ResultEntered{*amendment.roll, true});
            } else if (amendment.stay) {
                returned[*amendment.stay] = stakes_of(round.slips.at(*amendment.stay));
                decision.add(BetsReturned{*amendment.stay, o.reason},
                             return_postings(c.state, c.id(), returned));
                reject_after_return(decision, c, *amendment.stay);
            } else {
                for (const auto& [stay, slip] : round.slips) returned[stay] = stakes_of(slip);
                void_round(decision, c.state, c.id(), o.cause, o.reason);
            }
            continue;
        }
        Amended one{round.number, amendment.roll, amendment.stay,
                    backs_under(c.state, round, amendment)};
        auto back = one.back.begin();
        for (const auto& [stay, slip] : round.slips) {
            for (const Bet& bet : slip.bets) nets[stay] += *back++ - bet.back;
        }
        check(back == one.back.end());
        amended.rounds.push_back(std::move(one));
    }
    if (!amended.rounds.empty()) {
        decision.add(std::move(amended), amendment_postings(c.state, c.id(), nets, returned));
    }
    if (o.cause == Cause::damaged_dice) {
        for (const DiceId set : dice) {
            if (auto removed = removal_of(c.table(), set)) decision.add(*removed);
        }
    }
    return decision;
}

template <>
Decision decide_on(const Context& c, const ResolveIncident& o) {
    const auto found = c.table().incidents.find(o.incident);
    if (found == c.table().incidents.end()) return Reason::no_such_incident;
    if (!is_valid_note(o.note)) return Reason::reason_missing;
    if (!may_give(c, o)) return refuse(c, Reason::not_allowed, Cause::not_covered);
    return IncidentResolved{o.incident, o.note};
}

template <>
Decision decide_on(const Context& c, const ReportTerminal& o) {
    const auto found = c.table().terminals.find(o.terminal);
    if (found == c.table().terminals.end()) return Reason::no_such_terminal;
    if (found->second.online == o.online) return Decision();
    Decision decision = TerminalReported{o.terminal, o.online};
    const Table& t = c.table();
    if (o.online || !t.round || !t.round->slips.contains(found->second.stay)) return decision;
    const Provision undecided = provision(*c.rules, t, Cause::terminal_undecided);
    if (!undecided.rule || t.phase != Phase::playing) return decision;
    const StayId stay = found->second.stay;
    if (rules::switch_value(c.game(), rules::SwitchName::accepted_not_closed) ==
        std::string_view("returned")) {
        const Money stakes = stakes_of(t.round->slips.at(stay));
        decision.add(BetsReturned{stay, "accepted-not-closed"},
                     return_postings(c.state, c.id(), {{stay, stakes}}));
        reject_after_return(decision, c, stay);
        return decision;
    }
    return decision.add(
        incident(c, Cause::terminal_undecided, undecided.rule->decides, "accepted-not-closed"));
}

template <>
Decision decide_on(const Context& c, const Restart&) {
    Decision decision = Restarted{};
    for (const auto& [id, table] : c.state.tables)
        decide_interruption(decision, c.state, id, table);
    return decision;
}

}  // namespace sicbo::table
