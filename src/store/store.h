// Where a property's journal lies, and what can always be made from it again.
//
// The journal alone must be durable before anything leaves the process. Snapshots shorten a
// restart, reports answer questions; both are derived, and made anew when they are missing.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "store/record.h"

namespace sicbo::store {

class Reports;

// The state after an event, as canonical bytes.
struct Snapshot {
    Position at;
    std::string state;
};

// A signed statement of how far the journal went; see checkpoint.h.
struct Note {
    std::uint64_t size = 0;
    std::string text;

    friend bool operator==(const Note&, const Note&) = default;
};

// Below so much of the disk in a hundred there is too little to take bets.
inline constexpr int room_percent_min = 10;

using TakeRecord = std::function<Result<void>(const Record&)>;
using TakeNote = std::function<Result<void>(const Note&)>;

class Store {
public:
    Store() = default;
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;
    virtual ~Store() = default;

    virtual const std::string& origin() const = 0;  // which property's journal this is
    virtual Position last() const = 0;

    // Durable when it returns. After an error nothing may be said of the record: whoever gets one
    // ends the process, and finds out after the restart.
    virtual Result<void> append(const Record& record, std::span<const Note> notes) = 0;

    // The records with events after that one, in order, until `take` has enough of them.
    virtual Result<void> read(std::uint64_t after, const TakeRecord& take) const = 0;
    virtual Result<void> read_notes(std::uint64_t after, const TakeNote& take) const = 0;
    virtual Result<std::optional<Note>> last_note() const = 0;

    // Where the record that holds the event ends; nothing if there is no such event.
    virtual Result<std::optional<Position>> end_of_record(std::uint64_t sequence) const = 0;

    // Snapshots are kept where a record ends; the newest two are enough. Those that can't be read
    // are passed over: an older one, or the journal itself, will do.
    virtual Result<void> keep_snapshot(const Snapshot& snapshot) = 0;
    virtual std::vector<Snapshot> snapshots() const = 0;  // newest first

    virtual Result<std::unique_ptr<Reports>> open_reports() = 0;

    // What waits to be moved to its final place, in bytes, and how much may: a start on a full disk
    // must have room to move it. Moving takes its time.
    virtual std::uint64_t waiting() const { return 0; }
    virtual std::uint64_t waiting_max() const { return std::uint64_t{64} << 20; }
    virtual Result<void> tidy() { return {}; }

    // How much of the disk is free, in a hundred. What is held in reserve is given up when there is
    // little, and held again when there is more.
    virtual int room_percent() { return 100; }
};

}  // namespace sicbo::store
