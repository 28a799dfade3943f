// SPDX-License-Identifier: MIT
#include "server/gateway_hub.h"

#include <gtest/gtest.h>

#include "server/gateway_ids.h"

namespace sicbo::server {
namespace {

using namespace wire::gateway;
using device::SecureLine;

constexpr wire::Topic table_three = {wire::TopicKind::table, 3};

// Keeps what it is to send.
class FakeNetwork : public Network {
public:
    std::uint16_t port() const override { return 1; }
    std::size_t threads() const override { return 2; }
    std::size_t connections() const override { return 0; }
    void send(std::vector<std::vector<Delivery>> lists) override {
        for (std::size_t i = 0; i < lists.size(); ++i) {
            for (Delivery& one : lists[i]) {
                EXPECT_EQ(one.to.number % threads(), i);
                sent.push_back(std::move(one));
            }
        }
    }
    Result<void> listen_locally(const std::string&) override { return {}; }
    Result<void> reload_certificate() override { return {}; }
    std::optional<std::int64_t> certificate_expires_at() const override { return {}; }
    void stop() override {}

    std::vector<Delivery> sent;
};

class FakeHandler : public ConnectionHandler {
public:
    HttpResponse on_http_request(const HttpRequest& request) override {
        return {.body = std::string(request.target)};
    }
    bool accepts_websockets() const override { return ready; }
    void on_connect(ConnectionId connection, const Peer& peer) override {
        peers[connection] = peer;
    }
    Received on_message(ConnectionId connection, std::string_view text) override {
        messages.emplace_back(connection, text);
        return text == "too much" ? Received::overloaded : Received::fine;
    }
    void on_disconnect(ConnectionId connection) override { EXPECT_EQ(peers.erase(connection), 1u); }

    bool ready = true;
    std::map<ConnectionId, Peer> peers;
    std::vector<std::pair<ConnectionId, std::string>> messages;
};

device::SigningKey key_number(std::uint8_t number) {
    Hash seed;
    seed.bytes[0] = number;
    return device::key_of(seed);
}

// A hub, and one gateway's end of a line to it.
struct HubFixture {
    FakeHandler clients;
    FakeHandler cabinets;
    FakeNetwork network;
    GatewayHub hub{{.keys = {key_number(1).public_key(), key_number(2).public_key()},
                    .pages = "pages",
                    .connections_per_address_max = 2},
                   clients,
                   cabinets};
    std::map<ConnectionId, SecureLine> lines;
    std::map<ConnectionId, FrameReader> readers;

    HubFixture() { hub.open(key_number(9), network); }

