// SQLite with owners: a connection and a statement that end by themselves, and errors as results.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace sicbo::store {

class Database;

// A prepared statement: bind, step until there is no row, reset.
class Statement {
public:
    Statement() = default;

    // Places count from 1, columns from 0. Texts and blobs must live until the next reset.
    Statement& bind(int place, std::int64_t value);
    Statement& bind(int place, std::string_view text);
    Statement& bind_blob(int place, std::string_view bytes);
    Statement& bind_nothing(int place);

    Result<bool> step();  // whether there is a row
    Result<void> run();   // steps to the end and resets
    void reset();

    std::int64_t number(int column) const;
    std::string_view text(int column) const;  // until the next step
    std::string_view blob(int column) const;
    bool is_nothing(int column) const;

private:
    friend class Database;
    struct Finalize {
        void operator()(sqlite3_stmt* statement) const;
    };
    std::unique_ptr<sqlite3_stmt, Finalize> statement_;
    int wrong_ = 0;  // the first code of a bind that was not good
};

enum class Access : std::uint8_t { create, read };

class Database {
public:
    // The path as it is, never as a URI of the caller's. `vfs` is the name of a registered one;
    // empty is the system's own.
    static Result<Database> open(const std::string& path, Access access,
                                 const std::string& vfs = {}, bool trust_sectors = false);

    Result<Statement> prepare(std::string_view sql) const;
    Result<void> run(std::string_view sql) const;         // one or more statements without rows
    Result<std::string> ask(std::string_view sql) const;  // the first column of the first row
    Result<std::int64_t> ask_number(std::string_view sql) const;
    std::int64_t changed_rows() const;  // by the last statement that changes any

    // Whether SQLite believes that a write can't harm the bytes beside it. It must not.
    Result<bool> powersafe_overwrite() const;

    // Moves what the write-ahead log holds into the database.
    Result<void> checkpoint() const;
    // Bytes in the log since it was last moved.
    std::uint64_t log_bytes() const { return *log_pages_ * page_size_; }

    // Copies the whole database into a new file.
    Result<void> copy_to(const std::string& path) const;

private:
    struct Close {
        void operator()(sqlite3* connection) const;
    };
    Error error(std::string_view doing) const;

    std::unique_ptr<sqlite3, Close> connection_;
    std::string path_;
    std::shared_ptr<std::uint64_t> log_pages_ = std::make_shared<std::uint64_t>(0);
    std::uint64_t page_size_ = 4096;
};

}  // namespace sicbo::store
