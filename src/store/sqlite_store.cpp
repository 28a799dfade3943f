#include "store/sqlite_store.h"

#include <sodium.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>

#include "core/check.h"
#include "store/reports.h"
#include "store/snapshot.h"

namespace sicbo::store {
namespace {

constexpr std::int64_t application_id = 0x53694342;  // "SiCB"

constexpr std::string_view schema = R"(
    CREATE TABLE journal (origin TEXT NOT NULL);
    CREATE TABLE record (
        last INTEGER PRIMARY KEY,
        first INTEGER NOT NULL,
        hash BLOB NOT NULL,
        bytes BLOB NOT NULL
    );
    CREATE TABLE note (size INTEGER PRIMARY KEY, text TEXT NOT NULL);
)";

std::string_view bytes_of(const Hash& hash) {
    // SQLite takes bytes as plain characters.
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast)
    return {reinterpret_cast<const char*>(hash.bytes.data()), hash.bytes.size()};
}

Result<Hash> hash_of(std::string_view bytes, std::int64_t sequence) {
    Hash hash;
    if (bytes.size() != hash.bytes.size()) {
        return failure("its hash is none", "event " + std::to_string(sequence));
    }
    std::memcpy(hash.bytes.data(), bytes.data(), bytes.size());
    return hash;
}

std::string new_origin() {
    check(sodium_init() >= 0);
    Hash random;
    randombytes_buf(random.bytes.data(), random.bytes.size());
    return "sicbo-" + to_text(random).substr(0, 16);
}

bool is_full(const SqliteStore::Options& options) {
    return free_percent(options.path) < room_percent_min;
}

// The room to end rounds in. It is given up by a start that finds the disk full, and not before:
// while the program runs, others would take it.
void release_reserve(const SqliteStore::Options& options) {
    if (is_full(options)) remove_file(options.path + ".reserve");
}

void hold_reserve(const SqliteStore::Options& options) {
    const std::string path = options.path + ".reserve";
    if (options.reserve_bytes == 0 || exists(path) || is_full(options)) return;
    // On a small disk it is a small part of it; if there is no room for it, there is none to hold.
    const Result<File> file = File::open(path, File::Mode::create_new);
    const std::uint64_t bytes = std::min(options.reserve_bytes, disk_bytes(options.path) / 32);
    if (!file || !file->reserve(bytes)) remove_file(path);
}

}  // namespace

std::string SqliteStore::lock_path(const std::string& journal) {
    std::error_code wrong;
    const std::filesystem::path whole = std::filesystem::weakly_canonical(journal, wrong);
    return (wrong ? journal : whole.string()) + ".lock";
}

Result<std::unique_ptr<SqliteStore>> SqliteStore::open(const Options& options) {
    if (options.access == Access::read && options.vfs.empty() && !exists(options.path)) {
        return failure("there is no such file", options.path);
    }
    if (options.vfs.empty() && std::filesystem::is_directory(options.path)) {
        return failure("this is a folder", options.path);
    }
    std::optional<File> lock;
    if (options.access == Access::create && options.vfs.empty()) {
        Result<File> file = File::open(lock_path(options.path), File::Mode::append);
        if (!file) return std::unexpected(file.error());
        if (!file->lock()) return failure("another process has this journal open", options.path);
        lock = std::move(*file);
        release_reserve(options);
        hold_reserve(options);
    }
    Result<Database> database =
        Database::open(options.path, options.access, options.vfs, options.trust_sectors);
    if (!database) return std::unexpected(database.error());
    std::unique_ptr<SqliteStore> store(new SqliteStore(options, std::move(*database)));
    store->lock_ = std::move(lock);
    const auto steps = {&SqliteStore::check_version, &SqliteStore::set_up, &SqliteStore::look};
    for (const auto step : steps) {
        if (auto done = (*store.*step)(); !done) {
            Error error = done.error();
            if (error.place.empty()) error.place = options.path;
            return std::unexpected(error);
        }
    }
    return store;
}

