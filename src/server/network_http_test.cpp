// SPDX-License-Identifier: MIT
#include <thread>

#include "server/connection_limiter.h"
#include "server/network_test_client.h"
#include "server/token_bucket.h"

namespace sicbo::server {
namespace {

class NetworkHttpTest : public NetworkTest {
protected:
    // Sends the bytes on a new connection and returns all that comes back.
    std::string answer_to(std::string_view bytes) {
        Client client(network->port());
        client.send(bytes);
        return client.rest();
    }
};

bool has(const std::string& text, std::string_view part) { return text.contains(part); }

TEST_F(NetworkHttpTest, AnswersARequestInAnyNumberOfPieces) {
    start();
    const std::string request = "GET /path?query HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
    Client slow(network->port());
    for (const char byte : request) slow.send(std::string_view(&byte, 1));
    for (const std::string& got : {answer_to(request), slow.rest()}) {
        EXPECT_TRUE(got.starts_with("HTTP/1.1 200 OK\r\n")) << got;
        EXPECT_TRUE(has(got, "\r\nCache-Control: no-store\r\n")) << got;
        EXPECT_TRUE(has(got, "\r\nX-Frame-Options: DENY\r\n")) << got;
        EXPECT_TRUE(has(got, "\r\nContent-Length: 15\r\n")) << got;
        EXPECT_TRUE(got.ends_with("\r\n\r\nGET /path?query")) << got;
    }
}

TEST_F(NetworkHttpTest, AnswersRequestsOfOneConnectionInOrder) {
    start();
    const std::string got = answer_to(
        "POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc"
        "HEAD /2 HTTP/1.1\r\nHost: a\r\n\r\n"
        "GET /throw HTTP/1.1\r\nHost: a\r\n\r\n"
        "GET /4 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    const std::size_t first = got.find("POST /1");
    const std::size_t failed = got.find("HTTP/1.1 500");
    const std::size_t last = got.find("GET /4");
    EXPECT_NE(last, std::string::npos) << got;
    EXPECT_LT(first, failed) << got;
    EXPECT_LT(failed, last) << got;
    EXPECT_FALSE(has(got, "HEAD /2")) << got;  // only its length is sent
}

TEST_F(NetworkHttpTest, RefusesWhatIsNotHttpOrTooLarge) {
    start();
    EXPECT_TRUE(answer_to("this is nonsense\r\n\r\n").starts_with("HTTP/1.1 400"));
    const std::string header = "X: " + std::string(9'000, 'x') + "\r\n\r\n";
    EXPECT_TRUE(answer_to("GET / HTTP/1.1\r\n" + header).starts_with("HTTP/1.1 413"));
    EXPECT_TRUE(answer_to("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 20000\r\n\r\n")
                    .starts_with("HTTP/1.1 413"));
}

TEST_F(NetworkHttpTest, RefusesFramingThatAProxyMayUnderstandDifferently) {
    start();
    for (const char* headers :
         {"Content-Length: 3\r\nContent-Length: 3\r\n",
          "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", "X: a\r\n b\r\n", "X : a\r\n",
          "X: a\nY: b\r\n", "Transfer-Encoding: xchunked\r\n", "Host: here\r\n"}) {
        const std::string got =
            answer_to("POST / HTTP/1.1\r\nHost: a\r\n" + std::string(headers) + "\r\nabc");
        EXPECT_TRUE(got.starts_with("HTTP/1.1 400")) << headers << got;
    }
    EXPECT_TRUE(answer_to("GET / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 400"));
}

TEST_F(NetworkHttpTest, RefusesANameThatIsNotItsOwn) {
    start();
    const auto status_for = [&](const std::string& host) {
        return answer_to("GET / HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
            .substr(9, 3);
    };
    for (const char* own : {"localhost:1", "127.0.0.1", "[::1]", "here:8080", "HERE"}) {
        EXPECT_EQ(status_for(own), "200") << own;
    }
    for (const char* other : {"rebound.example", "10.9.8.7", "here.rebound.example", ""}) {
        EXPECT_EQ(status_for(other), "421") << other;
    }
    // A name that was made to point here, where Host and Origin agree.
    EXPECT_EQ(answer_to("GET /socket HTTP/1.1\r\nHost: rebound.example\r\nConnection: Upgrade\r\n"
                        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
                        "Sec-WebSocket-Protocol: test\r\nOrigin: http://rebound.example\r\n\r\n")
                  .substr(9, 3),
              "421");
}

TEST_F(NetworkHttpTest, LimitsTheRequestsAndBytesOfOneAddress) {
    options.http_requests = {0.001, 3};
    start();
    const std::string request = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
    for (int i = 0; i < 3; ++i) EXPECT_EQ(answer_to(request).substr(9, 3), "200");
    const std::string refused = answer_to(request);
    EXPECT_EQ(refused.substr(9, 3), "429");
    EXPECT_TRUE(has(refused, "\r\nRetry-After: 1\r\n"));
    network.reset();
    options.http_requests = {100, 100};
    options.http_bytes = {0.001, 10};
    start();
    EXPECT_EQ(answer_to(request).substr(9, 3), "200");
    EXPECT_EQ(answer_to(request).substr(9, 3), "429");
}

TEST_F(NetworkHttpTest, DropsAClientThatDoesNotFinishItsRequest) {
    options.handshake_max = milliseconds(50);
    start();
    EXPECT_EQ(answer_to("GET / HT"), "");
    EXPECT_EQ(answer_to(""), "");
    // The client sees the end of the connection before the server has forgotten it.
    for (int tries = 0; tries < 500 && network->connections() > 0; ++tries) {
        std::this_thread::sleep_for(milliseconds(10));
    }
    EXPECT_EQ(network->connections(), 0u);
}

TEST_F(NetworkHttpTest, RefusesWebSocketsOfAnotherProtocolPathOrSite) {
    start();
    const auto upgrade = [&](std::string_view path, std::string_view protocol,
                             std::string_view origin) {
        return answer_to("GET " + std::string(path) +
                         " HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                         "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
                         "AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: " +
                         std::string(protocol) + "\r\nOrigin: " + std::string(origin) + "\r\n\r\n");
    };
    EXPECT_TRUE(upgrade("/elsewhere", "test", "http://here").starts_with("HTTP/1.1 400"));
    EXPECT_TRUE(upgrade("/socket", "other, tests", "http://here").starts_with("HTTP/1.1 400"));
    EXPECT_TRUE(upgrade("/socket", "test", "http://there").starts_with("HTTP/1.1 403"));
}

TEST(TokenBucket, AllowsABurstOfTwiceTheRateAndThenTheRate) {
    const SteadyClock::time_point start;
    TokenBucket bucket(10, start);
    for (int i = 0; i < 20; ++i) EXPECT_TRUE(bucket.take(start));
    EXPECT_FALSE(bucket.take(start));
    EXPECT_FALSE(bucket.take(start + milliseconds(50)));
    EXPECT_TRUE(bucket.take(start + milliseconds(100)));
    EXPECT_FALSE(bucket.take(start + milliseconds(100)));
    for (int i = 0; i < 20; ++i) EXPECT_TRUE(bucket.take(start + milliseconds(60'000)));
    EXPECT_FALSE(bucket.take(start + milliseconds(60'000)));
}

TEST(ConnectionLimiter, FreesASlotWhenItsConnectionEnds) {
    ConnectionLimiter limiter(2);
    std::shared_ptr<void> first = limiter.reserve(7);
    const std::shared_ptr<void> second = limiter.reserve(7);
    EXPECT_TRUE(first && second);
    EXPECT_FALSE(limiter.reserve(7));
    EXPECT_TRUE(limiter.reserve(8));  // another address
    first.reset();
    EXPECT_TRUE(limiter.reserve(7));
}

}  // namespace
}  // namespace sicbo::server
