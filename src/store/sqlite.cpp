// SPDX-License-Identifier: MIT
#include "store/sqlite.h"

#include <sqlite3.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "core/check.h"
#include "store/files.h"
#include "store/record.h"

namespace sicbo::store {
namespace {

Error error_of(sqlite3* connection, int code, std::string_view doing) {
    const char* text = connection ? sqlite3_errmsg(connection) : sqlite3_errstr(code);
    std::string what = "SQLite can't " + std::string(doing) + ": " + text;
    if (connection && sqlite3_system_errno(connection) != 0 && (code & 0xff) != SQLITE_CONSTRAINT) {
        what += " (system error " + std::to_string(sqlite3_system_errno(connection)) + ")";
    }
    // The operator must know which file it is: the journal or the reports.
    const char* file = connection ? sqlite3_db_filename(connection, "main") : nullptr;
    return Error{what, file ? file : ""};
}

// Busy handler of the writer: retries for at least half a second. A reader that recovers the index
// of the write-ahead log holds the write lock for some microseconds; another writer holds it
// longer, and makes the statement fail.
int wait_for_lock(void* /*none*/, int times) {
    constexpr int times_max = 10'000;
    constexpr std::chrono::microseconds retry_interval{50};
    std::this_thread::sleep_for(retry_interval);
    return times < times_max ? 1 : 0;
}

// Returns true if the database must be opened as immutable: its folder can't be written, so SQLite
// can't create its shared memory there, and no write-ahead log is pending.
bool is_immutable(const std::string& path, Access access) {
    const auto may_write = [](const std::string& what) {
        return ::access(what.c_str(), W_OK) == 0;
    };
    if (access != Access::read || file_bytes(path + "-wal") > 0) return false;
    const std::string folder = std::filesystem::path(path).parent_path().string();
    return !may_write(folder.empty() ? "." : folder) ||
           (!may_write(path) && !exists(path + "-shm"));
}

std::string uri_of(const std::string& path, bool trust_sectors) {
    std::string uri = "file:";
    for (const char c : path) {
        if (c == '%' || c == '?' || c == '#') {
            constexpr std::string_view digits = "0123456789ABCDEF";
            const auto value = static_cast<unsigned char>(c);
            uri += '%';
            uri += digits[value >> 4];
            uri += digits[value & 15];
        } else {
            uri += c;
        }
    }
    // A torn sector may take its neighbours with it: SQLite then pads what it syncs.
    return uri + (trust_sectors ? "?psow=1" : "?psow=0");
}

}  // namespace

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

std::string_view bytes_of(const Hash& hash) {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): plain characters
    return {reinterpret_cast<const char*>(hash.bytes.data()), hash.bytes.size()};
}

Statement& Statement::bind(int index, std::int64_t value) {
    check(statement_ && index >= 1);
    if (const int code = sqlite3_bind_int64(statement_.get(), index, value)) bind_error_ = code;
    return *this;
}

Statement& Statement::bind(int index, std::string_view text) {
    check(statement_ && index >= 1);
    const int code = sqlite3_bind_text64(statement_.get(), index, text.data(), text.size(),
                                         SQLITE_STATIC, SQLITE_UTF8);
    if (code != SQLITE_OK) bind_error_ = code;
    return *this;
}

Statement& Statement::bind_blob(int index, std::string_view bytes) {
    check(statement_ && index >= 1);
    const int code =
        sqlite3_bind_blob64(statement_.get(), index, bytes.data(), bytes.size(), SQLITE_STATIC);
    if (code != SQLITE_OK) bind_error_ = code;
    return *this;
}

Statement& Statement::bind_null(int index) {
    if (const int code = sqlite3_bind_null(statement_.get(), index)) bind_error_ = code;
    return *this;
}

Result<bool> Statement::step() {
    check(statement_ != nullptr);
    const int code = bind_error_ != 0 ? bind_error_ : sqlite3_step(statement_.get());
    if (code == SQLITE_ROW) return true;
    if (code == SQLITE_DONE) return false;
    const Error error = error_of(sqlite3_db_handle(statement_.get()), code, "execute a statement");
    reset();
    return std::unexpected(error);
}

