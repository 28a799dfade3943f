// SPDX-License-Identifier: MIT
#include "store/sqlite_store.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "core/check.h"
#include "store/checkpoint.h"
#include "store/origin.h"
#include "store/reports.h"
#include "store/snapshot.h"

namespace sicbo::store {
namespace {

constexpr std::int64_t application_id = 0x53694342;  // "SiCB"

// The name of a table, and the statement that creates it, exactly as sqlite_schema returns it.
using Named = std::pair<std::string_view, std::string_view>;
constexpr std::array tables = std::to_array<Named>({
    {"journal", "CREATE TABLE journal (origin TEXT NOT NULL)"},
    {"record", R"(CREATE TABLE record (
        last INTEGER PRIMARY KEY,
        first INTEGER NOT NULL,
        hash BLOB NOT NULL,
        bytes BLOB NOT NULL
    ))"},
    {"note", "CREATE TABLE note (size INTEGER PRIMARY KEY, text TEXT NOT NULL)"},
});

// Created when the first command is quarantined; most journals never have it.
constexpr Named quarantine_table = {
    "quarantine",
    "CREATE TABLE quarantine (sequence INTEGER PRIMARY KEY, why TEXT NOT NULL, "
    "command BLOB NOT NULL)"};

bool is_full(const SqliteStore::Options& options) {
    return disk_free_percent(options.path) < free_percent_min;
}

// The reserved space serves to finish rounds on a full disk. Only a start that finds the disk full
// releases it: while the program runs, other programs would take it.
void release_reserve_if_full(const SqliteStore::Options& options) {
    if (is_full(options)) remove_file(options.path + ".reserve");
}

std::uint64_t reserve_of(const SqliteStore::Options& options) {
    return std::min(options.reserve_bytes, disk_bytes(options.path) / 32);  // of a small disk
}

void create_reserve_if_space(const SqliteStore::Options& options) {
    const std::string path = options.path + ".reserve";
    const std::uint64_t bytes = reserve_of(options);
    if (bytes == 0 || file_bytes(path) >= bytes || is_full(options)) return;
    // Without enough space there is no reserve.
    const Result<File> file = File::open(path, File::Mode::truncate);
    if (!file || !file->reserve(bytes)) remove_file(path);
}

// The lock file of the writing process, by the canonical path of the journal.
std::string lock_path(const std::string& journal) {
    std::error_code error;
    const std::filesystem::path canonical = std::filesystem::weakly_canonical(journal, error);
    return (error ? journal : canonical.string()) + ".lock";
}

Result<File> open_locked(const std::string& path, const std::string& journal) {
    Result<File> file = File::open(path, File::Mode::append);
    if (file && !file->lock()) return failure(std::string(locked_error), journal);
    return file;
}

// Verifies that the database holds exactly our tables, as create() makes them: a view, trigger or
// index could change what is read or written.
Result<void> verify_tables(const Database& database) {
    Result<Statement> rows = database.prepare("SELECT type, name, sql FROM sqlite_schema");
    if (!rows) return std::unexpected(rows.error());
    std::size_t count = 0;
    while (true) {
        const Result<bool> row = rows->step();
        if (!row) return std::unexpected(row.error());
        if (!*row) break;
        const std::string type(rows->text(0));
        const std::string name(rows->text(1));
        const bool optional = name == quarantine_table.first;
        const auto* known =
            optional ? &quarantine_table : std::ranges::find(tables, name, &Named::first);
        if (!optional && known == tables.end()) {
            return failure("the database has a " + type + " \"" + name +
                           "\", which no journal has");
        }
        if (type != "table" || rows->text(2) != known->second) {
            return failure("the " + type + " \"" + name + "\" differs from that of a journal");
        }
        if (!optional) ++count;
    }
    if (count != tables.size()) return failure("a table of the journal is missing");
    return {};
}

enum class Format : std::uint8_t { empty, journal };

Result<Format> format_of(const Database& database) {
    const Result<std::int64_t> id = database.query_number("PRAGMA application_id");
    if (!id) return std::unexpected(id.error());
    const Result<std::int64_t> version = database.query_number("PRAGMA user_version");
    if (!version) return std::unexpected(version.error());
    const Result<std::int64_t> count = database.query_number("SELECT count(*) FROM sqlite_schema");
    if (!count) return std::unexpected(count.error());
    if (*id == 0 && *version == 0 && *count == 0) return Format::empty;
    if (*id != application_id)
        return failure("this is no journal of sicbo: its application_id is " + std::to_string(*id));
    if (*version > schema_version) {
        return failure("this journal has format " + std::to_string(*version) +
                       ", which a newer sicbo wrote; this one reads up to " +
                       std::to_string(schema_version));
    }
    if (*version != schema_version) {
        return failure("this journal states format " + std::to_string(*version) +
                       ", which does not exist");
    }
    if (auto fits = verify_tables(database); !fits) return std::unexpected(fits.error());
    return Format::journal;
}

Result<void> create(const Database& database, const std::string& origin) {
    std::string sql = "BEGIN IMMEDIATE;";
    for (const auto& [name, text] : tables) sql += std::string(text) + ";";
    return database.run(sql + "INSERT INTO journal VALUES ('" + origin +
                        "'); PRAGMA application_id=" + std::to_string(application_id) +
                        "; PRAGMA user_version=" + std::to_string(schema_version) + "; COMMIT;");
}

}  // namespace

