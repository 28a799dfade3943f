// SPDX-License-Identifier: MIT
#include "store/files.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "support/journal.h"

namespace sicbo::store {
namespace {

using test::Folder;

TEST(Files, AreReplacedAsAWhole) {
    const Folder folder;
    const std::string path = folder.file("a");
    ASSERT_TRUE(write_file(path, "one"));
    ASSERT_TRUE(write_file(path, "two", 0600));
    EXPECT_EQ(read_file(path).value(), "two");
    EXPECT_EQ(File::open(path, File::Mode::read)->permissions(), 0600u);
    EXPECT_FALSE(exists(path + ".new"));
}

// A file of that name may be a power cut's, or somebody's who wants to read what is written.
TEST(Files, OfTheNameBesideLendNeitherTheirPermissionsNorTheirTarget) {
    const Folder folder;
    const std::string path = folder.file("secret");
    const std::string beside = path + ".new";
    {
        const File open_to_all = File::open(beside, File::Mode::append, 0666).value();
    }
    std::filesystem::permissions(beside, std::filesystem::perms::all);
    ASSERT_TRUE(write_file(path, "one", 0600));
    EXPECT_EQ(File::open(path, File::Mode::read)->permissions(), 0600u);
    std::filesystem::create_symlink(folder.file("elsewhere"), beside);
    ASSERT_TRUE(write_file(path, "two"));
    EXPECT_EQ(File::open(path, File::Mode::read)->permissions(), 0600u);
    EXPECT_EQ(read_file(path).value(), "two");
    EXPECT_FALSE(exists(folder.file("elsewhere")));
    EXPECT_FALSE(File::open(path, File::Mode::create));
    std::filesystem::create_symlink(folder.file("nowhere"), folder.file("link"));
    EXPECT_FALSE(File::open(folder.file("link"), File::Mode::create));
}

TEST(Files, CanBeMadePrivate) {
    const Folder folder;
    const std::string path = folder.file("a");
    ASSERT_TRUE(write_file(path, "x", 0644));
    make_private(path);
    EXPECT_EQ(File::open(path, File::Mode::read)->permissions(), 0600u);
    make_private(folder.file("none"));
}

TEST(Files, ThatAreMissingAreErrorsWithTheirPath) {
    const Folder folder;
    const std::string path = folder.file("none");
    EXPECT_EQ(read_file(path).error().location, path);
    EXPECT_EQ(file_bytes(path), 0u);
    EXPECT_FALSE(exists(path));
    EXPECT_FALSE(write_file(folder.file("no/such/folder"), "x"));
    remove_file(path);  // no error
}

TEST(Files, AreAppendedToTruncatedAndRenamed) {
    const Folder folder;
    const std::string path = folder.file("a");
    {
        const File file = File::open(path, File::Mode::append).value();
        ASSERT_TRUE(file.write("one"));
        ASSERT_TRUE(file.write("two"));
        ASSERT_TRUE(file.sync());
    }
    ASSERT_TRUE(truncate_file(path, 4));
    ASSERT_TRUE(rename_file(path, folder.file("b")));
    EXPECT_FALSE(exists(path));
    EXPECT_EQ(read_file(folder.file("b")).value(), "onet");
    EXPECT_EQ(file_bytes(folder.file("b")), 4u);
}

TEST(Files, AreLockedByOneDescriptorAtATime) {
    const Folder folder;
    const std::string path = folder.file("a");
    std::optional<File> first = File::open(path, File::Mode::append).value();
    const File second = File::open(path, File::Mode::append).value();
    EXPECT_TRUE(first->lock());
    EXPECT_FALSE(second.lock());
    first.reset();
    EXPECT_TRUE(second.lock());
}

TEST(Files, WithAPrefixAreListedInOrder) {
    const Folder folder;
    for (const char* name : {"a-2", "a-1", "b-1"}) ASSERT_TRUE(write_file(folder.file(name), ""));
    EXPECT_EQ(files_with_prefix(folder.file("a-")),
              (std::vector<std::string>{folder.file("a-1"), folder.file("a-2")}));
}

TEST(Files, ReserveSpaceOnTheDisk) {
    const Folder folder;
    const std::string path = folder.file("a");
    ASSERT_TRUE(File::open(path, File::Mode::truncate)->reserve(100'000));
    EXPECT_EQ(file_bytes(path), 100'000u);
    EXPECT_GT(disk_bytes(path), 0u);
    EXPECT_LE(disk_free_percent(path), 100);
}

}  // namespace
}  // namespace sicbo::store