Result<void> SqliteStore::check_version() {
    const Result<std::int64_t> id = database_.ask_number("PRAGMA application_id");
    if (!id) return std::unexpected(id.error());
    const Result<std::int64_t> version = database_.ask_number("PRAGMA user_version");
    if (!version) return std::unexpected(version.error());
    const Result<std::int64_t> tables = database_.ask_number("SELECT count(*) FROM sqlite_schema");
    if (!tables) return std::unexpected(tables.error());
    const bool empty = *id == 0 && *version == 0 && *tables == 0;
    if (empty && options_.access == Access::read) return failure("this journal is empty");
    if (empty) return {};
    if (*id != application_id) return failure("this is no journal of sicbo");
    if (*version > schema_version) {
        return failure("this journal has format " + std::to_string(*version) +
                       ", which a newer sicbo wrote; this one reads up to " +
                       std::to_string(schema_version));
    }
    return {};
}

Result<void> SqliteStore::set_up() {
    if (options_.access == Access::read) return {};
    const auto set = [&](const std::string& name, const std::string& value,
                         std::string_view reads) -> Result<void> {
        if (auto done = database_.ask("PRAGMA " + name + "=" + value);
            !done && name == "journal_mode")
            return std::unexpected(done.error());
        const Result<std::string> is = database_.ask("PRAGMA " + name);
        if (!is) return std::unexpected(is.error());
        if (*is != reads) {
            return failure("the database keeps " + name + " at " + *is + ", not " +
                           std::string(reads));
        }
        return {};
    };
    const bool full = options_.synchronous == "FULL";
    if (auto done = set("journal_mode", "WAL", "wal"); !done) return done;
    if (auto done = set("synchronous", options_.synchronous, full ? "2" : "1"); !done) return done;
    // The log is moved when the loop has time for it. To say so once more with this pragma would
    // take the hook away that counts the log's pages.
    const Result<std::int64_t> automatic = database_.ask_number("PRAGMA wal_autocheckpoint");
    if (!automatic) return std::unexpected(automatic.error());
    if (*automatic != 0) return failure("the database moves its log by itself");
    const Result<bool> trusts = database_.powersafe_overwrite();
    if (!trusts) return std::unexpected(trusts.error());
    if (*trusts != options_.trust_sectors) {
        return failure("the database believes what the disk does to sectors that are not written");
    }
    // The log is moved before anything is written behind it. The first record would else share a
    // sector with the last ones, and take them with it if it is torn; and after a sync that failed
    // it would stand behind records that are read and that the disk never got.
    if (auto done = database_.checkpoint(); !done) return done;
    const Result<std::int64_t> version = database_.ask_number("PRAGMA user_version");
    if (!version) return std::unexpected(version.error());
    // Later formats migrate from here, step by step.
    if (*version == 0) return create();
    return {};
}

Result<void> SqliteStore::create() {
    const std::string sql = "BEGIN IMMEDIATE;" + std::string(schema) +
                            "INSERT INTO journal VALUES ('" + new_origin() +
                            "'); PRAGMA application_id=" + std::to_string(application_id) +
                            "; PRAGMA user_version=" + std::to_string(schema_version) + "; COMMIT;";
    return database_.run(sql);
}

Result<void> SqliteStore::look() {
    Result<std::string> origin = database_.ask("SELECT origin FROM journal");
    if (!origin) return std::unexpected(origin.error());
    origin_ = std::move(*origin);
    last_ = beginning_of(origin_);
    {
        Result<Statement> newest =
            database_.prepare("SELECT last, hash FROM record ORDER BY last DESC LIMIT 1");
        if (!newest) return std::unexpected(newest.error());
        const Result<bool> row = newest->step();
        if (!row) return std::unexpected(row.error());
        if (*row) {
            const Result<Hash> hash = hash_of(newest->blob(1), newest->number(0));
            if (!hash) return std::unexpected(hash.error());
            last_ = {static_cast<std::uint64_t>(newest->number(0)), *hash};
        }
    }
    if (options_.access == Access::read) return {};
    const auto prepare = [&](Statement& statement, std::string_view sql) -> Result<void> {
        Result<Statement> made = database_.prepare(sql);
        if (!made) return std::unexpected(made.error());
        statement = std::move(*made);
        return {};
    };
    if (auto done = prepare(begin_, "BEGIN IMMEDIATE"); !done) return done;
    if (auto done = prepare(commit_, "COMMIT"); !done) return done;
    if (auto done = prepare(insert_record_, "INSERT INTO record VALUES (?, ?, ?, ?)"); !done) {
        return done;
    }
    return prepare(insert_note_, "INSERT OR IGNORE INTO note VALUES (?, ?)");
}

