// SPDX-License-Identifier: MIT
// The background thread of the server, for work that takes too long for the loop: verifying
// passwords, and hashing the program with its libraries.
//
// It knows no sessions and no state. Results are handed to a callback on the background thread,
// which must only queue them for the loop.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "core/hash.h"
#include "core/id.h"
#include "core/result.h"
#include "core/time.h"
#include "server/network.h"
#include "server/software.h"

namespace sicbo::server {

// A password to be verified, a new one to be hashed, or both.
struct PasswordCheck {
    ConnectionId connection;
    std::uint64_t id = 0;           // of the request
    PersonId person;                // none if nobody has that name
    std::string hash;               // of the right password; dummy_hash() if there is none
    std::string password;           // to be verified; overwritten with zeros afterwards
    std::string new_password;       // to be hashed; empty: none; overwritten with zeros afterwards
    bool by_administrator = false;  // `password` is not verified
    PersonId administrator = {};    // who sets it, if `by_administrator`
    std::string new_hash = {};  // the result: the hash of `new_password`; empty if there is none

    // For whoever started the check; the worker does not look at it.
    enum class Purpose : std::uint8_t { sign_in, set_password, second_factor };
    Purpose purpose = Purpose::sign_in;
    std::string code = {};      // of the second factor; empty if none was given
    bool single_act = false;    // the sign-in is for one act on somebody else's connection
    std::uint64_t network = 0;  // of the peer
    Instant asked_at = {};
};

class BackgroundWorker {
public:
    struct Results {
        std::function<void(PasswordCheck, bool is_right)> on_password_checked;
        std::function<void(Result<SoftwareHashes>)> on_program_hashed;
    };
    // Starts the thread. `program` is the path of the file to hash.
    BackgroundWorker(Results results, std::string program = "/proc/self/exe");

    // Finishes the piece of work at hand, drops the rest, and joins the thread.
    ~BackgroundWorker();
    BackgroundWorker(const BackgroundWorker&) = delete;
    BackgroundWorker& operator=(const BackgroundWorker&) = delete;

    static constexpr std::size_t checks_max = 50;  // that may wait

    // Queues a check. Returns false, and does nothing, if too many are waiting. From any thread.
    bool check_password(PasswordCheck check);

    // Hashes the program file, the libraries and the pages; several calls before the work begins
    // lead to one result. From any thread.
    void hash_program();

private:
    void run();

    Results results_;
    std::string program_;
    std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<PasswordCheck> checks_;
    bool hash_program_ = false;
    bool stopping_ = false;
    std::jthread thread_;  // last, so that it starts when all else is there
};

}  // namespace sicbo::server
