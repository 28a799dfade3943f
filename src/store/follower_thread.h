// SPDX-License-Identifier: MIT
// Runs a Follower beside the loop: on a thread of its own with low priority, over a connection of
// its own that cannot write the journal. Snapshots, notes and reports are written beside it.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "store/follower.h"
#include "store/store.h"

namespace sicbo::store {

class FollowerThread {
public:
    struct Options {
        std::string journal;  // the location of the journal, which must exist
        // Opens the journal to read; if empty, it is opened by its location.
        std::function<Result<std::unique_ptr<Store>>()> open = {};
        Follower::Options follower;
        std::chrono::milliseconds poll_interval{20};
        // Notes are signed at the end of each round. Events after it that have waited this long
        // are signed for as well.
        std::chrono::seconds sign_after{60};
    };
    // Options for a journal whose key and notes lie beside it.
    static Options default_options(const std::string& journal);
    // Options for a journal that this process has open to write. It must outlive the thread.
    static Options default_options(const Store& journal);

    // Recovers on the calling thread, then starts the follower's thread.
    static Result<std::unique_ptr<FollowerThread>> start(const Options& options,
                                                         const Progress& progress = {});
    // Goes on with a follower that has followed the journal so far, of a server that stood by.
    static Result<std::unique_ptr<FollowerThread>> go_on(const Options& options,
                                                         std::unique_ptr<Follower> follower);
    ~FollowerThread();
    FollowerThread(const FollowerThread&) = delete;
    FollowerThread& operator=(const FollowerThread&) = delete;

    // Moves out the notes signed since the last call. Safe to call from any thread.
    std::vector<Note> take_notes() { return follower_->take_notes(); }

    // The last event that was followed. Safe to call from any thread.
    std::uint64_t sequence() const { return sequence_.load(std::memory_order_relaxed); }

    // Signs from now on, and for what has happened meanwhile, if the options held signatures. Safe
    // to call from any thread.
    void allow_signing();

    // The error that ended the thread, if one did. Safe to call from any thread.
    std::optional<Error> error() const;

    // Ends the thread, then follows to the journal's end, signs for it and saves a snapshot. The
    // journal must not grow any more.
    Result<void> finish();

    // Ends the thread where it is, and waits for it.
    void stop();

private:
    FollowerThread(const Options& options, std::unique_ptr<Store> journal,
                   std::unique_ptr<Follower> follower);
    void run(const std::stop_token& stop);
    Result<void> follow_once();

    Options options_;
    std::unique_ptr<Store> journal_;
    std::unique_ptr<Follower> follower_;
    std::atomic<std::uint64_t> sequence_;
    std::atomic<bool> sign_held_ = false;  // what was not signed while signatures were held
    std::chrono::steady_clock::time_point all_signed_at_;
    mutable std::mutex mutex_;
    std::condition_variable_any due_;
    std::optional<Error> error_;
    std::jthread thread_;
};

}  // namespace sicbo::store
