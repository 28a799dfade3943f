// SPDX-License-Identifier: MIT
// Rebuilds the state that a journal leads to: the newest snapshot that fits the journal, plus the
// events after it. Reads only; it knows no clock and no network.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "store/store.h"
#include "table/state.h"

namespace sicbo::store {

struct Recovered {
    table::State state;
    Position at;                              // of the last event applied
    std::uint64_t replayed = 0;               // events applied since the snapshot
    std::vector<std::string> untrusted = {};  // snapshots that were passed over, and why
};

// Called now and then during long work, on the working thread.
using Progress = std::function<void(std::uint64_t done, std::uint64_t all)>;

// Recovers the state at the end of the journal, or at the end of the record that holds the event
// `until`. A snapshot that the store does not trust, or that does not fit the journal, is ignored.
// Returns an error if an event can't be applied, or if a snapshot is newer than the journal's end:
// then events are missing. With `until` snapshots after that event are ignored, also those after
// the journal's end.
Result<Recovered> recover(const Store& store, const Progress& progress = {},
                          std::uint64_t until = UINT64_MAX);

// Goes on from a state that was recovered before, over another object on the same journal, to the
// journal's end. Returns an error if the journal does not contain what the state came from: then
// events were lost.
Result<Recovered> recover_from(Recovered before, const Store& store, const Progress& progress = {});

// Called after each replayed event with the state after it.
using ReplayObserver =
    std::function<void(const table::State& after, const table::Event&, const Position&)>;

// Applies the events of the record that follows `into.at`. Returns an error if the record does not
// follow, or if an event can't be decoded or applied: the journal is outside input, so a failed
// check() during apply() is caught here and reported as an error. After an error `into` must not be
// used any more.
Result<void> replay(Recovered& into, const Record& record, const ReplayObserver& observe = {});

// Returns what the journal has of these rounds of the table, for RecallRounds. Replays the journal
// from its beginning to the event `until`, and then `more`, events that are not written yet.
Result<std::vector<table::RoundRecord>> find_records(const Store& store, TableId table,
                                                     const std::vector<std::uint64_t>& rounds,
                                                     std::uint64_t until = UINT64_MAX,
                                                     std::span<const table::Event> more = {});

// Returns the hash of the event that closed betting in the table's current round; nothing if
// betting has not been closed. Reads back from the end in growing windows; in the worst case the
// whole journal.
Result<std::optional<Hash>> find_close_hash(const Store& store, TableId table);

}  // namespace sicbo::store
