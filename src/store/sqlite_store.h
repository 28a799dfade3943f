// SPDX-License-Identifier: MIT
// The embedded store: the journal in an SQLite database of its own, with its files beside it.
//
//   journal            the records and the notes, nothing else; one connection writes, and its
//                      process holds a lock on the file
//   journal.lock       locked by the same process as well, since the file could be renamed
//   journal.snapshot-  the state after an event
//   journal.reports    the report database; may be deleted
//   journal.reserve    reserved disk space, to finish rounds when the disk is full
//
// The journal uses a write-ahead log (WAL), is synced at every commit, and assumes nothing about
// sectors next to the one written. docs/decisions/0009-store.md says why, docs/formats/journal.md
// specifies the content.
#pragma once

#include "store/files.h"
#include "store/sqlite.h"
#include "store/store.h"

namespace sicbo::store {

inline constexpr int schema_version = 1;

class SqliteStore : public Store {
public:
    struct Options {
        std::string path;
        Access access = Access::create;
        // A registered SQLite VFS, for tests with a simulated disk: no file is then kept beside the
        // journal.
        std::string vfs = {};
        // The maximum of reserved disk space; on a small disk it is a fraction of the disk. Half of
        // it is for the write-ahead log that the next start moves.
        std::uint64_t reserve_bytes = std::uint64_t{128} << 20;
        // Other values are for tests that show the damage they do.
        std::string synchronous = "FULL";
        bool trust_sectors = false;
    };
    // Opens the journal; Access::create creates it if there is none and locks it for this process.
    // Returns an error if it is no journal, a newer format, or locked by another process.
    static Result<std::unique_ptr<SqliteStore>> open(const Options& options);
    // Opens an existing journal to read it. No lock is taken, so a server can play and start
    // meanwhile; last() is the end of the journal at this moment.
    static Result<std::unique_ptr<SqliteStore>> open_to_read(const std::string& path);

    const std::string& path() const { return options_.path; }
    const std::string& origin() const override { return origin_; }
    Position last() const override { return last_; }
    Result<void> append(const Record& record, std::span<const Note> notes) override;
    Result<void> read(std::uint64_t after, const RecordHandler& handle) const override;
    Result<void> read_notes(std::uint64_t after, const NoteHandler& handle) const override;
    Result<std::optional<Note>> last_note() const override;
    Result<std::optional<Position>> end_of_record(std::uint64_t sequence) const override;
    Result<void> save_snapshot(const Snapshot& snapshot) override;
    std::vector<Snapshot> snapshots() const override;
    Result<std::unique_ptr<Reports>> open_reports() override;
    std::uint64_t pending_bytes() const override { return database_.wal_bytes(); }
    std::uint64_t pending_bytes_max() const override { return pending_bytes_max_; }
    Result<void> compact() override { return database_.checkpoint(); }
    int free_percent() override;

    // Copies the journal, as of one moment, into a new file.
    Result<void> copy_to(const std::string& path) const { return database_.copy_to(path); }

private:
    SqliteStore(Options options, Database database)
        : options_(std::move(options)), database_(std::move(database)) {}

    Result<void> check_format();
    Result<void> take_locks();
    Result<void> configure();
    Result<void> load_position();
    Result<void> check_row_numbers();
    Result<void> prepare_statements();

    Options options_;
    // Declared before the database, so that they outlive it: closing any descriptor of a file
    // releases the locks that SQLite holds on it.
    std::optional<File> lock_;
    std::optional<File> file_lock_;
    Database database_;
    std::uint64_t pending_bytes_max_ = Store::pending_bytes_max();
    std::string origin_;
    Position last_;
    Statement begin_;
    Statement commit_;
    Statement insert_record_;
    Statement insert_note_;
};

}  // namespace sicbo::store
