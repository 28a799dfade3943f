// SPDX-License-Identifier: MIT
#include "store/postgres_schema.h"

#include <algorithm>
#include <array>

namespace sicbo::store {
namespace {

// What leads from each version to the next. A released entry is never changed.
constexpr std::array<const char*, postgres_schema_version> migrations = {
    R"(CREATE SCHEMA sicbo;
CREATE TABLE sicbo.format (version bigint NOT NULL);
CREATE TABLE sicbo.journal (
    journal bigint PRIMARY KEY,
    name text NOT NULL UNIQUE,
    origin text NOT NULL UNIQUE
);
CREATE TABLE sicbo.epoch (
    journal bigint PRIMARY KEY,
    epoch bigint NOT NULL,
    owner text NOT NULL,
    backend bigint,
    backend_start timestamp with time zone
);
CREATE TABLE sicbo.acknowledged (journal bigint PRIMARY KEY, sequence bigint NOT NULL);
CREATE TABLE sicbo.record (
    journal bigint NOT NULL,
    last bigint NOT NULL,
    first bigint NOT NULL,
    epoch bigint NOT NULL,
    acknowledged bigint NOT NULL,
    hash bytea NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (journal, last),
    CHECK (first >= 1 AND last >= first AND acknowledged < first AND octet_length(hash) = 32)
);
ALTER TABLE sicbo.record ALTER COLUMN bytes SET STORAGE EXTERNAL;
CREATE TABLE sicbo.note (
    journal bigint NOT NULL,
    size bigint NOT NULL,
    text text NOT NULL,
    PRIMARY KEY (journal, size),
    CHECK (size >= 1)
);
CREATE TABLE sicbo.quarantine (
    journal bigint NOT NULL,
    sequence bigint NOT NULL,
    why text NOT NULL,
    command bytea NOT NULL,
    PRIMARY KEY (journal, sequence)
);
CREATE TABLE sicbo.snapshot (
    journal bigint NOT NULL,
    sequence bigint NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (journal, sequence)
))",
    R"(CREATE TABLE sicbo.secret (
    journal bigint NOT NULL,
    name text NOT NULL,
    sealed bytea NOT NULL,
    PRIMARY KEY (journal, name)
))",
    R"(CREATE TABLE sicbo.lease (
    journal bigint PRIMARY KEY,
    epoch bigint NOT NULL,
    until timestamp with time zone NOT NULL,
    owner text NOT NULL,
    endpoint text NOT NULL,
    hand_over timestamp with time zone
))",
};

// The columns of each table as PostgreSQL reports them, and what a serving role may do besides
// reading. Tables are in alphabetical order.
struct ExpectedTable {
    const char* name;
    const char* columns;
    const char* rights;
    int since;  // version
};
constexpr std::array expected_tables = std::to_array<ExpectedTable>({
    {"acknowledged", "journal bigint!, sequence bigint!", "INSERT, UPDATE", 1},
    {"epoch",
     "journal bigint!, epoch bigint!, owner text!, backend bigint, "
     "backend_start timestamp with time zone",
     "INSERT, UPDATE", 1},
    {"format", "version bigint!", "", 1},
    {"journal", "journal bigint!, name text!, origin text!", "INSERT", 1},
    {"lease",
     "journal bigint!, epoch bigint!, until timestamp with time zone!, owner text!, "
     "endpoint text!, hand_over timestamp with time zone",
     "INSERT, UPDATE", 3},
    {"note", "journal bigint!, size bigint!, text text!", "INSERT", 1},
    {"quarantine", "journal bigint!, sequence bigint!, why text!, command bytea!", "INSERT, UPDATE",
     1},
    {"record",
     "journal bigint!, last bigint!, first bigint!, epoch bigint!, acknowledged bigint!, "
     "hash bytea!, bytes bytea!",
     "INSERT", 1},
    {"secret", "journal bigint!, name text!, sealed bytea!", "INSERT, UPDATE", 2},
    {"snapshot", "journal bigint!, sequence bigint!, bytes bytea!", "INSERT, UPDATE, DELETE", 1},
});

// Two processes may prepare the same database; this number is theirs alone.
constexpr const char* lock_preparation = "SELECT pg_advisory_xact_lock(1399407426)";

Result<void> migrate_to_newest(const PostgresConnection& connection) {
    const Result<int> version = read_schema_version(connection);
    if (!version) return std::unexpected(version.error());
    for (int from = *version; from < postgres_schema_version; ++from) {
        const std::string state_version =
            from == 0 ? "INSERT INTO sicbo.format VALUES (1)"
                      : "UPDATE sicbo.format SET version = " + std::to_string(from + 1);
        const std::string step = migrations.at(static_cast<std::size_t>(from));
        if (auto done = connection.run(step + ";\n" + state_version); !done) return done;
    }
    return {};
}

