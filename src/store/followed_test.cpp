// SPDX-License-Identifier: MIT
#include "store/followed.h"

#include <gtest/gtest.h>

#include "store/files.h"
#include "support/journal.h"

namespace sicbo::store {
namespace {

TEST(Followed, IsReadBackAndNothingBeforeItWasWritten) {
    const test::Folder folder;
    const std::string files = folder.file("journal");
    EXPECT_EQ(read_followed(files).value(), std::nullopt);
    const Position at{255, sha256("an event")};
    ASSERT_TRUE(remember_followed(files, at));
    EXPECT_EQ(read_followed(files).value(), at);
    const Position later{256, sha256("another")};
    ASSERT_TRUE(remember_followed(files, later));
    EXPECT_EQ(read_followed(files).value(), later);
}

TEST(Followed, IsAnErrorIfTheFileSaysSomethingElse) {
    const test::Folder folder;
    const std::string files = folder.file("journal");
    const std::string hash = to_text(sha256("an event"));
    for (const std::string& text :
         {std::string(), std::string("255"), "255 " + hash, "x " + hash + "\n", "0 " + hash + "\n",
          "255 " + hash.substr(1) + "\n", "255  " + hash + "\n"}) {
        ASSERT_TRUE(write_file(path_of_followed(files), text));
        EXPECT_FALSE(read_followed(files)) << text;
    }
}

TEST(Followed, MustBeInTheJournalOfAWriter) {
    const test::Folder folder;
    const auto journal = test::open_journal(folder.file("journal"));
    const auto loop = test::start_loop(*journal);
    test::give_all(*loop, test::some_rounds(1));
    const Position last = journal->last();
    EXPECT_TRUE(verify_followed(*journal));  // there is no file
    ASSERT_TRUE(remember_followed(journal->files(), last));
    EXPECT_TRUE(verify_followed(*journal));
    test::give_all(*loop, test::some_rounds(1));
    EXPECT_TRUE(verify_followed(*journal));  // it has gone on
    for (const Position lost : {Position{last.sequence, sha256("other")},
                                Position{journal->last().sequence + 1, last.hash}}) {
        ASSERT_TRUE(remember_followed(journal->files(), lost));
        const auto verdict = verify_followed(*journal);
        ASSERT_FALSE(verdict);
        EXPECT_NE(verdict.error().what.find(path_of_followed(journal->files())), std::string::npos);
    }
}

}  // namespace
}  // namespace sicbo::store
