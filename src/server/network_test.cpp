// SPDX-License-Identifier: MIT
#include "server/network.h"

#include <thread>

#include "server/frame_limiter.h"
#include "server/network_test_client.h"

namespace sicbo::server {
namespace {

TEST_F(NetworkTest, DropsASlowClientWithoutSkippingMessages) {
    options.backlog_max = 256 << 10;
    start();
    Client slow(network->port(), 4'096);
    ASSERT_TRUE(slow.upgrade());
    ASSERT_TRUE(handler.wait_for_connections(1));
    const ConnectionId id = handler.last();
    const std::string filling(16'000, 'x');
    constexpr int sends_max = 10'000;  // more than any system keeps for a socket
    int sent = 0;
    bool left = false;
    while (!left && sent < sends_max) {
        send_text(id, "[" + std::to_string(sent++) + ",\"" + filling + "\"]");
        std::this_thread::sleep_for(milliseconds(sent % 8 == 0 ? 1 : 0));
        left = handler.count() == 0;
    }
    EXPECT_TRUE(left);
    // What arrives now is what was sent, in order, up to where it ended.
    int next = 0;
    while (const auto got = slow.next()) {
        if (got->kind != text) continue;
        for (std::size_t at = got->payload.find('[', 1); at != std::string::npos;
             at = got->payload.find('[', at + 1)) {
            EXPECT_EQ(std::stoi(got->payload.substr(at + 1)), next++);
        }
    }
    EXPECT_GT(next, 0);
    EXPECT_LT(next, sent);
}

TEST_F(NetworkTest, SendsADeliveryLargerThanTheBacklog) {
    options.backlog_max = 10'000;
    start();
    Client one(network->port());
    ASSERT_TRUE(one.upgrade());
    ASSERT_TRUE(handler.wait_for_connections(1));
    constexpr std::size_t size = 100'000;
    send_text(handler.last(), std::string(size, '1'));
    const auto got = one.next();
    ASSERT_TRUE(got);
    EXPECT_TRUE(got->payload == "[" + std::string(size, '1') + "]") << got->payload.size();
    EXPECT_EQ(handler.count(), 1u);
}

TEST_F(NetworkTest, DropsThoseWhoTakeMostOfTheMemory) {
    options.backlogs_max = 64 << 10;
    start();
    Client slow(network->port(), 4'096);
    ASSERT_TRUE(slow.upgrade());
    ASSERT_TRUE(handler.wait_for_connections(1));
    const ConnectionId slow_id = handler.last();
    Client other(network->port());
    ASSERT_TRUE(other.upgrade());
    ASSERT_TRUE(handler.wait_for_connections(2));
    const ConnectionId other_id = handler.last();
    const std::string filling(16'000, 'x');
    for (int sent = 0; sent < 10'000 && handler.count() == 2; ++sent) send_text(slow_id, filling);
    EXPECT_TRUE(handler.wait_for_connections(1));
    EXPECT_EQ(handler.last(), other_id);
    send_text(other_id, "1");
    EXPECT_EQ(other.next()->payload, "[1]");
}

TEST_F(NetworkTest, ClosesAConnectionThatOverloadsTheHandler) {
    start();
    Client one(network->port());
    ASSERT_TRUE(one.upgrade());
    one.send(frame(text, "too much"));
    EXPECT_EQ(one.close_code(), 1013);
}

TEST_F(NetworkTest, AcceptsFourFragmentsPerMessageButNotFive) {
    start();
    Client good(network->port());
    ASSERT_TRUE(good.upgrade());
    for (int again = 0; again < 2; ++again) {
        good.send(frame(text, "a", false));
        good.send(frame(continued, "b", false) + frame(ping, "") + frame(continued, "", false));
        good.send(frame(continued, "c"));
    }
    ASSERT_TRUE(handler.wait_for_messages(2));
    EXPECT_EQ(handler.messages(), (std::vector<std::string>{"abc", "abc"}));

    // All at once, one by one, and with nothing in them.
    for (const std::string part : {"x", ""}) {
        for (const bool slowly : {false, true}) {
            Client bad(network->port());
            ASSERT_TRUE(bad.upgrade());
            std::string all = frame(text, part, false);
            for (int i = 0; i < 3; ++i) all += frame(continued, part, false);
            all += frame(continued, part);
            for (std::size_t at = 0; at < all.size(); at += slowly ? 1 : all.size()) {
                bad.send(std::string_view(all).substr(at, slowly ? 1 : all.size()));
            }
            EXPECT_EQ(bad.close_code(), 1008);
        }
    }
    EXPECT_EQ(handler.messages().size(), 2u);
}

TEST_F(NetworkTest, AcceptsAFrameInAnyNumberOfPieces) {
    start();
    Client slow(network->port());
    ASSERT_TRUE(slow.upgrade());
    const std::string said(1'000, 'y');
    const std::string bytes = frame(text, said);
    for (std::size_t at = 0; at < bytes.size(); at += 50) {
        slow.send(std::string_view(bytes).substr(at, 50));
        std::this_thread::sleep_for(milliseconds(1));
    }
    ASSERT_TRUE(handler.wait_for_messages(1));
    EXPECT_EQ(handler.messages().front(), said);
}

TEST_F(NetworkTest, LimitsControlFrames) {
    start();
    Client good(network->port());
    ASSERT_TRUE(good.upgrade());
    std::string pings;
    for (int i = 0; i < 20; ++i) pings += frame(i % 2 == 0 ? ping : pong, "p");
    good.send(pings);
    for (int i = 0; i < 10; ++i) EXPECT_EQ(good.next()->kind, pong);
    good.send(frame(text, "still here"));
    ASSERT_TRUE(handler.wait_for_messages(1));

    for (const std::uint8_t kind : {ping, pong}) {
        Client bad(network->port());
        ASSERT_TRUE(bad.upgrade());
        std::string many;
        for (int i = 0; i < 30; ++i) many += frame(kind, "");
        bad.send(many);
        EXPECT_EQ(bad.close_code(), 1008);
    }
}

TEST_F(NetworkTest, LimitsConnectionsPerAddress) {
    options.connections_per_address_max = 3;
    options.handshake_max = 2 * patience;
    options.threads = 2;
    start();
    std::vector<std::unique_ptr<Client>> clients;
    for (int i = 0; i < 3; ++i) {
        clients.push_back(std::make_unique<Client>(network->port()));
        EXPECT_TRUE(clients.back()->upgrade());
    }
    Client fourth(network->port());
    EXPECT_TRUE(fourth.is_disconnected());  // before it said anything
    clients.pop_back();
    ASSERT_TRUE(handler.wait_for_connections(2));
    bool let_in = false;
    for (int tries = 0; tries < 100 && !let_in; ++tries) {
        std::this_thread::sleep_for(milliseconds(10));
        let_in = Client(network->port()).upgrade();
    }
    EXPECT_TRUE(let_in);
}

TEST_F(NetworkTest, AppliesTheMessageLimitOfADelivery) {
    options.message_max = 100;
    start();
    {
        Client stranger(network->port());
        ASSERT_TRUE(stranger.upgrade());
        stranger.send(frame(text, std::string(100, 's')));
        ASSERT_TRUE(handler.wait_for_messages(1));
        stranger.send(frame(text, std::string(60, 's'), false));
        stranger.send(frame(continued, std::string(60, 's')));
        EXPECT_EQ(stranger.close_code(), 1009);
    }
    ASSERT_TRUE(handler.wait_for_connections(0));

    Client known(network->port());
    ASSERT_TRUE(known.upgrade());
    ASSERT_TRUE(handler.wait_for_connections(1));
    const auto allow = [&](std::size_t bytes) {
        Delivery delivery;
        delivery.to = handler.last();
        delivery.message_max = bytes;
        delivery.messages.push_back(std::make_shared<const std::string>("0"));
        deliver(std::move(delivery));
        EXPECT_EQ(known.next()->payload, "[0]");
    };
    allow(200);
    known.send(frame(text, std::string(200, 'k')));
    ASSERT_TRUE(handler.wait_for_messages(2));
    allow(100);
    known.send(frame(text, std::string(101, 'k')));
    EXPECT_EQ(known.close_code(), 1009);
    EXPECT_EQ(handler.messages().size(), 2u);
}

TEST_F(NetworkTest, PingsAndDropsASilentClient) {
    options.ping_interval = milliseconds(20);
    options.silence_max = milliseconds(300);
    options.controls_per_second = 1'000;
    start();
    Client silent(network->port());
    Client alive(network->port());
    ASSERT_TRUE(silent.upgrade());
    ASSERT_TRUE(alive.upgrade());
    ASSERT_TRUE(handler.wait_for_connections(2));
    const auto begun = SteadyClock::now();
    while (SteadyClock::now() - begun < milliseconds(1'000)) {
        const auto got = alive.next();
        ASSERT_TRUE(got);
        EXPECT_EQ(got->kind, ping);
        alive.send(frame(pong, got->payload));
    }
    EXPECT_EQ(handler.count(), 1u);
    int pings = 0;
    while (pings < 1'000 && silent.next()) ++pings;
    EXPECT_GE(pings, 3);
}

TEST_F(NetworkTest, DropsAClientThatIgnoresTheClosingHandshake) {
    options.handshake_max = milliseconds(100);
    start();
    Client rude(network->port());
    ASSERT_TRUE(rude.upgrade());
    ASSERT_TRUE(handler.wait_for_connections(1));
    Delivery delivery;
    delivery.to = handler.last();
    delivery.close_afterwards = true;
    delivery.close_reason = "no request";
    deliver(std::move(delivery));
    const auto got = rude.next();
    ASSERT_TRUE(got);
    EXPECT_EQ(got->kind, closing);
    EXPECT_EQ(got->payload.substr(2), "no request");
    EXPECT_TRUE(handler.wait_for_connections(0));
    EXPECT_TRUE(rude.is_disconnected());
}

// A service has its own path, protocol and handler, and its messages leave one by one.
TEST_F(NetworkTest, ServesAnotherKindOfWebSocketAtItsOwnPath) {
    RecordingHandler devices;
    options.services = {{"/device", "test-device", &devices}};
    start();
    Client client(network->port());
    ASSERT_TRUE(client.upgrade());
    ASSERT_TRUE(handler.wait_for_connections(1));
    Client device(network->port());
    EXPECT_FALSE(device.upgrade("/device", "test"));
    Client second(network->port());
    ASSERT_TRUE(second.upgrade("/device", "test-device"));
    ASSERT_TRUE(devices.wait_for_connections(1));
    EXPECT_EQ(handler.count(), 1u);
    second.send(frame(text, "hello"));
    ASSERT_TRUE(devices.wait_for_messages(1));
    EXPECT_TRUE(handler.messages().empty());
    Delivery delivery;
    delivery.to = devices.last();
    for (const char* line : {"one", "two"}) {
        delivery.messages.push_back(std::make_shared<const std::string>(line));
    }
    deliver(std::move(delivery));
    EXPECT_EQ(second.next()->payload, "one");
    EXPECT_EQ(second.next()->payload, "two");
    network.reset();  // before the handler
}

TEST(FrameLimiter, CountsFramesHoweverTheBytesAreCut) {
    const auto verdict = [](std::string_view bytes, std::size_t piece) {
        FrameLimiter frames(4, 10);
        auto worst = FrameLimiter::Violation::none;
        for (std::size_t at = 0; at < bytes.size(); at += piece) {
            const std::string_view part = bytes.substr(at, piece);
            const auto one =
                frames.take({reinterpret_cast<const std::uint8_t*>(part.data()), part.size()},
                            SteadyClock::now());
            if (one != FrameLimiter::Violation::none) worst = one;
        }
        return worst;
    };
    std::string fine;
    for (int i = 0; i < 5; ++i) fine += frame(text, std::string(300, '\xff'));
    fine += frame(text, "a", false) + frame(continued, std::string(126, '\x88'), false) +
            frame(continued, "", false) + frame(continued, "b") + frame(closing, "");
    std::string many = fine + frame(text, "", false);
    for (int i = 0; i < 4; ++i) many += frame(continued, "", false);
    for (std::size_t piece = 1; piece <= many.size(); ++piece) {
        EXPECT_EQ(verdict(fine, piece), FrameLimiter::Violation::none) << piece;
        EXPECT_EQ(verdict(many, piece), FrameLimiter::Violation::too_many_fragments) << piece;
    }
}

}  // namespace
}  // namespace sicbo::server
