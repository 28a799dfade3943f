// SPDX-License-Identifier: MIT
// The lease of a journal on PostgreSQL: who serves it, where clients reach that server, and until
// when by the database's clock. A server that stands by takes over once the lease has lapsed.
//
// A lease gives no mutual exclusion: a server that was stopped for a while does not know that its
// lease has lapsed. Who may append is decided by the epoch (postgres_store.h). The lease only says
// when another server may begin a new epoch, and until when the present one may answer.
//
// The lease is a row of its own over a connection of its own, so that renewing it never waits
// behind an append.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "store/postgres.h"

namespace sicbo::store {

// The channel on which a writer notifies those who follow the journal. A notification says no more
// than that it is time to look.
inline constexpr const char* journal_channel = "sicbo_journal";

// Host and process, as an operator recognises them.
std::string owner_of_this_process();

struct Lease {
    std::uint64_t epoch = 0;  // in which it was renewed last; 0: nobody has ever held it
    std::string owner;        // host and process
    std::string endpoint;     // where clients reach the server: host and port
    // How long it is still valid; not positive if it has lapsed.
    std::chrono::milliseconds left{0};
    // How long the server may still wait for rounds before it must hand over; nothing if nobody
    // has asked it to. Not positive if that time is over.
    std::optional<std::chrono::milliseconds> hand_over;

    bool has_lapsed() const { return left <= std::chrono::milliseconds(0); }
};

class PostgresLease {
public:
    // Connects and finds the journal. Returns an error if there is no such journal, or if its
    // tables are of a version without a lease. With `writes`, the server must be a primary.
    static Result<PostgresLease> open(const PostgresAddress& address, bool writes);

    // Returns the lease as it is now; one that nobody has ever held if there is none.
    Result<Lease> read() const;

    // Makes the lease valid for this long, for the server that has begun `epoch`. Returns the
    // renewed lease; nothing if a newer epoch has begun: then this server leads no more. Does not
    // wait for the disk or a standby.
    Result<std::optional<Lease>> renew(std::uint64_t epoch, const std::string& endpoint,
                                       std::chrono::milliseconds duration) const;

    // Ends the lease at once, so that another server takes over without waiting.
    Result<void> release(std::uint64_t epoch) const;

    // Asks the server that holds the lease to hand over, when no round is in play or after
    // `wait_max`. Returns false if the lease has lapsed: there is no server to ask.
    Result<bool> request_hand_over(std::chrono::milliseconds wait_max) const;

    // Tells other sessions of the same role that a standby follows this journal, as long as this
    // object is connected.
    Result<void> announce_standby() const;
    // Returns true if a standby that this role may see follows the journal.
    Result<bool> has_standby() const;

    // Listens to journal_channel. On a read-only standby of PostgreSQL nobody can.
    Result<void> listen() const;
    Result<bool> wait_for_notification(std::chrono::milliseconds time_max) const {
        return connection_.wait_for_notification(time_max);
    }

private:
    std::string standby_name() const;

    explicit PostgresLease(PostgresConnection connection) : connection_(std::move(connection)) {}

    PostgresConnection connection_;
    std::int64_t journal_ = 0;
};

}  // namespace sicbo::store
