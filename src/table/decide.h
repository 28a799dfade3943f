// SPDX-License-Identifier: MIT
// What each order leads to, one function an order, and what they share. For engine.cpp alone.
#pragma once

#include "table/authority.h"
#include "table/decision.h"
#include "table/limits.h"

namespace sicbo::table {

// What an order is decided in. Who may give it has been asked before.
struct Context {
    const State& state;
    const Stamp& stamp;
    const Table* at = nullptr;  // the table; none for orders of the property
    const RuleSet* rules = nullptr;

    const Table& table() const {
        check(at);
        return *at;
    }
    TableId id() const { return stamp.table; }
    const rules::Game& game() const {
        check(rules);
        return *rules->game;
    }
    const Configuration& configuration() const { return table().configuration; }
    bool by_person() const { return stamp.actor.kind == ActorKind::person; }
    PersonId person() const { return {by_person() ? stamp.actor.number : 0}; }
};

// A refusal that names the clause of a step, or of what the game says of a cause.
Refusal refuse(const Context& context, Reason reason, rules::Step step);
Refusal refuse(const Context& context, Reason reason, rules::Cause cause);
Refusal refuse(const Context& context, Reason reason, rules::Duty duty);
Refusal refuse(Reason reason, const std::vector<std::string>& clauses);

// A bet, or its withdrawal, after the close.
Refusal too_late(const Context& context, bool withdrawal);

// Whether somebody in the role of the command may give the order as the table stands; where it
// takes two, as either of them.
bool may_give(const Context& context, const Order& order);

// Why the table can't play a round at all, or nothing.
std::optional<Refusal> not_playing(const Context& context);

// Raises an incident; `already` were raised before it by the same decision.
IncidentRaised incident(const Context& context, rules::Cause cause, rules::Role resolves,
                        std::string note, std::uint32_t already = 0);

// Whether the text may be kept: one line, not too long, and not empty unless it may be.
bool is_note(const std::string& text, bool may_be_empty = false);

// Rejects what is over a shared limit, as the placements and their totals stand: a withdrawal from
// the lighter of two boxes can leave the heavier one with too much (decide_bets.cpp).
void reject_excess(Decision& decision, const Context& context,
                   const std::vector<Placement>& placements, const Totals& all);

// The mixer in use, and whether dice have been in it for longer than the document allows
// (decide_round.cpp).
const rules::Mixer& mixer_of(const Context& context);
bool dice_worn(const Context& context, const DiceSet& dice);

// Voids the round for a cause of the rules and tells a supervisor (decide_trouble.cpp).
void void_by_rule(Decision& decision, const Context& context, rules::Cause cause,
                  std::string reason);

// What the order leads to: its events, or the refusal. Each order has a specialisation in one of
// decide_*.cpp; the program does not link without it.
template <class O>
Decision decide_on(const Context& context, const O& order);

}  // namespace sicbo::table
