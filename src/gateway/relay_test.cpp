// SPDX-License-Identifier: MIT
#include "gateway/relay.h"

#include <gtest/gtest.h>

namespace sicbo::gateway {
namespace {

using namespace wire::gateway;
using server::ConnectionId;
using server::Delivery;
using server::HttpRequest;
using server::HttpResponse;
using server::Peer;

constexpr wire::Topic table_three = {wire::TopicKind::table, 3};
constexpr std::string_view bet = R"({"id":4,"type":"order","order":"PlaceBets","arguments":)"
                                 R"({"bets":[{"spot":"big","amount":100}]}})";

// A relay, what it has sent to its clients, and what waits for the server.
struct Fixture {
    std::map<std::uint64_t, std::vector<std::string>> sent;
    std::map<std::uint64_t, std::string> closed;
    int wakes = 0;
    Relay::Time now = {};
    Relay relay{{.threads = 2,
                 .send = [this](Relay::Lists lists) { note(lists); },
                 .wake = [this] { ++wakes; }}};

    void note(const Relay::Lists& lists) {
        for (std::size_t thread = 0; thread < lists.size(); ++thread) {
            for (const Delivery& one : lists[thread]) {
                EXPECT_EQ(one.to.number % lists.size(), thread);
                for (const auto& message : one.messages) sent[one.to.number].push_back(*message);
                if (one.close_afterwards) closed[one.to.number] = one.close_reason;
            }
        }
    }
    void from_server(ToGateway frame) {
        ASSERT_TRUE(relay.on_frame(frame, now).has_value());
        relay.flush();
    }
    std::vector<FromGateway> to_server() {
        FrameReader reader;
        reader.append(relay.take_upstream());
        std::vector<FromGateway> frames;
        for (auto next = reader.next(); *next; next = reader.next()) {
            frames.push_back(read_from_gateway(**next).value());
        }
        return frames;
    }
    void connect(std::uint64_t client, bool cabinet = false) {
        relay.on_connect({client}, Peer{"10.0.0." + std::to_string(client), client, "", "10.1.0.1"},
                         cabinet);
    }
    void advance(std::chrono::milliseconds time) {
        now += time;
        relay.on_time(now);
    }
};

TEST(Relay, TellsTheServerWhoIsThereAndPassesMessagesOn) {
    Fixture f;
    EXPECT_FALSE(f.relay.is_open());
    f.from_server(Welcome{"pages", ""});
    EXPECT_TRUE(f.relay.is_open());
    f.connect(5);
    f.relay.on_message({5}, bet);
    const auto frames = f.to_server();
    ASSERT_EQ(frames.size(), 2u);
    EXPECT_EQ(get<Opened>(frames[0]).origin.address, "10.0.0.5");
    EXPECT_FALSE(get<Opened>(frames[0]).cabinet);
    EXPECT_EQ(get<Sent>(frames[1]).client, 5u);
    EXPECT_EQ(get<Sent>(frames[1]).text, bet);
    EXPECT_GT(f.wakes, 0);
    f.from_server(Deliver{5, {"{\"reply\":4,\"ok\":true}"}});
    EXPECT_EQ(f.sent[5], std::vector<std::string>{"{\"reply\":4,\"ok\":true}"});
    f.relay.on_disconnect({5});
    ASSERT_EQ(f.to_server().size(), 1u);
    f.from_server(Deliver{5, {"{}"}});  // it crossed the end of the connection
    EXPECT_EQ(f.sent[5].size(), 1u);
}

TEST(Relay, AnswersWhatCannotBeReadAndKeepsItFromTheServer) {
    Fixture f;
    f.from_server(Welcome{"pages", ""});
    f.connect(5);
    f.to_server();
    EXPECT_EQ(f.relay.on_message({5}, R"({"id":9,"type":"nonsense"})"),
              Relay::Received::unreadable);
    ASSERT_EQ(f.sent[5].size(), 1u);
    EXPECT_TRUE(f.sent[5][0].starts_with(R"({"reply":9,"ok":false,"reason":"bad_message")"));
    EXPECT_TRUE(f.to_server().empty());
}

TEST(Relay, SendsWhatIsPublishedToWhoHasJoinedAndToNobodyElse) {
    Fixture f;
    f.from_server(Welcome{"pages", ""});
    for (const std::uint64_t client : {1u, 2u, 3u}) f.connect(client);
    f.from_server(Subscribed{1, table_three});
    f.from_server(Subscribed{2, table_three});
    f.from_server(Subscribed{2, {wire::TopicKind::table, 4}});
    f.from_server(Publish{table_three, "{\"delta\":1}"});
    EXPECT_EQ(f.sent[1].size(), 1u);
    EXPECT_EQ(f.sent[2].size(), 1u);
    EXPECT_TRUE(f.sent[3].empty());
    f.from_server(Unsubscribed{1, table_three});
    f.relay.on_disconnect({2});
    f.from_server(Publish{table_three, "{\"delta\":2}"});
    EXPECT_EQ(f.sent[1].size(), 1u);
    EXPECT_EQ(f.sent[2].size(), 1u);
    EXPECT_EQ(f.relay.counts().fanned_out, 2u);
    EXPECT_EQ(f.relay.counts().published, 2u);
}

TEST(Relay, KeepsItsClientsWhenTheServerIsLost) {
    Fixture f;
    f.from_server(Welcome{"pages", ""});
    f.connect(1);
    f.from_server(Subscribed{1, table_three});
    f.to_server();
    f.relay.on_line_lost(f.now);
    EXPECT_FALSE(f.relay.is_open());
    EXPECT_EQ(f.sent[1], std::vector<std::string>{R"({"notice":"suspended"})"});
    f.sent.clear();
    // What it had sent before it read the notice belongs to the session that is over.
    f.relay.on_message({1}, bet);
    f.from_server(Welcome{"pages", ""});
    f.from_server(Publish{table_three, "{\"delta\":1}"});
    f.from_server(Deliver{1, {"{}"}});
    EXPECT_TRUE(f.sent[1].empty());
    f.relay.on_message({1}, bet);
    EXPECT_TRUE(f.to_server().empty());
    EXPECT_EQ(f.relay.counts().dropped, 2u);
    // Once it has read it, it is a new client of the new server.
    f.relay.on_message({1}, R"({"id":8,"type":"resume"})");
    EXPECT_EQ(f.sent[1], std::vector<std::string>{R"({"reply":8,"ok":true})"});
    f.relay.on_message({1}, bet);
    const auto frames = f.to_server();
    ASSERT_EQ(frames.size(), 2u);
    EXPECT_EQ(get<Opened>(frames[0]).client, 1u);
    EXPECT_EQ(get<Sent>(frames[1]).text, bet);
    EXPECT_TRUE(f.closed.empty());
}

TEST(Relay, TellsClientsThatWaitAndAttachesThemWhenThereIsAServer) {
    Fixture f;
    f.from_server(Welcome{"pages", ""});
    f.connect(1);
    f.connect(2);
    f.relay.on_line_lost(f.now);
    f.relay.on_message({1}, R"({"id":8,"type":"resume"})");
    f.sent.clear();
    f.advance(std::chrono::milliseconds(1'000));
    EXPECT_TRUE(f.sent.empty());
    f.advance(std::chrono::milliseconds(1'000));
    EXPECT_EQ(f.sent[1], std::vector<std::string>{R"({"notice":"suspended"})"});
    f.advance(std::chrono::milliseconds(3'000));
    EXPECT_EQ(f.closed.count(1), 0u);
    EXPECT_EQ(f.closed.count(2), 1u);  // it does not know what to do: it connects again
    f.relay.on_disconnect({2});
    f.connect(3);
    EXPECT_EQ(f.closed[3], "the server is away");
    f.relay.on_disconnect({3});
    EXPECT_TRUE(f.to_server().empty());
    f.from_server(Welcome{"pages", ""});
    const auto frames = f.to_server();
    ASSERT_EQ(frames.size(), 1u);
    EXPECT_EQ(get<Opened>(frames[0]).client, 1u);
}

TEST(Relay, ClosesCabinetsWhenTheServerIsLost) {
    Fixture f;
    f.from_server(Welcome{"pages", ""});
    f.connect(1, true);
    f.relay.on_message({1}, "a sealed line");
    ASSERT_EQ(f.to_server().size(), 2u);
    f.relay.on_line_lost(f.now);
    EXPECT_EQ(f.closed.count(1), 1u);
    EXPECT_TRUE(f.sent[1].empty());
}

TEST(Relay, AnswersCallsOnceWhateverHappens) {
    Fixture f;
    const Peer peer{"10.0.0.5", 5, "", "10.1.0.1"};
    HttpRequest request{"GET", "/api/v1/state"};
    request.peer = &peer;
    std::vector<int> statuses;
    const auto respond = [&](HttpResponse response) { statuses.push_back(response.status); };
    f.relay.on_call(request, respond);
    EXPECT_EQ(statuses, (std::vector<int>{503}));
    f.from_server(Welcome{"pages", ""});
    f.relay.on_call(request, respond);
    f.relay.on_call(request, respond);
    const auto frames = f.to_server();
    ASSERT_EQ(frames.size(), 2u);
    EXPECT_EQ(get<Call>(frames[0]).target, "/api/v1/state");
    f.from_server(Response{get<Call>(frames[0]).number, 200, "application/json", "{}"});
    EXPECT_EQ(statuses, (std::vector<int>{503, 200}));
    f.from_server(Response{get<Call>(frames[0]).number, 200, "application/json", "{}"});
    f.relay.on_line_lost(f.now);
    EXPECT_EQ(statuses, (std::vector<int>{503, 200, 503}));
    HttpRequest garbled{"GET", "/api/\xff"};
    garbled.peer = &peer;
    f.relay.on_call(garbled, respond);
    EXPECT_EQ(statuses.back(), 400);
}

TEST(Relay, TakesNoFrameBeforeTheWelcomeAndNoSecondOne) {
    Fixture f;
    EXPECT_FALSE(f.relay.on_frame(ToGateway(Pong{1}), f.now));
    f.from_server(Welcome{"pages", ""});
    EXPECT_FALSE(f.relay.on_frame(ToGateway(Welcome{"pages", ""}), f.now));
}

}  // namespace
}  // namespace sicbo::gateway
