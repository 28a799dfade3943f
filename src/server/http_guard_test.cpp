// SPDX-License-Identifier: MIT
#include "server/http_guard.h"

#include <gtest/gtest.h>

namespace sicbo::server {
namespace {

std::string problem_of(const std::string& headers) {
    const auto problem = framing_problem("POST / HTTP/1.1\r\nHost: a\r\n" + headers);
    return std::string(problem.value_or("none"));
}

TEST(HttpFraming, AcceptsWhatEveryReaderUnderstandsAlike) {
    EXPECT_EQ(problem_of(""), "none");
    EXPECT_EQ(problem_of("Content-Length: 3\r\n"), "none");
    EXPECT_EQ(problem_of("Transfer-Encoding: chunked\r\n"), "none");
    EXPECT_EQ(problem_of("X:\r\nx-y:  a\tb \r\n"), "none");
    EXPECT_FALSE(framing_problem("GET / HTTP/1.0\r\n"));
}

TEST(HttpFraming, RefusesWhatAProxyMayUnderstandDifferently) {
    EXPECT_EQ(problem_of("Content-Length: 3\r\nContent-Length: 3\r\n"),
              "Content-Length is there twice");
    EXPECT_EQ(problem_of("Content-Length: 3\r\nTransfer-Encoding: chunked\r\n"),
              "Content-Length and Transfer-Encoding exclude each other");
    EXPECT_EQ(problem_of("transfer-encoding: chunked\r\nTransfer-Encoding: identity\r\n"),
              "Transfer-Encoding is there twice");
    for (const std::string coding :
         {"xchunked", "gzip, chunked", "chunked, chunked", "\"chunked\"", "", "identity"}) {
        EXPECT_EQ(problem_of("Transfer-Encoding: " + coding + "\r\n"),
                  "Transfer-Encoding must be chunked");
    }
    for (const std::string length : {"+3", "-1", "0x3", "3, 3", "3 3", "", "9999999999999999999"}) {
        EXPECT_EQ(problem_of("Content-Length: " + length + "\r\n"), "Content-Length is no number");
    }
    EXPECT_EQ(problem_of("X: a\r\n b\r\n"), "a header is folded");
    EXPECT_EQ(problem_of("Content-Length : 3\r\n"), "a header has no proper name");
    EXPECT_EQ(problem_of(": 3\r\n"), "a header has no proper name");
    EXPECT_EQ(problem_of("no colon\r\n"), "a header has no proper name");
    EXPECT_EQ(problem_of("X: a\nContent-Length: 3\r\n"), "a line ends without CRLF");
    EXPECT_EQ(problem_of("X: a\rContent-Length: 3\r\n"), "a line ends without CRLF");
    EXPECT_EQ(problem_of("X: \x01\r\n"), "a header has control characters");
    EXPECT_EQ(problem_of("Host: b\r\n"), "Host is there twice");
    EXPECT_EQ(problem_of("Origin: http://a\r\n"), "none");
    EXPECT_EQ(problem_of("Origin: http://a\r\nORIGIN: http://b\r\n"), "Origin is there twice");
    EXPECT_EQ(framing_problem("GET / HTTP/1.1\r\n"), "Host is missing");
    EXPECT_EQ(framing_problem("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n"),
              "HTTP/1.0 has no Transfer-Encoding");
    EXPECT_TRUE(framing_problem("\r\nGET / HTTP/1.1\r\n"));
}

TEST(HostNames, AreReadWithoutThePort) {
    EXPECT_EQ(host_name("Casino.Example:8080"), "casino.example");
    EXPECT_EQ(host_name("casino.example."), "casino.example");
    EXPECT_EQ(host_name("[::1]:8080"), "::1");
    for (const std::string_view bad : {"[::1", "[::1]x", "a:b", "a b", "a/b", "a@b", ""}) {
        EXPECT_EQ(host_name(bad), "") << bad;
    }
}

TEST(HostNames, AreThoseOfThisMachineAndOfTheConfiguration) {
    const HostNames names({"casino.example"}, {"https://proxy.example"});
    for (const std::string_view known : {"localhost:8080", "127.0.0.1", "[::1]:1", "CASINO.example",
                                         "10.0.0.5:80", "proxy.example"}) {
        EXPECT_TRUE(names.is_known(known, "10.0.0.5")) << known;
    }
    for (const std::string_view other :
         {"rebound.example", "10.0.0.6", "", "casino.example.evil"}) {
        EXPECT_FALSE(names.is_known(other, "10.0.0.5")) << other;
    }
    EXPECT_TRUE(names.may_connect("http://localhost:8080", "localhost:8080"));
    EXPECT_TRUE(names.may_connect("https://proxy.example", "localhost:8080"));
    EXPECT_FALSE(names.may_connect("http://evil.example", "localhost:8080"));
    EXPECT_FALSE(names.may_connect("null", "localhost:8080"));
}

}  // namespace
}  // namespace sicbo::server
