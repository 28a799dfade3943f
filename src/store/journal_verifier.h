// SPDX-License-Identifier: MIT
// Verifies a whole journal behind the loop: the chain of hashes from the first event to where the
// journal ended at the start, then the store's own check of its structure. A start reads only what
// follows the newest snapshot, so damage before it would stay unnoticed otherwise.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "store/store.h"

namespace sicbo::store {

// Verifies the records up to `end`, which must be the end of one, and the store's structure.
// Returns an error that says where the journal is damaged, or "stopped" once `stopped` returns
// true.
Result<void> verify_journal(const Store& journal, const Position& end,
                            const std::function<bool()>& stopped);

// Does so on a thread of its own with low priority, over a connection of its own.
class JournalVerifier {
public:
    enum class Status : std::uint8_t { running, sound, damaged };

    // Starts to verify. `on_done` is called once, on the verifier's thread, unless the object is
    // destroyed before. A database that can't be reached says nothing about its journal: if
    // `is_remote`, the journal is opened again until it can be read.
    using Open = std::function<Result<std::unique_ptr<Store>>()>;  // opens the journal to read
    JournalVerifier(Open open, const Position& end, std::function<void()> on_done,
                    bool is_remote = false);
    JournalVerifier(const std::string& path, const Position& end, std::function<void()> on_done);
    // Stops and waits for the thread.
    ~JournalVerifier();
    JournalVerifier(const JournalVerifier&) = delete;
    JournalVerifier& operator=(const JournalVerifier&) = delete;

    // Waits until the verification is done, at most this long, and returns its status.
    Status wait_for(std::chrono::milliseconds wait_max) const;

    // Safe to call from any thread.
    Status status() const { return status_.load(std::memory_order_acquire); }
    // What is damaged; empty unless the status is `damaged`. Safe to call from any thread.
    std::string finding() const;

private:
    void run(const std::stop_token& stop);
    std::optional<Result<void>> verify(const std::stop_token& stop) const;

    Open open_;
    Position end_;
    std::function<void()> on_done_;
    bool is_remote_ = false;
    std::atomic<Status> status_ = Status::running;
    mutable std::mutex mutex_;
    mutable std::condition_variable done_;
    std::condition_variable_any stopped_;
    std::string finding_;
    std::jthread thread_;
};

}  // namespace sicbo::store
