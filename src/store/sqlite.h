// SPDX-License-Identifier: MIT
// SQLite behind RAII types: a connection and a prepared statement, with errors as results. It knows
// no tables; the largest value that it reads is a journal record. One thread at a time may use a
// connection and its statements.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "core/hash.h"
#include "core/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace sicbo::store {

class Database;

// Returns the bytes of the hash as SQLite takes them, valid as long as the hash.
std::string_view bytes_of(const Hash& hash);

// A prepared statement: bind, step until there is no row, reset. The connection must outlive it.
class Statement {
public:
    Statement() = default;

    // Parameters count from 1, columns from 0. Texts and blobs must live until the next reset.
    Statement& bind(int index, std::int64_t value);
    Statement& bind(int index, std::string_view text);
    Statement& bind_blob(int index, std::string_view bytes);
    Statement& bind_null(int index);

    // Executes up to the next row; returns false if there is none. An error of an earlier bind is
    // reported here.
    Result<bool> step();
    // Steps to the end, ignoring rows, and resets.
    Result<void> run();
    // Makes the statement ready to be executed again; bound values stay.
    void reset();

    // The columns of the present row. Views are valid until the next step or reset.
    std::int64_t number(int column) const;
    std::string_view text(int column) const;
    std::string_view blob(int column) const;
    bool is_null(int column) const;

private:
    friend class Database;
    struct Finalize {
        void operator()(sqlite3_stmt* statement) const;
    };
    std::unique_ptr<sqlite3_stmt, Finalize> statement_;
    int bind_error_ = 0;  // the code of a bind that failed
};

enum class Access : std::uint8_t {
    read_write,  // the file is created if it does not exist
    read,
};

class Database {
public:
    // Opens the file. The path is taken literally, never as a URI. `vfs` names a registered VFS;
    // empty is the system's own. `trust_sectors` lets SQLite assume that a torn write spares the
    // neighbouring sectors; only tests set it.
    static Result<Database> open(const std::string& path, Access access,
                                 const std::string& vfs = {}, bool trust_sectors = false);

    Result<Statement> prepare(std::string_view sql) const;
    // Executes one or more statements that return no rows.
    Result<void> run(std::string_view sql) const;
    // Executes a statement and returns the first column of its first row. Without a row,
    // query_text() returns an error and query_number() 0.
    Result<std::string> query_text(std::string_view sql) const;
    Result<std::int64_t> query_number(std::string_view sql) const;
    // Returns how many rows the last INSERT, UPDATE or DELETE changed.
    std::int64_t changed_rows() const;

    // Returns true if SQLite assumes that a torn write spares the neighbouring sectors.
    Result<bool> powersafe_overwrite() const;

    // Reads the page size of the file, which wal_bytes() needs. Call it once the file is known to
    // be a database.
    Result<void> load_page_size();
    // Moves the content of the write-ahead log into the database, as far as no reader prevents it.
    Result<void> checkpoint() const;
    // Returns how many bytes the write-ahead log holds since the last complete checkpoint().
    std::uint64_t wal_bytes() const { return *log_pages_ * page_size_; }

    // Runs quick_check. Returns an error if it finds damage, or "stopped" once `stopped` returns
    // true, which is asked now and then.
    Result<void> quick_check(const std::function<bool()>& stopped) const;

    // Copies the whole database, as of one moment, into a new file.
    Result<void> copy_to(const std::string& path) const;

private:
    struct Close {
        void operator()(sqlite3* connection) const;
    };
    Error error(std::string_view doing) const;

    std::unique_ptr<sqlite3, Close> connection_;
    std::string path_;
    std::shared_ptr<std::uint64_t> log_pages_ = std::make_shared<std::uint64_t>(0);
    std::uint64_t page_size_ = 4096;  // of a new database; see load_page_size()
};

}  // namespace sicbo::store
