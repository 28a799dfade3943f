// SPDX-License-Identifier: MIT
#include "store/sqlite_store.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <thread>

namespace sicbo::store {
namespace {

class SqliteStoreTest : public testing::Test {
protected:
    void SetUp() override {
        std::string name = testing::TempDir() + "sicbo-XXXXXX";
        folder_ = mkdtemp(name.data());
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::string journal() const { return folder_ + "/journal"; }
    std::uintmax_t size_of(const std::string& suffix) const {
        return std::filesystem::file_size(journal() + suffix);
    }

    std::string folder_;
};

std::unique_ptr<SqliteStore> open(const std::string& path) {
    SqliteStore::Options options;
    options.path = path;
    return SqliteStore::open(options).value();
}

void append(Store& store, int records) {
    for (; records > 0; --records) {
        RecordWriter writer(store.last());
        writer.add(std::string(1000, 'x'));
        const auto done = store.append(writer.record(), {});
        ASSERT_TRUE(done) << done.error().text();
    }
}

TEST_F(SqliteStoreTest, WhatWaitsToBeMovedIsCountedAndMoved) {
    const auto store = open(journal());
    const std::uint64_t before = store->wal_bytes();
    const std::uintmax_t size_before = size_of("");
    append(*store, 200);
    EXPECT_GT(store->wal_bytes(), before + std::uint64_t{200} * 1000);
    EXPECT_EQ(size_of(""), size_before) << "nothing is moved before it is asked for";

    ASSERT_TRUE(store->checkpoint_wal());
    EXPECT_EQ(store->wal_bytes(), 0u);
    EXPECT_GT(size_of(""), size_before + std::uintmax_t{200} * 1000);

    const std::uintmax_t log = size_of("-wal");
    append(*store, 50);
    EXPECT_EQ(size_of("-wal"), log) << "the log is written from its start again";
    EXPECT_GT(store->wal_bytes(), std::uint64_t{50} * 1000);
}

TEST_F(SqliteStoreTest, WhatWaitedBeforeARestartIsMovedFirst) {
    const std::string copy = folder_ + "/copy";
    {
        const auto store = open(journal());
        append(*store, 100);
        // As a power cut leaves it: an orderly end moves the log.
        std::filesystem::copy_file(journal(), copy);
        std::filesystem::copy_file(journal() + "-wal", copy + "-wal");
    }
    const auto store = open(copy);
    EXPECT_EQ(store->wal_bytes(), 0u);
    EXPECT_GT(std::filesystem::file_size(copy), std::uintmax_t{100} * 1000);
    append(*store, 1);
    EXPECT_LT(store->wal_bytes(), std::uint64_t{100} * 1000);
}

// A reader that comes while the log's index is being changed takes the writer's lock for a moment,
// to see whether a writer died in the middle of it.
TEST_F(SqliteStoreTest, ReadersNeverStopTheWriter) {
    const auto store = open(journal());
    const auto reader = SqliteStore::open({.path = journal(), .access = Access::read}).value();
    std::jthread reading([&](const std::stop_token& stop) {
        std::uint64_t after = 0;
        while (!stop.stop_requested()) {
            const auto read = reader->read(after, [&](const Record& record) -> Result<bool> {
                after = record.last.sequence;
                return true;
            });
            EXPECT_TRUE(read) << read.error().text();
        }
    });
    append(*store, 5'000);
}

TEST_F(SqliteStoreTest, CountsTheLogInPagesOfTheFile) {
    {
        append(*open(journal()), 1);
    }
    {
        // Another page size, as an administrator may set it; the tables stay as they are.
        const auto database = Database::open(journal(), Access::read_write).value();
        ASSERT_TRUE(database.run("PRAGMA journal_mode=DELETE"));
        ASSERT_TRUE(database.run("PRAGMA page_size=1024; VACUUM"));
    }
    const auto store = open(journal());
    append(*store, 20);
    EXPECT_GT(store->wal_bytes(), 0u);
    EXPECT_LE(store->wal_bytes(), file_bytes(journal() + "-wal"));
}

// A start on a full disk gives the reserve up, and moves the log into it.
TEST_F(SqliteStoreTest, NoMoreWaitsThanTheReserveHasRoomFor) {
    SqliteStore::Options options;
    options.path = journal();
    options.reserve_bytes = std::uint64_t{6} << 20;
    const auto store = SqliteStore::open(options).value();
    EXPECT_EQ(size_of(".reserve"), options.reserve_bytes);
    EXPECT_EQ(store->wal_bytes_max(), options.reserve_bytes / 2);
    const SqliteStore::Options by_default{.path = folder_ + "/by default"};
    const auto larger = SqliteStore::open(by_default).value();
    EXPECT_LE(2 * larger->wal_bytes_max(), by_default.reserve_bytes);
    EXPECT_EQ(
        SqliteStore::open({.path = folder_ + "/none", .reserve_bytes = 0}).value()->wal_bytes_max(),
        std::uint64_t{64} << 20);
}

}  // namespace
}  // namespace sicbo::store