Result<std::unique_ptr<SqliteStore>> SqliteStore::open(const Options& options) {
    if (options.access == Access::read && options.vfs.empty() && !exists(options.path)) {
        return failure("there is no such file", options.path);
    }
    if (options.vfs.empty() && std::filesystem::is_directory(options.path)) {
        return failure("this is a folder; name the journal file in it", options.path);
    }
    std::optional<File> journal_lock;
    if (options.access == Access::read_write && options.vfs.empty()) {
        // The lock file could be removed, or the journal have a second name, so the journal itself
        // is locked as well.
        Result<File> itself = open_locked(options.path, options.path);
        if (!itself) return std::unexpected(itself.error());
        journal_lock = std::move(*itself);
        if (auto done = journal_lock->make_private(); !done) return std::unexpected(done.error());
        for (const char* end : {"-wal", "-shm", ".reports", ".reports-wal", ".reports-shm"}) {
            make_private(options.path + end);  // of a version that left them open to others
        }
    }
    Result<Database> database =
        Database::open(options.path, options.access, options.vfs, options.trust_sectors);
    if (!database) return std::unexpected(database.error());
    std::unique_ptr<SqliteStore> store(new SqliteStore(options, std::move(*database)));
    store->journal_lock_ = std::move(journal_lock);
    if (options.vfs.empty() && options.reserve_bytes > 0) {
        store->wal_bytes_max_ = std::min(store->wal_bytes_max_, reserve_of(options) / 2);
    }
    const auto steps = {&SqliteStore::verify_format,      &SqliteStore::take_locks,
                        &SqliteStore::configure,          &SqliteStore::load_position,
                        &SqliteStore::verify_row_numbers, &SqliteStore::prepare_statements};
    for (const auto step : steps) {
        if (auto done = (*store.*step)(); !done) {
            Error error = done.error();
            if (error.location.empty()) error.location = options.path;
            return std::unexpected(error);
        }
    }
    return store;
}

Result<std::unique_ptr<SqliteStore>> SqliteStore::open_to_read(const std::string& path) {
    return open({.path = path, .access = Access::read});
}

Result<void> SqliteStore::verify_format() {
    const Result<Format> format = format_of(database_);
    if (!format) return std::unexpected(format.error());
    if (*format == Format::empty && options_.access == Access::read) {
        return failure("this journal is empty: no server has started on it yet");
    }
    return {};
}

// Runs only once the file is known to be a journal or empty: no file is created beside another.
Result<void> SqliteStore::take_locks() {
    if (options_.access == Access::read || !options_.vfs.empty()) return {};
    Result<File> by_name = open_locked(lock_path(options_.path), options_.path);
    if (!by_name) return std::unexpected(by_name.error());
    lock_file_ = std::move(*by_name);
    release_reserve_if_full(options_);
    create_reserve_if_space(options_);
    return {};
}

// Sets the pragma and reads it back. Only journal_mode reports by a row whether it was set; what
// the others return does not matter.
Result<void> SqliteStore::set_pragma(const std::string& name, const std::string& value,
                                     std::string_view reads) const {
    const Result<std::string> set = database_.query_text("PRAGMA " + name + "=" + value);
    if (!set && name == "journal_mode") return std::unexpected(set.error());
    const Result<std::string> is = database_.query_text("PRAGMA " + name);
    if (!is) return std::unexpected(is.error());
    if (*is == reads) return {};
    return failure("SQLite keeps " + name + " at " + *is + ", not " + std::string(reads));
}

