// SPDX-License-Identifier: MIT
// Keeps the lease of the server that leads: renews it on a thread of its own, and knows by this
// machine's clock until when it is certainly valid.
//
// A server answers and publishes only while it holds the lease. A process that was paused and
// goes on may still send data at most one lease old.
//
// It also watches the loop: a loop that waits for a database that hangs can't see that its lease
// has lapsed, and would keep clients from the server that leads now.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "store/postgres_lease.h"

namespace sicbo::store {

// What a server knows of its lease. No clock, thread or database in here: callers pass the time
// since the machine was started, in which the time of a suspended machine counts.
class LeaseTime {
public:
    explicit LeaseTime(std::chrono::milliseconds duration) : duration_(duration) {}

    // How many durations a server without a lease goes on before it ends.
    static constexpr int durations_max = 4;

    // The lease was renewed by a request that was sent at `sent`. The database counted from a later
    // time; a part of the duration is left unused, since clocks do not run alike.
    void on_renewed(std::chrono::milliseconds sent) { until_ = sent + duration_ - duration_ / 20; }
    // Another server has begun a newer epoch.
    void on_lost() { lost_ = true; }
    // The database is asked over another connection from now on: it may be another server.
    void on_reconnected(std::chrono::milliseconds now) { reconnected_ = now; }
    // The loop turns: it asks for the lease, or has waited for it.
    void on_loop(std::chrono::milliseconds now) { loop_seen_ = now; }
    // This process did not run until now.
    void on_resumed(std::chrono::milliseconds now) { resumed_ = now; }

    // Returns true if the loop is stuck: it has not turned for `durations_max` since the lease has
    // lapsed, or since the database was reached over another connection than the one that the loop
    // still waits at.
    bool is_loop_stuck(std::chrono::milliseconds now) const {
        if (!until_ || (is_held(now) && (!loop_seen_ || reconnected_ <= *loop_seen_))) return false;
        auto since = std::max(loop_seen_.value_or(*until_), resumed_);
        if (!is_held(now)) since = std::max(since, *until_);
        return now >= since + duration_ * durations_max;
    }

    bool is_lost() const { return lost_; }
    bool is_held(std::chrono::milliseconds now) const { return !lost_ && until_ && now < *until_; }

private:
    std::chrono::milliseconds duration_;
    std::optional<std::chrono::milliseconds> until_;
    std::optional<std::chrono::milliseconds> loop_seen_;
    std::chrono::milliseconds reconnected_{0};
    std::chrono::milliseconds resumed_{0};
    bool lost_ = false;
};

class LeaseKeeper {
public:
    struct Options {
        PostgresAddress address;
        std::uint64_t epoch = 0;  // which this server has begun
        std::string endpoint;     // where clients reach it: host and port
        std::chrono::milliseconds duration{5'000};
        // Called on the keeper's thread once somebody has asked to hand over, and once the lease
        // is lost.
        std::function<void()> on_change = {};
        // Called on a thread of its own, with the reason, once the loop is stuck without a lease:
        // the process must end without telling anything.
        std::function<void(const Error&)> on_stuck = {};
    };
    // Renews the lease once, then starts the threads.
    static Result<std::unique_ptr<LeaseKeeper>> start(Options options);
    // Stops the threads and releases the lease.
    ~LeaseKeeper();
    LeaseKeeper(const LeaseKeeper&) = delete;
    LeaseKeeper& operator=(const LeaseKeeper&) = delete;

    // Returns true while the lease is certainly valid. Safe to call from any thread.
    bool is_held() const;
    // Waits until the lease is certainly valid. Returns an error if another server has taken over,
    // or if the lease could not be renewed for several times its duration: then this server must
    // exit without sending a reply. The loop calls it in each turn, and is watched by that.
    Result<void> wait_until_held();
    // How long this server may wait for rounds before it hands over, counted from the request;
    // nothing if nobody has asked for it. Safe to call from any thread.
    std::optional<std::chrono::milliseconds> hand_over() const;

private:
    LeaseKeeper(Options options, PostgresLease lease)
        : options_(std::move(options)), lease_(std::move(lease)), time_(options_.duration) {}
    Result<void> renew();
    void renew_again();
    void run(const std::stop_token& stop);
    void watch(const std::stop_token& stop);

    Options options_;
    std::optional<PostgresLease> lease_;  // of the keeper's thread; none while it is disconnected
    mutable std::mutex mutex_;
    mutable std::condition_variable_any changed_;
    LeaseTime time_;
    bool loop_waits_ = false;  // in wait_until_held()
    std::string why_not_;      // the last renewal failed; empty: it did not
    std::optional<std::chrono::milliseconds> hand_over_;
    std::jthread thread_;
    std::jthread watching_;
};

}  // namespace sicbo::store
