// What is committed together: the events of all commands that arrived together, as canonical bytes,
// each bound by its hash to all before it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "core/hash.h"
#include "core/result.h"

namespace sicbo::store {

// How far a journal goes: its last event and that event's hash.
struct Position {
    std::uint64_t sequence = 0;
    Hash hash;

    friend bool operator==(const Position&, const Position&) = default;
};

// No record is larger. One that is, nobody wrote: it is refused before it takes the memory.
inline constexpr std::size_t record_bytes_max = std::size_t{64} << 20;

// Where the journal of a property begins. Another property's events never fit behind it.
Position beginning_of(std::string_view origin);

struct Record {
    std::uint64_t first = 0;  // sequence of its first event
    Position last;
    std::string bytes;  // of each event its length and its bytes

    friend bool operator==(const Record&, const Record&) = default;
};

// Puts events together into the record that follows a position.
class RecordWriter {
public:
    explicit RecordWriter(const Position& before) { start(before); }

    void start(const Position& before);
    void add(std::string_view event_bytes);
    bool empty() const { return record_.last.sequence < record_.first; }
    const Record& record() const { return record_; }

private:
    Record record_;
};

// The events of a record as they are, with nothing checked but that they are whole.
using TakeBytes = std::function<Result<void>(std::uint64_t sequence, std::string_view event_bytes)>;
Result<void> split_record(const Record& record, const TakeBytes& take);

// Takes the record apart, event by event with the position that it leads to, and checks that it
// follows `before` and ends as it says. An error names the sequence where it is wrong.
using TakeEvent = std::function<Result<void>(const Position& at, std::string_view event_bytes)>;
Result<void> read_record(const Record& record, const Position& before, const TakeEvent& take);

}  // namespace sicbo::store
