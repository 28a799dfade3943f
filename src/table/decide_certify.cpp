// SPDX-License-Identifier: MIT
// What people certify about the dice of a round that an interruption has held, and what follows.
//
// The documents ask whether any bet has conclusively won or lost. It has if all three dice were
// seen at rest and flat. Nobody is ever asked to invent a value, and a round is settled or void as
// a whole.
#include <algorithm>

#include "table/decide.h"
#include "table/settlement.h"

namespace sicbo::table {
namespace {

using rules::Cause;
using rules::Effect;
using rules::Step;

// A round that an interruption has held, and the document's rule for it.
struct Interrupted {
    const Round& round;
    Cause cause;
    const rules::Irregularity& rule;
};

// Returns the round that waits for a certificate; nothing if none does.
std::optional<Interrupted> find_interrupted(const Context& c) {
    const Table& t = c.table();
    if (!t.held || t.held->cause == Cause::not_covered) return std::nullopt;
    check(t.round && !t.round->bets_settled);  // what is settled is not held
    const Provision found = provision(*c.rules, t, t.held->cause);
    if (!found.rule) return std::nullopt;
    return Interrupted{*t.round, t.held->cause, *found.rule};
}

// Returns true if, by the journal, the dice were seen or read before the interruption. A tumbler
// that was armed after the interruption proves nothing about the time before it.
bool were_seen(const Context& c, const Round& round) {
    const bool read = round.reading && !round.armed_late;
    return is_done(*c.rules, round, Step::uncover) || read || round.roll;
}

// Returns true if dice that nobody saw before the interruption decide the round, as they lie.
bool unseen_dice_decide(const Context& c, const Interrupted& held) {
    if (held.rule.effect == Effect::settle_present) return true;
    const bool conclude = rules::switch_value(c.game(), rules::SwitchName::unseen_dice) ==
                          std::string_view("conclude");
    return conclude && is_done(*c.rules, held.round, Step::mix) &&
           is_done(*c.rules, held.round, Step::close);
}

// Adds the settlement on the dice, with whatever of the round was not journalled before the
// interruption.
Decision settle_on(const Context& c, const Interrupted& held, rules::Roll roll, Decision decision) {
    const Round& round = held.round;
    // The interruption may have happened before EndMix was journalled.
    const bool began = is_done(*c.rules, round, Step::mix) || round.mixing;
    if (held.rule.effect == Effect::void_) return refuse(Reason::no_result, held.rule.clauses);
    if (!began) return refuse(Reason::dice_not_mixed, held.rule.clauses);
    if (round.roll && *round.roll != roll) {
        return refuse(Reason::result_stands, held.rule.clauses);
    }
    // An automated shaker may have tossed before the close; betting is closed now.
    if (!is_done(*c.rules, round, Step::close)) {
        decision.add(make_betting_closed(c.state, c.id()));
    }
    decision.add(ResultEntered{roll, true});
    settle_round(decision, c.state, c.id(), roll);
    if (held.rule.effect == Effect::settle_present) {
        decision.add(TakenOutOfService{std::string(to_word(held.cause)), true});
    }
    return decision;
}

// Returns the refusal if the round can't be void because nobody saw the dice; `may_look` is false
// if the dice can't be read any more.
std::optional<Refusal> refusal_to_void_unseen(const Context& c, const Interrupted& held,
                                              bool may_look) {
    if (held.rule.effect == Effect::void_) return std::nullopt;  // void whatever was read
    if (were_seen(c, held.round)) return refuse(Reason::dice_were_seen, held.rule.clauses);
    if (may_look && unseen_dice_decide(c, held)) {
        return refuse(Reason::values_needed, held.rule.clauses);
    }
    return std::nullopt;
}

std::optional<Refusal> refusal_for_certifier(const Context& c, const Interrupted& held,
                                             const Order& order) {
    const bool by_system = c.stamp.role == rules::Role::system;
    if (by_system || may_give(c, order)) return std::nullopt;
    return refuse(Reason::not_allowed, held.rule.clauses);
}

// Returns the refusal if the order does not describe three dice.
std::optional<Refusal> refusal_for_dice(const Context& c, const CertifyDice& o) {
    if (!is_valid_note(o.note, true)) return Refusal{Reason::bad_text};
    if (o.dice.size() != 3) return refuse(c, Reason::not_three_dice, rules::Duty::dice);
    for (const SeenDie& die : o.dice) {
        if (die.face != 0 && !rules::is_face(die.face)) {
            return refuse(c, Reason::not_three_dice, rules::Duty::dice);
        }
        const bool seen = die.sight != Sight::not_seen;
        if (seen && !c.state.people.contains(die.by)) return Refusal{Reason::no_such_person};
        if (!seen && die.by) return Refusal{Reason::no_such_person};
    }
    return std::nullopt;
}

// Voids the round for damage that was found; the dice go out of use.
Decision void_for_damage(const Context& c, const Interrupted& held, const CertifyDice& o,
                         Decision decision) {
    const bool broken = o.finding == DiceCondition::broken && find_rule(*c.rules, Cause::broken);
    const Cause cause = broken ? Cause::broken : Cause::damaged_dice;
    void_round(decision, c.state, c.id(), cause, std::string(to_word(o.finding)));
    if (auto removed = removal_of(c.table(), held.round.dice)) decision.add(*removed);
    return decision;
}

// Decides the round by dice that are neither damaged nor under a broken dome.
Decision decide_by_sight(const Context& c, const Interrupted& held, const CertifyDice& o,
                         Decision decision) {
    const auto sees = [&](Sight sight) {
        return [sight](const SeenDie& die) { return die.sight == sight; };
    };
    const bool undisturbed = o.finding == DiceCondition::undisturbed;
    const bool all_known =
        std::ranges::all_of(o.dice, [](const SeenDie& die) { return die.face != 0; });
    // Dice that were journalled as uncovered count as seen flat.
    const bool all_flat = std::ranges::all_of(o.dice, sees(Sight::flat)) ||
                          is_done(*c.rules, held.round, Step::uncover);
    if (std::ranges::any_of(o.dice, sees(Sight::not_flat))) {
        if (were_seen(c, held.round)) return refuse(Reason::dice_were_seen, held.rule.clauses);
        void_round(decision, c.state, c.id(), Cause::not_flat, "");
        return decision;
    }
    const bool decides = all_flat || (undisturbed && unseen_dice_decide(c, held));
    if (decides && all_known) {
        const rules::Roll roll{o.dice[0].face, o.dice[1].face, o.dice[2].face};
        return settle_on(c, held, roll, std::move(decision));
    }
    if (all_flat && undisturbed) return refuse(Reason::values_needed, held.rule.clauses);
    if (all_flat) return decision.add(HoldReferred{held.cause});
    if (auto refusal = refusal_to_void_unseen(c, held, undisturbed)) return *refusal;
    void_round(decision, c.state, c.id(), held.cause, "not seen");
    return decision;
}

}  // namespace

std::optional<DiceRemoved> removal_of(const Table& table, DiceId dice) {
    for (const auto& [kind, mixer] : table.mixers) {
        if (mixer.dice && mixer.dice->dice == dice) return DiceRemoved{dice, kind, true};
    }
    return std::nullopt;
}

template <>
Decision decide_on(const Context& c, const Certify& o) {
    const std::optional<Interrupted> held = find_interrupted(c);
    if (!held) return Reason::not_held;
    // At a training table the system may certify, but only what its tumbler has read.
    const bool by_system = c.stamp.role == rules::Role::system;
    if (by_system && o.seen && o.seen != held->round.reading) return Reason::not_allowed;
    if (auto refusal = refusal_for_certifier(c, *held, o)) return *refusal;
    if (o.seen) return settle_on(c, *held, *o.seen, Certified{o.seen});
    if (auto refusal = refusal_to_void_unseen(c, *held, true)) return *refusal;
    Decision decision = Certified{};
    void_round(decision, c.state, c.id(), held->cause, "not seen");
    return decision;
}

template <>
Decision decide_on(const Context& c, const CertifyDice& o) {
    const std::optional<Interrupted> held = find_interrupted(c);
    if (!held) return Reason::not_held;
    if (auto refusal = refusal_for_certifier(c, *held, o)) return *refusal;
    if (auto refusal = refusal_for_dice(c, o)) return *refusal;
    Decision decision = DiceCertified{o.dice, o.finding, o.note};
    if (o.finding == DiceCondition::damaged || o.finding == DiceCondition::broken) {
        return void_for_damage(c, *held, o, std::move(decision));
    }
    return decide_by_sight(c, *held, o, std::move(decision));
}

template <>
Decision decide_on(const Context& c, const DecideHold& o) {
    const Table& t = c.table();
    if (!t.held || t.held->cause != Cause::not_covered) return Reason::not_held;
    if (o.verdict == Verdict::conclude) return Reason::values_needed;  // ConcludeHold has them
    // The dice of a referred round are not there any more: nobody could enter them.
    if (t.held->referred && o.verdict == Verdict::resume) return Reason::values_needed;
    if (!is_valid_note(o.reason)) return Reason::reason_missing;
    Decision decision = HoldDecided{o.verdict, o.reason};
    if (o.verdict == Verdict::void_) {
        void_round(decision, c.state, c.id(), Cause::not_covered, o.reason);
    }
    return decision;
}

template <>
Decision decide_on(const Context& c, const ConcludeHold& o) {
    const Table& t = c.table();
    if (!t.held || !t.held->referred) return Reason::not_held;
    if (!is_valid_note(o.reason)) return Reason::reason_missing;
    const Provision found = provision(*c.rules, t, *t.held->referred);
    check(found.rule && t.round);  // as when it was referred
    for (const std::uint8_t face : t.held->faces) {
        const auto certified = std::ranges::count(t.held->faces, face);
        if (o.roll.count(face) < certified) {
            return refuse(Reason::dice_were_seen, found.rule->clauses);
        }
    }
    const Interrupted held{*t.round, *t.held->referred, *found.rule};
    return settle_on(c, held, o.roll, HoldDecided{Verdict::conclude, o.reason});
}

}  // namespace sicbo::table
