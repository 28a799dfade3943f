// SPDX-License-Identifier: MIT
// The store on PostgreSQL: the journal, its notes, quarantined commands and snapshots in tables of
// a database that can be replicated. Reports, the signing key and the notes outside stay in files
// of this machine (PostgresAddress::files).
//
// Each writer has an epoch. Opening to write begins a new one, and an append counts only
// if its epoch is still the newest: a server that was overtaken stores nothing any more. The
// beginning of an epoch is a commit of its own, acknowledged before anything is read: what an
// earlier writer left behind without an acknowledgement is then either gone or as durable as the
// rest. Opening to take over does so as soon as the lease of the last writer has lapsed
// (postgres_lease.h), connected or not.
//
// A reader never returns an event that is not known to be acknowledged, since it could still be
// lost with the primary. docs/decisions/0030-postgres.md says why, docs/formats/postgres.md
// specifies the tables.
#pragma once

#include <atomic>
#include <chrono>

#include "store/postgres.h"
#include "store/sqlite.h"
#include "store/store.h"

namespace sicbo::store {

// The error of a takeover while another server holds the lease.
inline constexpr std::string_view lease_held_error = "another server holds the lease";

class PostgresStore : public Store {
public:
    struct Options {
        PostgresAddress address;
        Access access = Access::read_write;
        // The origin of a journal that is created, if it is the copy of another; empty: a new one.
        std::string origin = {};
        // How long to wait for the connection of an earlier writer to end, which may have been
        // killed just now.
        std::chrono::milliseconds patience{3'000};
        // Begin the next epoch although the last writer may still be connected, if its lease has
        // lapsed; the new lease is valid from then on. Otherwise open() returns lease_held_error.
        struct TakeOver {
            std::string endpoint;
            std::chrono::milliseconds duration;
        };
        std::optional<TakeOver> take_over = {};
    };
    // Opens the journal. Access::read_write creates tables and journal if they are missing, and
    // begins a new epoch. Returns an error if the server, the database, its tables or its settings
    // can't be used, or if another process has the journal open to write.
    static Result<std::unique_ptr<PostgresStore>> open(const Options& options);
    // Opens an existing journal without the right to change anything. last() is the last event that
    // was acknowledged at this moment.
    static Result<std::unique_ptr<PostgresStore>> open_to_read(const PostgresAddress& address);
    ~PostgresStore() override;

    const PostgresAddress& address() const { return options_.address; }
    std::uint64_t epoch() const { return epoch_; }
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
    Result<std::unique_ptr<Store>> open_reader() const override;
    std::string files() const override { return options_.address.files; }
    Result<void> publish_acknowledged() override;
    bool keeps_secrets() const override { return true; }
    Result<void> put_secret(const std::string& name, std::string_view sealed) override;
    Result<std::map<std::string, std::string>> secrets() const override;

private:
    using Clock = std::chrono::steady_clock;

    PostgresStore(Options options, PostgresConnection connection)
        : options_(std::move(options)), connection_(std::move(connection)) {}

    static Result<std::unique_ptr<PostgresStore>> start(
        const Options& options, const std::shared_ptr<std::atomic<std::uint64_t>>& acknowledged,
        std::uint64_t epoch);
    bool may_write() const { return epoch_ > 0; }
    Result<void> open_tables();
    Result<void> find_journal();
    Result<bool> create_journal();
    Result<void> begin_epoch();
    Result<bool> try_begin_epoch();
    Result<void> take_over();
    Result<void> prepare_statements();
    Result<void> load_position();
    Result<std::uint64_t> readable_until() const;
    Error explain_refused_append() const;
    Result<void> publish();
    Result<PostgresRows> commit_one(const std::string& sql, const Parameters& parameters) const;

    Options options_;
    PostgresConnection connection_;
    int version_ = 0;           // of the tables
    std::int64_t journal_ = 0;  // its number in the tables
    std::uint64_t epoch_ = 0;   // 0: this object may only read
    bool is_writer_ = false;    // this object appends; false for its readers too
    std::string origin_;
    Position last_;
    // How far this process knows the journal to be acknowledged. Shared with the readers that
    // open_reader() makes.
    std::shared_ptr<std::atomic<std::uint64_t>> acknowledged_;
    std::uint64_t published_ = 0;
    Clock::time_point appended_at_;
};

}  // namespace sicbo::store
