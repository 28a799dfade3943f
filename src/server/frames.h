// Counts the frames of a WebSocket by their headers, as the bytes come in.
//
// Beast tells nobody how many frames a message took: it passes over empty fragments without a word,
// and one read may end inside a frame. What is inside the frames is not looked at here.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <span>

namespace sicbo::server {

using Clock = std::chrono::steady_clock;

// So many a second, and twice as many at once.
class Bucket {
public:
    explicit Bucket(std::uint32_t a_second) : a_second_(a_second), left_(2.0 * a_second) {}

    bool take(Clock::time_point at) {
        const std::chrono::duration<double> since = at - filled_;
        filled_ = at;
        left_ = std::min(left_ + since.count() * a_second_, 2.0 * a_second_);
        if (left_ < 1) return false;
        left_ -= 1;
        return true;
    }

private:
    double a_second_;
    double left_;
    Clock::time_point filled_ = Clock::now();
};

class Frames {
public:
    Frames(std::uint32_t fragments_most, std::uint32_t controls_a_second)
        : fragments_most_(fragments_most), controls_(controls_a_second) {}

    enum class Verdict : std::uint8_t { fine, too_many_fragments, too_many_controls };

    // What comes next, in whatever pieces it comes.
    Verdict take(std::span<const std::uint8_t> bytes, Clock::time_point at) {
        Verdict verdict = Verdict::fine;
        while (!bytes.empty()) {
            if (payload_ > 0) {
                const std::uint64_t passed = std::min<std::uint64_t>(payload_, bytes.size());
                payload_ -= passed;
                bytes = bytes.subspan(static_cast<std::size_t>(passed));
                continue;
            }
            header_[have_++] = bytes.front();
            bytes = bytes.subspan(1);
            if (have_ < 2 || have_ < header_size()) continue;
            have_ = 0;
            payload_ = length();
            if (const Verdict one = count(at); one != Verdict::fine) verdict = one;
        }
        return verdict;
    }

private:
    static constexpr std::size_t header_longest = 14;
    static constexpr std::uint8_t two_bytes = 126;    // of length follow
    static constexpr std::uint8_t eight_bytes = 127;  // of length follow

    std::size_t length_size() const {
        const std::uint8_t code = header_[1] & 0x7f;
        return code == two_bytes ? 2 : code == eight_bytes ? 8 : 0;
    }
    std::size_t header_size() const {
        const bool masked = (header_[1] & 0x80) != 0;
        return 2 + length_size() + (masked ? 4 : 0);
    }
    std::uint64_t length() const {
        if (length_size() == 0) return header_[1] & 0x7f;
        std::uint64_t length = 0;
        for (std::size_t i = 0; i < length_size(); ++i) length = length << 8 | header_[2 + i];
        return length;
    }

    Verdict count(Clock::time_point at) {
        const bool control = (header_[0] & 0x08) != 0;
        const bool final = (header_[0] & 0x80) != 0;
        if (control) {
            return controls_.take(at) ? Verdict::fine : Verdict::too_many_controls;
        }
        const bool too_many = ++fragments_ > fragments_most_;
        if (final) fragments_ = 0;
        return too_many ? Verdict::too_many_fragments : Verdict::fine;
    }

    std::uint32_t fragments_most_;
    Bucket controls_;
    std::uint32_t fragments_ = 0;  // of the message under way
    std::uint64_t payload_ = 0;    // still to pass
    std::array<std::uint8_t, header_longest> header_ = {};
    std::size_t have_ = 0;  // of the header
};

}  // namespace sicbo::server
