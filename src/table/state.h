// SPDX-License-Identifier: MIT
// All that the system knows: people, tables, stays, tickets and money of one property. It is a
// value: apply() is the only thing that changes it, and its bytes are its identity.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ledger/ledger.h"
#include "ledger/meter.h"
#include "table/event.h"

namespace sicbo::table {

// A rule set that was adopted. Known by its text; the rest is worked out from that.
struct RuleSet {
    std::string text;
    std::shared_ptr<const rules::Game> game;
    std::vector<rules::StepRule> steps;  // in the order that is played
};

// The rule set in the text, or why it can't be used.
Result<RuleSet> read_rules(std::string text);

struct Appointment {
    rules::Role role = rules::Role::dealer;
    Instant from;
    Instant until;
};

struct Person {
    std::string name;
    rules::Role role = rules::Role::dealer;
    bool disabled = false;
    std::uint8_t failures = 0;  // log-ons in a row that failed; three lock the account
    std::vector<Appointment> acting;
};

// A player's time at a terminal or at the felt. Bets, debts and unclaimed money belong to it.
struct Stay {
    TableId table;
    TerminalId terminal;  // none at the felt
    std::string player;
    bool away = false;   // walked away from the felt: what the bets win is kept
    bool ended = false;  // cashed out
    std::uint64_t last_round = 0;
};

struct Ticket {
    Money amount;
    TableId table;
    StayId stay;
    Instant issued_at;
    bool redeemed = false;
};

struct Bet {
    rules::SpotId spot{};
    Money stake;
    Money effective;  // the part that wins or loses, fixed at closing
    Money back;       // what it got, once the round has ended
};

// What one stay has in a round.
struct Slip {
    TerminalId terminal;
    std::uint8_t layout = 0;
    bool returned = false;  // by decision, whatever the dice show
    std::vector<Bet> bets;
};

struct Round {
    std::uint64_t number = 0;
    Hash rules;
    std::uint8_t done = 0;  // how many steps of the procedure
    RoundEnd ended = RoundEnd::none;
    bool bets_settled = false;
    rules::MixerKind mixer = rules::MixerKind::tumbler;
    DiceId dice;
    Instant begun_at;
    Instant opened_at;
    std::optional<Instant> closes_at;
    bool mixing = false;
    std::uint32_t mixes = 0;
    std::optional<Hash> commitment;  // of a simulated tumbler, before bets opened
    std::optional<Hash> armed;
    std::optional<rules::Roll> reading;
    std::optional<Proof> proof;  // of the reading
    std::optional<rules::Roll> keyed;
    std::optional<rules::Roll> roll;
    bool manual = false;
    bool covered = true;
    bool lights_failed = false;
    bool present = false;  // a floorperson, logged for this round
    std::optional<rules::Cause> void_for;
    std::map<StayId, Slip> slips;
    std::vector<Placement> placements;
    std::optional<Hash> secret;  // that the commitment was to, once revealed
};

struct Terminal {
    std::uint8_t layout = 0;
    bool enabled = true;
    bool online = true;
    bool locked = false;
    bool calling = false;
    StayId stay;  // who sits there
    ledger::Meter meter;
    std::optional<Hash> key;  // with which it proves itself; none before it was enrolled
};

struct DiceSet {
    DiceId dice;
    std::string seal;
    Instant installed_at;
};

// What is known of one tumbler or shaker.
struct MixerState {
    std::optional<DiceSet> dice;
    std::optional<Mark> mark;  // out of use
    bool unusable = false;     // failed since it was last inspected or chosen
};

struct Inspection {
    std::uint32_t lights_passed = 0;
    std::uint32_t mixer_passed = 0;
    std::vector<rules::Roll> failed;  // values whose lights were wrong, until they are right
    bool signed_off = false;
};

struct LoggedOnAs {
    rules::Role role = rules::Role::dealer;
    Instant since;
    std::uint64_t number = 0;  // the sequence of the event that logged the person on
};

struct Held {
    rules::Cause cause = rules::Cause::not_covered;
    std::string reason;
};

struct Incident {
    std::uint64_t round = 0;
    rules::Cause cause = rules::Cause::not_covered;
    rules::Role resolves = rules::Role::supervisor;
    std::string note;
};

struct Pending {
    Command command;
    Instant expires_at;
    std::uint64_t sequence = 0;  // of the event that asked
};

struct Table {
    std::string name;
    Configuration configuration;
    Phase phase = Phase::closed;
    std::optional<std::string> out_of_service;
    bool repair_needed = false;
    bool last_round = false;
    bool last_round_played = false;
    std::uint64_t rounds = 0;
    std::optional<Round> round;
    std::map<std::uint64_t, Round> past;
    std::optional<Held> held;
    std::map<TerminalId, Terminal> terminals;
    std::map<PersonId, LoggedOnAs> staff;
    bool console_locked = false;
    Instant last_input_at;
    std::map<Hash, Pending> pending;
    rules::MixerKind mixer = rules::MixerKind::tumbler;
    std::map<rules::MixerKind, MixerState> mixers;
    PersonId shaker_holder;
    Inspection inspection;
    std::map<IncidentId, Incident> incidents;
    ledger::Meter felt;
    std::vector<ledger::Meter> layouts;  // in the order of the game
    std::vector<ledger::Meter> kinds;    // by rules::Kind
    std::uint64_t results = 0;           // the last counter that the tumbler signed with
    std::optional<Hash> commitment;      // to the next round's dice
};

// What a request led to, for whoever sends it again.
struct Outcome {
    std::uint64_t request = 0;
    std::uint64_t sequence = 0;
    bool late = false;
    bool withdrawal = false;
    std::vector<BetAnswer> answers;
};

struct Recent {
    std::uint64_t highest = 0;    // request of all: a higher one is new
    std::uint64_t forgotten = 0;  // the highest request that is no longer known
    std::deque<Outcome> outcomes;
};

struct State {
    std::uint64_t sequence = 0;  // of the last event
    Instant at;
    std::map<Hash, RuleSet> rule_sets;
    std::map<PersonId, Person> people;
    std::map<TableId, Table> tables;
    std::map<StayId, Stay> stays;
    std::map<std::string, Ticket> tickets;
    std::map<DiceId, bool>
        dice_used;  // every set that was ever installed, and whether it was damaged
    std::map<Actor, Recent> recent;
    ledger::Ledger ledger;
    std::uint32_t stays_begun = 0;
    std::uint32_t incidents_raised = 0;
    std::optional<Hash> program;  // as it was last checked
};

inline constexpr std::size_t outcomes_kept = 64;
inline constexpr Instant clock_max = {253'402'300'800'000};  // the end of the year 9999
inline constexpr std::int64_t authorisation_milliseconds = 60'000;
inline constexpr std::int64_t console_milliseconds = 300'000;

const Table* find_table(const State& state, TableId id);
const RuleSet& rules_of(const State& state, const Table& table);
const RuleSet& rules_of(const State& state, const Round& round);

// Where the round stands: the last step that is done, and the next. None before the first and
// after the last.
std::optional<rules::Step> last_step(const RuleSet& rules, const Round& round);
const rules::StepRule* next_step(const RuleSet& rules, const Round& round);

// Whether the step has been done in this round.
bool is_done(const RuleSet& rules, const Round& round, rules::Step step);

// Whether the game mixes the dice before bets are closed, so that they lie while bets are open.
bool mixes_first(const RuleSet& rules);

// The highest request number that is known of the actor: the next must be higher.
std::uint64_t last_request(const State& state, Actor actor);

// The session in which the actor speaks now: the stay at the terminal or seat, or the number of the
// person's log-on at the table. 0 if there is none.
std::uint64_t session_of(const State& state, Actor actor, TableId table);

// What does not hold together in a state that came from outside, or nothing: a table without its
// rule set, a terminal on a layout that there is not. Ask it before anything else is asked.
std::optional<std::string> incoherent(const State& state);

// Where money for the stay goes: to its credit, or kept for a player who has left.
ledger::Account payee(const State& state, StayId stay);

Money stakes_of(const Slip& slip);
Money stake_on(const Slip& slip, rules::SpotId spot);

}  // namespace sicbo::table

namespace sicbo {

template <>
struct Codec<table::RuleSet> {
    static void write(ByteWriter& to, const table::RuleSet& rules) { encode(to, rules.text); }
    static table::RuleSet read(ByteReader& from);
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
