// SPDX-License-Identifier: MIT
#include "server/standby.h"

#include <gtest/gtest.h>

#include "server/http_pages.h"

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

}  // namespace
}  // namespace sicbo::server
