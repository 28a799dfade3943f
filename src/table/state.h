// SPDX-License-Identifier: MIT
// The state of one property: its people, tables, stays, tickets and money. Only apply() changes it
// (table/engine.h). Two states are equal if their canonical bytes are.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ledger/ledger.h"
#include "ledger/meter.h"
#include "table/state_access.h"
#include "table/state_cage.h"
#include "table/state_instruments.h"
#include "table/state_meters.h"
#include "table/state_play.h"
#include "table/state_safety.h"

namespace sicbo::table {

// A rule set that was adopted. Only its text is stored; the rest is computed from the text.
struct RuleSet {
    std::string text;
    std::shared_ptr<const rules::Game> game;
    std::vector<rules::StepRule> steps;  // in the order in which they are played
};

// Reads the text of a rule set. Returns an error if it can't be read. Whether it conforms to its
// document is asked once, when it is adopted: a journal must be read by later programs, whose
// documents say more.
Result<RuleSet> read_rules(std::string text);

// A player's time at a terminal or at the felt. Bets, debts and unclaimed money belong to it.
struct Stay {
    TableId table;
    TerminalId terminal;           // 0 at the felt
    std::string player;            // empty at a terminal
    bool away = false;             // left the felt: payments are kept as unclaimed money
    bool ended = false;            // the credit was paid out
    std::uint64_t last_round = 0;  // number of the last round in which the stay bet; 0: none
};

// A ticket that was issued, by its number.
struct Ticket {
    Money amount;
    TableId table;  // where it was issued, and for which stay
    StayId stay;
    Instant issued_at;
    bool redeemed = false;
};

// All that one stay has on one spot in a round.
struct Bet {
    rules::SpotId spot{};
    Money stake;
    Money effective;  // the part that wins or loses; fixed when betting closes
    Money back;       // what the bet got, stake included, once it is settled or returned
};

// The bets of one stay in a round.
struct BetSlip {
    TerminalId terminal;      // 0 at the felt
    std::uint8_t layout = 0;  // index among the game's layouts
    bool returned = false;    // people decided that the stakes go back, whatever the dice show
    std::vector<Bet> bets;
};

// A round in play, or one that has ended and can still be amended.
struct Round {
    std::uint64_t number = 0;
    Hash rules;                       // the rule set that the round is played by
    std::uint8_t done = 0;            // number of steps that are completed
    RoundEnd ended = RoundEnd::none;  // none while the round is in play
    bool bets_settled = false;        // paid; the lights may still have to be cleared
    rules::MixerKind mixer = rules::MixerKind::tumbler;
    DiceId dice;  // the set of dice in the mixer
    Instant begun_at;
    Instant opened_at;                   // when betting opened
    std::optional<Instant> closes_at;    // none: the dealer closes betting
    bool mixing = false;                 // between MixStarted and MixEnded
    std::uint32_t mixes = 0;             // tumbles or shakes that were counted
    std::optional<Hash> commitment;      // of a simulated tumbler, made before betting opened
    std::optional<Hash> armed;           // the hash of the close that the tumbler was armed with
    bool armed_late = false;             // after an interruption had held the round
    std::optional<rules::Roll> reading;  // of the tumbler
    std::optional<Proof> proof;          // of the reading
    std::optional<rules::Roll> keyed;    // by the dealer
    std::optional<rules::Roll> roll;     // the result
    bool manual = false;                 // people entered the result, and not as it was read
    bool covered = true;                 // the dice are covered
    bool lights_failed = false;
    // A supervisor has been present since the lights failed, or since the round began if they have
    // not. `witness` is the supervisor; 0: the system, at a training table.
    bool present = false;
    PersonId witness;
    std::optional<rules::Cause> void_for;
    std::map<StayId, BetSlip> bet_slips;
    std::vector<Placement> placements;  // in play, where all players share the boxes
    std::optional<Hash> secret;         // behind the commitment, once it is published
    std::uint64_t amended = 0;          // sequence of the last amendment; 0: none
};

// In which order the chips of a round were put down where all players share the boxes, and the
// limits that they were put down under: shares are recomputed by them.
struct PastPlacements {
    Configuration configuration;
    std::vector<Placement> placements;
};

// All that the state knows of a round that has ended: what RecallRounds brings back.
struct RoundRecord {
    Round round;
    std::map<StayId, Stay> stays;  // of its bet slips
    std::optional<PastPlacements> placements;
};

// A terminal of a table.
struct Terminal {
    std::uint8_t layout = 0;  // index among the game's layouts
    bool enabled = true;      // may take bets and credit
    bool online = true;
    bool locked = false;   // after a large win, until staff unlock it
    bool calling = false;  // for an attendant
    StayId stay;           // 0 between two stays
    ledger::Meter meter;
    std::optional<Hash> key;  // with which it authenticates; none before it was enrolled
};

// A set of dice in a mixer. `seal` is the mark on its seal; may be empty.
struct DiceSet {
    DiceId dice;
    std::string seal;
    Instant installed_at;
    std::optional<Instant> due_at;  // end of the allowed months by the local calendar, if known
};

// One tumbler or shaker of a table.
struct MixerState {
    std::optional<DiceSet> dice;  // none: it is empty
    std::optional<Mark> mark;     // how it is marked as out of use; none: it is not
    bool unusable = false;        // failed, and was not repaired since
};

// The inspection that precedes an opening of the table, as far as it has come.
struct Inspection {
    std::uint32_t lights_passed = 0;
    std::uint32_t mixer_passed = 0;
    std::vector<rules::Roll> failed;  // rolls whose lights were wrong and have not passed since
    std::vector<rules::CheckItem> ticked;  // in ascending order
    bool signed_off = false;
};

// Why a round is held.
struct Held {
    rules::Cause cause = rules::Cause::not_covered;
    std::string reason;
    std::uint64_t number = 0;  // sequence of the event that placed the hold
    std::optional<rules::Cause> referred =
        {};                                // the interruption, if certified dice did not decide it
    std::vector<std::uint8_t> faces = {};  // the certified ones, if it was referred
};

// An incident that is not resolved yet. The fields are those of IncidentRaised.
struct Incident {
    std::uint64_t round = 0;
    rules::Cause cause = rules::Cause::not_covered;
    rules::Role resolves = rules::Role::supervisor;
    std::string note;
};

// A table. Its configuration and phase, the round in play and those that can still be amended, its
// terminals, staff and equipment.
struct Table {
    std::string name;
    Configuration configuration;
    Phase phase = Phase::closed;
    std::optional<std::string> out_of_service;  // the reason; none: in service
    bool repair_needed = false;                 // before the table may return to service
    bool last_round_announced = false;          // before the table closes
    bool last_round_played = false;
    std::uint64_t rounds = 0;             // number of the round in play, or of the last one
    std::optional<Round> round;           // in play
    std::map<std::uint64_t, Round> past;  // ended, by number; at most rounds_kept
    std::optional<Held> held;             // exactly while the phase is `held`
    std::map<TerminalId, Terminal> terminals;
    std::map<PersonId, LoggedOnAs> staff;  // logged on
    bool console_locked = false;
    Instant last_input_at;                               // of a person
    std::map<Hash, Pending> pending;                     // by digest
    rules::MixerKind mixer = rules::MixerKind::tumbler;  // in use
    std::map<rules::MixerKind, MixerState> mixers;
    PersonId shaker_holder;  // 0: nobody
    Inspection inspection;
    std::map<IncidentId, Incident> incidents;     // not resolved
    ledger::Meter felt_meter;                     // of all seats at the felt
    std::vector<ledger::Meter> layout_meters;     // in the order of the game's layouts
    std::vector<ledger::Meter> kind_meters;       // by rules::Kind
    std::uint64_t tumbler_counter = 0;            // the last one that the tumbler signed with
    std::optional<Hash> commitment;               // to the dice of the next round
    std::uint64_t configured = 0;                 // sequence of the event with the configuration
    bool lights_on = false;                       // spots are lit, where the dealer clears them
    std::map<Approvable, std::string> approvals;  // the regulator's references
};

// What a request led to. A resend of the request gets the same answers.
struct Outcome {
    std::uint64_t request = 0;
    std::uint64_t session = 0;   // the stay or log-on in which it was first sent (Stamp::session)
    std::uint64_t sequence = 0;  // of its first event
    bool late = false;           // refused and recorded as a LateAttempt
    bool withdrawal = false;     // of the LateAttempt
    std::vector<BetAnswer> answers;
};

// The latest requests of one actor that led to events; at most outcomes_max. A request that was
// refused without an event is not among them: a resend of it is decided again.
struct Recent {
    std::uint64_t highest = 0;    // the highest request; a higher one is new
    std::uint64_t forgotten = 0;  // the highest request whose outcome was dropped; 0: none was
    std::deque<Outcome> outcomes;
};

// What was retired, and when. Its tables and terminals stay in the state with their past.
struct Retired {
    std::map<TableId, Instant> tables;
    std::map<TerminalId, Instant> terminals;

