// SPDX-License-Identifier: MIT
#include "store/archive.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "store/files.h"

namespace sicbo::store {
namespace {

namespace fs = std::filesystem;

class Archive : public testing::Test {
protected:
    void SetUp() override {
        fs::remove_all(place);
        fs::create_directories(place / "in");
        fs::create_directories(place / "out");
    }
    void TearDown() override { fs::remove_all(place); }

    ArchivedFile file(const std::string& name, std::size_t bytes) {
        std::string content(bytes, '\0');
        for (std::size_t i = 0; i < bytes; ++i) content[i] = static_cast<char>(i * 7 / 3);
        const std::string from = (place / "in" / std::to_string(bytes)).string();
        EXPECT_TRUE(write_file(from, content));
        return {name, from, 0600};
    }

    // Tests may run at the same time, so each has a folder of its own.
    const fs::path place =
        fs::path(testing::TempDir()) /
        ("archive_test_" +
         std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
    const std::string path = (place / "archive").string();
    const std::string out = (place / "out").string();
};

TEST_F(Archive, GivesBackFilesOfAnySize) {
    std::vector<ArchivedFile> files;
    for (const std::size_t bytes : {0u, 1u, 65'500u, 65'535u, 65'536u, 65'537u, 200'000u}) {
        files.push_back(file("folder/" + std::to_string(bytes), bytes));
    }
    ASSERT_TRUE(write_archive(path, "a passphrase", files));
    EXPECT_TRUE(is_archive(path));
    EXPECT_FALSE(is_archive(files.back().path));
    const auto done = extract_archive(path, "a passphrase", out);
    ASSERT_TRUE(done) << done.error().text();
    for (const ArchivedFile& one : files) {
        EXPECT_EQ(read_file(out + "/" + one.name).value(), read_file(one.path).value());
        EXPECT_EQ(fs::status(out + "/" + one.name).permissions(),
                  fs::perms::owner_read | fs::perms::owner_write);
    }
}

TEST_F(Archive, WritesNothingOutsideTheFolder) {
    ASSERT_TRUE(write_archive(path, "a passphrase", {file("../outside", 5)}));
    EXPECT_FALSE(extract_archive(path, "a passphrase", out));
    EXPECT_FALSE(fs::exists(place / "outside"));
}

TEST_F(Archive, IsRefusedWithAnotherPassphraseOrBehindItsEnd) {
    ASSERT_TRUE(write_archive(path, "a passphrase", {file("one", 100)}));
    EXPECT_FALSE(extract_archive(path, "another passphrase", out));
    const std::string bytes = read_file(path).value();
    EXPECT_EQ(bytes.find("one"), std::string::npos);
    ASSERT_TRUE(write_file(path, bytes + "x"));
    EXPECT_FALSE(extract_archive(path, "a passphrase", out));
}

}  // namespace
}  // namespace sicbo::store
