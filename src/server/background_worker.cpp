// SPDX-License-Identifier: MIT
#include "server/background_worker.h"

#include <sodium.h>

#include <utility>

#include "core/check.h"
#include "server/accounts.h"
#include "store/files.h"

namespace sicbo::server {
namespace {

// Returns true if the password is right. Hashes the new password, and erases both.
bool perform(PasswordCheck& check) {
    const bool is_right =
        !check.by_administrator && is_password(check.hash, check.password) && check.person;
    if (!check.new_password.empty()) check.new_hash = hash_password(check.new_password);
    sodium_memzero(check.password.data(), check.password.size());
    sodium_memzero(check.new_password.data(), check.new_password.size());
    return is_right;
}

}  // namespace

BackgroundWorker::BackgroundWorker(Results results, std::string program)
    : results_(std::move(results)), program_(std::move(program)) {
    check(results_.on_password_checked && results_.on_program_hashed);
    dummy_hash();  // takes a moment to compute; later calls return at once
    thread_ = std::jthread([this] { run(); });
}

BackgroundWorker::~BackgroundWorker() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    wake_.notify_all();
    thread_.join();
}

bool BackgroundWorker::check_password(PasswordCheck check) {
    {
        const std::lock_guard lock(mutex_);
        if (checks_.size() >= checks_max) return false;
        checks_.push_back(std::move(check));
    }
    wake_.notify_one();
    return true;
}

void BackgroundWorker::hash_program() {
    {
        const std::lock_guard lock(mutex_);
        hash_program_ = true;
    }
    wake_.notify_one();
}

void BackgroundWorker::run() {
    std::unique_lock lock(mutex_);
    while (true) {
        wake_.wait(lock, [&] { return stopping_ || hash_program_ || !checks_.empty(); });
        if (stopping_) return;
        if (std::exchange(hash_program_, false)) {
            lock.unlock();
            results_.on_program_hashed(hash_software(program_));
            lock.lock();
            continue;
        }
        PasswordCheck check = std::move(checks_.front());
        checks_.pop_front();
        lock.unlock();
        const bool is_right = perform(check);
        results_.on_password_checked(std::move(check), is_right);
        lock.lock();
    }
}

}  // namespace sicbo::server
