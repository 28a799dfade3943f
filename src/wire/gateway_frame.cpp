// SPDX-License-Identifier: MIT
#include "wire/gateway_frame.h"

namespace sicbo::wire::gateway {
namespace {

constexpr std::size_t length_size = 4;

template <class Frame>
void append_bytes(std::string& to, const Frame& frame) {
    ByteWriter writer;
    encode(writer, frame);
    const std::size_t size = writer.bytes().size();
    check(size <= frame_max);
    for (std::size_t i = 0; i < length_size; ++i) to += static_cast<char>(size >> 8 * i);
    to += writer.bytes();
}

std::optional<Error> wrong_client(std::uint64_t client) {
    if (1 <= client && client <= client_max) return std::nullopt;
    return Error{"there is no client " + std::to_string(client), ""};
}

// Every frame about a client has its number; most others have nothing that could be wrong.
template <class Choices>
Result<Choices> verified(Result<Choices> frame) {
    if (!frame) return frame;
    const std::optional<Error> wrong = visit(
        [](const auto& one) -> std::optional<Error> {
            if constexpr (requires { one.client; }) {
                if (auto error = wrong_client(one.client)) return error;
            }
            if constexpr (requires { one.topic; }) {
                if (is_single(one.topic.kind) != (one.topic.number == 0)) {
                    return Error{"there is no such topic", ""};
                }
            }
            return std::nullopt;
        },
        *frame);
    if (wrong) return std::unexpected(*wrong);
    return frame;
}

}  // namespace

void append_frame(std::string& to, const FromGateway& frame) { append_bytes(to, frame); }

void append_frame(std::string& to, const ToGateway& frame) { append_bytes(to, frame); }

Result<FromGateway> read_from_gateway(std::string_view frame) {
    return verified(from_bytes<FromGateway>(frame));
}

Result<ToGateway> read_to_gateway(std::string_view frame) {
    return verified(from_bytes<ToGateway>(frame));
}

void FrameReader::append(std::string_view bytes) {
    bytes_.erase(0, at_);
    at_ = 0;
    bytes_ += bytes;
}

Result<std::optional<std::string_view>> FrameReader::next() {
    const std::string_view rest = std::string_view(bytes_).substr(at_);
    if (rest.size() < length_size) return std::nullopt;
    std::size_t size = 0;
    for (std::size_t i = 0; i < length_size; ++i) {
        size |= std::size_t{static_cast<std::uint8_t>(rest[i])} << 8 * i;
    }
    if (size > frame_max) return failure("a frame is too long");
    if (rest.size() - length_size < size) return std::nullopt;
    at_ += length_size + size;
    return rest.substr(length_size, size);
}

}  // namespace sicbo::wire::gateway
