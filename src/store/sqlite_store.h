// The embedded store: the journal in an SQLite database of its own, with its files beside it.
//
//   journal            the records and the notes, nothing else; one connection writes, and its
//                      process holds a lock on the file
//   journal.lock       held by the same process: by name, where the file could be moved away
//   journal.snapshot-  the state after an event
//   journal.reports    what reports are made from; may be thrown away
//   journal.reserve    room on the disk to end a round in when all else is full
//
// Written ahead (WAL), synced at every commit, and with nothing believed about sectors beside the
// one written: docs/decisions/0009-store.md says why, docs/formats/journal.md what is in it.
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
        std::string vfs = {};  // for a disk of one's own: then the journal is all there is
        // At most; a part of a small disk. Half of it is for the log that a start moves.
        std::uint64_t reserve_bytes = std::uint64_t{128} << 20;
        // Only to show that a test sees the harm.
        std::string synchronous = "FULL";
        bool trust_sectors = false;
    };
    // Makes the journal if there is none.
    static Result<std::unique_ptr<SqliteStore>> open(const Options& options);

    const std::string& path() const { return options_.path; }
    const std::string& origin() const override { return origin_; }
    Position last() const override { return last_; }
    Result<void> append(const Record& record, std::span<const Note> notes) override;
    Result<void> read(std::uint64_t after, const TakeRecord& take) const override;
    Result<void> read_notes(std::uint64_t after, const TakeNote& take) const override;
    Result<std::optional<Note>> last_note() const override;
    Result<std::optional<Position>> end_of_record(std::uint64_t sequence) const override;
    Result<void> keep_snapshot(const Snapshot& snapshot) override;
    std::vector<Snapshot> snapshots() const override;
    Result<std::unique_ptr<Reports>> open_reports() override;
    std::uint64_t waiting() const override { return database_.log_bytes(); }
    std::uint64_t waiting_max() const override { return waiting_max_; }
    Result<void> tidy() override { return database_.checkpoint(); }
    int room_percent() override;

    Result<void> copy_to(const std::string& path) const { return database_.copy_to(path); }

private:
    SqliteStore(Options options, Database database)
        : options_(std::move(options)), database_(std::move(database)) {}

    Result<void> check_format();
    Result<void> claim();
    Result<void> set_up();
    Result<void> look();
    Result<void> look_at_rows();
    Result<void> prepare();

    Options options_;
    // Before the database, so that they outlive it: whoever closes any descriptor of a file gives
    // up the locks that SQLite has on it.
    std::optional<File> lock_;
    std::optional<File> file_lock_;
    Database database_;
    std::uint64_t waiting_max_ = Store::waiting_max();
    std::string origin_;
    Position last_;
    Statement begin_;
    Statement commit_;
    Statement insert_record_;
    Statement insert_note_;
};

}  // namespace sicbo::store