Result<void> SqliteStore::configure() {
    if (options_.access == Access::read) return {};
    const std::string_view level = options_.synchronous == "FULL" ? "2" : "1";
    if (auto done = set_pragma("journal_mode", "WAL", "wal"); !done) return done;
    if (auto done = set_pragma("synchronous", options_.synchronous, level); !done) return done;
    // The loop checkpoints the write-ahead log when it has time. Setting this pragma again would
    // remove the hook that counts the log's pages.
    const Result<std::int64_t> automatic = database_.query_number("PRAGMA wal_autocheckpoint");
    if (!automatic) return std::unexpected(automatic.error());
    if (*automatic != 0) return failure("SQLite's automatic checkpoint is on; it must be off");
    const Result<bool> trusts = database_.powersafe_overwrite();
    if (!trusts) return std::unexpected(trusts.error());
    if (*trusts != options_.trust_sectors) {
        return failure("SQLite's powersafe_overwrite is on; it must be off");
    }
    // The log is checkpointed before anything is appended to it. Otherwise the first new record
    // would share a sector with the last old ones, and destroy them if its write is torn; and after
    // a sync that failed, it would follow records that can be read but were never durable.
    if (auto done = database_.checkpoint(); !done) return done;
    const Result<Format> format = format_of(database_);
    if (!format) return std::unexpected(format.error());
    // Migrations to later formats start here.
    if (*format != Format::empty) return {};
    return create(database_, options_.origin.empty() ? new_origin() : options_.origin);
}

Result<void> SqliteStore::load_position() {
    Result<Statement> origins = database_.prepare("SELECT origin FROM journal LIMIT 2");
    if (!origins) return std::unexpected(origins.error());
    Result<bool> row = origins->step();
    if (!row) return std::unexpected(row.error());
    if (!*row) return failure("the journal names no origin");
    origin_ = origins->text(0);
    row = origins->step();
    if (!row) return std::unexpected(row.error());
    if (*row) return failure("the journal names two origins");
    if (auto done = database_.load_page_size(); !done) return done;
    last_ = beginning_of(origin_);
    Result<Statement> newest =
        database_.prepare("SELECT last, hash FROM record ORDER BY last DESC LIMIT 1");
    if (!newest) return std::unexpected(newest.error());
    row = newest->step();
    if (!row) return std::unexpected(row.error());
    if (!*row) return {};
    const Result<Hash> hash = hash_from(newest->blob(1), newest->number(0));
    if (!hash) return std::unexpected(hash.error());
    last_ = {static_cast<std::uint64_t>(newest->number(0)), *hash};
    return {};
}

// Events are numbered from 1. A row with a lower number would never be read.
Result<void> SqliteStore::verify_row_numbers() {
    const Result<std::int64_t> record =
        database_.query_number("SELECT ifnull(min(last), 1) FROM record");
    if (!record) return std::unexpected(record.error());
    if (*record < 1) {
        return failure("a record ends with event " + std::to_string(*record) +
                       ", but events are numbered from 1: the journal was changed");
    }
    const Result<std::int64_t> note =
        database_.query_number("SELECT ifnull(min(size), 1) FROM note");
    if (!note) return std::unexpected(note.error());
    if (*note < 1) {
        return failure("a note stands for event " + std::to_string(*note) +
                       ", but events are numbered from 1: the journal was changed");
    }
    return {};
}

Result<void> SqliteStore::prepare_statements() {
    if (options_.access == Access::read) return {};
    const auto prepare = [&](Statement& statement, std::string_view sql) -> Result<void> {
        Result<Statement> made = database_.prepare(sql);
        if (!made) return std::unexpected(made.error());
        statement = std::move(*made);
        return {};
    };
    if (auto done = prepare(begin_, "BEGIN IMMEDIATE"); !done) return done;
    if (auto done = prepare(commit_, "COMMIT"); !done) return done;
    // The record is stored only behind the one that it follows: if another process has appended
    // one, this is not the next.
    if (auto done = prepare(insert_record_,
                            "INSERT INTO record SELECT ?1, ?2, ?3, ?4 "
                            "WHERE ifnull((SELECT max(last) FROM record), 0) = ?2 - 1");
        !done) {
        return done;
    }
    return prepare(insert_note_, "INSERT OR IGNORE INTO note VALUES (?, ?)");
}

