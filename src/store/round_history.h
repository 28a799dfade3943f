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

struct JournalEvent {
    Position at;
    Hash previous;           // the hash of the event before it
    std::string_view bytes;  // valid during the call of the handler only
    table::Event event;
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

struct RoundSummary {
    TableId table;
    std::uint64_t number = 0;
    Hash rules;
    Instant begun_at;
    Instant opened_at;
    std::optional<Instant> ended_at;
    table::RoundEnd end = table::RoundEnd::none;
    std::optional<rules::Roll> roll;
    bool manual = false;
    std::optional<rules::Cause> cause;
    std::uint64_t first = 0;  // the event that began the round
    std::uint64_t last = 0;   // the last event that updated the round's row in the reports
    std::map<StayId, std::vector<BetSummary>> slips;
};

// Returns the summary of the round that the event begins; nothing if it begins none.
std::optional<RoundSummary> started_by(const table::Event& event, std::uint64_t sequence);

// Updates the summary by a later event of the same table: pass every event up to the beginning of
// the next round, and later every event that amends() this round. Returns an error if the event
// does not fit the round.
Result<void> apply_event(RoundSummary& round, const table::Event& event, std::uint64_t sequence);
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
};
struct RoundHistory {
    RoundSummary round;
    std::vector<RoundEvent> events;
};
// Returns all of one round: the events of its table from its beginning to that of the next round,
// every later amendment, and the commitment to its dice and their secret, whenever these came.
Result<RoundHistory> read_round_history(const Store& journal, TableId table, std::uint64_t number);

// Returns the last rounds of the table, or of all tables if `table` is none; newest first, at most
// `limit` of them.
Result<std::vector<RoundSummary>> latest_rounds(const Store& journal, TableId table,
                                                std::size_t limit);

// Returns the id of the layout that the bet was placed on; empty if it is not known. A terminal
// never changes its layout, so any state after the bet will do.
std::string layout_of(const table::State& later, const RoundSummary& round, const BetSummary& bet);

}  // namespace sicbo::store
