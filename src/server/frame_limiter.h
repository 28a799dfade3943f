// SPDX-License-Identifier: MIT
// Limits the frames of one WebSocket: fragments per message, and control frames per second.
//
// Beast reports messages, not frames: it skips empty fragments, and one read may end inside a
// frame. So this class reads the frame headers (RFC 6455, 5.2) from the bytes as they arrive,
// before Beast does. It ignores payloads. No sockets; the caller brings the time.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "core/check.h"
#include "server/token_bucket.h"

namespace sicbo::server {

// Not safe for several threads.
class FrameLimiter {
public:
    // Control frames (ping, pong, close) are limited by a token bucket of `controls_per_second`.
    FrameLimiter(std::uint32_t fragments_max, std::uint32_t controls_per_second)
        : fragments_max_(fragments_max), controls_(controls_per_second) {}

    enum class Violation : std::uint8_t { none, too_many_fragments, too_many_controls };

    // Reads the next bytes of the connection, cut anywhere. Returns the last violation among the
    // frames whose header ends in these bytes, or `none`.
    Violation take(std::span<const std::uint8_t> bytes, SteadyClock::time_point now) {
        Violation violation = Violation::none;
        while (!bytes.empty()) {
            if (payload_left_ > 0) {
                const std::uint64_t skipped = std::min<std::uint64_t>(payload_left_, bytes.size());
                payload_left_ -= skipped;
                bytes = bytes.subspan(static_cast<std::size_t>(skipped));
                continue;
            }
            check(header_bytes_ < header_.size());
            header_[header_bytes_++] = bytes.front();
            bytes = bytes.subspan(1);
            if (header_bytes_ < 2 || header_bytes_ < header_size()) continue;
            header_bytes_ = 0;
            payload_left_ = payload_length();
            if (const Violation one = count_frame(now); one != Violation::none) violation = one;
        }
        return violation;
    }

private:
    static constexpr std::size_t header_length_max = 14;
    static constexpr std::uint8_t two_length_bytes = 126;    // length code: 2 bytes follow
    static constexpr std::uint8_t eight_length_bytes = 127;  // length code: 8 bytes follow

    std::size_t length_size() const {
        const std::uint8_t code = header_[1] & 0x7f;
        return code == two_length_bytes ? 2 : code == eight_length_bytes ? 8 : 0;
    }
    std::size_t header_size() const {
        const bool masked = (header_[1] & 0x80) != 0;
        return 2 + length_size() + (masked ? 4 : 0);
    }
    std::uint64_t payload_length() const {
        if (length_size() == 0) return header_[1] & 0x7f;
        std::uint64_t length = 0;
        for (std::size_t i = 0; i < length_size(); ++i) length = length << 8 | header_[2 + i];
        return length;
    }

    Violation count_frame(SteadyClock::time_point now) {
        const bool control = (header_[0] & 0x08) != 0;
        const bool final = (header_[0] & 0x80) != 0;
        if (control) return controls_.take(now) ? Violation::none : Violation::too_many_controls;
        const bool too_many = ++fragments_ > fragments_max_;
        if (final) fragments_ = 0;
        return too_many ? Violation::too_many_fragments : Violation::none;
    }

    std::uint32_t fragments_max_;
    TokenBucket controls_;
    std::uint32_t fragments_ = 0;     // of the message that is being received
    std::uint64_t payload_left_ = 0;  // of the current frame
    std::array<std::uint8_t, header_length_max> header_ = {};
    std::size_t header_bytes_ = 0;  // of the next frame, received so far
};

}  // namespace sicbo::server
