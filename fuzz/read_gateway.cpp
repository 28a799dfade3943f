// SPDX-License-Identifier: MIT
// Frames of gateways and to them: what can be read is written as it was, in whatever pieces it
// arrives; and a relay outlives whatever frames a server sends.
#include <cstdint>
#include <string_view>

#include "core/check.h"
#include "gateway/relay.h"

namespace {

using namespace sicbo;
using namespace sicbo::wire::gateway;

// The frames that can be split off the bytes, which arrive in pieces.
std::vector<std::string> split_frames(std::string_view bytes, std::size_t piece) {
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

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (const auto frame = read_from_gateway(text)) check(to_bytes(*frame) == text);
    if (const auto frame = read_to_gateway(text)) check(to_bytes(*frame) == text);
    const std::vector<std::string> frames = split_frames(text, text.size());
    check(split_frames(text, 3) == frames);

    gateway::Relay relay({.send = [](gateway::Relay::Lists) {}, .wake = [] {}});
    check(relay.on_frame(ToGateway(Welcome{"", ""}), {}).has_value());
    for (const std::uint64_t client : {1u, 2u}) {
        relay.on_connect({client}, {"10.0.0.1", 1, "", "10.0.0.2"}, client == 2);
    }
    for (const std::string& one : frames) {
        if (const auto frame = read_to_gateway(one)) (void)relay.on_frame(*frame, {});
        relay.flush();
    }
    relay.on_message({1}, text);
    relay.on_line_lost({});
    relay.on_message({1}, R"({"id":1,"type":"resume"})");
    check(relay.on_frame(ToGateway(Welcome{"", ""}), {}).has_value());
    for (const std::uint64_t client : {1u, 2u}) relay.on_disconnect({client});
    for (const std::string& one : split_frames(relay.take_upstream(), 5)) {
        check(read_from_gateway(one).has_value());
    }
    return 0;
}