    bool empty() const { return tables.empty() && terminals.empty(); }
};

// The edition of the rules that this program decides by. Edition 0 is that of programs which knew
// no editions; docs/decisions/0024-editions.md says what differs.
inline constexpr std::uint32_t edition_now = 3;

// What edition 1 and later ones keep of a table.
struct TableMemory {
    std::uint64_t hold = 0;        // sequence of the event that placed the last hold
    std::uint64_t dice_known = 0;  // sequence of the event by which dice were last seen or entered
    std::uint64_t witness = 0;     // number of the log-on of Round::witness
    std::vector<std::uint64_t>
        recalled;  // rounds of Table::past, in ascending order (RecallRounds)
    std::map<std::uint64_t, PastPlacements> placements;  // of rounds of Table::past
};

// The same for the property. Empty under edition 0.
struct Memory {
    std::uint32_t edition = 0;
    std::map<TableId, TableMemory> tables;
};

// What is known of the machine on which the server runs, and of the program.
struct Machine {
    // By how many milliseconds the machine's clock was behind the journal's when that was last
    // noted at a start; 0 if it was not. A start that is behind by no more needs no person again.
    std::uint64_t clock_behind = 0;
    std::vector<SoftwarePart> libraries;  // at the last check; empty before
    Hash pages;

