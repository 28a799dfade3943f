// SPDX-License-Identifier: MIT
#include "wire/message.h"

#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>

#include "wire/fields_json.h"

namespace sicbo::wire {
namespace {

std::string wrong_with(std::string_view text) {
    std::uint64_t id = 0;
    const auto message = read_request(text, id);
    return message ? "" : message.error().text();
}

template <class T>
T read(std::string_view text) {
    std::uint64_t id = 0;
    const auto message = read_request(text, id);
    EXPECT_TRUE(message) << text << ": " << (message ? "" : message.error().text());
    return message ? std::get<T>(message->body) : T();
}

TEST(Topics, AreReadAsTheyAreWritten) {
    for (const char* text : {"property", "table/1", "terminal/101", "seat/7", "console/4",
                             "places/4294967295", "cage"}) {
        ASSERT_TRUE(parse_topic(text)) << text;
        EXPECT_EQ(to_text(*parse_topic(text)), text);
    }
    for (const char* text :
         {"", "table", "table/", "table/01", "table/0", "table/-1", "table/4294967296",
          "property/1", "cage/1", "chair/1", "table/1/2", "table/1 "}) {
        EXPECT_FALSE(parse_topic(text)) << text;
    }
}

TEST(Messages, HoldOrdersWithTheirFields) {
    const auto give = read<OrderRequest>(
        R"({"id":7,"type":"order","table":2,"person":3,"role":"dealer","round":12,
            "order":"PlaceBets",
            "arguments":{"stay":4,"bets":[{"spot":"total-9","amount":1050}]}})");
    EXPECT_EQ(give.table, TableId{2});
    EXPECT_EQ(give.person, PersonId{3});
    EXPECT_EQ(give.role, rules::Role::dealer);
    EXPECT_EQ(give.round, 12u);
    const auto& bets = get<table::PlaceBets>(give.order);
    EXPECT_EQ(bets.stay, StayId{4});
    ASSERT_EQ(bets.bets.size(), 1u);
    EXPECT_EQ(to_text(rules::spot_of(bets.bets[0].spot)), "total-9");
    EXPECT_EQ(bets.bets[0].amount, Money::of_cents(1050));
    const auto certify = read<OrderRequest>(R"({"id":1,"type":"order","order":"Certify"})");
    EXPECT_FALSE(get<table::Certify>(certify.order).seen);
    const auto seen = read<OrderRequest>(
        R"({"id":1,"type":"order","order":"Certify","arguments":{"seen":[6,5,4]}})");
    EXPECT_EQ(get<table::Certify>(seen.order).seen, (rules::Roll{6, 5, 4}));
}

// Staff are shown the configuration as they may send it back.
TEST(Messages, HoldAConfigurationAsItIsShown) {
    const auto money = [](std::int64_t cents) { return Money::of_cents(cents); };
    table::Configuration all;
    all.operator_name = "An \"operator\"";
    all.limit = {money(100), money(5000)};
    all.limit_of[*rules::parse_spot("any-triple").transform(rules::id_of)] = {money(200), {}};
    all.differential_max = money(100000);
    all.policy = table::Policy::advise;
    all.approvals[rules::MixerKind::manual_shaker] = {"A-1", "pit 2"};
    const std::string shown = boost::json::serialize(Write::of(all));
    const auto give = read<OrderRequest>(
        R"({"id":1,"type":"order","order":"Configure","arguments":{"configuration":)" + shown +
        "}}");
    const auto& back = get<table::Configure>(give.order).configuration;
    EXPECT_EQ(boost::json::serialize(Write::of(back)), shown);
    EXPECT_EQ(back.limit_of.size(), 1u);
    EXPECT_EQ(back.approvals.at(rules::MixerKind::manual_shaker).location, "pit 2");
}

TEST(Messages, ThatAreWrongSayWhere) {
    EXPECT_EQ(wrong_with(R"({"id":1,"type":"order","order":"PlaceBets",
        "arguments":{"bets":[{"spot":"big","amount":5},{"spot":"bug","amount":5}]}})"),
              "arguments.bets[1].spot: is not a spot");
    EXPECT_EQ(wrong_with(R"({"id":1,"type":"leave","time":5})"), "unknown key \"time\"");
    EXPECT_EQ(wrong_with(R"({"id":1,"type":"order","order":"EnterResult","arguments":{}})"),
              "arguments: \"roll\" is missing");
    EXPECT_EQ(wrong_with(R"({"id":1,"type":"order","order":"EnterResult"})"),
              "order: \"arguments\" is missing, which this order needs");
    EXPECT_EQ(wrong_with(R"({"id":1,"type":"order","order":"Win"})"),
              "order: there is no such order");
    EXPECT_EQ(wrong_with(R"({"type":"leave"})"), "\"id\" is missing");
}

TEST(Messages, ThatAreWrongKeepTheirId) {
    std::uint64_t id = 0;
    EXPECT_FALSE(read_request(R"({"id":12,"type":"stand"})", id));
    EXPECT_EQ(id, 12u);
    id = 0;
    EXPECT_FALSE(read_request("{", id));
    EXPECT_EQ(id, 0u);
}

TEST(Replies, AreOneMessageEach) {
    EXPECT_EQ(write_reply(5), R"({"reply":5,"ok":true})");
    EXPECT_EQ(write_refusal(5, "betting_closed", "5.4", "too \"late\""),
              R"({"reply":5,"ok":false,"reason":"betting_closed","clause":"5.4",)"
              R"("detail":"too \"late\""})");
}

}  // namespace
}  // namespace sicbo::wire
