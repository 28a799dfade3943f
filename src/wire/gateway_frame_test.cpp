// SPDX-License-Identifier: MIT
#include "wire/gateway_frame.h"

#include <gtest/gtest.h>

namespace sicbo::wire::gateway {
namespace {

// The frames in the bytes, without their lengths.
std::vector<std::string> frames_in(std::string_view bytes, std::size_t piece) {
    FrameReader reader;
    std::vector<std::string> frames;
    while (!bytes.empty()) {
        reader.append(bytes.substr(0, piece));
        bytes.remove_prefix(std::min(piece, bytes.size()));
        for (auto next = reader.next(); next && *next; next = reader.next()) {
            frames.emplace_back(**next);
        }
    }
    return frames;
}

TEST(GatewayFrame, IsReadAsItWasWritten) {
    const Origin origin{"10.0.0.7", "ab", "10.0.0.1"};
    const std::vector<FromGateway> from = {
        Opened{7, true, origin}, Sent{client_max, "{}"}, Closed{1},
        Call{3, origin, "GET", "/api/v1/x", "Bearer t", "application/json", "br", "{}"}, Ping{9}};
    const std::vector<ToGateway> to = {
        Welcome{"hash", "https://video"},
        Deliver{7, {"{\"reply\":1}", "{}"}, true, "closed", 16'384},
        Publish{{TopicKind::table, 3}, "{}"},
        Subscribed{7, {TopicKind::property, 0}},
        Unsubscribed{7, {TopicKind::table, 3}},
        Response{3, 200, "application/json", "{}", true, "br", true, "GET", ""},
        Pong{9}};
    std::string bytes;
    for (const FromGateway& one : from) append_frame(bytes, one);
    for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, bytes.size()}) {
        const std::vector<std::string> frames = frames_in(bytes, piece);
        ASSERT_EQ(frames.size(), from.size());
        for (std::size_t i = 0; i < frames.size(); ++i) {
            const auto read = read_from_gateway(frames[i]);
            ASSERT_TRUE(read.has_value());
            EXPECT_EQ(to_bytes(*read), to_bytes(from[i]));
        }
    }
    bytes.clear();
    for (const ToGateway& one : to) append_frame(bytes, one);
    const std::vector<std::string> frames = frames_in(bytes, 5);
    ASSERT_EQ(frames.size(), to.size());
    for (std::size_t i = 0; i < frames.size(); ++i) {
        const auto read = read_to_gateway(frames[i]);
        ASSERT_TRUE(read.has_value());
        EXPECT_EQ(to_bytes(*read), to_bytes(to[i]));
    }
}

TEST(GatewayFrame, ThatMakesNoSenseIsRefused) {
    EXPECT_FALSE(read_from_gateway(""));
    EXPECT_FALSE(read_from_gateway("\x09"));                            // no such frame
    EXPECT_FALSE(read_from_gateway(to_bytes(FromGateway(Closed{0}))));  // nobody has this number
    EXPECT_FALSE(read_from_gateway(to_bytes(FromGateway(Closed{client_max + 1}))));
    EXPECT_FALSE(read_from_gateway(to_bytes(FromGateway(Ping{1})) + "x"));
    EXPECT_FALSE(read_from_gateway(to_bytes(FromGateway(Sent{1, "\xff"}))));
    EXPECT_FALSE(read_to_gateway(to_bytes(ToGateway(Subscribed{1, {TopicKind::table, 0}}))));
    EXPECT_FALSE(read_to_gateway(to_bytes(ToGateway(Publish{{TopicKind::property, 4}, "{}"}))));
}

TEST(GatewayFrame, ThatIsTooLongEndsTheReading) {
    FrameReader reader;
    reader.append(std::string("\x01\x00\x00\x01", 4));  // 16 MiB and 1
    EXPECT_FALSE(reader.next());
    FrameReader longest;
    longest.append(std::string("\x00\x00\x00\x01", 4));
    ASSERT_TRUE(longest.next().has_value());
    EXPECT_FALSE(longest.next()->has_value());  // it has not arrived yet
}

}  // namespace
}  // namespace sicbo::wire::gateway