    bool empty() const { return clock_behind == 0 && libraries.empty() && pages == Hash{}; }
};

// Stays that have ended, by their table: those that forget_stays() looks at. This follows from
// State::stays, so that it has no bytes.
struct EndedStays {
    std::map<TableId, std::set<StayId>> tables;
};

// The whole property.
struct State {
    std::uint64_t sequence = 0;  // of the last event
    Instant at;                  // of the last event
    std::map<Hash, RuleSet> rule_sets;
    std::map<PersonId, Person> people;
    std::map<TableId, Table> tables;
    std::map<StayId, Stay> stays;
    std::map<std::string, Ticket> tickets;
    std::map<DiceId, bool> dice_used;  // all sets ever installed; true if the set was damaged
    std::map<Actor, Recent> recent;
    ledger::Ledger ledger;
    std::uint32_t stays_begun = 0;
    std::uint32_t incidents_raised = 0;
    std::optional<Hash> program;  // hash of the program's file at the last check; none before
    Retired retired;              // it and those after it must stay last: see the Codec
    Access access;
    Memory memory;
    Safety safety;
    Machine machine;
    Instruments instruments;
    Cage cage;
    Play play;
    Meters meters;
    EndedStays ended_stays;
};

// Works out State::ended_stays.
EndedStays find_ended_stays(const State& state);

inline constexpr std::size_t outcomes_max = 64;
// How long an order waits for a second person.
inline constexpr std::int64_t authorisation_milliseconds = 60'000;
// How long a console may be unused between rounds before it locks itself.
inline constexpr std::int64_t console_milliseconds = 300'000;

// Returns true if orders are decided by this edition or a later one; what that keeps of the table.
bool has_edition(const State& state, std::uint32_t edition);
const TableMemory& memory_of(const State& state, TableId table);

// Returns null if there is no such table.
const Table* find_table(const State& state, TableId id);
// Returns null if nothing is known of a reader at the table.
const Reader* find_reader(const State& state, TableId id);
// Returns what the player of the stay has chosen; null if nothing (decide_play.cpp).
const OwnLimits* find_own_limits(const State& state, StayId stay);
// Returns true if a reading disputes the result of this round and nobody has resolved it.
bool is_disputed(const State& state, TableId table, std::uint64_t round);
// Returns the rule set that the table is configured with, or that the round is played by. Both are
// the same for the round in play; for a past round use the second.
const RuleSet& rules_of(const State& state, const Table& table);
const RuleSet& rules_of(const State& state, const Round& round);

// Returns the last step that is completed and the next one; none before the first step and after
// the last.
std::optional<rules::Step> last_step(const RuleSet& rules, const Round& round);
const rules::StepRule* next_step(const RuleSet& rules, const Round& round);

// Returns true if the step is completed in this round.
bool is_done(const RuleSet& rules, const Round& round, rules::Step step);

// Returns the last moment at which a mix with the dice in this mixer may begin; nothing if the
// document sets no limit.
std::optional<Instant> last_use_of(const RuleSet& rules, rules::MixerKind mixer,
                                   const DiceSet& dice);

// Returns true if the dice are mixed before betting closes, so that they lie, unseen, while betting
// is open.
bool mixes_first(const RuleSet& rules);

// Returns the highest request number of the actor that led to an event; the next one must be
// higher. 0 if there is none.
std::uint64_t last_request(const State& state, Actor actor);

// Returns what the request of the actor led to; null if it led to no event, or is too long ago.
const Outcome* find_outcome(const State& state, Actor actor, std::uint64_t request);

// Returns the actor's stay at the terminal or seat, or the number of the person's log-on at the
// table, for Stamp::session; 0 if there is none.
std::uint64_t session_of(const State& state, Actor actor, TableId table);

// Returns the first inconsistency of a state that was decoded from bytes, such as a table without
// its rule set; nothing if there is none. Call it before any other function of this header.
std::optional<std::string> find_inconsistency(const State& state);

// Returns the account to which payments to the stay go: its credit, or its unclaimed money if the
// player has left. The stay must exist.
ledger::Account payee(const State& state, StayId stay);
ledger::Account payee(StayId id, const Stay& stay);

// Return the stakes of all bets of the slip, and of the bet on the spot (zero if there is none).
Money stakes_of(const BetSlip& slip);
Money stake_on(const BetSlip& slip, rules::SpotId spot);

}  // namespace sicbo::table

namespace sicbo {

template <>
struct Codec<table::RuleSet> {
    static void write(ByteWriter& to, const table::RuleSet& rules) { encode(to, rules.text); }
    static table::RuleSet read(ByteReader& from);
};

// `retired` and the fields after it are written only if they or one of those after them hold
// something, so that the states of other properties have the bytes that they always had.
template <>
struct Codec<table::State> {
    static void write(ByteWriter& to, const table::State& state);
    static table::State read(ByteReader& from);
};

template <>
struct Codec<ledger::Ledger> {
    static void write(ByteWriter& to, const ledger::Ledger& ledger) {
        encode(to, ledger.balances());
    }
    static ledger::Ledger read(ByteReader& from) {
        return ledger::Ledger::of_balances(decode<std::map<ledger::Account, Money>>(from));
    }
};

}  // namespace sicbo
