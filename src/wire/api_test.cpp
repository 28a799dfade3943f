// SPDX-License-Identifier: MIT
#include "wire/api.h"

#include <gtest/gtest.h>

namespace sicbo::wire {
namespace {

using namespace table;

std::expected<ApiCall, ApiProblem> post(std::string_view path, std::string_view body) {
    const std::string target = std::string(api_prefix) + std::string(path);
    return read_api_call({"POST", target, "application/json", body});
}

std::expected<ApiCall, ApiProblem> get(std::string_view path) {
    const std::string target = std::string(api_prefix) + std::string(path);
    return read_api_call({"GET", target, "", ""});
}

int status_of_get(std::string_view path) {
    const auto call = get(path);
    return call ? 200 : call.error().status;
}

TEST(Api, ReadsAnOrderAsTheProtocolDoes) {
    const auto call = post("orders", R"({"order":"OpenBetting","table":2,"request":7})");
    ASSERT_TRUE(call);
    const auto& order = std::get<OrderRequest>(call->body);
    EXPECT_EQ(order.table, TableId{2});
    EXPECT_EQ(order.request, 7u);
    EXPECT_TRUE(holds<OpenBetting>(order.order));
}

TEST(Api, ReadsPreviewsAndRequestsWithoutMembers) {
    ASSERT_TRUE(post("previews", R"({"order":"OpenBetting","table":2})"));
    ASSERT_TRUE(post("sign-out", " { } "));
    EXPECT_TRUE(std::holds_alternative<SelfCheck>(post("self-checks", "{}")->body));
}

TEST(Api, ReadsTopicsAndRounds) {
    EXPECT_EQ(to_text(std::get<Watch>(get("topics/console/3")->body).topic), "console/3");
    EXPECT_EQ(to_text(std::get<Watch>(get("topics/property")->body).topic), "property");
    const auto rounds = get("tables/3/rounds?limit=20&before=70");
    ASSERT_TRUE(rounds);
    const auto& list = std::get<ListRounds>(rounds->body);
    EXPECT_EQ(list.table, TableId{3});
    EXPECT_EQ(list.limit, 20u);
    EXPECT_EQ(list.before, 70u);
}

TEST(Api, FindsTicketsByNumberOrByDigits) {
    const auto number = post("tickets/find", R"({"number":"012345678901234567"})");
    ASSERT_TRUE(number);
    EXPECT_EQ(std::get<FindTickets>(number->body).number, "012345678901234567");
    EXPECT_TRUE(post("tickets/find", R"({"last_four":"0042"})"));
    for (const char* wrong : {R"({})", R"({"number":"1234"})", R"({"last_four":"42"})",
                              R"({"number":"0123456789012345","last_four":"2345"})",
                              R"({"last_four":"004x"})", R"({"last_four":"0042","person":1})"}) {
        const auto call = post("tickets/find", wrong);
        ASSERT_FALSE(call) << wrong;
        EXPECT_EQ(call.error().status, 400);
    }
}

TEST(Api, ReadsWhatCashiersDoWithTickets) {
    const auto sold = post("tickets/sell", R"({"counter":1,"request":4,"amount":5000})");
    ASSERT_TRUE(sold);
    EXPECT_EQ(std::get<SellTicketRequest>(sold->body).by.request, 4u);
    const char* number = R"({"counter":1,"request":4,"number":"0123456789012345"})";
    EXPECT_TRUE(post("tickets/read", number));
    EXPECT_TRUE(post("tickets/cash", number));
    EXPECT_FALSE(post("tickets/cash", R"({"counter":1,"number":"0123456789012345"})"));
    EXPECT_FALSE(post("tickets/read", R"({"counter":1,"request":4,"number":"1","person":2})"));
}

TEST(Api, RefusesPathsAndQueriesThatItDoesNotHave) {
    EXPECT_EQ(status_of_get("topics/table/0"), 404);
    EXPECT_EQ(status_of_get("topics/table/01"), 404);
    EXPECT_EQ(status_of_get("topics/"), 404);
    EXPECT_EQ(status_of_get("nothing"), 404);
    EXPECT_EQ(status_of_get("tables/1"), 404);
    EXPECT_EQ(status_of_get("tables//rounds"), 404);
    EXPECT_EQ(status_of_get("tables/1/rounds?limit=0"), 400);
    EXPECT_EQ(status_of_get("tables/1/rounds?limit=5&limit=6"), 400);
    EXPECT_EQ(status_of_get("tables/1/rounds?more=1"), 400);
    EXPECT_EQ(status_of_get("topics/property?x=1"), 400);
}

TEST(Api, NamesTheMethodsOfAPath) {
    const auto put = read_api_call({"PUT", "/api/v1/orders", "application/json", "{}"});
    ASSERT_FALSE(put);
    EXPECT_EQ(put.error().status, 405);
    EXPECT_EQ(put.error().allow, "POST");
    const auto posted = post("topics/property", "{}");
    EXPECT_EQ(posted.error().allow, "GET, HEAD");
    EXPECT_TRUE(read_api_call({"HEAD", "/api/v1/topics/property", "", ""}));
}

TEST(Api, TakesOnlyJson) {
    const auto send = [](std::string_view type) {
        const auto call = read_api_call({"POST", "/api/v1/sign-out", type, "{}"});
        return call ? 200 : call.error().status;
    };
    EXPECT_EQ(send("application/json"), 200);
    EXPECT_EQ(send("Application/JSON; charset=utf-8"), 200);
    EXPECT_EQ(send(""), 415);
    EXPECT_EQ(send("text/plain"), 415);
    EXPECT_EQ(send("application/x-www-form-urlencoded"), 415);
}

TEST(Api, RefusesBodiesThatAreNoSuchRequest) {
    for (const char* wrong :
         {"", "[]", "{", "{}}", "{},", R"({"order":"OpenBetting"})",
          R"({"order":"OpenBetting","request":1,"person":2})",
          R"({"order":"OpenBetting","request":1,"type":"join"})",
          R"({"order":"OpenBetting","request":1,"id":3})", R"({"order":"Nothing","request":1})",
          R"({"order":"OpenBetting","request":1},"more":{)"}) {
        const auto call = post("orders", wrong);
        ASSERT_FALSE(call) << wrong;
        EXPECT_EQ(call.error().status, 400) << wrong;
        EXPECT_FALSE(call.error().detail.empty()) << wrong;
    }
    EXPECT_FALSE(post("sign-in", R"({"name":"a","password":"b","single_act":true})"));
    EXPECT_FALSE(post("sign-out", R"({"person":1})"));
}

TEST(Api, ReadsBearerTokens) {
    EXPECT_EQ(read_bearer("Bearer abc"), "abc");
    EXPECT_FALSE(read_bearer("Basic abc"));
    EXPECT_FALSE(read_bearer(""));
}

TEST(Api, TurnsRepliesIntoAnswers) {
    EXPECT_EQ(read_reply(write_reply(7)), "{}");
    EXPECT_EQ(read_reply(write_reply(7, Extras{{"person", "3"}})), R"({"person":3})");
    EXPECT_EQ(reply_id(write_reply(7)), 7u);
    EXPECT_FALSE(reply_id(R"({"snapshot":"table/1"})"));
    const auto refused = read_reply(write_refusal(7, "not_allowed", "MBS 1.2", "because"));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().status, 403);
    EXPECT_EQ(write_problem(refused.error()),
              R"({"type":"about:blank","title":"Forbidden","status":403,"reason":"not_allowed",)"
              R"("detail":"because","clause":"MBS 1.2"})");
}

TEST(Api, KnowsAStatusForEveryReason) {
    EXPECT_EQ(status_of("round_in_play"), 409);
    EXPECT_EQ(status_of("too_many_attempts"), 429);
    EXPECT_EQ(status_of("busy"), 503);
    EXPECT_EQ(status_of("wrong_password"), 401);
}

}  // namespace
}  // namespace sicbo::wire
