// SPDX-License-Identifier: MIT
// Irregularities, amendments and restarts.
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

bool damages_dice(Cause cause) { return cause == Cause::damaged_dice || cause == Cause::broken; }

// Returns true if rounds that are void for the cause take their dice out of use. Under edition 0 a
// broken dome did not.
bool withdraws_dice(const Context& c, Cause cause) {
    return has_edition(c.state, 1) ? damages_dice(cause) : cause == Cause::damaged_dice;
}

// Voids the round in play by the rule; the dice or the table may go out of use with it.
Decision end_by_rule(const Context& c, const rules::Irregularity& rule, const Report& o) {
    check(c.table().round && !c.table().round->bets_settled);
    const Round& round = *c.table().round;
    if (round.roll) return refuse(Reason::result_stands, rule.clauses);
    if (!may_end_round(rule, c.stamp.role)) return refuse(Reason::not_allowed, rule.clauses);
    Decision decision;
    if (c.by_person() && (has_signed_reading(c) || awaits_reading(c))) {
        contest_void(decision, c, o.cause, o.note);
        return decision;
    }
    void_with_consequences(decision, c, o.cause, o.note);
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
    if (amendment.stay && !round.bet_slips.contains(*amendment.stay)) return Reason::no_such_bet;
    if (round.ended == RoundEnd::void_) return Reason::round_amended_void;
    if (!amendment.roll) return std::nullopt;
    if (!round.roll) return Reason::no_result;
    if (*round.roll == *amendment.roll) return Reason::same_result;
    return std::nullopt;
}

// Bets that are returned after the close leave other shares of the remaining stakes: adds them.
void recompute_shares(Decision& decision, const Context& c, StayId stay) {
    if (!shares_boxes(c.game())) return;
    Round rest = *c.table().round;
    rest.bet_slips.erase(stay);
    std::erase_if(rest.placements, [&](const Placement& one) { return one.stay == stay; });
    BettingClosed shares = shares_of(c.configuration(), c.game(), rest);
    std::vector<Money> stakes;
    std::vector<Money> before;
    for (const auto& [id, slip] : rest.bet_slips) {
        for (const Bet& bet : slip.bets) {
            stakes.push_back(bet.stake);
            before.push_back(bet.effective);
        }
    }
    if (shares.effective.empty()) shares.effective = std::move(stakes);
    if (shares.effective == before) return;
    decision.add(SharesRecomputed{std::move(shares.effective), std::move(shares.over)});
}

// The same for a round that is settled: adds the new shares, and returns the round with them.
Round recompute_past_shares(Decision& decision, const Context& c, const Round& round,
                            const Amendment& amendment) {
    Round shared = round;
    if (!amendment.stay || !has_edition(c.state, 1)) return shared;
    if (!shares_boxes(*rules_of(c.state, round).game)) return shared;
    const PastPlacements* past = nullptr;
    const auto& placements = memory_of(c.state, c.id()).placements;
    const auto found = placements.find(round.number);
    if (found != placements.end()) past = &found->second;
    const bool current = c.table().round && c.table().round->number == round.number;
    if (!past && !current) return shared;  // ended under edition 0
    Round rest = round;
    rest.placements = past ? past->placements : round.placements;
    const auto is_returned = [&](StayId stay) {
        return stay == *amendment.stay || round.bet_slips.at(stay).returned;
    };
    std::erase_if(rest.bet_slips, [&](const auto& one) { return is_returned(one.first); });
    std::erase_if(rest.placements,
                  [&](const Placement& one) { return !rest.bet_slips.contains(one.stay); });
    const BettingClosed shares = shares_of(past ? past->configuration : c.configuration(),
                                           *rules_of(c.state, round).game, rest);
    auto effective = shares.effective.begin();
    std::vector<Money> all;
    bool changed = false;
    for (auto& [stay, slip] : shared.bet_slips) {
        for (Bet& bet : slip.bets) {
            const Money before = bet.effective;
            if (!is_returned(stay)) {
                bet.effective = shares.effective.empty() ? bet.stake : *effective++;
            }
            changed = changed || bet.effective != before;
            all.push_back(bet.effective);
        }
    }
    check(shares.effective.empty() || effective == shares.effective.end());
    if (changed) decision.add(PastSharesRecomputed{round.number, std::move(all), shares.over});
    return shared;
}

// Bets that are returned while betting is open can leave an opposing box with too much: adds the
// rejection of that excess. After the close, adds the new shares.
void reject_after_return(Decision& decision, const Context& c, StayId stay) {
    const Round& round = *c.table().round;
    if (is_done(*c.rules, round, Step::close)) return recompute_shares(decision, c, stay);
    const bool enforced =
        shares_boxes(c.game()) && !limits_are_advisory(c.configuration(), c.game());
    if (!enforced) return;
    Totals all = totals_of(round);
    for (const Bet& bet : round.bet_slips.at(stay).bets) {
        all.at(static_cast<std::size_t>(bet.spot)) -= bet.stake;
    }
    std::vector<Placement> placements = round.placements;
    std::erase_if(placements, [&](const Placement& one) { return one.stay == stay; });
    reject_excess(decision, c, placements, all);
}

