// SPDX-License-Identifier: MIT
#include "load/websocket.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <vector>

namespace sicbo::load {
namespace {

// The server's end, written by hand: it accepts one connection and sends the bytes it is given.
class WebSockets : public testing::Test {
protected:
    WebSockets() : listening_(::socket(AF_INET, SOCK_STREAM, 0)) {
        sockaddr_in own{};
        own.sin_family = AF_INET;
        own.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof own;
        auto* address = reinterpret_cast<sockaddr*>(&own);
        EXPECT_EQ(::bind(listening_, address, size), 0);
        EXPECT_EQ(::listen(listening_, 1), 0);
        EXPECT_EQ(::getsockname(listening_, address, &size), 0);
        EXPECT_TRUE(client_.connect({"127.0.0.1", ntohs(own.sin_port), "sicbo.v1"}));
        server_ = ::accept(listening_, nullptr, nullptr);
        wait_for(POLLOUT);
        client_.write();
    }
    ~WebSockets() override {
        ::close(server_);
        ::close(listening_);
    }

    void wait_for(short events) const {
        pollfd ready = {client_.descriptor(), events, 0};
        ASSERT_EQ(::poll(&ready, 1, 10'000), 1);
    }
    // Sends the bytes from the server and lets the client handle them.
    void serve(std::string_view bytes) {
        ASSERT_EQ(::send(server_, bytes.data(), bytes.size(), 0),
                  static_cast<ssize_t>(bytes.size()));
        wait_for(POLLIN);
        client_.read([&](std::string_view text) { texts_.emplace_back(text); });
    }
    std::string received() const {
        std::array<char, 4'096> bytes = {};
        const ssize_t got = ::recv(server_, bytes.data(), bytes.size(), 0);
        return got > 0 ? std::string(bytes.data(), static_cast<std::size_t>(got)) : std::string();
    }
    static constexpr std::string_view accepted = "HTTP/1.1 101 Switching Protocols\r\n\r\n";

    int listening_;
    int server_ = -1;
    WebSocket client_;
    std::vector<std::string> texts_;
};

TEST_F(WebSockets, AskForTheirProtocolAndSendWhatWasQueued) {
    client_.send("early");
    EXPECT_NE(received().find("Sec-WebSocket-Protocol: sicbo.v1\r\n"), std::string::npos);
    EXPECT_FALSE(client_.is_open());
    serve(accepted);
    EXPECT_TRUE(client_.is_open());
    // A masked text frame of five bytes; the mask is zero.
    EXPECT_EQ(received(), std::string("\x81\x85\0\0\0\0", 6) + "early");
}

TEST_F(WebSockets, ReadFramesAndFragments) {
    serve(accepted);
    serve("\x81\x02hi");
    serve(std::string("\x01\x03one", 5) + std::string("\x80\x03two", 5));
    EXPECT_EQ(texts_, (std::vector<std::string>{"hi", "onetwo"}));
    serve(std::string("\x81\x7e\x01\x00", 4) + std::string(256, 'x'));
    EXPECT_EQ(texts_.back(), std::string(256, 'x'));
}

TEST_F(WebSockets, CloseForAReason) {
    serve("HTTP/1.1 503 Service Unavailable\r\n\r\n");
    EXPECT_TRUE(client_.is_closed());
    EXPECT_EQ(client_.why_closed(), "refused: HTTP/1.1 503 Service Unavailable");
}

TEST_F(WebSockets, RefuseMaskedFramesOfTheServer) {
    serve(accepted);
    serve(std::string("\x81\x81\0\0\0\0x", 7));
    EXPECT_TRUE(client_.is_closed());
    EXPECT_TRUE(texts_.empty());
}

TEST_F(WebSockets, ReportTheCodeOfAClose) {
    serve(accepted);
    serve(std::string("\x88\x05\x03\xe9", 4) + "bye");
    EXPECT_EQ(client_.why_closed(), "closed with 1001: bye");
}

}  // namespace
}  // namespace sicbo::load
