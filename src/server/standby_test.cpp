// SPDX-License-Identifier: MIT
#include "server/standby.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "server/http_pages.h"
#include "store/files.h"
#include "support/journal.h"

namespace sicbo::server {
namespace {

TEST(Standby, SaysWhereTheLeaderIsAndWhatIsWrong) {
    EXPECT_EQ(describe_standby("a:8080", ""), "standby\nleader a:8080");
    EXPECT_EQ(describe_standby("", ""), "standby\nno server leads");
    EXPECT_EQ(describe_standby("", "no database"), "standby\nno server leads\nno database");
}

TEST(Standby, SendsPeopleToTheSamePageOfTheLeader) {
    HttpRequest request;
    request.method = "GET";
    request.target = "/terminal?table=1";
    const auto answer = redirect_page(request, "https://a:8080");
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->status, 307);
    EXPECT_EQ(answer->location, "https://a:8080/terminal?table=1");
    for (const char* target :
         {"/readyz", "/healthz", "/metrics", "/api/rules/ab", "/assets/a.js"}) {
        request.target = target;
        EXPECT_FALSE(redirect_page(request, "https://a:8080")) << target;
    }
    request.target = "/";
    request.method = "POST";
    EXPECT_FALSE(redirect_page(request, "https://a:8080"));
}

// The database is a socket in an empty folder: no network, and nothing listens.
TEST(Standby, DoesNotStartWithoutADatabase) {
    const test::Folder folder;
    const std::string folder_path = std::filesystem::path(folder.file("x")).parent_path();
    const auto address = store::parse_postgres_address("postgres:///sicbo?host=" + folder_path +
                                                       "&files=" + folder.file("journal"));
    ASSERT_TRUE(address) << address.error().text();
    bool restored = false;
    const auto standby = Standby::start(
        {.address = *address, .endpoint = "b:8080", .restore_secrets = [&](const store::Store&) {
             restored = true;
             return Result<void>();
         }});
    ASSERT_FALSE(standby);
    EXPECT_FALSE(standby.error().text().empty());
    EXPECT_FALSE(restored);
    EXPECT_FALSE(store::exists(folder.file("journal.reports")));  // nothing was made here
}

}  // namespace
}  // namespace sicbo::server
