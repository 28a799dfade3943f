// SPDX-License-Identifier: MIT
#include "store/lease_keeper.h"

#include <time.h>

#include <tuple>
#include <utility>

#include "core/check.h"

namespace sicbo::store {
namespace {

using std::chrono::milliseconds;

// The time since the machine was started.
milliseconds time_since_boot() {
    timespec now{};
    ::clock_gettime(CLOCK_BOOTTIME, &now);
    return milliseconds(std::int64_t{now.tv_sec} * 1'000 + now.tv_nsec / 1'000'000);
}

constexpr int renewals_in_duration = 5;

}  // namespace

Result<std::unique_ptr<LeaseKeeper>> LeaseKeeper::start(Options options) {
    options.address = to_watch(options.address, options.duration);
    Result<PostgresLease> lease = PostgresLease::open(options.address, true);
    if (!lease) return std::unexpected(lease.error());
    std::unique_ptr<LeaseKeeper> keeper(new LeaseKeeper(std::move(options), std::move(*lease)));
    if (auto done = keeper->renew(); !done) return std::unexpected(done.error());
    keeper->thread_ =
        std::jthread([self = keeper.get()](const std::stop_token& stop) { self->run(stop); });
    keeper->watching_ =
        std::jthread([self = keeper.get()](const std::stop_token& stop) { self->watch(stop); });
    return keeper;
}

LeaseKeeper::~LeaseKeeper() {
    for (std::jthread* thread : {&thread_, &watching_}) {
        thread->request_stop();
        if (thread->joinable()) thread->join();
    }
    // Without this the next server waits until the lease has lapsed.
    if (lease_ && !time_.is_lost()) std::ignore = lease_->release(options_.epoch);
}

Result<void> LeaseKeeper::renew() {
    const milliseconds sent = time_since_boot();
    const Result<std::optional<Lease>> renewed =
        lease_->renew(options_.epoch, options_.endpoint, options_.duration);
    if (!renewed) return std::unexpected(renewed.error());
    bool is_news = false;
    {
        const std::scoped_lock lock(mutex_);
        why_not_.clear();
        if (*renewed) {
            time_.on_renewed(sent);
            is_news = !hand_over_ && (*renewed)->hand_over;
            if (is_news) hand_over_ = std::max(*(*renewed)->hand_over, milliseconds(0));
        } else {
            is_news = !time_.is_lost();
            time_.on_lost();
        }
    }
    changed_.notify_all();
    if (is_news && options_.on_change) options_.on_change();
    return {};
}

// A connection that failed is made again: after a failover the address may lead to another server.
void LeaseKeeper::renew_again() {
    Result<void> done;
    if (!lease_) {
        Result<PostgresLease> lease = PostgresLease::open(options_.address, true);
        if (lease) {
            lease_.emplace(std::move(*lease));
            const std::scoped_lock lock(mutex_);
            time_.on_reconnected(time_since_boot());
        }
        if (!lease) done = std::unexpected(lease.error());
    }
    if (lease_) done = renew();
    if (done) return;
    lease_.reset();
    const std::scoped_lock lock(mutex_);
    why_not_ = done.error().text();
}

void LeaseKeeper::run(const std::stop_token& stop) {
    const milliseconds interval = options_.duration / renewals_in_duration;
    while (true) {
        {
            std::unique_lock lock(mutex_);
            if (time_.is_lost()) return;
            changed_.wait_for(lock, stop, interval, [] { return false; });
        }
        if (stop.stop_requested()) return;
        renew_again();
    }
}

// A thread of its own, since the other one may wait for the database too.
void LeaseKeeper::watch(const std::stop_token& stop) {
    const milliseconds interval = options_.duration / renewals_in_duration;
    milliseconds before = time_since_boot();
    while (true) {
        std::string why;
        {
            std::unique_lock lock(mutex_);
            changed_.wait_for(lock, stop, interval, [] { return false; });
            if (stop.stop_requested()) return;
            const milliseconds now = time_since_boot();
            // A process that was stopped gets time to see for itself that its lease has lapsed.
            if (now - std::exchange(before, now) > 2 * options_.duration) time_.on_resumed(now);
            if (loop_waits_ || !time_.is_loop_stuck(now)) continue;
            why = why_not_;
        }
        if (options_.on_stuck) {
            options_.on_stuck(
                {"the database does not answer, and the lease could not be renewed or another "
                 "server of the database answers: this server ends at once" +
                     (why.empty() ? "" : "; " + why),
                 options_.address.text});
        }
        return;
    }
}

bool LeaseKeeper::is_held() const {
    const std::scoped_lock lock(mutex_);
    return time_.is_held(time_since_boot());
}

Result<void> LeaseKeeper::wait_until_held() {
    std::unique_lock lock(mutex_);
    time_.on_loop(time_since_boot());
    loop_waits_ = true;
    changed_.wait_for(lock, options_.duration * LeaseTime::durations_max,
                      [&] { return time_.is_lost() || time_.is_held(time_since_boot()); });
    loop_waits_ = false;
    time_.on_loop(time_since_boot());
    if (time_.is_lost()) {
        return failure("another server has taken over the journal", options_.address.text);
    }
    if (time_.is_held(time_since_boot())) return {};
    return failure("the lease could not be renewed, so that another server may have taken over" +
                       (why_not_.empty() ? "" : ": " + why_not_),
                   options_.address.text);
}

std::optional<milliseconds> LeaseKeeper::hand_over() const {
    const std::scoped_lock lock(mutex_);
    return hand_over_;
}

}  // namespace sicbo::store
