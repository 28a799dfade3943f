// SPDX-License-Identifier: MIT
#include "store/postgres_store.h"

#include <algorithm>
#include <thread>
#include <tuple>

#include "core/check.h"
#include "store/checkpoint.h"
#include "store/files.h"
#include "store/origin.h"
#include "store/postgres_lease.h"
#include "store/postgres_schema.h"
#include "store/reports.h"
#include "store/snapshot.h"
#include "store/sqlite_store.h"

namespace sicbo::store {
namespace {

std::int64_t signed_number(std::uint64_t number) { return static_cast<std::int64_t>(number); }

// The epoch that an append belongs to stays locked until the commit, so that the next writer waits
// for what is on its way.
const std::string epoch_is_ours =
    "WITH held AS (SELECT 1 FROM sicbo.epoch WHERE journal = $1::bigint AND epoch = $2::bigint "
    "FOR SHARE) ";

}  // namespace

Result<std::unique_ptr<PostgresStore>> PostgresStore::open(const Options& options) {
    return start(options, std::make_shared<std::atomic<std::uint64_t>>(0), 0);
}

Result<std::unique_ptr<PostgresStore>> PostgresStore::open_to_read(const PostgresAddress& address) {
    return open({.address = address, .access = Access::read});
}

// With an epoch, the new object is a reader of the process that has begun this epoch.
Result<std::unique_ptr<PostgresStore>> PostgresStore::start(
    const Options& options, const std::shared_ptr<std::atomic<std::uint64_t>>& acknowledged,
    std::uint64_t epoch) {
    Result<PostgresConnection> connection = PostgresConnection::connect(options.address);
    if (!connection) return std::unexpected(connection.error());
    std::unique_ptr<PostgresStore> store(new PostgresStore(options, std::move(*connection)));
    store->acknowledged_ = acknowledged;
    store->epoch_ = epoch;
    for (const auto step :
         {&PostgresStore::open_tables, &PostgresStore::find_journal, &PostgresStore::begin_epoch,
          &PostgresStore::load_position, &PostgresStore::prepare_statements}) {
        if (auto done = (*store.*step)(); !done) {
            Error error = done.error();
            if (error.location.empty()) error.location = options.address.text;
            return std::unexpected(error);
        }
    }
    return store;
}

Result<std::unique_ptr<Store>> PostgresStore::open_reader() const {
    Options options = options_;
    options.access = Access::read;
    return start(options, acknowledged_, epoch_);
}

PostgresStore::~PostgresStore() {
    if (!is_writer_) return;
    // Without these the next start only waits until the server has seen the connection end, and
    // readers of another process miss the last record until then.
    std::ignore = publish();
    std::ignore = connection_.query(
        "UPDATE sicbo.epoch SET backend = NULL, backend_start = NULL "
        "WHERE journal = $1::bigint AND epoch = $2::bigint",
        Parameters().number(journal_).number(signed_number(epoch_)));
}

Result<void> PostgresStore::open_tables() {
    const bool writes = options_.access == Access::read_write;
    // A reader of the writing process saves snapshots.
    if (auto done = configure_session(connection_, writes || may_write()); !done) return done;
    Result<int> version = read_schema_version(connection_);
    if (!version) return std::unexpected(version.error());
    if (writes && !may_create() && *version > 0) {
        if (auto found = find_journal(); !found) return found;  // before the tables are upgraded
    }
    if (*version < postgres_schema_version && writes && (*version > 0 || may_create())) {
        if (auto done = prepare_schema(connection_); !done) return done;
        version = postgres_schema_version;
    }
    if (*version == 0) return failure("there is no journal of sicbo in this database");
    version_ = *version;
    if (auto fine = verify_schema(connection_, *version); !fine) return fine;
    return writes ? verify_durability(connection_, options_.address.requires_standby)
                  : Result<void>();
}

Result<void> PostgresStore::find_journal() {
    while (true) {
        const Result<PostgresRows> rows =
            connection_.query("SELECT journal, origin FROM sicbo.journal WHERE name = $1::text",
                              Parameters().text(options_.address.journal));
        if (!rows) return std::unexpected(rows.error());
        if (rows->rows() == 1) {
            journal_ = rows->number(0, 0);
            origin_ = rows->bytes(0, 1);
            if (options_.origin.empty() || options_.origin == origin_) return {};
            return failure("this is the journal " + origin_ + ", not " + options_.origin);
        }
        if (!may_create()) {
            return failure("the database has no journal \"" + options_.address.journal + "\"");
        }
        const Result<bool> created = create_journal();
        if (!created) return std::unexpected(created.error());
    }
}

// Returns false if another process has created it at the same time.
Result<bool> PostgresStore::create_journal() {
    const std::string origin = options_.origin.empty() ? new_origin() : options_.origin;
    const Result<PostgresRows> made = commit_one(
        "WITH made AS (INSERT INTO sicbo.journal "
        "  SELECT coalesce(max(journal), 0) + 1, $1::text, $2::text FROM sicbo.journal "
        "  RETURNING journal),"
        " begun AS (INSERT INTO sicbo.epoch (journal, epoch, owner) SELECT journal, 0, '' "
        "           FROM made) "
        "INSERT INTO sicbo.acknowledged SELECT journal, 0 FROM made",
        Parameters().text(options_.address.journal).text(origin));
    constexpr std::string_view unique_violation = "23505";
    if (made) return true;
    if (connection_.last_state() != unique_violation) return std::unexpected(made.error());
    const Result<PostgresRows> other = connection_.query(
        "SELECT name FROM sicbo.journal WHERE origin = $1::text", Parameters().text(origin));
    if (!other) return std::unexpected(other.error());
    if (other->rows() == 0) return false;
    if (other->bytes(0, 0) == options_.address.journal) return false;
    return failure("the database has the journal " + origin + " already, under the name \"" +
                   std::string(other->bytes(0, 0)) + "\"");
}

// Executes one statement, which is committed when this returns. A WARNING is an error, as in
// PostgresConnection::execute_together().
Result<PostgresRows> PostgresStore::commit_one(const std::string& sql,
                                               const Parameters& parameters) const {
    static_cast<void>(connection_.take_warning());
    Result<PostgresRows> rows = connection_.query(sql, parameters);
    if (!rows) return rows;
    if (const std::optional<std::string> warning = connection_.take_warning()) {
        return failure(
            "PostgreSQL warned while it committed, so that nothing is known to be "
            "durable: " +
            *warning);
    }
    return rows;
}

Result<void> PostgresStore::begin_epoch() {
    if (options_.access == Access::read) return {};
    if (options_.take_over) return take_over();
    constexpr std::chrono::milliseconds pause{100};
    for (auto left = options_.patience;; left -= pause) {
        const Result<bool> begun = try_begin_epoch();
        if (!begun) return std::unexpected(begun.error());
        if (*begun) return {};
        if (left <= pause) break;
        std::this_thread::sleep_for(pause);
    }
    const Result<std::string> owner = connection_.query_text(
        "SELECT owner FROM sicbo.epoch WHERE journal = $1::bigint", Parameters().number(journal_));
    return failure(std::string(locked_error) + (owner ? ": " + *owner : ""));
}

// Begins the next epoch unless the writer of the last one is still connected. Its connection alone
// grants nothing: a writer that loses it can't append any more.
Result<bool> PostgresStore::try_begin_epoch() {
    const Result<PostgresRows> rows = commit_one(
        "UPDATE sicbo.epoch e SET epoch = epoch + 1, owner = $2::text, backend = pg_backend_pid(), "
        "  backend_start = (SELECT a.backend_start FROM pg_stat_activity a "
        "                   WHERE a.pid = pg_backend_pid()) "
        "WHERE journal = $1::bigint AND NOT EXISTS ("
        "  SELECT 1 FROM pg_stat_activity a WHERE a.pid = e.backend AND a.pid <> pg_backend_pid() "
        "     AND coalesce(a.backend_start, e.backend_start) = e.backend_start) "
        "RETURNING epoch",
        Parameters().number(journal_).text(owner_of_this_process()));
    if (!rows) return std::unexpected(rows.error());
    if (rows->rows() == 0) return false;
    epoch_ = static_cast<std::uint64_t>(rows->number(0, 0));
    is_writer_ = true;
    return true;
}

// The row of the lease is locked first, and changed in the same statement: a renewal at the same
// time comes either before, and then nothing is taken over, or after, and then it finds the newer
// epoch. A writer without a lease counts as long as it is connected, as in try_begin_epoch().
Result<void> PostgresStore::take_over() {
    const auto made = commit_one(
        "INSERT INTO sicbo.lease (journal, epoch, until, owner, endpoint) VALUES ($1::bigint, 0, "
        "clock_timestamp(), '', '') ON CONFLICT DO NOTHING",
        Parameters().number(journal_));
    if (!made) return std::unexpected(made.error());
    const Result<PostgresRows> rows = commit_one(
        "WITH lapsed AS ("
        "  SELECT l.journal FROM sicbo.lease l WHERE l.journal = $1::bigint AND "
        "    l.until <= clock_timestamp() FOR UPDATE),"
        " begun AS ("
        "  UPDATE sicbo.epoch e SET epoch = e.epoch + 1, owner = $2::text, "
        "    backend = pg_backend_pid(), "
        "    backend_start = (SELECT a.backend_start FROM pg_stat_activity a "
        "                     WHERE a.pid = pg_backend_pid()) "
        "  FROM lapsed WHERE e.journal = lapsed.journal AND ("
        "    e.epoch = (SELECT l.epoch FROM sicbo.lease l WHERE l.journal = $1) OR NOT EXISTS ("
        "      SELECT 1 FROM pg_stat_activity a WHERE a.pid = e.backend AND "
        "        coalesce(a.backend_start, e.backend_start) = e.backend_start)) "
        "  RETURNING e.epoch),"
        " held AS ("
        "  UPDATE sicbo.lease l SET epoch = begun.epoch, owner = $2, endpoint = $3::text, "
        "    until = clock_timestamp() + $4::bigint * interval '1 millisecond', hand_over = NULL "
        "  FROM begun WHERE l.journal = $1) "
        "SELECT epoch FROM begun",
        Parameters()
            .number(journal_)
            .text(owner_of_this_process())
            .text(options_.take_over->endpoint)
            .number(options_.take_over->duration.count()));
    if (!rows) return std::unexpected(rows.error());
    if (rows->rows() == 0) return failure(std::string(lease_held_error));
    epoch_ = static_cast<std::uint64_t>(rows->number(0, 0));
    is_writer_ = true;
    return {};
}

// A writer reads after the beginning of its epoch was acknowledged: all that it finds is.
Result<void> PostgresStore::load_position() {
    Result<std::uint64_t> until = INT64_MAX;
    if (!is_writer_) until = readable_until();
    if (!until) return std::unexpected(until.error());
    last_ = beginning_of(origin_);
    const Result<PostgresRows> rows = connection_.query(
        "SELECT last, hash FROM sicbo.record WHERE journal = $1::bigint AND last <= $2::bigint "
        "ORDER BY last DESC LIMIT 1",
        Parameters().number(journal_).number(signed_number(*until)));
    if (!rows) return std::unexpected(rows.error());
    if (rows->rows() == 1) {
        const Result<Hash> hash = hash_from(rows->bytes(0, 1), rows->number(0, 0));
        if (!hash) return std::unexpected(hash.error());
        last_ = {static_cast<std::uint64_t>(rows->number(0, 0)), *hash};
    }
    if (!is_writer_) return {};
    acknowledged_->store(last_.sequence);
    return publish();
}

Result<void> PostgresStore::prepare_statements() {
    if (!may_write()) return {};
    // The record is stored only behind the one that it follows.
    if (auto done = connection_.prepare(
            "append", epoch_is_ours +
                          "INSERT INTO sicbo.record "
                          "(journal, last, first, epoch, acknowledged, hash, bytes) "
                          "SELECT $1, $3::bigint, $4::bigint, $2, $5::bigint, $6::bytea, $7::bytea "
                          "FROM held WHERE coalesce((SELECT last FROM sicbo.record "
                          "WHERE journal = $1 ORDER BY last DESC LIMIT 1), 0) = $4 - 1 AND " +
                          durability_condition("$8"));
        !done) {
        return done;
    }
    if (auto done =
            connection_.prepare("note",
                                "INSERT INTO sicbo.note SELECT $1::bigint, $2::bigint, $3::text "
                                "FROM sicbo.record WHERE journal = $1 AND last = $4::bigint "
                                "AND epoch = $5::bigint ON CONFLICT DO NOTHING");
        !done) {
        return done;
    }
    if (auto done = connection_.prepare(
            "snapshot", epoch_is_ours +
                            "INSERT INTO sicbo.snapshot SELECT $1, $3::bigint, $4::bytea FROM held "
                            "ON CONFLICT (journal, sequence) DO UPDATE SET bytes = EXCLUDED.bytes");
        !done) {
        return done;
    }
    return connection_.prepare(
        "drop_snapshots",
        epoch_is_ours +
            "DELETE FROM sicbo.snapshot WHERE journal = $1 AND EXISTS (SELECT 1 FROM held) AND "
            "sequence < (SELECT min(sequence) FROM (SELECT sequence FROM sicbo.snapshot "
            "WHERE journal = $1 ORDER BY sequence DESC LIMIT 2) newest)");
}

Result<void> PostgresStore::append(const Record& record, std::span<const Note> notes) {
    check(is_writer_);
    check(record.first == last_.sequence + 1);
    check(record.last.sequence >= record.first);
    check(!record.bytes.empty() && record.bytes.size() <= record_bytes_max);
    const std::int64_t epoch = signed_number(epoch_);
    const std::int64_t last = signed_number(record.last.sequence);
    std::vector<PostgresConnection::Prepared> statements = {
        {"append", Parameters()
                       .number(journal_)
                       .number(epoch)
                       .number(last)
                       .number(signed_number(record.first))
                       .number(signed_number(acknowledged_->load()))
                       .bytes(bytes_of(record.last.hash))
                       .bytes(record.bytes)
                       .number(options_.address.requires_standby ? 1 : 0)}};
    for (const Note& note : notes) {
        statements.push_back({"note", Parameters()
                                          .number(journal_)
                                          .number(signed_number(note.size))
                                          .text(note.text)
                                          .number(last)
                                          .number(epoch)});
    }
    const auto answers = connection_.execute_together(statements);
    if (!answers) return std::unexpected(answers.error());
    if (answers->front().changed() != 1) return std::unexpected(explain_refused_append());
    last_ = record.last;
    acknowledged_->store(last_.sequence);
    appended_at_ = Clock::now();
    return {};
}

// Why the conditional append stored nothing.
Error PostgresStore::explain_refused_append() const {
    const std::string& at = options_.address.text;
    const Result<PostgresRows> rows =
        connection_.query("SELECT epoch, owner FROM sicbo.epoch WHERE journal = $1::bigint",
                          Parameters().number(journal_));
    if (!rows) return rows.error();
    if (rows->rows() == 0 || rows->number(0, 0) != signed_number(epoch_)) {
        const std::string owner = rows->rows() == 0 ? "" : std::string(rows->bytes(0, 1));
        return {"another server has taken over the journal: " + owner, at};
    }
    if (auto fine = verify_durability(connection_, options_.address.requires_standby); !fine) {
        return {fine.error().what, at};
    }
    return {"the journal does not end with event " + std::to_string(last_.sequence) +
                ": another program changed it",
            at};
}

Result<void> PostgresStore::publish_acknowledged() {
    constexpr std::chrono::seconds quiet{1};
    if (!is_writer_ || published_ == last_.sequence || Clock::now() - appended_at_ < quiet) {
        return {};
    }
    return publish();
}

// What is published holds already, so its own commit need not wait for the disk or a standby.
Result<void> PostgresStore::publish() {
    if (published_ == last_.sequence) return {};
    published_ = last_.sequence;
    return connection_.run(
        "BEGIN; SET LOCAL synchronous_commit = off;"
        "UPDATE sicbo.acknowledged SET sequence = " +
        std::to_string(last_.sequence) + " WHERE journal = " + std::to_string(journal_) +
        " AND sequence < " + std::to_string(last_.sequence) + "; COMMIT");
}

}  // namespace sicbo::store
