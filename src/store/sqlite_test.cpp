// SPDX-License-Identifier: MIT
#include "store/sqlite.h"

#include <gtest/gtest.h>

#include "store/files.h"

namespace sicbo::store {
namespace {

// SQLite gives a row and commits afterwards, as it does when it is told to write ahead.
TEST(Sqlite, AnAnswerIsNoneIfItsCommitFails) {
    const Database database = Database::open(":memory:", Access::read_write).value();
    ASSERT_TRUE(
        database.run("PRAGMA foreign_keys=ON; CREATE TABLE parent (id INTEGER PRIMARY KEY);"
                     "CREATE TABLE child (id REFERENCES parent DEFERRABLE INITIALLY DEFERRED);"
                     "INSERT INTO parent VALUES (1)"));
    EXPECT_FALSE(database.query_text("INSERT INTO child VALUES (2) RETURNING id"));
    EXPECT_FALSE(database.query_number("INSERT INTO child VALUES (2) RETURNING id"));
    EXPECT_EQ(database.query_number("SELECT count(*) FROM child").value(), 0);
    EXPECT_EQ(database.query_text("INSERT INTO child VALUES (1) RETURNING id").value(), "1");
    EXPECT_EQ(database.query_number("INSERT INTO child VALUES (1) RETURNING id").value(), 1);
}

TEST(Sqlite, AnErrorNamesTheFile) {
    const std::string path = testing::TempDir() + "sicbo-sqlite-test";
    const Database database = Database::open(path, Access::read_write).value();
    const auto asked = database.query_text("SELECT nothing");
    EXPECT_TRUE(!asked && asked.error().location == path);
    remove_file(path);
}

}  // namespace
}  // namespace sicbo::store
