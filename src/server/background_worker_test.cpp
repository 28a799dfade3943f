// SPDX-License-Identifier: MIT
#include "server/background_worker.h"

#include <gtest/gtest.h>

#include <future>

#include "core/check.h"
#include "server/accounts.h"
#include "store/files.h"

namespace sicbo::server {
namespace {

// Collects results; wait() returns when as many have arrived.
class Collected {
public:
    BackgroundWorker::Results results() {
        return {[this](PasswordCheck check, bool is_right) {
                    add([&] { checks.emplace_back(std::move(check), is_right); });
                },
                [this](Result<SoftwareHashes> hash) {
                    add([&] { hashes.push_back(std::move(hash)); });
                }};
    }
    void wait(std::size_t count) {
        std::unique_lock lock(mutex_);
        arrived_.wait(lock, [&] { return checks.size() + hashes.size() >= count; });
    }
    std::vector<std::pair<PasswordCheck, bool>> checks;
    std::vector<Result<SoftwareHashes>> hashes;

private:
    void add(const auto& change) {
        const std::lock_guard lock(mutex_);
        change();
        arrived_.notify_all();
    }
    std::mutex mutex_;
    std::condition_variable arrived_;
};

PasswordCheck check_of(const std::string& hash, const std::string& password) {
    return {{1}, 5, {7}, hash, password, {}, false};
}

TEST(BackgroundWorker, VerifiesPasswordsInOrder) {
    Collected collected;
    const std::string hash = hash_password("correct");
    BackgroundWorker worker(collected.results());
    EXPECT_TRUE(worker.check_password(check_of(hash, "correct")));
    EXPECT_TRUE(worker.check_password(check_of(hash, "wrong")));
    PasswordCheck nobody = check_of(dummy_hash(), "correct");
    nobody.person = {};
    EXPECT_TRUE(worker.check_password(nobody));
    collected.wait(3);
    EXPECT_TRUE(collected.checks[0].second);
    EXPECT_FALSE(collected.checks[1].second);
    EXPECT_FALSE(collected.checks[2].second);
    for (const char letter : collected.checks[0].first.password) EXPECT_EQ(letter, '\0');
}

TEST(BackgroundWorker, HashesANewPasswordAndVerifiesNoneForAnAdministrator) {
    Collected collected;
    BackgroundWorker worker(collected.results());
    PasswordCheck reset{{1}, 5, {7}, dummy_hash(), "", "fresh password", true};
    EXPECT_TRUE(worker.check_password(reset));
    collected.wait(1);
    EXPECT_FALSE(collected.checks[0].second);
    EXPECT_TRUE(is_password(collected.checks[0].first.new_hash, "fresh password"));
}

TEST(BackgroundWorker, HashesTheProgramFile) {
    const std::string path = testing::TempDir() + "program";
    ASSERT_TRUE(store::write_file(path, "bytes"));
    Collected collected;
    BackgroundWorker worker(collected.results(), path);
    worker.hash_program();
    collected.wait(1);
    ASSERT_TRUE(collected.hashes[0]);
    EXPECT_EQ(collected.hashes[0]->program, sha256("bytes"));
    store::remove_file(path);
    worker.hash_program();
    collected.wait(2);
    EXPECT_FALSE(collected.hashes[1]);
}

TEST(BackgroundWorker, RefusesMoreThanAFewWaitingChecksAndEndsWithSomeLeft) {
    std::promise<void> release;
    std::shared_future<void> released = release.get_future().share();
    std::promise<void> begun;
    bool is_first = true;
    BackgroundWorker::Results results{[](const PasswordCheck&, bool) {},
                                      [&](const Result<SoftwareHashes>&) {
                                          if (std::exchange(is_first, false)) begun.set_value();
                                          released.wait();
                                      }};
    BackgroundWorker worker(std::move(results), "/dev/null");
    worker.hash_program();
    begun.get_future().wait();  // the thread is busy until it is released
    for (std::size_t i = 0; i < BackgroundWorker::checks_max; ++i) {
        EXPECT_TRUE(worker.check_password(check_of("", "")));
    }
    EXPECT_FALSE(worker.check_password(check_of("", "")));
    release.set_value();
}

}  // namespace
}  // namespace sicbo::server
