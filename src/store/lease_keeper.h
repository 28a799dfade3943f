// SPDX-License-Identifier: MIT
// Keeps the lease of the server that leads: renews it on a thread of its own, and knows by this
// machine's clock until when it is certainly valid.
//
// A server answers and publishes only while it holds the lease. A process that was paused and
// goes on may still send data at most one lease old.
#pragma once

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

    // The lease was renewed by a request that was sent at `sent`. The database counted from a later
    // time; a part of the duration is left unused, since clocks do not run alike.
    void on_renewed(std::chrono::milliseconds sent) { until_ = sent + duration_ - duration_ / 20; }
    // Another server has begun a newer epoch.
    void on_lost() { lost_ = true; }

    bool is_lost() const { return lost_; }
    bool is_held(std::chrono::milliseconds now) const { return !lost_ && until_ && now < *until_; }

private:
    std::chrono::milliseconds duration_;
    std::optional<std::chrono::milliseconds> until_;
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
    };
    // Renews the lease once, then starts the thread.
    static Result<std::unique_ptr<LeaseKeeper>> start(Options options);
    // Stops the thread and releases the lease.
    ~LeaseKeeper();
    LeaseKeeper(const LeaseKeeper&) = delete;
    LeaseKeeper& operator=(const LeaseKeeper&) = delete;

    // Returns true while the lease is certainly valid. Safe to call from any thread.
    bool is_held() const;
    // Waits until the lease is certainly valid. Returns an error if another server has taken over,
    // or if the lease could not be renewed for several times its duration: then this server must
    // exit without sending a reply. Safe to call from any thread.
    Result<void> wait_until_held() const;
    // How long this server may wait for rounds before it hands over, counted from the request;
    // nothing if nobody has asked for it. Safe to call from any thread.
    std::optional<std::chrono::milliseconds> hand_over() const;

private:
    LeaseKeeper(Options options, PostgresLease lease)
        : options_(std::move(options)), lease_(std::move(lease)), time_(options_.duration) {}
    Result<void> renew();
    void renew_again();
    void run(const std::stop_token& stop);

    Options options_;
    std::optional<PostgresLease> lease_;  // of the keeper's thread; none while it is disconnected
    mutable std::mutex mutex_;
    mutable std::condition_variable_any changed_;
    LeaseTime time_;
    std::string why_not_;  // the last renewal failed; empty: it did not
    std::optional<std::chrono::milliseconds> hand_over_;
    std::jthread thread_;
};

}  // namespace sicbo::store
