// SPDX-License-Identifier: MIT
// The interface of a journal store: records are appended durably and read back in order.
//
// The journal alone must be durable before anything leaves the process. Snapshots shorten a restart
// and reports answer questions; both are derived from the journal and made again when missing. A
// store knows bytes, sequences and hashes; it knows no table rules and no network.
//
// One thread at a time may use an object. Two objects may be open on the same journal if at most
// one of them appends.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "store/record.h"

namespace sicbo::store {

class Reports;

// The state after the event at `at`, as canonical bytes (wire::write_state).
struct Snapshot {
    Position at;
    std::string state;
    // Of the journal's signing key, over snapshot_statement() (store/snapshot.h): 128 hexadecimal
    // digits, or empty.
    std::string signature = {};
};

// A signed statement of how far the journal goes (store/checkpoint.h).
struct Note {
    std::uint64_t size = 0;  // how many events it covers: the sequence of the last of them
    std::string text;

    friend bool operator==(const Note&, const Note&) = default;
};

// A command that made a check fail while its events were applied: what failed, and the command as
// bytes (wire::write_command).
struct Quarantine {
    std::string why;
    std::string command;

    friend bool operator==(const Quarantine&, const Quarantine&) = default;
};

// The minimum of free disk space, in percent, at which bets are still accepted.
inline constexpr int free_percent_min = 10;

// A handler returns true to read on and false to stop without an error. If it returns an error, the
// read stops and returns that error.
using RecordHandler = std::function<Result<bool>(const Record&)>;
using NoteHandler = std::function<Result<bool>(const Note&)>;

class Store {
public:
    Store() = default;
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;
    virtual ~Store() = default;

    // The identity of the journal: "sicbo-" and 16 hexadecimal digits, drawn when the file is
    // created. It is part of every hash, so events of two journals never mix.
    virtual const std::string& origin() const = 0;
    // The last event that this object has appended or found when it was opened.
    virtual Position last() const = 0;

    // Appends the record and the notes in one transaction; both are durable when it returns.
    // Requires that the record follows last() and holds at least one event. After an error it is
    // not known whether the record was stored: the caller must end the process without sending a
    // reply; the next start finds out whether the record is in the journal.
    virtual Result<void> append(const Record& record, std::span<const Note> notes) = 0;

    // Calls `handle` with each record that holds an event after the sequence `after`, in order.
    virtual Result<void> read(std::uint64_t after, const RecordHandler& handle) const = 0;
    // Calls `handle` with each note whose size is greater than `after`, in ascending order.
    virtual Result<void> read_notes(std::uint64_t after, const NoteHandler& handle) const = 0;
    // Returns the note with the greatest size; nothing if there is none.
    virtual Result<std::optional<Note>> last_note() const = 0;

    // Stores the command beside the records, durably, so that every process that opens the journal
    // later refuses it. A second one before the next event replaces the first: the same start has
    // failed again. Does not depend on append() having succeeded.
    virtual Result<void> quarantine(const Quarantine& quarantine) = 0;
    // Returns what quarantine() has stored, oldest first.
    virtual Result<std::vector<Quarantine>> quarantined() const = 0;
    // Returns the sequence of the event that would have followed each of quarantined(), in the same
    // order.
    virtual Result<std::vector<std::uint64_t>> quarantined_at() const = 0;

    // Returns the position at which the record ends that holds the event with this sequence;
    // nothing if there is no such event.
    virtual Result<std::optional<Position>> end_of_record(std::uint64_t sequence) const = 0;

    // Saves a snapshot, and removes all but the newest two. `snapshot.at` must be the end of a
    // record.
    virtual Result<void> save_snapshot(const Snapshot& snapshot) = 0;
    // Returns the snapshots, newest first. Unreadable ones are left out: an older snapshot, or the
    // journal itself, serves instead.
    virtual std::vector<Snapshot> snapshots() const = 0;
    // Returns what is wrong with each snapshot that can't be read; snapshots() leaves those out.
    virtual std::vector<std::string> damaged_snapshots() const { return {}; }
    // Returns true if a recovery may begin with the snapshot. One from outside the process must be
    // signed with the journal's key, which this process must be able to read.
    virtual bool is_trusted(const Snapshot& snapshot) const = 0;

    // Opens the report database that belongs to this journal, and creates it if necessary.
    virtual Result<std::unique_ptr<Reports>> open_reports() = 0;

    // How many bytes the write-ahead log (WAL) holds that checkpoint_wal() would move into the
    // database, and how many it may hold: a start on a full disk must have enough reserved space to
    // move them.
    virtual std::uint64_t wal_bytes() const { return 0; }
    virtual std::uint64_t wal_bytes_max() const { return std::uint64_t{64} << 20; }
    // Checkpoints the WAL: moves its content into the database. It may block for tens of
    // milliseconds; do not call it shortly before a close of betting.
    virtual Result<void> checkpoint_wal() { return {}; }

    // Returns how much of the disk is free, in percent.
    virtual int free_percent() const { return 100; }
    // Opens another object on the same journal, which does not append: for another thread, or to
    // see how far the journal goes by now. It may save snapshots if this object may append. Safe to
    // call from any thread.
    virtual Result<std::unique_ptr<Store>> open_reader() const {
        return failure("this journal has no second reader");
    }
    // The path prefix of the files that belong to the journal: `.key`, `.key.pub`, `.notes`,
    // `.reports`. For a journal in a file it is the path of that file; empty if there are none.
    virtual std::string files() const { return {}; }
    // Lets the store check its own structure for damage. Returns an error if it finds some, or
    // "stopped" once `stopped` returns true.
    virtual Result<void> quick_check(const std::function<bool()>& stopped) const {
        return stopped() ? Result<void>(failure("stopped")) : Result<void>();
    }
    // Tells readers in other processes that all events up to last() are acknowledged, if they can't
    // know it yet. Call it when there is nothing else to do; it does so at most once a second.
    virtual Result<void> publish_acknowledged() { return {}; }

    // Returns true if the secrets of the property are kept in the store, so that another machine
    // can serve it. The store gets them encrypted (server/shared_secrets.h).
    virtual bool keeps_secrets() const { return false; }
    // Stores the secret durably, in place of one of the same name.
    virtual Result<void> put_secret(const std::string& /*name*/, std::string_view /*sealed*/) {
        return failure("this journal keeps no secrets");
    }
    // Returns the secrets by their names.
    virtual Result<std::map<std::string, std::string>> secrets() const {
        return std::map<std::string, std::string>();
    }

    // Reserves disk space again if a start on a full disk released it and there is enough now.
    virtual void restore_reserve() {}
};

}  // namespace sicbo::store
