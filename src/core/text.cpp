// SPDX-License-Identifier: MIT
#include "core/text.h"

#include <algorithm>
#include <cstdint>
#include <span>

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

namespace {

struct Range {
    char32_t first;
    char32_t last;
};

// Not the space-like ones: names have spaces.
constexpr Range not_plain[] = {
    {0x0080, 0x009F},    // control characters
    {0x00AD, 0x00AD},    // soft hyphen
    {0x034F, 0x034F},    // combining grapheme joiner
    {0x0600, 0x0605},    // Arabic number signs
    {0x061C, 0x061C},    // Arabic letter mark
    {0x06DD, 0x06DD},    // Arabic end of ayah
    {0x070F, 0x070F},    // Syriac abbreviation mark
    {0x0890, 0x0891},    // Arabic currency marks above
    {0x08E2, 0x08E2},    // Arabic disputed end of ayah
    {0x115F, 0x1160},    // Hangul fillers
    {0x17B4, 0x17B5},    // Khmer inherent vowels
    {0x180B, 0x180F},    // Mongolian selectors and separator
    {0x200B, 0x200F},    // zero width, and left-to-right and right-to-left marks
    {0x2028, 0x202E},    // line and paragraph separators, embeddings and overrides
    {0x2060, 0x206F},    // invisible operators, isolates
    {0x2800, 0x2800},    // Braille pattern without dots
    {0x3164, 0x3164},    // Hangul filler
    {0xFE00, 0xFE0F},    // variation selectors
    {0xFEFF, 0xFEFF},    // byte order mark
    {0xFFA0, 0xFFA0},    // Hangul filler
    {0xFFF9, 0xFFFB},    // interlinear annotation
    {0x110BD, 0x110BD},  // Kaithi number sign
    {0x110CD, 0x110CD},  // Kaithi number sign above
    {0x13430, 0x1343F},  // Egyptian format controls
    {0x1BCA0, 0x1BCA3},  // shorthand format controls
    {0x1D173, 0x1D17A},  // musical format controls
    {0xE0000, 0xE0FFF},  // tags and selectors
};

// The characters that look like a blank.
constexpr Range blanks[] = {
    {0x0009, 0x0009}, {0x0020, 0x0020}, {0x00A0, 0x00A0}, {0x1680, 0x1680},
    {0x2000, 0x200A}, {0x202F, 0x202F}, {0x205F, 0x205F}, {0x3000, 0x3000},
};

bool is_in(std::span<const Range> ranges, char32_t character) {
    return std::ranges::any_of(ranges, [&](const Range& range) {
        return range.first <= character && character <= range.last;
    });
}

// Takes the first character off a text that is UTF-8.
char32_t take_character(std::string_view& text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const std::size_t length = byte(0) < 0x80 ? 1 : byte(0) < 0xE0 ? 2 : byte(0) < 0xF0 ? 3 : 4;
    char32_t character = length == 1 ? byte(0) : byte(0) & (0xFFu >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) character = character << 6 | (byte(i) & 0x3Fu);
    text.remove_prefix(length);
    return character;
}

}  // namespace

bool is_plain(std::string_view text) {
    if (!is_line(text)) return false;
    while (!text.empty()) {
        if (is_in(not_plain, take_character(text))) return false;
    }
    return true;
}

bool has_single_blanks(std::string_view text) {
    if (!is_utf8(text)) return false;
    bool after_blank = true;
    while (!text.empty()) {
        const bool blank = is_in(blanks, take_character(text));
        if (blank && after_blank) return false;
        after_blank = blank;
    }
    return !after_blank;
}

std::string_view without_byte_order_mark(std::string_view text) {
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    if (text.starts_with(mark)) text.remove_prefix(mark.size());
    return text;
}

}  // namespace sicbo