// The server quotes the name of the role.
Result<void> grant(const PostgresConnection& connection, const std::string& what,
                   const std::string& role) {
    const Result<std::string> statement = connection.query_text(
        "SELECT format('GRANT %s TO %I', $1::text, $2::text)", Parameters().text(what).text(role));
    if (!statement) return std::unexpected(statement.error());
    return connection.run(*statement);
}

Result<void> grant_rights(const PostgresConnection& connection, const SchemaGrants& grants) {
    for (const std::string& role : {grants.server, grants.auditor}) {
        if (role.empty()) continue;
        if (auto done = grant(connection, "USAGE ON SCHEMA sicbo", role); !done) return done;
        const bool serves = role == grants.server;
        for (const ExpectedTable& table : expected_tables) {
            const bool is_secret = std::string_view(table.name) == "secret";
            if (is_secret && !serves) continue;
            std::string rights = "SELECT";
            if (serves && *table.rights != '\0') rights += std::string(", ") + table.rights;
            const std::string what = rights + " ON sicbo." + table.name;
            if (auto done = grant(connection, what, role); !done) return done;
        }
    }
    return {};
}

// Whatever stands between our statements and the rows of the tables.
constexpr const char* interference = R"(
SELECT 'the trigger "' || t.tgname || '"' FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
 WHERE c.relnamespace = 'sicbo'::regnamespace AND NOT t.tgisinternal
UNION ALL
SELECT 'the rule "' || r.rulename || '"' FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class
 WHERE c.relnamespace = 'sicbo'::regnamespace AND c.relkind = 'r'
UNION ALL
SELECT 'row security on the table "' || c.relname || '"' FROM pg_class c
 WHERE c.relnamespace = 'sicbo'::regnamespace AND c.relrowsecurity
UNION ALL
SELECT 'a table that inherits from "' || c.relname || '"' FROM pg_inherits i
  JOIN pg_class c ON c.oid = i.inhparent
 WHERE c.relnamespace = 'sicbo'::regnamespace AND c.relkind = 'r'
UNION ALL
SELECT 'a default of the column "' || a.attname || '"' FROM pg_attribute a
  JOIN pg_class c ON c.oid = a.attrelid
 WHERE c.relnamespace = 'sicbo'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND a.atthasdef
LIMIT 1)";

constexpr const char* table_columns = R"(
SELECT c.relname::text, c.relkind::text || c.relpersistence::text,
       string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod) ||
                  CASE WHEN a.attnotnull THEN '!' ELSE '' END, ', ' ORDER BY a.attnum)
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
 WHERE c.relnamespace = 'sicbo'::regnamespace AND c.relkind IN ('r', 'v', 'm', 'f', 'p')
   AND a.attnum > 0 AND NOT a.attisdropped
 GROUP BY c.relname, c.relkind, c.relpersistence ORDER BY c.relname::text COLLATE "C")";

}  // namespace

Result<void> prepare_schema(const PostgresConnection& connection, const SchemaGrants& grants) {
    if (auto done = connection.run("BEGIN"); !done) return done;
    const auto prepare = [&]() -> Result<void> {
        if (auto done = connection.run(lock_preparation); !done) return done;
        if (auto done = migrate_to_newest(connection); !done) return done;
        return grant_rights(connection, grants);
    };
    Result<void> done = prepare();
    if (done) return connection.run("COMMIT");
    const bool may_not = connection.last_state() == "42501";
    if (auto undone = connection.run("ROLLBACK"); !undone) return undone;
    if (!may_not) return done;
    return failure(
        done.error().what + "; let the owner of the database run: sicbo database prepare",
        done.error().location);
}

Result<int> read_schema_version(const PostgresConnection& connection) {
    const Result<PostgresRows> found = connection.query(
        "SELECT (SELECT count(*) FROM pg_namespace WHERE nspname = 'sicbo'),"
        "       (SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
        "         WHERE n.nspname = 'sicbo' AND c.relname = 'format' AND c.relkind = 'r')");
    if (!found) return std::unexpected(found.error());
    if (found->number(0, 0) == 0) return 0;
    if (found->number(0, 1) == 0) {
        return failure("the schema \"sicbo\" of this database is no journal of ours");
    }
    const Result<PostgresRows> rows = connection.query("SELECT version FROM sicbo.format");
    if (!rows && connection.last_state() == "42501") {
        return failure(rows.error().what +
                           "; let the owner of the database run: sicbo database prepare --grant",
                       rows.error().location);
    }
    if (!rows) return std::unexpected(rows.error());
    if (rows->rows() != 1) return failure("the tables state no version");
    const std::int64_t version = rows->number(0, 0);
    if (version > postgres_schema_version) {
        return failure("the tables have version " + std::to_string(version) +
                       ", which a newer sicbo made; this one reads up to " +
                       std::to_string(postgres_schema_version));
    }
    if (version < 1) return failure("the tables state a version that does not exist");
    return static_cast<int>(version);
}