Result<void> Statement::run() {
    while (true) {
        const Result<bool> row = step();
        if (!row) return std::unexpected(row.error());
        if (!*row) break;
    }
    reset();
    return {};
}

void Statement::reset() {
    bind_error_ = 0;
    sqlite3_reset(statement_.get());
}

std::int64_t Statement::number(int column) const {
    check(0 <= column && column < sqlite3_column_count(statement_.get()));
    return sqlite3_column_int64(statement_.get(), column);
}

std::string_view Statement::text(int column) const { return blob(column); }

std::string_view Statement::blob(int column) const {
    check(0 <= column && column < sqlite3_column_count(statement_.get()));
    const void* bytes = sqlite3_column_blob(statement_.get(), column);
    const int size = sqlite3_column_bytes(statement_.get(), column);
    return {static_cast<const char*>(bytes), static_cast<std::size_t>(size)};
}

bool Statement::is_null(int column) const {
    return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

void Database::Close::operator()(sqlite3* connection) const { sqlite3_close_v2(connection); }

Error Database::error(std::string_view doing) const {
    return error_of(connection_.get(), sqlite3_extended_errcode(connection_.get()), doing);
}

Result<Database> Database::open(const std::string& path, Access access, const std::string& vfs,
                                bool trust_sectors) {
    // Nobody asks how much memory SQLite uses, and counting it is the one lock that connections of
    // several threads share. The call has no effect once the library is in use; that does no harm.
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): the C API is variadic
    [[maybe_unused]] static const int uncounted = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    Database database;
    database.path_ = path;
    if (access == Access::read_write && vfs.empty() && path != ":memory:" && !exists(path)) {
        // SQLite would create it for everybody to read, and its log with the same permissions. If
        // it can't be created here, SQLite says why.
        (void)File::open(path, File::Mode::create);
    }
    sqlite3* connection = nullptr;
    const int flags = SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX |
                      (access == Access::read ? SQLITE_OPEN_READONLY
                                              : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    std::string name = path == ":memory:" ? path : uri_of(path, trust_sectors);
    if (vfs.empty() && path != ":memory:" && is_immutable(path, access)) name += "&immutable=1";
    const int code =
        sqlite3_open_v2(name.c_str(), &connection, flags, vfs.empty() ? nullptr : vfs.c_str());
    database.connection_.reset(connection);
    if (code != SQLITE_OK) {
        Error error = error_of(connection, code, "open the file");
        error.location = path;
        return std::unexpected(error);
    }
    sqlite3_extended_result_codes(connection, 1);
    // The file holds data only: no trigger or view in it may run, whoever put it there, and no
    // value may be larger than a record and the few columns beside it.
    for (const int what : {SQLITE_DBCONFIG_ENABLE_TRIGGER, SQLITE_DBCONFIG_ENABLE_VIEW,
                           SQLITE_DBCONFIG_TRUSTED_SCHEMA}) {
        // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): the C API is variadic
        check(sqlite3_db_config(connection, what, 0, nullptr) == SQLITE_OK);
    }
    sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, static_cast<int>(record_bytes_max) + 1024);
    sqlite3_busy_timeout(connection, 5'000);
    if (access == Access::read_write) sqlite3_busy_handler(connection, wait_for_lock, nullptr);
    sqlite3_wal_hook(
        connection,
        [](void* pages, sqlite3*, const char*, int count) {
            *static_cast<std::uint64_t*>(pages) = static_cast<std::uint64_t>(count);
            return SQLITE_OK;
        },
        database.log_pages_.get());
    return database;
}

Result<Statement> Database::prepare(std::string_view sql) const {
    Statement statement;
    sqlite3_stmt* made = nullptr;
    const int code = sqlite3_prepare_v3(connection_.get(), sql.data(), static_cast<int>(sql.size()),
                                        SQLITE_PREPARE_PERSISTENT, &made, nullptr);
    statement.statement_.reset(made);
    if (code != SQLITE_OK) return std::unexpected(error("prepare a statement"));
    return statement;
}

Result<void> Database::run(std::string_view sql) const {
    const std::string text(sql);
    const int code = sqlite3_exec(connection_.get(), text.c_str(), nullptr, nullptr, nullptr);
    if (code != SQLITE_OK) return std::unexpected(error("execute a statement"));
    return {};
}

Result<std::string> Database::query_text(std::string_view sql) const {
    Result<Statement> statement = prepare(sql);
    if (!statement) return std::unexpected(statement.error());
    const Result<bool> row = statement->step();
    if (!row) return std::unexpected(row.error());
    if (!*row) return failure("the database has no answer to " + std::string(sql), path_);
    const std::string answer(statement->text(0));
    // The statement is executed to its end: that is where its changes are committed, or fail.
    if (auto done = statement->run(); !done) return std::unexpected(done.error());
    return answer;
}

Result<std::int64_t> Database::query_number(std::string_view sql) const {
    Result<Statement> statement = prepare(sql);
    if (!statement) return std::unexpected(statement.error());
    const Result<bool> row = statement->step();
    if (!row) return std::unexpected(row.error());
    const std::int64_t answer = *row ? statement->number(0) : 0;
    if (*row) {
        if (auto done = statement->run(); !done) return std::unexpected(done.error());
    }
    return answer;
}

std::int64_t Database::changed_rows() const { return sqlite3_changes64(connection_.get()); }

Result<bool> Database::powersafe_overwrite() const {
    int answer = -1;
    const int code =
        sqlite3_file_control(connection_.get(), "main", SQLITE_FCNTL_POWERSAFE_OVERWRITE, &answer);
    if (code != SQLITE_OK) return std::unexpected(error("report how it writes"));
    return answer != 0;
}

Result<void> Database::load_page_size() {
    const Result<std::int64_t> bytes = query_number("PRAGMA page_size");
    if (!bytes) return std::unexpected(bytes.error());
    check(*bytes > 0);
    page_size_ = static_cast<std::uint64_t>(*bytes);
    return {};
}

Result<void> Database::checkpoint() const {
    int pages = 0;
    int moved = 0;
    const int code = sqlite3_wal_checkpoint_v2(connection_.get(), "main", SQLITE_CHECKPOINT_PASSIVE,
                                               &pages, &moved);
    if (code != SQLITE_OK) return std::unexpected(error("checkpoint the write-ahead log"));
    check(moved <= pages);
    // A reader may prevent a part; the next checkpoint moves it.
    if (moved == pages) *log_pages_ = 0;
    return {};
}

Result<void> Database::quick_check(const std::function<bool()>& stopped) const {
    constexpr int instructions = 10'000;  // of SQLite's machine, before it asks again
    sqlite3_progress_handler(
        connection_.get(), instructions,
        [](void* context) {
            return (*static_cast<const std::function<bool()>*>(context))() ? 1 : 0;
        },
        const_cast<std::function<bool()>*>(&stopped));
    const Result<std::string> answer = query_text("PRAGMA quick_check(1)");
    sqlite3_progress_handler(connection_.get(), 0, nullptr, nullptr);
    if (stopped()) return failure("stopped");
    if (!answer) return std::unexpected(answer.error());
    if (*answer != "ok") return failure("SQLite finds the file damaged: " + *answer, path_);
    return {};
}

Result<void> Database::copy_to(const std::string& path) const {
    Result<Database> copy = open(path, Access::read_write);
    if (!copy) return std::unexpected(copy.error());
    sqlite3_backup* backup =
        sqlite3_backup_init(copy->connection_.get(), "main", connection_.get(), "main");
    if (!backup) return std::unexpected(copy->error("write the copy"));
    const int stepped = sqlite3_backup_step(backup, -1);
    const int finished = sqlite3_backup_finish(backup);
    if (stepped != SQLITE_DONE || finished != SQLITE_OK) {
        return std::unexpected(copy->error("write the copy"));
    }
    return {};
}

}  // namespace sicbo::store
