// SPDX-License-Identifier: MIT
#include "core/text.h"

#include <algorithm>
#include <cstdint>

namespace sicbo {
namespace {

// The length of the character that begins here, or 0 if none does.
std::size_t utf8_length(std::string_view text) {
    const auto byte = [&](std::size_t i) {
        return i < text.size() ? static_cast<std::uint8_t>(text[i]) : 0;
    };
    const auto follows = [&](std::size_t i, int low = 0x80, int high = 0xBF) {
        return low <= byte(i) && byte(i) <= high;
    };
    const int first = byte(0);
    if (first < 0x80) return 1;
    if (0xC2 <= first && first <= 0xDF) return follows(1) ? 2 : 0;
    if (0xE0 <= first && first <= 0xEF) {
        const int low = first == 0xE0 ? 0xA0 : 0x80;   // shorter forms exist
        const int high = first == 0xED ? 0x9F : 0xBF;  // surrogates
        return follows(1, low, high) && follows(2) ? 3 : 0;
    }
    if (0xF0 <= first && first <= 0xF4) {
        const int low = first == 0xF0 ? 0x90 : 0x80;
        const int high = first == 0xF4 ? 0x8F : 0xBF;  // past the last code point
        return follows(1, low, high) && follows(2) && follows(3) ? 4 : 0;
    }
    return 0;
}

}  // namespace

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

bool is_line(std::string_view text) {
    const auto is_control = [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x20 || byte == 0x7F;
    };
    return is_utf8(text) && std::ranges::none_of(text, is_control);
}

std::string_view without_byte_order_mark(std::string_view text) {
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    if (text.starts_with(mark)) text.remove_prefix(mark.size());
    return text;
}

}  // namespace sicbo
