// SPDX-License-Identifier: MIT
// The embedded store: the journal in an SQLite database of its own, with its files beside it.
//
//   journal            the records, the notes and quarantined commands, nothing else; one
//                      connection writes, and its process holds a lock on the file
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

// The error of SqliteStore::open() if another process has locked the journal.
inline constexpr std::string_view locked_error = "another process has this journal open";

class SqliteStore : public Store {
public:
    struct Options {
        std::string path;
        Access access = Access::read_write;
        // A registered SQLite VFS, for tests with a simulated disk: no file is then kept beside the
        // journal.
        std::string vfs = {};
        // The maximum of reserved disk space; on a small disk it is a fraction of the disk. The
        // write-ahead log may grow to half of it, because the next start needs that much space to
        // checkpoint the log.
        std::uint64_t reserve_bytes = std::uint64_t{128} << 20;
        // The origin of a journal that is created, if it is the copy of another; empty: a new one.
        std::string origin = {};
        // Tests set other values to show that acknowledged events are then lost.
        std::string synchronous = "FULL";
        bool trust_sectors = false;
    };
    // Opens the journal. Access::read_write creates it if there is none, and locks it for this
    // process. Returns an error if it is no journal, a newer format, or locked by another process.
    static Result<std::unique_ptr<SqliteStore>> open(const Options& options);
    // Opens an existing journal without the right to append to it. No lock is taken, so a server
    // can play and start meanwhile; last() is the end of the journal at this moment. Snapshots and
    // reports can still be written beside it.
    static Result<std::unique_ptr<SqliteStore>> open_to_read(const std::string& path);

    const std::string& path() const { return options_.path; }
    const std::string& origin() const override { return origin_; }
    Position last() const override { return last_; }
    Result<void> append(const Record& record, std::span<const Note> notes) override;
    Result<void> read(std::uint64_t after, const RecordHandler& handle) const override;
    Result<void> read_notes(std::uint64_t after, const NoteHandler& handle) const override;
    Result<std::optional<Note>> last_note() const override;
    Result<void> quarantine(const Quarantine& quarantine) override;
    Result<std::vector<Quarantine>> quarantined() const override;
    Result<std::vector<std::uint64_t>> quarantined_at() const override;
    Result<std::optional<Position>> end_of_record(std::uint64_t sequence) const override;
    Result<void> save_snapshot(const Snapshot& snapshot) override;
    std::vector<Snapshot> snapshots() const override;
    std::vector<std::string> damaged_snapshots() const override;
    bool is_trusted(const Snapshot& snapshot) const override;
    Result<std::unique_ptr<Reports>> open_reports() override;
    std::uint64_t wal_bytes() const override { return database_.wal_bytes(); }
    std::uint64_t wal_bytes_max() const override { return wal_bytes_max_; }
    Result<void> checkpoint_wal() override { return database_.checkpoint(); }
    int free_percent() const override;
    void restore_reserve() override;
    Result<std::unique_ptr<Store>> open_reader() const override {
        return open_to_read(options_.path);
    }
    std::string files() const override { return options_.path; }

    // Copies the journal, as of one moment, into a new file.
    Result<void> copy_to(const std::string& path) const { return database_.copy_to(path); }

    // Runs SQLite's quick_check over the file. Returns an error if it finds damage, or "stopped"
    // once `stopped` returns true.
    Result<void> quick_check(const std::function<bool()>& stopped) const override {
        return database_.quick_check(stopped);
    }

private:
    SqliteStore(Options options, Database database)
        : options_(std::move(options)), database_(std::move(database)) {}

    Result<void> verify_format();
    Result<void> take_locks();
    Result<void> configure();
    Result<void> set_pragma(const std::string& name, const std::string& value,
                            std::string_view reads) const;
    Result<void> load_position();
    Result<void> verify_row_numbers();
    Result<void> read_quarantine(
        const std::function<void(std::uint64_t sequence, Quarantine)>& take) const;
    Result<void> prepare_statements();

    Options options_;
    // Declared before the database, so that they outlive it: closing any descriptor of a file
    // releases the locks that SQLite holds on it.
    std::optional<File> lock_file_;     // journal.lock, locked
    std::optional<File> journal_lock_;  // the journal itself, locked
    Database database_;
    std::uint64_t wal_bytes_max_ = Store::wal_bytes_max();
    std::string origin_;
    Position last_;
    Statement begin_;
    Statement commit_;
    Statement insert_record_;
    Statement insert_note_;
};

}  // namespace sicbo::store
