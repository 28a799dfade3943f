// SPDX-License-Identifier: MIT
#include "device/tumbler_transport.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <thread>

namespace sicbo::device {
namespace {

constexpr std::chrono::seconds patience{20};

// Waits until it holds; returns false if it never does.
template <class Holds>
bool until(Holds holds) {
    const auto end = std::chrono::steady_clock::now() + patience;
    while (!holds()) {
        if (std::chrono::steady_clock::now() > end) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
}

// One connection of a tumbler, which sends and receives exactly these bytes.
class Peer {
public:
    explicit Peer(int socket) : socket_(socket) {}
    Peer(const Peer&) = delete;
    Peer& operator=(const Peer&) = delete;
    ~Peer() { ::close(socket_); }

    void send(const std::string& bytes) const {
        EXPECT_EQ(::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL),
                  static_cast<ssize_t>(bytes.size()));
    }
    // The next bytes; empty if the other side has ended the connection.
    std::string receive(std::size_t count) const {
        std::string bytes;
        while (bytes.size() < count) {
            pollfd ready = {socket_, POLLIN, 0};
            const auto wait = std::chrono::milliseconds(patience).count();
            if (::poll(&ready, 1, static_cast<int>(wait)) != 1) return "nothing came";
            std::array<char, 4'096> some = {};
            const ssize_t got =
                ::recv(socket_, some.data(), std::min(some.size(), count - bytes.size()), 0);
            if (got <= 0) return "";
            bytes.append(some.data(), static_cast<std::size_t>(got));
        }
        return bytes;
    }

private:
    int socket_;
};

// A port of this machine where a tumbler listens, or where nobody does.
class Port {
public:
    Port() {
        bind({});
        sockaddr_in at = {};
        socklen_t size = sizeof at;
        ::getsockname(socket_, reinterpret_cast<sockaddr*>(&at), &size);
        number_ = ntohs(at.sin_port);
    }
    Port(const Port&) = delete;
    Port& operator=(const Port&) = delete;
    ~Port() { ::close(socket_); }

    std::uint16_t number() const { return number_; }
    void listen() const { ASSERT_EQ(::listen(socket_, 8), 0); }
    std::unique_ptr<Peer> accept() const {
        return std::make_unique<Peer>(::accept(socket_, nullptr, nullptr));
    }

private:
    void bind(std::uint16_t port) {
        socket_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in at = {};
        at.sin_family = AF_INET;
        at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        at.sin_port = htons(port);
        EXPECT_EQ(::bind(socket_, reinterpret_cast<sockaddr*>(&at), sizeof at), 0);
    }

    int socket_ = -1;
    std::uint16_t number_ = 0;
};

class TcpTransport : public testing::Test {
protected:
    void connect() {
        transport = make_tcp_transport("127.0.0.1", port.number(), [this] { ++wakes; });
    }
    std::unique_ptr<Peer> accept() {
        auto peer = port.accept();
        const std::uint64_t before = number;
        EXPECT_TRUE(until([&] { return transport->connection() > before; }));
        number = transport->connection();
        return peer;
    }
    std::string next_line() {
        std::optional<std::string> line;
        EXPECT_TRUE(until([&] { return (line = transport->receive({})).has_value(); }));
        return line.value_or("");
    }

