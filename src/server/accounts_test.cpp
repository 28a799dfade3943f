// SPDX-License-Identifier: MIT
#include "server/accounts.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "store/files.h"

namespace sicbo::server {
namespace {

TEST(Passwords, AreKnownAgainAndNoOthersAre) {
    const std::string hash = hash_password("four words are better");
    EXPECT_TRUE(is_password(hash, "four words are better"));
    EXPECT_FALSE(is_password(hash, "four words are bette"));
    EXPECT_FALSE(is_password(hash, ""));
    EXPECT_NE(hash, hash_password("four words are better"));  // each has a salt of its own
    EXPECT_NE(new_password(), new_password());
    EXPECT_EQ(new_password().size(), 14u);
}

TEST(Accounts, AreThereAgainAndForNobodyElseToRead) {
    const std::string path = testing::TempDir() + "accounts";
    store::remove_file(path);
    Accounts accounts = Accounts::open(path).value();
    EXPECT_EQ(accounts.find({1}), nullptr);
    ASSERT_TRUE(accounts.set({1}, {"$argon2id$one", true}));
    ASSERT_TRUE(accounts.set({2}, {"$argon2id$two", false}));
    struct stat about = {};
    ASSERT_EQ(stat(path.c_str(), &about), 0);
    EXPECT_EQ(about.st_mode & 0777, 0600u);
    const Accounts again = Accounts::open(path).value();
    EXPECT_EQ(again.find({1})->hash, "$argon2id$one");
    EXPECT_TRUE(again.find({1})->must_change);
    EXPECT_EQ(again.find({2})->hash, "$argon2id$two");
    EXPECT_FALSE(again.find({2})->must_change);
    for (const char* text : {"x\n", "1\n", "1 plain\n", "0 $argon2id$\n", "1 $argon2id$a\n\n"}) {
        ASSERT_TRUE(store::write_file(path, text));
        EXPECT_FALSE(Accounts::open(path)) << text;
    }
    store::remove_file(path);
}

}  // namespace
}  // namespace sicbo::server
