// The state that a journal leads to: from the newest snapshot that fits, and the events since.
#pragma once

#include <functional>

#include "store/store.h"
#include "table/state.h"

namespace sicbo::store {

struct Recovered {
    table::State state;
    Position at;
    std::uint64_t replayed = 0;  // events since the snapshot
};

// Told from time to time how many events of how many are done.
using Progress = std::function<void(std::uint64_t done, std::uint64_t all)>;

// Up to the end of the journal, or of the record with event `until`. A snapshot that does not fit
// the journal is passed over; one that goes beyond its end means that the journal was cut.
Result<Recovered> recover(const Store& store, const Progress& progress = {},
                          std::uint64_t until = UINT64_MAX);

// Applies the events of a record that follows. An event that can't be is an error, not a failed
// check: the journal comes from outside.
using Seen = std::function<void(const table::State& after, const table::Event&, const Position&)>;
Result<void> replay(Recovered& into, const Record& record, const Seen& seen = {});

// The hash of the close of the table's round in play; nothing before it is closed.
Result<std::optional<Hash>> find_close(const Store& store, TableId table);

}  // namespace sicbo::store
