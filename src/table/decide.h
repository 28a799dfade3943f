// SPDX-License-Identifier: MIT
// What each order leads to, one function for each order, and their helpers. Private to src/table:
// included by engine.cpp and decide*.cpp only.
#pragma once

#include "table/authority.h"
#include "table/decision.h"
#include "table/limits.h"

namespace sicbo::table {

// The input of a decide_on(). decide() has verified the authority of the actor; preview() has not.
// For an order that a second person authorises, `stamp` is that of the second person.
struct Context {
    const State& state;
    const Stamp& stamp;
    const Table* table_or_null = nullptr;  // of the order; null for orders of the property
    const RuleSet* rules = nullptr;        // of the table; null without a table
    const Stamp* first = nullptr;          // of the first of two people; null if one decides

    const Table& table() const {
        check(table_or_null);
        return *table_or_null;
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

// Make a refusal that names the game's first clause about the step, the cause or the duty, or the
// first of the given clauses; no clause if there is none.
Refusal refuse(const Context& context, Reason reason, rules::Step step);
Refusal refuse(const Context& context, Reason reason, rules::Cause cause);
Refusal refuse(const Context& context, Reason reason, rules::Duty duty);
Refusal refuse(Reason reason, const std::vector<std::string>& clauses);

// Returns the refusal of a bet, or of its withdrawal, after the close.
Refusal too_late(const Context& context, bool withdrawal);

// Returns true if somebody in the role of the command may give the order in the table's present
// state; if it takes two people, as either of them.
bool may_give(const Context& context, const Order& order);

// Returns the refusal if no round can be begun or continued at the table: it is out of service,
// held or closed.
std::optional<Refusal> refusal_unless_playable(const Context& context);

// Makes the fact of a new incident. `already` is how many incidents the same decision raises
// before.
IncidentRaised incident(const Context& context, rules::Cause cause, rules::Role resolves,
                        std::string note, std::uint32_t already = 0);

// Returns true if the text may be stored: one line, at most 500 bytes, and not empty unless
// `may_be_empty`.
bool is_valid_note(const std::string& text, bool may_be_empty = false);

// Adds the rejection of what is over a shared limit, given these placements and their totals; adds
// nothing if there is no excess. A withdrawal can leave the heavier of two opposing boxes with too
// much (decide_bets.cpp).
void reject_excess(Decision& decision, const Context& context,
                   const std::vector<Placement>& placements, const Totals& all);

// Makes the refusal `not_empty`, which says what is left (decide_access.cpp).
Decision not_empty(std::string what);

// Returns true if the stay has credit, unclaimed money or a debt (decide_access.cpp).
bool has_money(const State& state, StayId stay);

// Returns true if the stay has bets in the round in play (decide_stays.cpp).
bool has_bets(const Table& table, StayId stay);

// Returns why the terminal takes no bets; nothing if it does, and at the felt (0)
// (decide_stays.cpp).
std::optional<Reason> refusal_at_terminal(const Context& context, TerminalId terminal);

// Adds the collection of what the stay owes from `credit`, its balance, as far as that covers it.
// Returns the amount collected (decide_stays.cpp).
Money collect_debt(Decision& decision, const Context& context, StayId stay, Money credit);

// Returns why the player of the stay takes no more bets by own choice: a break, or the end of the
// time; nothing if bets are taken (decide_play.cpp).
std::optional<Reason> refusal_by_player(const Context& context, StayId stay);

// Returns how much more the player of the stay may stake by the own limit of the loss; nothing if
// there is none (decide_play.cpp). Negative if the limit was lowered below what is lost.
std::optional<Money> own_loss_left(const Context& context, StayId stay);

// Returns the rule for the mixer in use (decide_round.cpp).
const rules::Mixer& mixer_of(const Context& context);

// Returns true if the dice have been in the mixer for longer than the document allows.
bool is_worn(const Context& context, const DiceSet& dice);

// Returns the fact that takes the damaged set of dice out of use; nothing if it is in no mixer of
// the table (decide_certify.cpp).
std::optional<DiceRemoved> removal_of(const Table& table, DiceId dice);

// Adds the stop of a table whose round is void while it is held for an interruption that is a
// failure of the electrical device (decide_certify.cpp).
void stop_if_interrupted(Decision& decision, const Context& context);

// Voids the round for a cause of the rules, and raises an incident for a supervisor
// (decide_trouble.cpp).
void void_by_rule(Decision& decision, const Context& context, rules::Cause cause,
                  std::string reason);

// Applies the law of interruptions to the round in play of the table: settles, voids or holds it.
// Adds nothing if there is none, or if it is held already (decide_trouble.cpp).
void decide_interruption(Decision& decision, const State& state, TableId id, const Table& table);

// Returns the caps of the property; null while the journal has none (decide_safety.cpp).
const Safeguards* safeguards_of(const Context& context);

// Returns the highest reading of the meters of the table and of this place (null: of the felt), or
// the win or the cash of the table if they are higher.
Money highest_meter(const Context& context, const Terminal* terminal);

// Returns true if the round in play has a signed reading of dice that were mixed often enough, so
// that no single person may void the round (decide_readers.cpp).
bool has_signed_reading(const Context& context);

// Returns true if the dice of the round in play are thrown, no reading has come, and the person who
// gives the order would decide alone that none counts: a reader is fitted, and nobody else has
// switched to manual entry (decide_readers.cpp).
bool awaits_reading(const Context& context);

// Returns the void that waits for a second person; null if none does (decide_readers.cpp).
const ContestedVoid* find_contested(const Context& context);

// Holds the round until a second person confirms what the first one reports (decide_readers.cpp).
// There must be a signed reading, or one must be awaited.
void contest_void(Decision& decision, const Context& context, rules::Cause cause, std::string note);

// Decides the reading of a round that has its result already, or is void (decide_readers.cpp).
Decision decide_late_reading(const Context& context, const Round& round,
                             const ReportReading& order);

// Adds the end of the manual entry, if it is in force: the reader has answered.
void end_manual_entry(Decision& decision, const Context& context);

// Voids the round for a cause of the rules, with what follows from it: damaged dice go out of use,
// and so does the table if the rule says so (decide_trouble.cpp).
void void_with_consequences(Decision& decision, const Context& context, rules::Cause cause,
                            std::string reason);

// Returns what the order leads to: its events, or the refusal. Each order has a specialisation in
// one of decide_*.cpp; the program does not link without it.
template <class O>
Decision decide_on(const Context& context, const O& order);

}  // namespace sicbo::table
