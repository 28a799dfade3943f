// A follower that runs beside the loop: in a thread of its own, of low priority, over a connection
// of its own.
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
#include "store/sqlite_store.h"

namespace sicbo::store {

class FollowerThread {
public:
    struct Options {
        std::string journal;  // the file; it must be there
        Follower::Options follower;
        std::chrono::milliseconds look_every{20};
        // What no round's end signs for is signed for when it has waited so long.
        std::chrono::seconds sign_after{60};
    };
    // Of a journal whose key and notes lie beside it.
    static Options beside(const std::string& journal);

    static Result<std::unique_ptr<FollowerThread>> start(const Options& options,
                                                         const Progress& progress = {});
    ~FollowerThread();
    FollowerThread(const FollowerThread&) = delete;
    FollowerThread& operator=(const FollowerThread&) = delete;

    // What was signed since the last time, for the journal's database. From any thread.
    std::vector<Note> take_notes() { return follower_->take_notes(); }

    // How far it has got, from any thread.
    std::uint64_t sequence() const { return sequence_.load(std::memory_order_relaxed); }

    // What made it end, if something did. From any thread.
    std::optional<Error> wrong() const;

    // Follows to the end, signs for it and keeps a snapshot, as far as that has not been done, and
    // ends. The journal must not grow any more.
    Result<void> finish();

    // Ends where it is.
    void stop();

private:
    FollowerThread(const Options& options, std::unique_ptr<SqliteStore> journal,
                   std::unique_ptr<Follower> follower);
    void run(const std::stop_token& stop);
    Result<void> look();

    Options options_;
    std::unique_ptr<SqliteStore> journal_;
    std::unique_ptr<Follower> follower_;
    std::atomic<std::uint64_t> sequence_;
    std::chrono::steady_clock::time_point all_signed_at_;
    mutable std::mutex mutex_;
    std::condition_variable_any due_;
    std::optional<Error> wrong_;
    std::jthread thread_;
};

}  // namespace sicbo::store
