// SPDX-License-Identifier: MIT
// PostgreSQL behind RAII types: a connection and the rows of an answer, with errors as results. It
// knows no tables. One thread at a time may use a connection.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "store/postgres_address.h"

struct pg_conn;
struct pg_result;

namespace sicbo::store {

// The parameters of a statement, in order. Texts and bytes must live until it was executed.
class Parameters {
public:
    // Each appends one parameter and returns this object: a bigint, a text, or a bytea. A text may
    // have zero bytes.
    Parameters& number(std::int64_t value);
    Parameters& text(std::string_view value);
    Parameters& bytes(std::string_view value);

private:
    friend class PostgresConnection;
    struct Parameter {
        std::string number;     // in decimal, if the parameter is one
        std::string_view view;  // otherwise its bytes
        bool is_number = false;
        bool is_binary = false;
    };
    std::vector<Parameter> all_;
};

// The rows of an answer. Rows and columns count from 0.
class PostgresRows {
public:
    // How many rows the answer has.
    int rows() const;
    // The row and the column must exist, and the column must be a bigint that is not null.
    std::int64_t number(int row, int column) const;
    // The bytes of a text or bytea; empty if it is null. Valid as long as this object.
    std::string_view bytes(int row, int column) const;
    // How many rows the statement inserted, changed or deleted.
    std::int64_t changed() const;

private:
    friend class PostgresConnection;
    struct Clear {
        void operator()(pg_result* result) const;
    };
    std::unique_ptr<pg_result, Clear> result_;
};

class PostgresConnection {
public:
    // Connects, and refuses an unencrypted connection over a network unless the address asks for
    // one. Returns an error that names host and database, never a password.
    static Result<PostgresConnection> connect(const PostgresAddress& address);

    // Executes one statement. Each column that is read as a number must be a bigint.
    Result<PostgresRows> query(const std::string& sql, const Parameters& parameters = {}) const;
    // Executes one or more statements that return no rows, in one transaction.
    Result<void> run(const std::string& sql) const;
    // Returns the first column of the first row; an error if there is none.
    Result<std::string> query_text(const std::string& sql, const Parameters& parameters = {}) const;

    // Prepares a statement for execute_together().
    Result<void> prepare(const std::string& name, const std::string& sql) const;
    struct Prepared {
        std::string name;
        Parameters parameters;
    };
    // Executes prepared statements in one transaction and one exchange of messages (libpq's
    // pipeline mode), and returns the answer of each. They are committed when it returns. A WARNING
    // of the server is an error: a commit whose wait for a standby was cancelled gives one, and may
    // still be lost.
    Result<std::vector<PostgresRows>> execute_together(std::span<const Prepared> statements) const;

    // Returns the first WARNING that the server gave since the last call; nothing if there is none.
    std::optional<std::string> take_warning() const;

    // Waits until the server notifies a channel that this session listens to, or until the time is
    // over. Returns true if it did; several notifications count as one. Returns an error if the
    // connection is lost.
    Result<bool> wait_for_notification(std::chrono::milliseconds time_max) const;

    // The SQLSTATE of the last error that a statement returned; empty before the first.
    const std::string& last_state() const { return *last_state_; }

private:
    struct Finish {
        void operator()(pg_conn* connection) const;
    };
    Error error(const pg_result* result) const;
    Result<std::vector<PostgresRows>> take_answers(std::size_t count) const;

    std::unique_ptr<pg_conn, Finish> connection_;
    std::string text_;  // of the address, for messages
    // On the heap, since libpq holds a pointer to it and this object can be moved.
    std::unique_ptr<std::optional<std::string>> warning_;
    std::unique_ptr<std::string> last_state_;
};

}  // namespace sicbo::store