    // Returns false if the hub ends the connection.
    bool open(ConnectionId connection, const device::SigningKey& key) {
        hub.on_connect(connection, Peer{"127.0.0.1", 1, "", "127.0.0.1"});
        SecureLine& line =
            lines
                .emplace(connection, SecureLine({SecureLine::Side::initiator,
                                                 std::string(wire::gateway::protocol), key,
                                                 [](const device::PublicKey& server) {
                                                     return server == key_number(9).public_key();
                                                 },
                                                 line_text_max}))
                .first->second;
        hub.on_message(connection, line.start());
        if (network.sent.back().close_afterwards) return false;
        const auto welcome = line.receive(*network.sent.back().messages.at(0));
        network.sent.pop_back();
        return hub.on_message(connection, *welcome.value().reply) ==
               ConnectionHandler::Received::fine;
    }
    ConnectionHandler::Received say(ConnectionId connection, const FromGateway& frame) {
        std::string bytes;
        append_frame(bytes, frame);
        return hub.on_message(connection, lines.at(connection).seal(bytes));
    }
    // The frames that have left over the line since the last call.
    std::vector<ToGateway> frames(ConnectionId connection) {
        std::vector<ToGateway> all;
        for (const Delivery& one : network.sent) {
            if (one.to != connection) continue;
            for (const auto& message : one.messages) {
                const auto received = lines.at(connection).receive(*message);
                if (!received->text) continue;
                FrameReader& reader = readers[connection];
                reader.append(*received->text);
                for (auto next = reader.next(); *next; next = reader.next()) {
                    all.push_back(read_to_gateway(**next).value());
                }
            }
        }
        std::erase_if(network.sent, [&](const Delivery& one) { return one.to == connection; });
        return all;
    }
    Opened opened(std::uint64_t client, std::string address, bool cabinet = false) {
        return {client, cabinet, {std::move(address), "", "10.1.0.1"}};
    }
};

// The HTTP API and simulated cabinets have connections with the two highest bits.
static_assert(behind_line(gateway_lines_max, client_max).number >> 62 == 0);
static_assert(line_of(behind_line(gateway_lines_max, 1)) == gateway_lines_max);
static_assert(client_of(behind_line(1, client_max)) == client_max);
static_assert(!is_behind_gateway({std::uint64_t{1} << 62}) && !is_behind_gateway({7}));

constexpr ConnectionId first = {3};
constexpr ConnectionId second = {4};

TEST(GatewayHub, WelcomesAGatewayWhoseKeyItKnowsAndNoOther) {
    HubFixture f;
    EXPECT_FALSE(f.open(second, key_number(7)));
    EXPECT_TRUE(f.network.sent.back().close_afterwards);
    EXPECT_EQ(f.hub.lines(), 0u);
    ASSERT_TRUE(f.open(first, key_number(1)));
    EXPECT_EQ(f.hub.lines(), 1u);
    const auto frames = f.frames(first);
    ASSERT_EQ(frames.size(), 1u);
    EXPECT_EQ(get<Welcome>(frames[0]).pages, "pages");
    EXPECT_TRUE(f.hub.accepts_websockets());
    f.clients.ready = false;
    EXPECT_FALSE(f.hub.accepts_websockets());
}

TEST(GatewayHub, MakesAConnectionOfEachClientWithTheAddressThatItHas) {
    HubFixture f;
    ASSERT_TRUE(f.open(first, key_number(1)));
    f.say(first, f.opened(7, "10.0.0.7"));
    f.say(first, f.opened(8, "2001:db8:1:2:3::4", true));
    f.say(first, Sent{7, "hello"});
    ASSERT_EQ(f.clients.peers.size(), 1u);
    const auto& [connection, peer] = *f.clients.peers.begin();
    EXPECT_TRUE(is_behind_gateway(connection));
    EXPECT_EQ(client_of(connection), 7u);
    EXPECT_EQ(peer.address, "10.0.0.7");
    EXPECT_EQ(peer.network, 0x0a000007u);
    EXPECT_FALSE(peer.is_local());
    EXPECT_EQ(f.cabinets.peers.begin()->second.network, 0x20010db800010002u);
    ASSERT_EQ(f.clients.messages.size(), 1u);
    EXPECT_EQ(f.clients.messages[0].second, "hello");
    f.say(first, Closed{7});
    EXPECT_TRUE(f.clients.peers.empty());
    f.say(first, Sent{7, "late"});
    EXPECT_EQ(f.clients.messages.size(), 1u);
    f.hub.on_disconnect(first);
    EXPECT_TRUE(f.cabinets.peers.empty());
    EXPECT_EQ(f.hub.clients(), 0u);
}

TEST(GatewayHub, EndsALineOverWhichNonsenseComes) {
    for (const FromGateway& frame :
         {FromGateway(Opened{7, false, {"", "", ""}}),
          FromGateway(Opened{7, false, {"home", "", ""}}),
          FromGateway(Opened{7, false, {"10.0.0.0/8", "", ""}}), FromGateway(Closed{0})}) {
        HubFixture f;
        ASSERT_TRUE(f.open(first, key_number(1)));
        f.say(first, frame);
        EXPECT_TRUE(f.network.sent.back().close_afterwards);
        EXPECT_TRUE(f.clients.peers.empty());
        EXPECT_EQ(f.say(first, Ping{1}), ConnectionHandler::Received::unreadable);
    }
    HubFixture f;
    ASSERT_TRUE(f.open(first, key_number(1)));
    f.say(first, f.opened(7, "10.0.0.7"));
    f.say(first, f.opened(7, "10.0.0.8"));
    EXPECT_TRUE(f.network.sent.back().close_afterwards);
}

TEST(GatewayHub, CountsTheConnectionsOfAnAddressOverAllGateways) {
    HubFixture f;
    ASSERT_TRUE(f.open(first, key_number(1)));
    ASSERT_TRUE(f.open(second, key_number(2)));
    f.say(first, f.opened(1, "10.0.0.7"));
    f.say(second, f.opened(1, "10.0.0.7"));
    f.frames(second);
    f.say(second, f.opened(2, "10.0.0.7"));
    const auto frames = f.frames(second);
    ASSERT_EQ(frames.size(), 1u);
    EXPECT_TRUE(get<Deliver>(frames[0]).close);
    EXPECT_EQ(f.clients.peers.size(), 2u);
    f.say(first, Closed{1});
    f.say(second, f.opened(3, "10.0.0.7"));
    EXPECT_EQ(f.clients.peers.size(), 2u);
}

TEST(GatewayHub, HasOneLineOfEachGateway) {
    HubFixture f;
    ASSERT_TRUE(f.open(first, key_number(1)));
    f.network.sent.clear();
    ASSERT_TRUE(f.open(second, key_number(1)));
    const bool ended = std::ranges::any_of(f.network.sent, [](const Delivery& one) {
        return one.to == first && one.close_afterwards;
    });
    EXPECT_TRUE(ended);
}

TEST(GatewayHub, SendsChangesOnceForAllClientsAndKeepsTheOrder) {
    HubFixture f;
    ASSERT_TRUE(f.open(first, key_number(1)));
    for (const std::uint64_t client : {1u, 2u}) f.say(first, f.opened(client, "10.0.0.7"));
    f.frames(first);
    const ConnectionId one = f.clients.peers.begin()->first;
    const ConnectionId other = std::next(f.clients.peers.begin())->first;
    const auto message = std::make_shared<const std::string>("{\"delta\":1}");
    std::vector<std::vector<Delivery>> lists(2);
    lists[0].push_back({{12}, {message}});
    lists[0].push_back({one, {message, message}, true, "closed", 99});
    f.hub.send(lists, {.left = {{other, table_three}},
                       .published = {{line_of(one), table_three, message}},
                       .joined = {{other, table_three}}});
    ASSERT_EQ(lists[0].size(), 1u);  // that of a connection of this server's own network
    EXPECT_EQ(lists[0][0].to.number, 12u);
    const auto frames = f.frames(first);
    ASSERT_EQ(frames.size(), 4u);
    EXPECT_EQ(get<Unsubscribed>(frames[0]).client, 2u);
    EXPECT_EQ(get<Deliver>(frames[1]).messages.size(), 2u);
    EXPECT_EQ(get<Deliver>(frames[1]).close_reason, "closed");
    EXPECT_EQ(get<Deliver>(frames[1]).message_max, 99u);
    EXPECT_EQ(get<Publish>(frames[2]).topic, table_three);
    EXPECT_EQ(get<Subscribed>(frames[3]).client, 2u);
}

TEST(GatewayHub, AnswersCallsAndPings) {
    HubFixture f;
    ASSERT_TRUE(f.open(first, key_number(1)));
    f.frames(first);
    f.say(first, Call{5, {"10.0.0.7", "", ""}, "GET", "/api/rules/x", "", "", "", ""});
    f.say(first, Ping{6});
    const auto frames = f.frames(first);
    ASSERT_EQ(frames.size(), 2u);
    EXPECT_EQ(get<Response>(frames[0]).number, 5u);
    EXPECT_EQ(get<Response>(frames[0]).body, "/api/rules/x");
    EXPECT_EQ(get<Pong>(frames[1]).number, 6u);
}

TEST(GatewayHub, ClosesAClientThatIsTooMuch) {
    HubFixture f;
    ASSERT_TRUE(f.open(first, key_number(1)));
    f.say(first, f.opened(1, "10.0.0.7"));
    f.frames(first);
    f.say(first, Sent{1, "too much"});
    const auto frames = f.frames(first);
    ASSERT_EQ(frames.size(), 1u);
    EXPECT_TRUE(get<Deliver>(frames[0]).close);
    EXPECT_TRUE(f.clients.peers.empty());
}

}  // namespace
}  // namespace sicbo::server
