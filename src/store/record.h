// SPDX-License-Identifier: MIT
// A journal record: the events that are committed together, as canonical bytes, each bound by its
// hash to all events before it. No file and no database in here.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "core/hash.h"
#include "core/result.h"

namespace sicbo::store {

// A position in a journal: the sequence of an event and that event's chained hash.
struct Position {
    std::uint64_t sequence = 0;
    Hash hash;

    friend bool operator==(const Position&, const Position&) = default;
};

// The maximum size of a record. This program never writes a larger one, and readers reject it
// before they allocate memory for it.
inline constexpr std::size_t record_bytes_max = std::size_t{64} << 20;

// Reads the hash of the event with this sequence from its 32 bytes, as a store returns them.
Result<Hash> hash_from(std::string_view bytes, std::int64_t sequence);

// The position before the first event of the journal with this origin.
Position beginning_of(std::string_view origin);

struct Record {
    std::uint64_t first = 0;  // the sequence of its first event
    Position last;            // the position of its last event
    std::string bytes;        // for each event its length, then its bytes

    friend bool operator==(const Record&, const Record&) = default;
};

// Builds the record that follows a position.
class RecordWriter {
public:
    explicit RecordWriter(const Position& before) { start(before); }

    // Discards what was added and starts the record that follows `before`.
    void start(const Position& before);
    // Adds one encoded event, which must not be empty, and extends the hash chain by it.
    void add(std::string_view event_bytes);
    // Returns true if no event was added since start().
    bool empty() const { return record_.last.sequence < record_.first; }
    const Record& record() const { return record_; }

private:
    Record record_;
};

// Calls `handle` with each event of the record, in order. Verifies only that each length fits;
// nothing is hashed. Stops at the first error, of the record or of `handle`, and returns it.
using EventBytesHandler =
    std::function<Result<void>(std::uint64_t sequence, std::string_view event_bytes)>;
Result<void> split_record(const Record& record, const EventBytesHandler& handle);

// Calls `handle` with each event of the record and the position that it leads to. Verifies that the
// record follows `before` and that its last hash is that of its events. The final hash is verified
// after the last call. An error names the sequence of the event.
using ChainedEventHandler =
    std::function<Result<void>(const Position& at, std::string_view event_bytes)>;
Result<void> read_record(const Record& record, const Position& before,
                         const ChainedEventHandler& handle);

}  // namespace sicbo::store