Result<void> SqliteStore::append(const Record& record, std::span<const Note> notes) {
    check(options_.access == Access::read_write);
    check(record.first == last_.sequence + 1);
    check(record.last.sequence >= record.first);
    check(!record.bytes.empty() && record.bytes.size() <= record_bytes_max);
    // A record alone is a transaction by itself and needs no BEGIN and COMMIT.
    if (!notes.empty()) {
        if (auto done = begin_.run(); !done) return done;
    }
    insert_record_.bind(1, static_cast<std::int64_t>(record.last.sequence))
        .bind(2, static_cast<std::int64_t>(record.first))
        .bind_blob(3, bytes_of(record.last.hash))
        .bind_blob(4, record.bytes);
    if (auto done = insert_record_.run(); !done) return done;
    if (database_.changed_rows() != 1) {
        return failure("the journal does not end with event " + std::to_string(last_.sequence) +
                           ": another program changed it",
                       options_.path);
    }
    for (const Note& note : notes) {
        insert_note_.bind(1, static_cast<std::int64_t>(note.size)).bind(2, note.text);
        if (auto done = insert_note_.run(); !done) return done;
    }
    if (!notes.empty()) {
        if (auto done = commit_.run(); !done) return done;
    }
    last_ = record.last;
    return {};
}

// Reads records in batches: while a read transaction is open, the write-ahead log can't be reset,
// and the handler may take long.
Result<void> SqliteStore::read(std::uint64_t after, const RecordHandler& handle) const {
    Result<Statement> rows = database_.prepare(
        "SELECT last, first, hash, bytes FROM record WHERE last > ? ORDER BY last");
    if (!rows) return std::unexpected(rows.error());
    constexpr std::size_t bytes_max = 1 << 20;
    std::vector<Record> records;
    std::optional<Error> error;  // returned after the records before it were handled
    do {
        records.clear();
        rows->bind(1, static_cast<std::int64_t>(after));
        for (std::size_t bytes = 0; bytes < bytes_max;) {
            const Result<bool> row = rows->step();
            if (!row) error = row.error();
            if (!row || !*row) break;
            const Result<Hash> hash = hash_from(rows->blob(2), rows->number(0));
            if (!hash) error = hash.error();
            if (!hash) break;
            const auto number = [&](int column) {
                return static_cast<std::uint64_t>(rows->number(column));
            };
            records.push_back({number(1), {number(0), *hash}, std::string(rows->blob(3))});
            bytes += records.back().bytes.size() + 1;
        }
        rows->reset();
        for (const Record& record : records) {
            const Result<bool> read_on = handle(record);
            if (!read_on) return std::unexpected(read_on.error());
            if (!*read_on) return {};
        }
        if (error) return std::unexpected(*error);
        check(records.empty() || records.back().last.sequence > after);
        if (!records.empty()) after = records.back().last.sequence;
    } while (!records.empty());
    return {};
}

Result<void> SqliteStore::read_notes(std::uint64_t after, const NoteHandler& handle) const {
    Result<Statement> rows =
        database_.prepare("SELECT size, text FROM note WHERE size > ? ORDER BY size");
    if (!rows) return std::unexpected(rows.error());
    rows->bind(1, static_cast<std::int64_t>(after));
    while (true) {
        const Result<bool> row = rows->step();
        if (!row) return std::unexpected(row.error());
        if (!*row) return {};
        const Note note{static_cast<std::uint64_t>(rows->number(0)), std::string(rows->text(1))};
        const Result<bool> read_on = handle(note);
        if (!read_on) return std::unexpected(read_on.error());
        if (!*read_on) return {};
    }
}

Result<std::optional<Note>> SqliteStore::last_note() const {
    Result<Statement> rows =
        database_.prepare("SELECT size, text FROM note ORDER BY size DESC LIMIT 1");
    if (!rows) return std::unexpected(rows.error());
    const Result<bool> row = rows->step();
    if (!row) return std::unexpected(row.error());
    if (!*row) return std::optional<Note>();
    return Note{static_cast<std::uint64_t>(rows->number(0)), std::string(rows->text(1))};
}