Result<void> verify_schema(const PostgresConnection& connection, int version) {
    const Result<PostgresRows> rows = connection.query(table_columns);
    if (!rows) return std::unexpected(rows.error());
    int row = 0;
    for (const ExpectedTable& table : expected_tables) {
        if (table.since > version) continue;
        const std::string name = table.name;
        if (row >= rows->rows() || rows->bytes(row, 0) != name) {
            return failure(
                "the tables of the schema \"sicbo\" are not those of a journal: look "
                "for \"" +
                name + "\"");
        }
        if (rows->bytes(row, 1) != "rp" || rows->bytes(row, 2) != table.columns) {
            return failure("the table \"" + name + "\" differs from that of a journal");
        }
        ++row;
    }
    if (row != rows->rows()) {
        return failure("the schema \"sicbo\" has a table \"" + std::string(rows->bytes(row, 0)) +
                       "\", which no journal has");
    }
    const Result<PostgresRows> other = connection.query(interference);
    if (!other) return std::unexpected(other.error());
    if (other->rows() == 0) return {};
    return failure("the schema \"sicbo\" has " + std::string(other->bytes(0, 0)) +
                   ", which no journal has");
}

Result<void> configure_session(const PostgresConnection& connection, bool writes) {
    // Without the keepalives the server would take a writer whose machine lost its power for alive
    // for hours. A session that this program has given up must not wait for a lock for ever. There
    // is no statement_timeout: it would cancel the wait for a standby.
    const std::string settings =
        "SET search_path = pg_catalog; SET statement_timeout = 0; SET lock_timeout = " +
        std::to_string(2 * connection.silence_max().count()) +
        ";"
        "SET idle_session_timeout = 0; SET idle_in_transaction_session_timeout = 0;"
        "SET default_transaction_isolation = 'read committed'; SET bytea_output = 'hex';"
        "SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = "
        "3;"
        "SET tcp_user_timeout = 15000;";
    if (auto done = connection.run(settings); !done) return done;
    const Result<PostgresRows> rows = connection.query(
        "SELECT current_setting('server_encoding'), pg_is_in_recovery()::int::bigint,"
        "       (current_setting('transaction_read_only') = 'on')::int::bigint,"
        "       current_setting('server_version_num')::bigint, current_setting('server_version')");
    if (!rows) return std::unexpected(rows.error());
    if (rows->bytes(0, 0) != "UTF8") {
        return failure("the database has the encoding " + std::string(rows->bytes(0, 0)) +
                       "; make it with ENCODING 'UTF8'");
    }
    constexpr std::int64_t version_min = 150'000;
    if (rows->number(0, 3) < version_min) {
        return failure("the server is PostgreSQL " + std::string(rows->bytes(0, 4)) +
                       "; a journal needs version 15 or later");
    }
    if (!writes) return connection.run("SET default_transaction_read_only = on");
    if (rows->number(0, 1) != 0) {
        return failure(
            "this server is a read-only standby; name the primary, or several hosts with "
            "target_session_attrs=read-write");
    }
    if (rows->number(0, 2) != 0) {
        return failure("this session may only read: default_transaction_read_only is on");
    }
    return {};
}

Result<void> verify_durability(const PostgresConnection& connection, bool requires_standby) {
    const auto setting = [&](const char* name) {
        return connection.query_text("SELECT current_setting($1::text)", Parameters().text(name));
    };
    for (const char* name : {"fsync", "full_page_writes", "synchronous_commit"}) {
        const Result<std::string> value = setting(name);
        if (!value) return std::unexpected(value.error());
        const bool is_commit = name == std::string_view("synchronous_commit");
        if (*value == "on" || (is_commit && *value == "remote_apply")) continue;
        return failure(std::string(name) + " is " + *value +
                       ", so that bets which were acknowledged could be lost; set it to on");
    }
    if (!requires_standby) return {};
    const Result<std::string> names = setting("synchronous_standby_names");
    if (!names) return std::unexpected(names.error());
    if (names->empty()) {
        return failure(
            "synchronous_standby_names is empty, but the address requires standbys: name them");
    }
    if (names->find('*') == std::string::npos) return {};
    return failure("synchronous_standby_names is " + *names +
                   ", so that any replication connection would count: name the standbys");
}

std::string durability_condition(const std::string& standby) {
    return "current_setting('fsync') = 'on' AND current_setting('full_page_writes') = 'on' AND "
           "current_setting('synchronous_commit') IN ('on', 'remote_apply') AND "
           "(" +
           standby +
           "::bigint = 0 OR (current_setting('synchronous_standby_names') <> '' AND "
           "position('*' IN current_setting('synchronous_standby_names')) = 0))";
}

}  // namespace sicbo::store