    Port port;
    std::atomic<int> wakes = 0;
    std::uint64_t number = 0;
    std::unique_ptr<TumblerTransport> transport;
};

TEST_F(TcpTransport, CarriesLinesBothWays) {
    port.listen();
    connect();
    const auto peer = accept();
    EXPECT_EQ(transport->connection(), 1u);
    EXPECT_EQ(transport->last_error(), "");
    EXPECT_TRUE(until([&] { return wakes >= 1; }));
    transport->send("one");
    transport->send("two");
    EXPECT_EQ(peer->receive(8), "one\ntwo\n");
    EXPECT_EQ(transport->receive({}), std::nullopt);
    const int before = wakes;
    peer->send("first\nsecond\nth");
    EXPECT_EQ(next_line(), "first");
    EXPECT_EQ(next_line(), "second");
    EXPECT_GT(wakes, before);
    peer->send("ird\n\n");
    EXPECT_EQ(next_line(), "third");
    EXPECT_EQ(next_line(), "");
    EXPECT_EQ(transport->receive({}), std::nullopt);
}

TEST_F(TcpTransport, SaysWhyThereIsNoConnectionAndConnectsOnceThereCanBeOne) {
    connect();  // the port is taken, and nobody listens there
    EXPECT_TRUE(until([&] { return transport->last_error() == "Connection refused"; }));
    EXPECT_EQ(transport->connection(), 0u);
    transport->send("lost");
    port.listen();
    const auto peer = accept();
    EXPECT_EQ(transport->last_error(), "");
    transport->send("kept");
    EXPECT_EQ(peer->receive(5), "kept\n");
}

// What belongs to an earlier connection is neither sent nor received on the next one.
TEST_F(TcpTransport, NumbersItsConnectionsAndMixesNothing) {
    port.listen();
    connect();
    {
        const auto peer = accept();
        peer->send("old\n");
        EXPECT_TRUE(until([&] { return wakes >= 2; }));
    }
    EXPECT_TRUE(until([&] { return transport->connection() != 1; }));
    const auto peer = accept();
    EXPECT_EQ(transport->connection(), 2u);
    peer->send("new\n");
    EXPECT_EQ(next_line(), "new");
    transport->disconnect();
    EXPECT_EQ(peer->receive(1), "");
    const auto third = accept();
    EXPECT_EQ(transport->connection(), 3u);
    transport->send("hello");
    EXPECT_EQ(third->receive(6), "hello\n");
}

TEST_F(TcpTransport, EndsAConnectionThatSendsTooMuch) {
    port.listen();
    connect();
    {
        const auto peer = accept();
        peer->send(std::string(line_length_max + 4'096, 'x'));  // a line without an end
        EXPECT_EQ(peer->receive(1), "");
    }
    const auto peer = accept();
    std::string lines;
    for (int i = 0; i < 101; ++i) lines += "x\n";
    peer->send(lines);  // more than anybody takes
    EXPECT_EQ(peer->receive(1), "");
}

// A tumbler that sends nonsense is disconnected each time. It is not tried again at once, whatever
// woke the thread meanwhile. Only a lower bound of the time is asked for.
TEST_F(TcpTransport, WaitsBeforeItConnectsAgain) {
    port.listen();
    connect();
    const auto begun = std::chrono::steady_clock::now();
    constexpr int connections = 4;
    for (int i = 0; i < connections; ++i) {
        const auto peer = accept();
        peer->send("nonsense\n");
        EXPECT_EQ(next_line(), "nonsense");
        transport->disconnect();
        transport->send("lost");  // wakes the thread once more
        EXPECT_EQ(peer->receive(1).find("nothing came"), std::string::npos);
    }
    const auto took = std::chrono::steady_clock::now() - begun;
    EXPECT_GE(took, (connections - 1) * std::chrono::milliseconds(450));
}

TEST_F(TcpTransport, TakesNumericAddressesOnly) {
    transport = make_tcp_transport("localhost", port.number(), [] {});
    EXPECT_TRUE(until([&] { return transport->last_error() == "\"localhost\" is no address"; }));
    EXPECT_EQ(transport->connection(), 0u);
}

// The thread may be connecting, waiting, or serving a peer that says nothing.
TEST_F(TcpTransport, CanBeDestroyedAtAnyTime) {
    connect();
    transport.reset();
    connect();
    EXPECT_TRUE(until([&] { return !transport->last_error().empty(); }));
    transport.reset();
    port.listen();
    connect();
    const auto peer = port.accept();
    transport.reset();
    EXPECT_EQ(peer->receive(1), "");
}

TEST(SimulatedTransport, ConnectsAgainAfterALineThatIsNoMessage) {
    const SigningKey server = key_of(sha256("the server"));
    Instant now{1'000};
    const auto transport = make_simulated_transport({sha256("the tumbler"), server.public_key(), 0},
                                                    [&] { return now; });
    EXPECT_EQ(transport->connection(), 1u);
    EXPECT_EQ(transport->last_error(), "");
    transport->send("nonsense");
    EXPECT_EQ(transport->connection(), 2u);
    transport->disconnect();
    EXPECT_EQ(transport->connection(), 3u);
}

}  // namespace
}  // namespace sicbo::device
