// SPDX-License-Identifier: MIT
// The round, step by step, in the order that the game's document gives.
#include <algorithm>

#include "table/decide.h"
#include "table/limits.h"
#include "table/settlement.h"

namespace sicbo::table {
namespace {

using rules::Cause;
using rules::Step;

// Returns the refusal if the step is not the next one of the round in play, or the first one
// between rounds.
std::optional<Refusal> refusal_unless_next(const Context& c, Step step) {
    if (auto refusal = refusal_unless_playable(c)) return refusal;
    const Table& t = c.table();
    if (!t.round) {
        if (c.rules->steps.front().step == step) return std::nullopt;
        return refuse(c, Reason::out_of_order, c.rules->steps.front().step);
    }
    const rules::StepRule* next = next_step(*c.rules, *t.round);
    check(next);  // a round ends with its last step
    if (next->step == step) return std::nullopt;
    if (next->step == Step::clear && (step == Step::open || step == Step::mix)) {
        return refuse(c, Reason::lights_not_cleared, Step::clear);
    }
    const bool done = is_done(*c.rules, *t.round, step);
    if (step == Step::close) {
        if (done) return refuse(c, Reason::betting_closed, Step::close);
        if (!is_done(*c.rules, *t.round, Step::open)) {
            return refuse(c, Reason::betting_not_open, Step::open);
        }
    }
    if (step == Step::open && done) return refuse(c, Reason::round_in_play, Step::open);
    return refuse(c, Reason::out_of_order, done ? step : next->step);
}

// Returns the refusal if there are no dice in the mixer in use.
std::optional<Refusal> refusal_without_dice(const Context& c) {
    const auto found = c.table().mixers.find(c.table().mixer);
    if (found != c.table().mixers.end() && found->second.dice) return std::nullopt;
    return refuse(c, Reason::no_dice, rules::Duty::dice);
}

// Returns the refusal if the mixer can't be used: not approved, empty, marked, unusable or not
// inspected. It can be put right only between rounds.
std::optional<Refusal> refusal_unless_mixer_ready(const Context& c) {
    const Table& t = c.table();
    const rules::Mixer& mixer = mixer_of(c);
    const bool shaker = mixer.kind != rules::MixerKind::tumbler;
    if (shaker && !c.configuration().approvals.contains(mixer.kind)) {
        return refuse(c, Reason::mixer_not_approved, rules::Duty::mixer_approval);
    }
    if (auto missing = refusal_without_dice(c)) return missing;
    const MixerState& state = t.mixers.at(mixer.kind);
    if (state.mark) return refuse(c, Reason::mixer_marked, Cause::mixer_unusable);
    if (state.unusable) return refuse(c, Reason::mixer_not_ready, Cause::mixer_unusable);
    const auto& inspection = c.game().equipment.inspection;
    if (inspection && !t.inspection.signed_off) {
        return refuse(Reason::inspection_missing, inspection->clauses);
    }
    return std::nullopt;
}

// Returns the refusal if the dice are too old when the mix starts. They are replaced, and the round
// goes on.
std::optional<Refusal> refusal_if_dice_worn(const Context& c) {
    const Table& t = c.table();
    if (!is_worn(c, *t.mixers.at(t.mixer).dice)) return std::nullopt;
    return refuse(
        c, Reason::dice_worn,
        mixer_of(c).dice_life_hours ? rules::Duty::dice_life_hours : rules::Duty::dice_life_months);
}

// Returns the refusal if a round may not begin. Betting does not open if the dice can't be mixed.
std::optional<Refusal> refusal_to_begin(const Context& c) {
    const Table& t = c.table();
    if (t.last_round_played) return Refusal{Reason::last_round_played};
    if (t.lights_on) return refuse(c, Reason::lights_not_cleared, Step::clear);
    const auto effective = c.game().document.effective_from;
    if (effective && c.stamp.at < *effective) return Refusal{Reason::rules_not_effective};
    return refusal_unless_mixer_ready(c);
}

// Makes the fact that begins a round. There must be dice (refusal_to_begin).
RoundBegun begin(const Context& c) {
    const Table& t = c.table();
    check(!t.round && t.mixers.at(t.mixer).dice);
    return {t.rounds + 1, c.configuration().rules, t.mixers.at(t.mixer).dice->dice, t.mixer};
}

// Adds the result; in games where the system collects, also the settlement.
void enter(Decision& decision, const Context& c, rules::Roll roll, bool manual) {
    decision.add(ResultEntered{roll, manual});
    const auto collect = std::ranges::find(c.rules->steps, Step::collect, &rules::StepRule::step);
    if (collect != c.rules->steps.end() && collect->by == rules::Role::system) {
        settle_round(decision, c.state, c.id(), roll);
    }
}

// Returns true if a supervisor must be present at the settlement.
bool must_be_present(const Context& c) {
    const Provision lights = provision(*c.rules, c.table(), Cause::lights_failed);
    return c.table().round->lights_failed && lights.rule &&
           lights.rule->effect == rules::Effect::settle_present;
}

// Returns true if a supervisor is present who is still logged on and is not the one who settles.
bool has_witness(const Context& c) {
    const Round& round = *c.table().round;
    if (!round.present) return false;
    if (!round.witness) return c.configuration().training;
    const auto log_on = c.table().staff.find(round.witness);
    if (log_on == c.table().staff.end() || round.witness == c.person()) return false;
    if (!has_edition(c.state, 1)) return true;
    // Somebody who has left, and somebody who no longer is a floorperson, is not present.
    const Person& person = c.state.people.at(round.witness);
    return log_on->second.number == memory_of(c.state, c.id()).witness && may_act(person) &&
           holds_role(person, rules::Role::supervisor, c.stamp.at);
}

// Returns the clauses about covering the dice before the mix: the last one of the shaker, which is
// about shaking by hand, or those of the step.
std::vector<std::string> cover_clauses(const Context& c) {
    const rules::Mixer& mixer = mixer_of(c);
    if (mixer.kind == rules::MixerKind::manual_shaker && !mixer.clauses.empty()) {
        return {mixer.clauses.back()};
    }
    for (const rules::StepRule& rule : c.rules->steps) {
        if (rule.step == Step::mix) return rule.clauses;
    }
    return {};
}

}  // namespace

const rules::Mixer& mixer_of(const Context& c) {
    const auto& mixers = c.game().equipment.mixers;
    const auto found = std::ranges::find(mixers, c.table().mixer, &rules::Mixer::kind);
    check(found != mixers.end());
    return *found;
}

bool is_worn(const Context& c, const DiceSet& dice) {
    const std::optional<Instant> last = last_use_of(*c.rules, c.table().mixer, dice);
    return last && c.stamp.at > *last;
}

template <>
Decision decide_on(const Context& c, const OpenBetting&) {
    if (auto refusal = refusal_unless_next(c, Step::open)) return *refusal;
    Decision decision;
    if (!c.table().round) {
        if (auto refusal = refusal_to_begin(c)) return *refusal;
        decision.add(begin(c));
    }
    BettingOpened opened;
    const std::uint32_t seconds = c.configuration().betting_seconds;
    if (seconds > 0) opened.closes_at = c.stamp.at + std::int64_t{1000} * seconds;
    return decision.add(opened);
}

template <>
Decision decide_on(const Context& c, const CloseBetting&) {
    if (auto refusal = refusal_unless_next(c, Step::close)) return *refusal;
    const Round& round = *c.table().round;
    const Instant earliest =
        round.opened_at + std::int64_t{1000} * c.configuration().betting_seconds_min;
    if (c.stamp.at < earliest) return refuse(c, Reason::window_too_short, Step::close);
    BettingClosed closed = make_betting_closed(c.state, c.id());
    const bool over = !closed.over.empty();
    Decision decision;
    decision.add(std::move(closed));
    if (over) {
        decision.add(
            incident(c, Cause::not_covered, rules::Role::shift_manager, "minima-over-limit"));
    }
    return decision;
}

namespace {

// Decides the start of a mix; `covered` is true if the person confirms that the cover is on.
Decision start_mix(const Context& c, bool covered) {
    if (auto refusal = refusal_unless_next(c, Step::mix)) return *refusal;
    if (c.table().round && c.table().round->mixing)
        return refuse(c, Reason::out_of_order, Step::mix);
    Decision decision;
    if (!c.table().round) {
        if (auto refusal = refusal_to_begin(c)) return *refusal;
        decision.add(begin(c));
    }
    if (auto refusal = refusal_unless_mixer_ready(c)) return *refusal;
    if (auto refusal = refusal_if_dice_worn(c)) return *refusal;
    const bool by_hand = c.table().mixer == rules::MixerKind::manual_shaker && c.by_person();
    if (by_hand && c.table().shaker_holder && c.table().shaker_holder != c.person()) {
        return refuse(c, Reason::shaker_not_yours, rules::Duty::care);
    }
    // People put the cover on before they shake or tumble; an automated shaker has its own.
    const bool by_person = c.by_person() && c.table().mixer != rules::MixerKind::automated_shaker;
    if (by_person && !covered && has_edition(c.state, 1)) {
        return refuse(Reason::cover_not_confirmed, cover_clauses(c));
    }
    if (covered) decision.add(CoverConfirmed{});
    return decision.add(MixStarted{});
}

}  // namespace

template <>
Decision decide_on(const Context& c, const StartMix&) {
    return start_mix(c, false);
}

template <>
Decision decide_on(const Context& c, const StartCoveredMix&) {
    return start_mix(c, true);
}

namespace {

// Returns why the person may not count the mixes; nothing if the person may. A reader counts them
// itself, and whoever has switched it off does not decide the round as well.
std::optional<Reason> refusal_to_count(const Context& c) {
    if (!c.by_person() || !has_edition(c.state, 2)) return std::nullopt;
    if (is_reader_in_use(c.state, c.id(), c.table())) return Reason::reader_in_use;
    const Reader* reader = find_reader(c.state, c.id());
    const bool by_same = reader && reader->manual && reader->manual->by == c.person();
    return by_same ? std::optional(Reason::same_person) : std::nullopt;
}

}  // namespace

template <>
Decision decide_on(const Context& c, const EndMix& o) {
    // A device ends its mix also while a person wants the round void: the reading follows.
    const bool contested = !c.by_person() && has_edition(c.state, 2) && find_contested(c);
    if (!contested) {
        if (auto refusal = refusal_unless_next(c, Step::mix)) return *refusal;
    }
    const Table& t = c.table();
    if (!t.round || !t.round->mixing) return refuse(c, Reason::not_mixing, Step::mix);
    if (auto reason = refusal_to_count(c)) return refuse(c, *reason, Step::mix);
    constexpr std::uint32_t mixes_max = 10'000;  // far more than a mixer makes in one round
    if (o.mixes > mixes_max) return Reason::amount_out_of_range;
    Decision decision = MixEnded{o.mixes};
    const auto wanted = static_cast<std::uint32_t>(mixer_of(c).mixes_min);
    const rules::Irregularity* rule = find_rule(*c.rules, Cause::short_mix);
    // If the document does not make a short mix void, the dealer goes on shaking.
    const bool voids = rule && !rule->clauses.empty();
    if (t.round->mixes + o.mixes >= wanted) return decision;
    // A device that was switched off and on may have lost count: the second person decides.
    if (contested) return Reason::table_held;
    if (voids) {
        void_by_rule(decision, c, Cause::short_mix, std::to_string(o.mixes) + " counted");
    } else if (o.mixes == 0 && provision(*c.rules, t, Cause::mixer_failed).rule) {
        void_by_rule(decision, c, Cause::mixer_failed, "0 counted");  // activated, and did not toss
    }
    return decision;
}

// Also allowed while the table is held after an interruption: the tumbler may still have the dice.
template <>
Decision decide_on(const Context& c, const ArmTumbler& o) {
    const Table& t = c.table();
    if (!t.round) return Reason::no_round;
    if (!is_done(*c.rules, *t.round, Step::close))
        return refuse(c, Reason::betting_not_open, Step::close);
    // A shaker can't read; a simulated one can.
    const bool reads = t.mixer == rules::MixerKind::tumbler || c.configuration().training;
    if (!reads) return Reason::no_such_mixer;
    if (t.round->armed) return Reason::already_armed;
    if (t.round->roll) return Reason::result_stands;
    return TumblerArmed{o.close_hash};
}

template <>
Decision decide_on(const Context& c, const ReportReading& o) {
    const Table& t = c.table();
    if (safeguards_of(c)) {
        const auto past = t.past.find(o.round);
        if (past != t.past.end()) return decide_late_reading(c, past->second, o);
        const bool entered = t.round && t.round->number == o.round && t.round->roll;
        if (entered) return decide_late_reading(c, *t.round, o);
    }
    if (!t.round) return Reason::no_round;
    if (o.round != t.round->number) return Reason::wrong_round;
    if (!t.round->armed) return Reason::not_armed;
    if (*t.round->armed != o.close_hash) return Reason::wrong_hash;
    if (!is_done(*c.rules, *t.round, Step::mix)) return refuse(c, Reason::out_of_order, Step::mix);
    if (t.round->roll) return Reason::result_stands;
    if (t.round->reading) {
        if (*t.round->reading == o.roll) return Decision();
        return Reason::result_stands;
    }
    if (o.proof && o.proof->counter <= t.tumbler_counter) return Reason::replayed;
    Decision decision = ReadingTaken{o.roll};
    if (o.proof) decision.add(ReadingProved{*o.proof});
    end_manual_entry(decision, c);
    // After an interruption the tumbler repeats the reading that it made for this close. If it was
    // armed only then, it proves nothing about the time before: two people certify.
    if (t.held && t.held->cause == Cause::interrupted_closed && !t.round->armed_late) {
        decision.add(ResultEntered{o.roll, false});
        settle_round(decision, c.state, c.id(), o.roll);
    }
    return decision;
}

// Refused once betting is open: a later commitment proves nothing.
template <>
Decision decide_on(const Context& c, const CommitDice& o) {
    const Table& t = c.table();
    const bool next = o.round == t.rounds + 1;
    const bool begun = t.round && o.round == t.round->number;
    if (!next && !begun) return Reason::wrong_round;
    if (begun && is_done(*c.rules, *t.round, Step::open)) return Reason::too_late_to_commit;
    const std::optional<Hash>& commitment = next ? t.commitment : t.round->commitment;
    if (commitment && *commitment == o.commitment) return Decision();
    if (commitment) return Reason::too_late_to_commit;
    return DiceCommitted{o.round, o.commitment};
}

// Allowed once the round has ended, settled or void.
template <>
Decision decide_on(const Context& c, const RevealDice& o) {
    const auto found = c.table().past.find(o.round);
    if (found == c.table().past.end()) return Reason::no_such_round;
    const Round& round = found->second;
    if (!round.commitment || commitment_of(o.secret) != *round.commitment)
        return Reason::wrong_hash;
    if (round.secret) return Decision();
    return DiceRevealed{o.round, o.secret};
}

template <>
Decision decide_on(const Context& c, const Uncover& o) {
    if (auto refusal = refusal_unless_next(c, Step::uncover)) return *refusal;
    Decision decision = DiceUncovered{o.flat};
    if (o.flat) return decision;
    if (c.by_person() && (has_signed_reading(c) || awaits_reading(c))) {
        contest_void(decision, c, Cause::not_flat, "");
    } else {
        void_by_rule(decision, c, Cause::not_flat, "");
    }
    return decision;
}

template <>
Decision decide_on(const Context& c, const CoverDice&) {
    const Table& t = c.table();
    if (auto refusal = refusal_unless_playable(c)) return *refusal;
    if (!t.round) return Reason::no_round;
    if (t.round->covered) return Reason::dice_covered;
    if (!t.round->bets_settled) {
        return refuse(c, Reason::cover_before_payment, rules::Duty::cover);
    }
    return DiceCovered{};
}

template <>
Decision decide_on(const Context& c, const KeyDice& o) {
    if (auto refusal = refusal_unless_next(c, Step::enter)) return *refusal;
    const bool three = o.dice.size() == 3 && std::ranges::all_of(o.dice, rules::is_face);
    if (!three) return refuse(c, Reason::not_three_dice, rules::Duty::dice);
    if (is_reader_in_use(c.state, c.id(), c.table()) && !c.table().round->reading) {
        return refuse(c, Reason::reader_in_use, Step::enter);
    }
    return DiceKeyed{rules::Roll{o.dice[0], o.dice[1], o.dice[2]}};
}

template <>
Decision decide_on(const Context& c, const EnterResult& o) {
    if (auto refusal = refusal_unless_next(c, Step::enter)) return *refusal;
    const Round& round = *c.table().round;
    const std::optional<rules::Roll>& roll = round.keyed ? round.keyed : round.reading;
    if (!roll) return refuse(c, Reason::nothing_keyed, Step::enter);
    if (*roll != o.roll) return refuse(c, Reason::not_as_keyed, Step::enter);
    if (!round.reading) {
        if (is_reader_in_use(c.state, c.id(), c.table())) {
            return refuse(c, Reason::reader_in_use, Step::enter);
        }
        // Whoever has switched the reader off does not decide the round as well.
        const Reader* reader = find_reader(c.state, c.id());
        const bool by_same = reader && reader->manual && reader->manual->by == c.person();
        if (by_same && safeguards_of(c)) return refuse(c, Reason::same_person, Step::enter);
    }
    Decision decision;
    enter(decision, c, *roll, round.keyed && round.keyed != round.reading);
    return decision;
}

template <>
Decision decide_on(const Context& c, const ReportLights& o) {
    if (!c.game().equipment.lights) return Reason::no_lights;
    if (auto refusal = refusal_unless_next(c, Step::illuminate)) return *refusal;
    std::vector<rules::SpotId> lit = o.lit;
    std::ranges::sort(lit);
    const bool right = lit == winning_spots(c.game(), *c.table().round->roll);
    Decision decision = LightsReported{std::move(lit), right};
    if (right) return decision;
    const Provision failed = provision(*c.rules, c.table(), Cause::lights_failed);
    if (failed.rule && failed.rule->effect == rules::Effect::settle_present) {
        decision.add(LightsFailed{});
    }
    return decision.add(
        incident(c, Cause::lights_failed, rules::Role::supervisor, "wrong-spots-lit"));
}

template <>
Decision decide_on(const Context& c, const NotePresence&) {
    if (!c.table().round) return Reason::no_round;
    // The one who is noted already attests nothing by saying so again: another person settles.
    const Round& round = *c.table().round;
    // Somebody who has logged on again since was away, and is noted again.
    const bool same_log_on =
        !has_edition(c.state, 1) ||
        memory_of(c.state, c.id()).witness == session_of(c.state, c.stamp.actor, c.id());
    const bool noted = round.present && round.witness && round.witness == c.person();
    if (noted && same_log_on) return Reason::same_person;
    return PresenceNoted{};
}

template <>
Decision decide_on(const Context& c, const CollectBets&) {
    if (!has_edition(c.state, 1)) return Reason::not_allowed;
    if (auto refusal = refusal_unless_next(c, Step::collect)) return *refusal;
    if (must_be_present(c) && !has_witness(c)) {
        return refuse(c, Reason::floorperson_absent, Cause::lights_failed);
    }
    return BetsCollected{};
}

template <>
Decision decide_on(const Context& c, const SettleRound&) {
    const rules::StepRule* next = c.table().round ? next_step(*c.rules, *c.table().round) : nullptr;
    const Step first = next && next->step == Step::pay ? Step::pay : Step::collect;  // CollectBets
    if (auto refusal = refusal_unless_next(c, first)) return *refusal;
    const Round& round = *c.table().round;
    if (is_disputed(c.state, c.id(), round.number)) {
        return refuse(c, Reason::result_disputed, Cause::wrong_result);
    }
    const bool present = must_be_present(c);
    if (present && !has_witness(c)) {
        return refuse(c, Reason::floorperson_absent, Cause::lights_failed);
    }
    Decision decision;
    check(round.roll.has_value());
    settle_round(decision, c.state, c.id(), *round.roll);
    if (present) decision.add(TakenOutOfService{std::string(to_word(Cause::lights_failed)), true});
    return decision;
}

template <>
Decision decide_on(const Context& c, const ClearLights&) {
    if (!c.table().round && c.table().lights_on) return LightsCleared{};  // of a void round
    if (auto refusal = refusal_unless_next(c, Step::clear)) return *refusal;
    return LightsCleared{};
}

template <>
Decision decide_on(const Context& c, const ReportLayout& o) {
    const Table& t = c.table();
    if (c.game().equipment.terminals) return Reason::not_a_felt_game;
    if (!t.round || !is_done(*c.rules, *t.round, Step::close)) {
        return refuse(c, Reason::out_of_order, Step::close);
    }
    constexpr std::size_t placements_max = 10'000;  // far more than fit on a felt
    if (o.positions.size() > placements_max) return Reason::too_many_bets;
    std::map<std::pair<StayId, rules::SpotId>, Money> seen;
    for (const Placement& placement : o.positions) {
        const auto stay = c.state.stays.find(placement.stay);
        if (stay == c.state.stays.end() || stay->second.table != c.id())
            return Reason::no_such_stay;
        if (placement.amount <= Money() || placement.amount > money_max) {
            return Reason::amount_out_of_range;
        }
        Money& total = seen[{placement.stay, placement.spot}];
        total += placement.amount;
        if (total > money_max) return Reason::amount_out_of_range;
    }
    std::map<std::pair<StayId, rules::SpotId>, Money> known;
    for (const auto& [stay, slip] : t.round->bet_slips) {
        for (const Bet& bet : slip.bets) known[{stay, bet.spot}] = bet.stake;
    }
    Decision decision = LayoutReported{o.moment, o.positions, seen == known};
    if (seen != known) {
        decision.add(incident(c, Cause::moved_chips, rules::Role::supervisor, "moved-since-close"));
    }
    return decision;
}

}  // namespace sicbo::table
