// SPDX-License-Identifier: MIT
// A server that stands by: it follows the journal of the server that leads, keeps the state and the
// reports warm, and takes over once the leader's lease has lapsed.
//
// It reads nothing beyond what is acknowledged, signs nothing, and changes nothing in the database
// before it takes over. One thread calls run(); leader() and description() are safe to call from
// any thread. It knows no sockets.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "store/follower.h"
#include "store/postgres_lease.h"
#include "store/postgres_store.h"

namespace sicbo::server {

class Standby {
public:
    struct Options {
        store::PostgresAddress address;
        std::string endpoint;  // where clients will reach this server: host and port
        std::chrono::milliseconds lease{5'000};
        // Makes the signing key and the other secrets of the property available here. Called once,
        // before the journal is followed.
        std::function<Result<void>(const store::Store& journal)> restore_secrets;
    };
    // Recovers the state and the reports. Returns an error if there is no journal that somebody has
    // served, or if this machine can't serve it.
    static Result<std::unique_ptr<Standby>> start(Options options,
                                                  const store::Progress& progress = {});

    // The right to lead, and what was kept warm for it.
    struct Taken {
        std::unique_ptr<store::PostgresStore> journal;  // a new epoch has begun
        std::unique_ptr<store::Follower> follower;      // needs another object to read from
    };
    // Follows the journal until the lease has lapsed, and takes over. Returns nothing once
    // `stopped` returns true. Goes on while the database can't be reached. Returns an error if the
    // journal has lost events that were acknowledged, or can't be followed.
    Result<std::optional<Taken>> run(const std::function<bool()>& stopped);

    // Where clients reach the server that leads; empty if nobody leads.
    std::string leader() const;
    // What /readyz answers: "standby", where the leader is, and what is wrong.
    std::string description() const;

private:
    explicit Standby(Options options);
    Result<void> connect();
    Result<void> compare_journal(store::Position at) const;
    Result<void> remember_position(bool at_once);
    Result<bool> follow();
    Result<std::optional<Taken>> take_over();
    void on_lease(const store::Lease& lease);
    void on_problem(const Error& problem);
    void wait(const store::Lease& lease);

    Options options_;
    store::PostgresAddress watching_;                // to follow: a server that hangs is left soon
    std::unique_ptr<store::PostgresStore> journal_;  // null while it is disconnected
    std::unique_ptr<store::Follower> follower_;
    std::optional<store::PostgresLease> lease_;  // none while it is disconnected
    bool listens_ = false;
    std::optional<store::Position> remembered_;  // what the file says (store/followed.h)
    bool is_remembered_there_ = true;            // the journal is known to have that event
    std::chrono::steady_clock::time_point remembered_at_;
    mutable std::mutex mutex_;  // of what follows
    std::string leader_;
    std::string problem_;
};

// What /readyz of a server that stands by answers; each may be empty.
std::string describe_standby(const std::string& leader, const std::string& problem);

}  // namespace sicbo::server