Result<void> SqliteStore::append(const Record& record, std::span<const Note> notes) {
    check(record.first == last_.sequence + 1 && record.last.sequence >= record.first);
    if (auto done = begin_.run(); !done) return done;
    insert_record_.bind(1, static_cast<std::int64_t>(record.last.sequence))
        .bind(2, static_cast<std::int64_t>(record.first))
        .bind_blob(3, bytes_of(record.last.hash))
        .bind_blob(4, record.bytes);
    if (auto done = insert_record_.run(); !done) return done;
    for (const Note& note : notes) {
        insert_note_.bind(1, static_cast<std::int64_t>(note.size)).bind(2, note.text);
        if (auto done = insert_note_.run(); !done) return done;
    }
    if (auto done = commit_.run(); !done) return done;
    last_ = record.last;
    return {};
}

// Some records at a time: while one is being read the log can't be begun anew, and whoever takes
// them may take long.
Result<void> SqliteStore::read(std::uint64_t after, const TakeRecord& take) const {
    Result<Statement> rows = database_.prepare(
        "SELECT last, first, hash, bytes FROM record WHERE last > ? ORDER BY last");
    if (!rows) return std::unexpected(rows.error());
    constexpr std::size_t bytes_max = 1 << 20;
    std::vector<Record> records;
    std::optional<Error> wrong;  // told after what comes before it
    do {
        records.clear();
        rows->bind(1, static_cast<std::int64_t>(after));
        for (std::size_t bytes = 0; bytes < bytes_max;) {
            const Result<bool> row = rows->step();
            if (!row) wrong = row.error();
            if (!row || !*row) break;
            const Result<Hash> hash = hash_of(rows->blob(2), rows->number(0));
            if (!hash) wrong = hash.error();
            if (!hash) break;
            const auto number = [&](int column) {
                return static_cast<std::uint64_t>(rows->number(column));
            };
            records.push_back({number(1), {number(0), *hash}, std::string(rows->blob(3))});
            bytes += records.back().bytes.size() + 1;
        }
        rows->reset();
        for (const Record& record : records) {
            if (auto taken = take(record); !taken) return taken;
        }
        if (wrong) return std::unexpected(*wrong);
        if (!records.empty()) after = records.back().last.sequence;
    } while (!records.empty());
    return {};
}

Result<void> SqliteStore::read_notes(std::uint64_t after, const TakeNote& take) const {
    Result<Statement> rows =
        database_.prepare("SELECT size, text FROM note WHERE size > ? ORDER BY size");
    if (!rows) return std::unexpected(rows.error());
    rows->bind(1, static_cast<std::int64_t>(after));
    while (true) {
        const Result<bool> row = rows->step();
        if (!row) return std::unexpected(row.error());
        if (!*row) return {};
        const Note note{static_cast<std::uint64_t>(rows->number(0)), std::string(rows->text(1))};
        if (auto taken = take(note); !taken) return taken;
    }
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
    const Result<Hash> hash = hash_of(rows->blob(1), rows->number(0));
    if (!hash) return std::unexpected(hash.error());
    return Position{static_cast<std::uint64_t>(rows->number(0)), *hash};
}

Result<void> SqliteStore::keep_snapshot(const Snapshot& snapshot) {
    if (!options_.vfs.empty()) return {};
    return keep_snapshot_file(options_.path, snapshot);
}

std::vector<Snapshot> SqliteStore::snapshots() const {
    if (!options_.vfs.empty()) return {};
    return snapshot_files(options_.path);
}

Result<std::unique_ptr<Reports>> SqliteStore::open_reports() {
    return Reports::open(options_.vfs.empty() ? options_.path + ".reports" : ":memory:");
}

int SqliteStore::room_percent() {
    if (!options_.vfs.empty()) return 100;
    hold_reserve(options_);
    return free_percent(options_.path);
}

}  // namespace sicbo::store
