// SPDX-License-Identifier: MIT
// What the store on PostgreSQL reads, and what it keeps beside the records.
#include <algorithm>

#include "core/check.h"
#include "store/checkpoint.h"
#include "store/files.h"
#include "store/postgres_store.h"
#include "store/reports.h"
#include "store/snapshot.h"

namespace sicbo::store {
namespace {

std::int64_t as_parameter(std::uint64_t number) {
    return static_cast<std::int64_t>(std::min<std::uint64_t>(number, INT64_MAX));
}

std::uint64_t unsigned_number(const PostgresRows& rows, int row, int column) {
    return static_cast<std::uint64_t>(rows.number(row, column));
}

// Records in batches of about a mebibyte. A record that is larger than any can be is not
// transferred.
const std::string next_records =
    "SELECT last, first, hash, CASE WHEN size <= " + std::to_string(record_bytes_max) +
    " THEN bytes END, size FROM ("
    "  SELECT *, sum(size) OVER (ORDER BY last) - size AS before FROM ("
    "    SELECT last, first, hash, bytes, octet_length(bytes)::bigint AS size FROM sicbo.record "
    "    WHERE journal = $1::bigint AND last > $2::bigint AND last <= $3::bigint "
    "    ORDER BY last LIMIT 500) AS next) AS counted "
    "WHERE before < 1048576 ORDER BY last";

Result<Record> record_of(const PostgresRows& rows, int row) {
    const std::int64_t last = rows.number(row, 0);
    if (rows.number(row, 4) > static_cast<std::int64_t>(record_bytes_max)) {
        return failure("the record is larger than any record is", "event " + std::to_string(last));
    }
    const Result<Hash> hash = hash_from(rows.bytes(row, 2), last);
    if (!hash) return std::unexpected(hash.error());
    return Record{unsigned_number(rows, row, 1),
                  {unsigned_number(rows, row, 0), *hash},
                  std::string(rows.bytes(row, 3))};
}

}  // namespace

// A record carries how far its writer had been acknowledged when it was sent, and a writer that
// rests publishes it. What this process itself has been acknowledged it knows better.
Result<std::uint64_t> PostgresStore::readable_until() const {
    const std::uint64_t known = acknowledged_->load();
    if (may_write()) return known;
    const Result<PostgresRows> rows = connection_.query(
        "SELECT greatest(coalesce((SELECT acknowledged FROM sicbo.record "
        "  WHERE journal = $1::bigint ORDER BY last DESC LIMIT 1), 0),"
        "  coalesce((SELECT sequence FROM sicbo.acknowledged WHERE journal = $1::bigint), 0))",
        Parameters().number(journal_));
    if (!rows) return std::unexpected(rows.error());
    return std::max(known, unsigned_number(*rows, 0, 0));
}

Result<void> PostgresStore::read(std::uint64_t after, const RecordHandler& handle) const {
    const Result<std::uint64_t> until = readable_until();
    if (!until) return std::unexpected(until.error());
    while (after < *until) {
        const Result<PostgresRows> rows = connection_.query(
            next_records,
            Parameters().number(journal_).number(as_parameter(after)).number(as_parameter(*until)));
        if (!rows) return std::unexpected(rows.error());
        if (rows->rows() == 0) return {};
        for (int row = 0; row < rows->rows(); ++row) {
            const Result<Record> record = record_of(*rows, row);
            if (!record) return std::unexpected(record.error());
            const Result<bool> read_on = handle(*record);
            if (!read_on) return std::unexpected(read_on.error());
            if (!*read_on) return {};
            check(record->last.sequence > after);
            after = record->last.sequence;
        }
    }
    return {};
}

Result<void> PostgresStore::read_notes(std::uint64_t after, const NoteHandler& handle) const {
    const Result<std::uint64_t> until = readable_until();
    if (!until) return std::unexpected(until.error());
    while (true) {
        const Result<PostgresRows> rows = connection_.query(
            "SELECT size, text FROM sicbo.note WHERE journal = $1::bigint AND size > $2::bigint "
            "AND size <= $3::bigint ORDER BY size LIMIT 2000",
            Parameters().number(journal_).number(as_parameter(after)).number(as_parameter(*until)));
        if (!rows) return std::unexpected(rows.error());
        if (rows->rows() == 0) return {};
        for (int row = 0; row < rows->rows(); ++row) {
            const Note note{unsigned_number(*rows, row, 0), std::string(rows->bytes(row, 1))};
            const Result<bool> read_on = handle(note);
            if (!read_on) return std::unexpected(read_on.error());
            if (!*read_on) return {};
            after = note.size;
        }
    }
}

Result<std::optional<Note>> PostgresStore::last_note() const {
    const Result<std::uint64_t> until = readable_until();
    if (!until) return std::unexpected(until.error());
    const Result<PostgresRows> rows = connection_.query(
        "SELECT size, text FROM sicbo.note WHERE journal = $1::bigint AND size <= $2::bigint "
        "ORDER BY size DESC LIMIT 1",
        Parameters().number(journal_).number(as_parameter(*until)));
    if (!rows) return std::unexpected(rows.error());
    if (rows->rows() == 0) return std::optional<Note>();
    return Note{unsigned_number(*rows, 0, 0), std::string(rows->bytes(0, 1))};
}

// Not conditional on the epoch: a server that was overtaken may still say which command failed it.
Result<void> PostgresStore::quarantine(const Quarantine& quarantine) {
    check(is_writer_ && !quarantine.command.empty());
    const Result<PostgresRows> done = commit_one(
        "INSERT INTO sicbo.quarantine VALUES ($1::bigint, $2::bigint, $3::text, $4::bytea) "
        "ON CONFLICT (journal, sequence) DO UPDATE SET why = EXCLUDED.why, "
        "command = EXCLUDED.command",
        Parameters()
            .number(journal_)
            .number(as_parameter(last_.sequence + 1))
            .text(quarantine.why)
            .bytes(quarantine.command));
    if (!done) return std::unexpected(done.error());
    return {};
}

Result<std::vector<Quarantine>> PostgresStore::quarantined() const {
    const Result<PostgresRows> rows = connection_.query(
        "SELECT why, command FROM sicbo.quarantine WHERE journal = $1::bigint ORDER BY sequence",
        Parameters().number(journal_));
    if (!rows) return std::unexpected(rows.error());
    std::vector<Quarantine> all;
    for (int row = 0; row < rows->rows(); ++row) {
        all.push_back({std::string(rows->bytes(row, 0)), std::string(rows->bytes(row, 1))});
    }
    return all;
}

Result<std::vector<std::uint64_t>> PostgresStore::quarantined_at() const {
    const Result<PostgresRows> rows = connection_.query(
        "SELECT sequence FROM sicbo.quarantine WHERE journal = $1::bigint ORDER BY sequence",
        Parameters().number(journal_));
    if (!rows) return std::unexpected(rows.error());
    std::vector<std::uint64_t> all;
    for (int row = 0; row < rows->rows(); ++row) all.push_back(unsigned_number(*rows, row, 0));
    return all;
}

Result<std::optional<Position>> PostgresStore::end_of_record(std::uint64_t sequence) const {
    const Result<std::uint64_t> until = readable_until();
    if (!until) return std::unexpected(until.error());
    const Result<PostgresRows> rows = connection_.query(
        "SELECT last, hash, first FROM sicbo.record WHERE journal = $1::bigint "
        "AND last >= $2::bigint AND last <= $3::bigint ORDER BY last LIMIT 1",
        Parameters().number(journal_).number(as_parameter(sequence)).number(as_parameter(*until)));
    if (!rows) return std::unexpected(rows.error());
    if (rows->rows() == 0 || unsigned_number(*rows, 0, 2) > sequence) {
        return std::optional<Position>();
    }
    const Result<Hash> hash = hash_from(rows->bytes(0, 1), rows->number(0, 0));
    if (!hash) return std::unexpected(hash.error());
    return Position{unsigned_number(*rows, 0, 0), *hash};
}

Result<void> PostgresStore::save_snapshot(const Snapshot& snapshot) {
    check(may_write());
    check(snapshot.at.sequence > 0 && !snapshot.state.empty());
    const std::string bytes = write_snapshot(snapshot);
    const auto ours = [&] { return Parameters().number(journal_).number(as_parameter(epoch_)); };
    const PostgresConnection::Prepared statements[] = {
        {"snapshot", ours().number(as_parameter(snapshot.at.sequence)).bytes(bytes)},
        {"drop_snapshots", ours()}};
    const auto done = connection_.execute_together(statements);
    if (!done) return std::unexpected(done.error());
    if (done->front().changed() == 1) return {};
    return failure("another server has taken over the journal", options_.address.text);
}

// A snapshot that can't be read is left out; so are all if the database can't be asked, which the
// next statement reports.
std::vector<Snapshot> PostgresStore::snapshots() const {
    std::vector<Snapshot> all;
    const Result<PostgresRows> rows = connection_.query(
        "SELECT bytes FROM sicbo.snapshot WHERE journal = $1::bigint ORDER BY sequence DESC",
        Parameters().number(journal_));
    if (!rows) return all;
    for (int row = 0; row < rows->rows(); ++row) {
        Result<Snapshot> snapshot = read_snapshot(rows->bytes(row, 0));
        if (snapshot) all.push_back(std::move(*snapshot));
    }
    return all;
}

std::vector<std::string> PostgresStore::damaged_snapshots() const {
    std::vector<std::string> all;
    const Result<PostgresRows> rows = connection_.query(
        "SELECT bytes, sequence FROM sicbo.snapshot WHERE journal = $1::bigint "
        "ORDER BY sequence DESC",
        Parameters().number(journal_));
    if (!rows) return {rows.error().text()};
    for (int row = 0; row < rows->rows(); ++row) {
        const Result<Snapshot> snapshot = read_snapshot(rows->bytes(row, 0));
        if (snapshot) continue;
        all.push_back("the snapshot of event " + std::to_string(rows->number(row, 1)) + ": " +
                      snapshot.error().text());
    }
    return all;
}

bool PostgresStore::is_trusted(const Snapshot& snapshot) const {
    const std::string path = files() + ".key";
    if (snapshot.signature.empty() || !exists(path)) return false;
    const Result<NoteKey> key = Notary::read_public_key(path, origin_);
    return key &&
           is_text_signed_by(snapshot_statement(origin_, snapshot), snapshot.signature, *key);
}

Result<void> PostgresStore::put_secret(const std::string& name, std::string_view sealed) {
    check(is_writer_ && !sealed.empty());
    const Result<PostgresRows> done = commit_one(
        "WITH held AS (SELECT 1 FROM sicbo.epoch WHERE journal = $1::bigint AND "
        "epoch = $2::bigint FOR SHARE) "
        "INSERT INTO sicbo.secret SELECT $1, $3::text, $4::bytea FROM held "
        "ON CONFLICT (journal, name) DO UPDATE SET sealed = EXCLUDED.sealed",
        Parameters().number(journal_).number(as_parameter(epoch_)).text(name).bytes(sealed));
    if (!done) return std::unexpected(done.error());
    if (done->changed() == 1) return {};
    return failure("another server has taken over the journal", options_.address.text);
}

Result<std::map<std::string, std::string>> PostgresStore::secrets() const {
    constexpr int since = 2;
    std::map<std::string, std::string> all;
    if (version_ < since) return all;
    const Result<PostgresRows> rows =
        connection_.query("SELECT name, sealed FROM sicbo.secret WHERE journal = $1::bigint",
                          Parameters().number(journal_));
    if (!rows) return std::unexpected(rows.error());
    for (int row = 0; row < rows->rows(); ++row) {
        all.emplace(rows->bytes(row, 0), rows->bytes(row, 1));
    }
    return all;
}

Result<std::unique_ptr<Reports>> PostgresStore::open_reports() {
    return Reports::open(files() + ".reports");
}

}  // namespace sicbo::store