// Returns why an amendment of the live round must wait; nothing if it need not. After an
// interruption people certify what they saw, and the rule decides the round; damaged dice void it
// whatever was seen. A round whose dice were certified in part is decided by ConcludeHold.
std::optional<Reason> refusal_while_held(const Context& c, const Amendment& amendment,
                                         Cause cause) {
    const Table& table = c.table();
    if (!table.held) return std::nullopt;
    const bool voids = !amendment.roll && !amendment.stay;
    if (voids && withdraws_dice(c, cause)) return std::nullopt;
    const bool interrupted = table.held->cause != Cause::not_covered || table.held->referred;
    return interrupted ? std::optional(Reason::table_held) : std::nullopt;
}

// Returns true if the amendments could raise a meter above what any may hold. Each change adds to a
// meter in one direction or the other, and people may amend a round again and again.
bool raises_meter_too_far(const Context& c, const RoundsAmended& amended) {
    if (!safeguards_of(c)) return false;
    Money changed;
    for (const Amended& one : amended.rounds) {
        const Round& round = *find_round(c.table(), one.round)->round;
        auto back = one.back.begin();
        for (const auto& [stay, slip] : round.bet_slips) {
            for (const Bet& bet : slip.bets) {
                const Money more = *back++ - bet.back;
                changed += std::max(more, -more);
            }
        }
    }
    Money highest = highest_meter(c, nullptr);
    for (const auto& [id, terminal] : c.table().terminals) {
        highest = std::max(highest, highest_meter(c, &terminal));
    }
    const std::optional<Money> raised = plus(highest, changed);
    return !raised || *raised > amended_meter_max;
}

// Takes damaged sets of dice out of use. The round in play is void too if it was mixed with one of
// them; `amended` are the rounds that the order names.
void withdraw_dice(Decision& decision, const Context& c, const std::set<DiceId>& dice,
                   const std::set<std::uint64_t>& amended) {
    const std::optional<Round>& live = c.table().round;
    const bool mixed = live && !live->bets_settled && (live->mixing || live->mixes > 0);
    if (mixed && dice.contains(live->dice) && !amended.contains(live->number)) {
        void_round(decision, c.state, c.id(), Cause::damaged_dice, "dice withdrawn");
        stop_if_interrupted(decision, c);
    }
    for (const DiceId set : dice) {
        if (auto removed = removal_of(c.table(), set)) decision.add(*removed);
    }
}

}  // namespace

