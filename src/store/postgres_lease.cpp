// SPDX-License-Identifier: MIT
#include "store/postgres_lease.h"

#include <unistd.h>

#include <array>

#include "core/check.h"
#include "store/postgres_schema.h"

namespace sicbo::store {
namespace {

constexpr int lease_since = 3;  // version of the tables

// The columns from which lease_from() reads. Times are differences by the database's clock.
const std::string lease_columns =
    "epoch, owner, endpoint, "
    "(extract(epoch FROM until - clock_timestamp()) * 1000)::bigint, "
    "coalesce((extract(epoch FROM hand_over - clock_timestamp()) * 1000)::bigint, 0), "
    "(hand_over IS NOT NULL)::int::bigint";

Lease lease_from(const PostgresRows& rows) {
    Lease lease;
    lease.epoch = static_cast<std::uint64_t>(rows.number(0, 0));
    lease.owner = rows.bytes(0, 1);
    lease.endpoint = rows.bytes(0, 2);
    lease.left = std::chrono::milliseconds(rows.number(0, 3));
    if (rows.number(0, 5) != 0) lease.hand_over = std::chrono::milliseconds(rows.number(0, 4));
    return lease;
}

}  // namespace

std::string owner_of_this_process() {
    std::array<char, 256> host{};
    if (::gethostname(host.data(), host.size() - 1) != 0) host = {};
    return std::string(host.data()) + " process " + std::to_string(::getpid());
}

Result<PostgresLease> PostgresLease::open(const PostgresAddress& address, bool writes) {
    const auto open_it = [&]() -> Result<PostgresLease> {
        Result<PostgresConnection> connection = PostgresConnection::connect(address);
        if (!connection) return std::unexpected(connection.error());
        PostgresLease lease(std::move(*connection));
        if (auto done = configure_session(lease.connection_, writes); !done) {
            return std::unexpected(done.error());
        }
        const Result<int> version = read_schema_version(lease.connection_);
        if (!version) return std::unexpected(version.error());
        if (*version == 0) return failure("there is no journal of sicbo in this database");
        if (*version < lease_since) {
            return failure("the tables have version " + std::to_string(*version) +
                           ", which has no lease; let the owner of the database run: sicbo "
                           "database prepare");
        }
        const Result<PostgresRows> rows =
            lease.connection_.query("SELECT journal FROM sicbo.journal WHERE name = $1::text",
                                    Parameters().text(address.journal));
        if (!rows) return std::unexpected(rows.error());
        if (rows->rows() == 0) {
            return failure("the database has no journal \"" + address.journal + "\"");
        }
        lease.journal_ = rows->number(0, 0);
        // A lease that is lost with the primary has only lapsed earlier.
        auto done = lease.connection_.run("SET synchronous_commit = off");
        if (!done) return std::unexpected(done.error());
        return lease;
    };
    Result<PostgresLease> opened = open_it();
    if (opened || !opened.error().location.empty()) return opened;
    return failure(opened.error().what, address.text);
}

Result<Lease> PostgresLease::read() const {
    const Result<PostgresRows> rows = connection_.query(
        "SELECT " + lease_columns + " FROM sicbo.lease WHERE journal = $1::bigint",
        Parameters().number(journal_));
    if (!rows) return std::unexpected(rows.error());
    return rows->rows() == 0 ? Lease() : lease_from(*rows);
}

// An epoch that begins at the same time changes the lease in its own transaction
// (PostgresStore::take_over), so that this statement waits for it and then changes nothing.
Result<std::optional<Lease>> PostgresLease::renew(std::uint64_t epoch, const std::string& endpoint,
                                                  std::chrono::milliseconds duration) const {
    check(epoch > 0 && duration.count() > 0);
    const std::string owner = owner_of_this_process();
    const Result<PostgresRows> rows = connection_.query(
        "INSERT INTO sicbo.lease AS l (journal, epoch, until, owner, endpoint) "
        "SELECT $1::bigint, $2::bigint, clock_timestamp() + $3::bigint * interval '1 millisecond', "
        "       $4::text, $5::text "
        "  FROM sicbo.epoch WHERE journal = $1 AND epoch = $2 "
        "ON CONFLICT (journal) DO UPDATE SET epoch = EXCLUDED.epoch, until = EXCLUDED.until, "
        "  owner = EXCLUDED.owner, endpoint = EXCLUDED.endpoint, "
        "  hand_over = CASE WHEN l.epoch = EXCLUDED.epoch THEN l.hand_over END "
        "WHERE l.epoch <= EXCLUDED.epoch RETURNING " +
            lease_columns,
        Parameters()
            .number(journal_)
            .number(static_cast<std::int64_t>(epoch))
            .number(duration.count())
            .text(owner)
            .text(endpoint));
    if (!rows) return std::unexpected(rows.error());
    if (rows->rows() == 0) return std::optional<Lease>();
    Lease lease = lease_from(*rows);
    check(lease.epoch == epoch);
    return lease;
}

Result<void> PostgresLease::release(std::uint64_t epoch) const {
    const Result<PostgresRows> rows = connection_.query(
        "UPDATE sicbo.lease SET until = clock_timestamp() WHERE journal = $1::bigint AND "
        "epoch = $2::bigint AND until > clock_timestamp()",
        Parameters().number(journal_).number(static_cast<std::int64_t>(epoch)));
    if (!rows) return std::unexpected(rows.error());
    return connection_.run(std::string("NOTIFY ") + journal_channel);
}

Result<bool> PostgresLease::request_hand_over(std::chrono::milliseconds wait_max) const {
    const Result<PostgresRows> rows = connection_.query(
        "UPDATE sicbo.lease SET hand_over = clock_timestamp() + "
        "$2::bigint * interval '1 millisecond' "
        "WHERE journal = $1::bigint AND until > clock_timestamp()",
        Parameters().number(journal_).number(wait_max.count()));
    if (!rows) return std::unexpected(rows.error());
    return rows->changed() == 1;
}

// As pg_stat_activity shows it.
std::string PostgresLease::standby_name() const {
    return "sicbo standby of journal " + std::to_string(journal_);
}

Result<void> PostgresLease::announce_standby() const {
    return connection_.run("SET application_name = '" + standby_name() + "'");
}

Result<bool> PostgresLease::has_standby() const {
    const Result<PostgresRows> rows = connection_.query(
        "SELECT 1 FROM pg_stat_activity WHERE application_name = $1::text AND "
        "datname = current_database() LIMIT 1",
        Parameters().text(standby_name()));
    if (!rows) return std::unexpected(rows.error());
    return rows->rows() == 1;
}

Result<void> PostgresLease::listen() const {
    return connection_.run(std::string("LISTEN ") + journal_channel);
}

}  // namespace sicbo::store