Result<void> SqliteStore::quarantine(const Quarantine& quarantine) {
    check(options_.access == Access::read_write && !quarantine.command.empty());
    if (auto done = begin_.run(); !done) return done;
    const Result<std::int64_t> exists =
        database_.query_number("SELECT count(*) FROM sqlite_schema WHERE name = 'quarantine'");
    if (!exists) return std::unexpected(exists.error());
    if (*exists == 0) {
        if (auto done = database_.run(std::string(quarantine_table.second)); !done) return done;
    }
    Result<Statement> insert =
        database_.prepare("INSERT OR REPLACE INTO quarantine VALUES (?, ?, ?)");
    if (!insert) return std::unexpected(insert.error());
    insert->bind(1, static_cast<std::int64_t>(last_.sequence + 1))
        .bind(2, quarantine.why)
        .bind_blob(3, quarantine.command);
    if (auto done = insert->run(); !done) return done;
    return commit_.run();
}

Result<void> SqliteStore::read_quarantine(
    const std::function<void(std::uint64_t, Quarantine)>& take) const {
    const auto exists =
        database_.query_number("SELECT count(*) FROM sqlite_schema WHERE name = 'quarantine'");
    if (!exists) return std::unexpected(exists.error());
    if (*exists == 0) return {};
    Result<Statement> rows =
        database_.prepare("SELECT sequence, why, command FROM quarantine ORDER BY sequence");
    if (!rows) return std::unexpected(rows.error());
    while (true) {
        const Result<bool> row = rows->step();
        if (!row) return std::unexpected(row.error());
        if (!*row) return {};
        take(static_cast<std::uint64_t>(rows->number(0)),
             {std::string(rows->text(1)), std::string(rows->blob(2))});
    }
}

Result<std::vector<Quarantine>> SqliteStore::quarantined() const {
    std::vector<Quarantine> all;
    const auto read = read_quarantine([&](auto, Quarantine one) { all.push_back(std::move(one)); });
    if (!read) return std::unexpected(read.error());
    return all;
}

Result<std::vector<std::uint64_t>> SqliteStore::quarantined_at() const {
    std::vector<std::uint64_t> all;
    const auto read = read_quarantine([&](auto sequence, const auto&) { all.push_back(sequence); });
    if (!read) return std::unexpected(read.error());
    return all;
}

Result<std::optional<Position>> SqliteStore::end_of_record(std::uint64_t sequence) const {
    Result<Statement> rows = database_.prepare(
        "SELECT last, hash, first FROM record WHERE last >= ? ORDER BY last LIMIT 1");
    if (!rows) return std::unexpected(rows.error());
    rows->bind(1, static_cast<std::int64_t>(sequence));
    const Result<bool> row = rows->step();
    if (!row) return std::unexpected(row.error());
    const auto is_in = [&] { return static_cast<std::uint64_t>(rows->number(2)) <= sequence; };
    if (!*row || !is_in()) return std::optional<Position>();
    const Result<Hash> hash = hash_from(rows->blob(1), rows->number(0));
    if (!hash) return std::unexpected(hash.error());
    return Position{static_cast<std::uint64_t>(rows->number(0)), *hash};
}

Result<void> SqliteStore::save_snapshot(const Snapshot& snapshot) {
    check(snapshot.at.sequence > 0 && !snapshot.state.empty());
    return options_.vfs.empty() ? save_snapshot_file(options_.path, snapshot) : Result<void>();
}

std::vector<std::string> SqliteStore::damaged_snapshots() const {
    using None = std::vector<std::string>;
    return options_.vfs.empty() ? damaged_snapshot_files(options_.path) : None();
}

std::vector<Snapshot> SqliteStore::snapshots() const {
    if (!options_.vfs.empty()) return {};
    return snapshot_files(options_.path);
}

bool SqliteStore::is_trusted(const Snapshot& snapshot) const {
    const std::string path = options_.path + ".key";
    if (snapshot.signature.empty() || !options_.vfs.empty() || !exists(path)) return false;
    const Result<NoteKey> key = Notary::read_public_key(path, origin_);
    return key &&
           is_text_signed_by(snapshot_statement(origin_, snapshot), snapshot.signature, *key);
}

Result<std::unique_ptr<Reports>> SqliteStore::open_reports() {
    return Reports::open(options_.vfs.empty() ? options_.path + ".reports" : ":memory:");
}

int SqliteStore::free_percent() const {
    return options_.vfs.empty() ? disk_free_percent(options_.path) : 100;
}

void SqliteStore::restore_reserve() {
    if (options_.vfs.empty()) create_reserve_if_space(options_);
}

}  // namespace sicbo::store