// Applies the first interruption rule that is in force at the table's step: settles, voids or holds
// the round. A rule whose condition is not met (conclude without a result, void by people) holds
// it.
void decide_interruption(Decision& decision, const State& state, TableId id, const Table& table) {
    if (!table.round || table.phase != Phase::playing) return;
    const Round& round = *table.round;
    const RuleSet& rules = rules_of(state, table);
    const auto hold = [&](Cause cause) { decision.add(HoldPlaced{cause, "interrupted"}, {}, id); };
    if (round.bets_settled) return;  // only the lights have to be cleared
    if (is_disputed(state, id, round.number)) return hold(Cause::not_covered);
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

void void_by_rule(Decision& decision, const Context& c, Cause cause, std::string reason) {
    void_round(decision, c.state, c.id(), cause, std::move(reason));
    // The dealer acts at once; a supervisor gets an incident.
    const rules::Irregularity* rule = find_rule(*c.rules, cause);
    const std::string clause = rule && !rule->clauses.empty() ? rule->clauses.front() : "";
    decision.add(incident(c, cause, rules::Role::supervisor,
                          clause.empty() ? "round-void" : "round-void " + clause));
}

namespace {

// The two words for failed lights say when they failed; the rule that is in force at this moment
// says what follows. Returns its word, if somebody in the role may act on it.
Cause cause_in_force(const Context& c, Cause cause) {
    const bool early = cause == Cause::lights_failed_early;
    if (!has_edition(c.state, 1) || (cause != Cause::lights_failed && !early)) return cause;
    const Cause other = early ? Cause::lights_failed : Cause::lights_failed_early;
    if (provision(*c.rules, c.table(), cause).rule) return cause;
    const Provision found = provision(*c.rules, c.table(), other);
    if (!found.rule) return cause;
    const bool ends = found.rule->effect == Effect::void_;
    return !ends || may_end_round(*found.rule, c.stamp.role) ? other : cause;
}

// Returns true if a device senses what a person has reported before it was read: they agree, and
// the round is void.
bool confirms_contested(const Context& c, const Report& o) {
    if (c.by_person() || !has_edition(c.state, 2)) return false;
    const ContestedVoid* contested = find_contested(c);
    return contested && contested->cause == o.cause && c.table().round && !c.table().round->reading;
}

}  // namespace

void void_with_consequences(Decision& decision, const Context& c, Cause cause, std::string reason) {
    const Round& round = *c.table().round;
    void_by_rule(decision, c, cause, std::move(reason));
    if (damages_dice(cause)) {
        if (auto removed = removal_of(c.table(), round.dice)) decision.add(*removed);
    }
    const rules::Irregularity* rule = provision(*c.rules, c.table(), cause).rule;
    if (rule && rule->scope == rules::Scope::table && !round.lights_failed) {
        decision.add(TakenOutOfService{std::string(to_word(cause)), true});
    }
}

template <>
Decision decide_on(const Context& c, const Report& reported) {
    const Report o{cause_in_force(c, reported.cause), reported.note};
    if (!is_valid_note(o.note, true)) return Reason::bad_text;
    const Table& t = c.table();
    const Provision found = provision(*c.rules, t, o.cause);
    if (!found.known) return Reason::cause_not_in_rules;
    if (rules::is_interruption(o.cause)) {  // only a restart can determine that
        return refuse(c, Reason::not_allowed, o.cause);
    }
    // Failed lights are recorded whatever the round waits for.
    const bool may_be_reported_in_hold =
        o.cause == Cause::display_wrong ||
        (found.rule && found.rule->effect == Effect::settle_present);
    if (confirms_contested(c, o)) {
        Decision decision;
        void_with_consequences(decision, c, o.cause, o.note);
        return decision;
    }
    if (t.phase == Phase::held && !may_be_reported_in_hold) return Reason::table_held;
    if (!found.rule || !t.round || t.round->bets_settled) return record_only(c, found, o);
    const rules::Irregularity& rule = *found.rule;
    if (is_mixed_enough(c.state, t, rule)) return make_incident(c, o, rules::Role::supervisor);
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
            if (auto reason = refusal_while_held(c, amendment, o.cause)) return *reason;
            if (amendment.roll) {
                decision.add(ResultEntered{*amendment.roll, true});
            } else if (amendment.stay) {
                returned[*amendment.stay] = stakes_of(round.bet_slips.at(*amendment.stay));
                decision.add(BetsReturned{*amendment.stay, o.reason},
                             return_postings(c.state, c.id(), returned));
                reject_after_return(decision, c, *amendment.stay);
            } else {
                for (const auto& [stay, slip] : round.bet_slips) returned[stay] = stakes_of(slip);
                void_round(decision, c.state, c.id(), o.cause, o.reason);
                stop_if_interrupted(decision, c);
            }
            continue;
        }
        const Round shared = recompute_past_shares(decision, c, round, amendment);
        Amended one{round.number, amendment.roll, amendment.stay,
                    backs_under(c.state, shared, amendment)};
        auto back = one.back.begin();
        for (const auto& [stay, slip] : round.bet_slips) {
            for (const Bet& bet : slip.bets) nets[stay] += *back++ - bet.back;
        }
        check(back == one.back.end());
        amended.rounds.push_back(std::move(one));
    }
    if (!amended.rounds.empty()) {
        if (raises_meter_too_far(c, amended)) return Reason::meter_full;
        decision.add(std::move(amended), amendment_postings(c.state, c.id(), nets, returned));
    }
    if (withdraws_dice(c, o.cause)) withdraw_dice(decision, c, dice, numbers);
    return decision;
}

// An alarm changes no round. Whoever resolves its incident must be able to tell whether dice were
// known too early or the journal is damaged; a clock is a supervisor's.
template <>
Decision decide_on(const Context& c, const RaiseAlarm& o) {
    constexpr std::size_t note_max = 300;  // bytes, beside the word for the alarm
    if (!is_valid_note(o.note) || o.note.size() > note_max) return Reason::bad_text;
    const std::string note = std::string(to_word(o.kind)) + " " + o.note;
    const bool known = std::ranges::any_of(c.table().incidents, [&](const auto& one) {
        return one.second.cause == Cause::not_covered && one.second.note == note;
    });
    if (known) return Decision();
    const rules::Role resolves =
        o.kind == AlarmKind::clock_accepted ? rules::Role::supervisor : rules::Role::shift_manager;
    Decision decision = AlarmRaised{o.kind, o.note};
    return decision.add(incident(c, Cause::not_covered, resolves, note));
}

template <>
Decision decide_on(const Context& c, const ResolveIncident& o) {
    const auto found = c.table().incidents.find(o.incident);
    if (found == c.table().incidents.end()) return Reason::no_such_incident;
    if (c.state.safety.disputes.contains(o.incident)) return Reason::result_disputed;
    if (c.state.cage.disputes.contains(o.incident)) return Reason::dispute_open;
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
    if (o.online || !t.round || !t.round->bet_slips.contains(found->second.stay)) return decision;
    const Provision undecided = provision(*c.rules, t, Cause::terminal_undecided);
    if (!undecided.rule || t.phase != Phase::playing) return decision;
    const StayId stay = found->second.stay;
    if (rules::switch_value(c.game(), rules::SwitchName::accepted_not_closed) ==
        std::string_view("returned")) {
        const Money stakes = stakes_of(t.round->bet_slips.at(stay));
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
