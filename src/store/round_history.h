// SPDX-License-Identifier: MIT
// The history of rounds, rebuilt from the journal's events alone, for `history`, `export` and
// dispute bundles. Nothing that lies beside the journal is believed. Reads only.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "store/store.h"
#include "table/state.h"

namespace sicbo::store {

// The first of two people who gave an order together. The second one is the actor of its events.
struct FirstPerson {
    table::Actor actor;
    rules::Role role = rules::Role::dealer;
};

// Knows who was the first of two people for each event of a journal. Pass every event, in order,
// beginning with the first of a command.
class FirstPersonTracker {
public:
    // Returns nothing if one person, a player, a device or the system gave the order.
    std::optional<FirstPerson> first_of(const table::Event& event);

private:
    table::Stamp stamp_;
    std::optional<FirstPerson> first_;
};

struct JournalEvent {
    Position at;
    Hash previous;           // the hash of the event before it
    std::string_view bytes;  // valid during the call of the handler only
    table::Event event;
    std::optional<FirstPerson> first_person = {};  // if the order took two people
};

// Returns false to stop reading without an error. The handler may move the event out.
using JournalEventHandler = std::function<Result<bool>(JournalEvent&)>;

// Calls `handle` with each event from the sequence `first` to the end that the journal had when it
// was opened. Hashes are computed again and verified.
Result<void> read_events(const Store& journal, std::uint64_t first,
                         const JournalEventHandler& handle);

// Returns the record that holds the event; an error if there is none. `sequence` is at least 1.
Result<Record> find_record(const Store& journal, std::uint64_t sequence);

struct BetSummary {
    TerminalId terminal;  // none at a shared felt
    rules::SpotId spot{};
    Money stake;
    Money effective;  // the part of the stake that wins or loses
    Money back;       // what the player got back
};

// One amendment of a round after its bets were settled.
struct AmendmentSummary {
    std::uint64_t sequence = 0;  // of its event
    table::Stamp stamp;          // of the second person
    std::optional<FirstPerson> first_person;
    rules::Cause cause = rules::Cause::wrong_result;
    std::string reason;
    std::vector<std::uint64_t> rounds;       // all that the order amended
    std::optional<rules::Roll> roll_before;  // that the round was settled on until then
    std::optional<rules::Roll> roll;         // that it is settled on now; none if it is void
    std::optional<StayId> returned;          // the stay whose bets were returned
    struct Change {
        Money before;
        Money after;
    };
    std::map<StayId, Change> back;  // what each player got back, for all bets of the round
};

// An order about a round that two people gave together.
struct JointDecision {
    std::uint64_t sequence = 0;  // of its first event after the authorisation
    table::Stamp stamp;          // of the second person
    FirstPerson first_person;
};

struct RoundSummary {
    TableId table;
    std::uint64_t number = 0;
    Hash rules;
    Instant begun_at;
    Instant opened_at;
    std::optional<Instant> ended_at;
    table::RoundEnd end = table::RoundEnd::none;
    std::optional<rules::Roll> roll;        // of the result; after an amendment the new one
    std::optional<rules::Roll> read;        // by the tumbler
    std::optional<rules::Roll> first_roll;  // on which the bets were settled first
    bool manual = false;
    std::optional<rules::Cause> cause;  // why it is void
    std::string reason;                 // the same in the words of people; may be empty
    std::uint64_t first = 0;            // the event that began the round
    std::uint64_t last = 0;  // the last event that updated the round's row in the reports
    std::map<StayId, std::vector<BetSummary>> bet_slips;
    std::vector<AmendmentSummary> amendments;  // in the order in which they were made
    std::vector<JointDecision> decisions;      // amendments and others, in the same order
};

// Returns the summary of the round that the event begins; nothing if it begins none.
std::optional<RoundSummary> started_by(const table::Event& event, std::uint64_t sequence);

// Updates the summary by a later event of the same table: pass every event up to the beginning of
// the next round, and later every event that amends() this round. Returns an error if the event
// does not fit the round.
Result<void> apply_event(RoundSummary& round, const JournalEvent& read);
// Returns true if the event amends this round.
bool amends(const table::Event& event, const RoundSummary& round);

// Returns the sequence of the event that began the table's round; an error if there is no such
// round.
Result<std::uint64_t> find_round_start(const Store& journal, TableId table, std::uint64_t round);

struct RoundEvent {
    Position at;
    Hash previous;
    std::string bytes;
    table::Event event;
    std::optional<FirstPerson> first_person;
};
struct RoundHistory {
    RoundSummary round;
    std::vector<RoundEvent> events;
};
// Collects all of one round: the events of its table from its beginning to that of the next round,
// every later amendment, and the commitment to its dice and their secret, whenever these came.
class RoundCollector {
public:
    RoundCollector(TableId table, std::uint64_t number) : table_(table), number_(number) {}

    // Takes the event over if it belongs to the round. Pass all events in order, also those of
    // other rounds and tables. Returns an error if it does not fit the round.
    Result<void> take(JournalEvent& read);

    RoundHistory history;

private:
    TableId table_;
    std::uint64_t number_;
    bool in_play_ = false;
};

// Returns all of one round of the journal.
Result<RoundHistory> read_round_history(const Store& journal, TableId table, std::uint64_t number);

// Which rounds to list.
struct RoundFilter {
    TableId table = {};  // none: all tables
    std::uint64_t first_round = 1;
    std::uint64_t last_round = UINT64_MAX;
    Instant from = {0};        // the rounds that began from this moment on
    Instant to = clock_max;    // exclusive
    TerminalId terminal = {};  // only rounds with a bet of this terminal
    StayId stay = {};          // only rounds with a bet of this stay

    bool takes(const RoundSummary& round) const;
};

// Returns the last rounds that the filter takes, newest first, at most `limit` of them.
Result<std::vector<RoundSummary>> latest_rounds(const Store& journal, const RoundFilter& filter,
                                                std::size_t limit);

// Returns the id of the layout that the bet was placed on; empty if it is not known. A terminal
// never changes its layout, so any state after the bet will do.
std::string layout_of(const table::State& later, const RoundSummary& round, const BetSummary& bet);

}  // namespace sicbo::store
