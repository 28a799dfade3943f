// SPDX-License-Identifier: MIT
#include "server/log.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "support/journal.h"

namespace sicbo::server {
namespace {

class LogTest : public testing::Test {
protected:
    ~LogTest() override { (void)log_to("/dev/stderr"); }  // where the log of other tests goes

    static std::string read(const std::string& path) {
        std::ostringstream text;
        text << std::ifstream(path).rdbuf();
        return text.str();
    }
    std::string path() const { return folder.file("sicbo.log"); }
    std::string moved() const { return folder.file("sicbo.log.1"); }

    test::Folder folder;
};

TEST_F(LogTest, HasTimeLevelMessageAndValuesOnEachLine) {
    ASSERT_TRUE(log_to(path()));
    log(LogLevel::info, "listening", {{"port", "8080"}, {"data", "/var/lib/sicbo"}});
    log(LogLevel::error, "stopped");
    const std::string time = R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)";
    EXPECT_TRUE(std::regex_match(
        read(path()), std::regex(time + R"( info    listening port=8080 data=/var/lib/sicbo\n)" +
                                 time + R"( error   stopped\n)")))
        << read(path());
}

TEST_F(LogTest, QuotesValuesThatAreNotOnePlainWord) {
    ASSERT_TRUE(log_to(path()));
    log(LogLevel::warning, "odd",
        {{"two", "two words"}, {"none", ""}, {"lines", "a\nb"}, {"quotes", R"(a "b" \)"}});
    EXPECT_TRUE(read(path()).ends_with(
        R"(warning odd two="two words" none="" lines="a b" quotes="a \"b\" \\")"
        "\n"))
        << read(path());
}

TEST_F(LogTest, GoesOnInANewFileOnceItIsOpenedAgain) {
    ASSERT_TRUE(log_to(path()));
    log(LogLevel::info, "first");
    std::filesystem::rename(path(), moved());
    log(LogLevel::info, "second");
    EXPECT_FALSE(std::filesystem::exists(path()));
    ASSERT_TRUE(reopen_log());
    log(LogLevel::info, "third");
    EXPECT_TRUE(read(moved()).contains("first"));
    EXPECT_TRUE(read(moved()).contains("second"));
    EXPECT_FALSE(read(moved()).contains("third"));
    EXPECT_TRUE(read(path()).ends_with("third\n"));
    EXPECT_FALSE(read(path()).contains("second"));
}

TEST_F(LogTest, StaysInTheOldFileIfTheNewOneCanNotBeOpened) {
    ASSERT_TRUE(log_to(path()));
    std::filesystem::rename(path(), moved());
    std::filesystem::create_directory(path());  // no file can have its name
    EXPECT_FALSE(reopen_log());
    log(LogLevel::info, "still here");
    EXPECT_TRUE(read(moved()).ends_with("still here\n"));
}

TEST_F(LogTest, SaysWhichFileCanNotBeOpened) {
    std::filesystem::create_directory(path());
    const Result<void> done = log_to(path());
    ASSERT_FALSE(done);
    EXPECT_TRUE(done.error().text().contains(path())) << done.error().text();
}

}  // namespace
}  // namespace sicbo::server
