#include "server/network.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "server/frame_limiter.h"

namespace sicbo::server {
namespace {

using std::chrono::milliseconds;

constexpr std::uint8_t continued = 0;
constexpr std::uint8_t text = 1;
constexpr std::uint8_t closing = 8;
constexpr std::uint8_t ping = 9;
constexpr std::uint8_t pong = 10;
constexpr milliseconds patience{10'000};

// Records the open connections and the messages that arrive.
class RecordingHandler : public ConnectionHandler {
public:
    HttpResponse on_http_request(const HttpRequest&) override { return {.body = "hello"}; }
    bool accepts_websockets() const override { return true; }
    void on_connect(ConnectionId connection) override {
        change([&] { open_.push_back(connection); });
    }
    bool on_message(ConnectionId, std::string_view message) override {
        change([&] { messages_.emplace_back(message); });
        return true;
    }
    void on_disconnect(ConnectionId connection) override {
        change([&] { std::erase(open_, connection); });
    }

    template <class Holds>
    bool until(Holds holds) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, patience, holds);
    }
    bool wait_for_messages(std::size_t count) {
        return until([&] { return messages_.size() >= count; });
    }
    bool wait_for_connections(std::size_t count) {
        return until([&] { return open_.size() == count; });
    }
    std::vector<std::string> messages() {
        const std::lock_guard lock(mutex_);
        return messages_;
    }
    std::size_t count() {
        const std::lock_guard lock(mutex_);
        return open_.size();
    }
    ConnectionId last() {
        const std::lock_guard lock(mutex_);
        return open_.back();
    }

private:
    template <class Change>
    void change(Change what) {
        const std::lock_guard lock(mutex_);
        what();
        changed_.notify_all();
    }
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<ConnectionId> open_;
    std::vector<std::string> messages_;
};

std::string frame(std::uint8_t kind, std::string_view payload, bool final = true) {
    constexpr std::size_t short_max = 125;
    std::string bytes(1, static_cast<char>((final ? 0x80 : 0) | kind));
    if (payload.size() <= short_max) {
        bytes += static_cast<char>(0x80 | payload.size());
    } else {
        bytes += static_cast<char>(0x80 | 126);
        bytes += static_cast<char>(payload.size() >> 8);
        bytes += static_cast<char>(payload.size() & 0xff);
    }
    bytes += std::string(4, '\0');  // a mask that changes nothing
    return bytes.append(payload);
}

struct Frame {
    std::uint8_t kind = 0;
    std::string payload;
};

// A client that sends exactly the given bytes.
class Client {
public:
    explicit Client(std::uint16_t port, int receive_buffer = 0)
        : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        if (receive_buffer > 0) {
            setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
        }
        const timeval most{patience.count() / 1'000, 0};
        setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &most, sizeof most);
        const int one = 1;
        setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        sockaddr_in at{};
        at.sin_family = AF_INET;
        at.sin_port = htons(port);
        at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        EXPECT_EQ(connect(socket_, reinterpret_cast<sockaddr*>(&at), sizeof at), 0);
    }
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;
    ~Client() { ::close(socket_); }

    void send(std::string_view bytes) const {
        while (!bytes.empty()) {
            const ssize_t done = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (done <= 0) return;
            bytes.remove_prefix(static_cast<std::size_t>(done));
        }
    }

    // Sends the upgrade request; returns true if the server accepts it.
    bool upgrade() {
        send(
            "GET /socket HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            "Sec-WebSocket-Protocol: test\r\n\r\n");
        std::size_t end = std::string::npos;
        while (end == std::string::npos) {
            if (!receive()) return false;
            end = got_.find("\r\n\r\n");
        }
        const bool accepted = got_.starts_with("HTTP/1.1 101");
        got_.erase(0, end + 4);
        return accepted;
    }

    // Returns the next frame, or nothing once the connection has ended.
    std::optional<Frame> next() {
        const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(got_[i]); };
        while (true) {
            if (got_.size() >= 2) {
                const std::uint8_t code = byte(1) & 0x7f;
                const std::size_t extra = code == 126 ? 2 : code == 127 ? 8 : 0;
                if (got_.size() >= 2 + extra) {
                    std::size_t size = extra == 0 ? code : 0;
                    for (std::size_t i = 0; i < extra; ++i) size = size << 8 | byte(2 + i);
                    if (got_.size() >= 2 + extra + size) {
                        Frame got{static_cast<std::uint8_t>(byte(0) & 0x0f),
                                  got_.substr(2 + extra, size)};
                        got_.erase(0, 2 + extra + size);
                        return got;
                    }
                }
            }
            if (!receive()) return std::nullopt;
        }
    }

    // Returns the code of the close frame, or 0 if the connection ends without one.
    int close_code() {
        while (const auto got = next()) {
            if (got->kind != closing) continue;
            return static_cast<std::uint8_t>(got->payload[0]) << 8 |
                   static_cast<std::uint8_t>(got->payload[1]);
        }
        return 0;
    }

    // Returns true if the server closes the connection before the time limit.
    bool is_disconnected() {
        while (receive()) {
        }
        return errno != EAGAIN;
    }

    bool receive() {
        errno = 0;
        std::array<char, 65'536> chunk;
        const ssize_t size = recv(socket_, chunk.data(), chunk.size(), 0);
        if (size <= 0) return false;
        got_.append(chunk.data(), static_cast<std::size_t>(size));
        return true;
    }

private:
    int socket_;
    std::string got_;
};

class NetworkTest : public testing::Test {
protected:
    void start() {
        options.protocol = "test";
        auto started = Network::start(options, handler);
        ASSERT_TRUE(started) << started.error().text();
        network = std::move(*started);
    }
    void TearDown() override { network.reset(); }

    void deliver(Delivery delivery) {
        std::vector<std::vector<Delivery>> lists(network->threads());
        lists[delivery.to.number % network->threads()].push_back(std::move(delivery));
        network->send(std::move(lists));
    }
    void send_text(ConnectionId to, std::string message) {
        Delivery delivery;
        delivery.to = to;
        delivery.messages.push_back(std::make_shared<const std::string>(std::move(message)));
        deliver(std::move(delivery));
    }

    RecordingHandler handler;
    Network::Options options;
    std::unique_ptr<Network> network;
};

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
    const auto begun = Clock::now();
    while (Clock::now() - begun < milliseconds(1'000)) {
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
    delivery.last = true;
    delivery.close_reason = "nothing asked";
    deliver(std::move(delivery));
    const auto got = rude.next();
    ASSERT_TRUE(got);
    EXPECT_EQ(got->kind, closing);
    EXPECT_EQ(got->payload.substr(2), "nothing asked");
    EXPECT_TRUE(handler.wait_for_connections(0));
    EXPECT_TRUE(rude.is_disconnected());
}

TEST(FrameLimiter, CountsFramesHoweverTheBytesAreCut) {
    const auto verdict = [](std::string_view bytes, std::size_t piece) {
        FrameLimiter frames(4, 10);
        auto worst = FrameLimiter::Verdict::fine;
        for (std::size_t at = 0; at < bytes.size(); at += piece) {
            const std::string_view part = bytes.substr(at, piece);
            const auto one = frames.take(
                {reinterpret_cast<const std::uint8_t*>(part.data()), part.size()}, Clock::now());
            if (one != FrameLimiter::Verdict::fine) worst = one;
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
        EXPECT_EQ(verdict(fine, piece), FrameLimiter::Verdict::fine) << piece;
        EXPECT_EQ(verdict(many, piece), FrameLimiter::Verdict::too_many_fragments) << piece;
    }
}

}  // namespace
}  // namespace sicbo::server
