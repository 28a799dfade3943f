// SPDX-License-Identifier: MIT
#include "store/follower_thread.h"

#include <sys/resource.h>
#include <unistd.h>

#include <utility>

#include "store/open_store.h"

namespace sicbo::store {

FollowerThread::Options FollowerThread::default_options(const std::string& journal) {
    Options options;
    options.journal = journal;
    options.follower.key = journal + ".key";
    options.follower.notes = journal + ".notes";
    return options;
}

FollowerThread::Options FollowerThread::default_options(const Store& journal) {
    Options options = default_options(journal.files());
    options.open = [&journal] { return journal.open_reader(); };
    return options;
}

Result<std::unique_ptr<FollowerThread>> FollowerThread::start(const Options& options,
                                                              const Progress& progress) {
    Result<std::unique_ptr<Store>> journal =
        options.open ? options.open() : open_to_read(options.journal);
    if (!journal) return std::unexpected(journal.error());
    Result<std::unique_ptr<Follower>> follower =
        Follower::start(**journal, options.follower, progress);
    if (!follower) return std::unexpected(follower.error());
    return std::unique_ptr<FollowerThread>(
        new FollowerThread(options, std::move(*journal), std::move(*follower)));
}

Result<std::unique_ptr<FollowerThread>> FollowerThread::go_on(const Options& options,
                                                              std::unique_ptr<Follower> follower) {
    Result<std::unique_ptr<Store>> journal =
        options.open ? options.open() : open_to_read(options.journal);
    if (!journal) return std::unexpected(journal.error());
    follower->read_from(**journal);
    return std::unique_ptr<FollowerThread>(
        new FollowerThread(options, std::move(*journal), std::move(follower)));
}

FollowerThread::FollowerThread(const Options& options, std::unique_ptr<Store> journal,
                               std::unique_ptr<Follower> follower)
    : options_(options),
      journal_(std::move(journal)),
      follower_(std::move(follower)),
      sequence_(follower_->position().sequence),
      all_signed_at_(std::chrono::steady_clock::now()),
      thread_([this](const std::stop_token& stop) { run(stop); }) {}

FollowerThread::~FollowerThread() { stop(); }

void FollowerThread::run(const std::stop_token& stop) {
    // On a machine with few processors the loop must not wait for this thread. On Linux each thread
    // has its own priority; if it can't be lowered, the thread runs all the same.
    constexpr int niceness_max = 19;
    ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), niceness_max);
    while (!stop.stop_requested()) {
        const std::uint64_t before = sequence();
        const Result<void> done = follow_once();
        sequence_.store(follower_->position().sequence, std::memory_order_relaxed);
        std::unique_lock lock(mutex_);
        if (!done) {
            error_ = done.error();
            return;
        }
        if (sequence() != before) continue;
        due_.wait_for(lock, stop, options_.poll_interval, [] { return false; });
    }
}

Result<void> FollowerThread::follow_once() {
    constexpr std::uint64_t events = 10'000;  // before it looks whether to stop
    if (auto done = follower_->follow(events); !done) return done;
    if (sign_held_.exchange(false)) {
        if (auto done = follower_->sign_now(); !done) return done;
    }
    const auto now = std::chrono::steady_clock::now();
    if (follower_->all_signed()) all_signed_at_ = now;
    if (now - all_signed_at_ < options_.sign_after) return {};
    all_signed_at_ = now;
    return follower_->sign_now();
}

void FollowerThread::allow_signing() {
    if (follower_->may_sign()) return;
    follower_->allow_signing();
    sign_held_ = true;
}

std::optional<Error> FollowerThread::error() const {
    const std::scoped_lock lock(mutex_);
    return error_;
}

void FollowerThread::stop() {
    thread_.request_stop();
    if (thread_.joinable()) thread_.join();
}

Result<void> FollowerThread::finish() {
    stop();
    if (error_) return std::unexpected(*error_);
    if (auto done = follower_->follow(); !done) return done;
    sequence_ = follower_->position().sequence;
    if (auto done = follower_->sign_now(); !done) return done;
    return follower_->snapshot_now();
}

}  // namespace sicbo::store
