// SPDX-License-Identifier: MIT
#include "core/text.h"

#include <gtest/gtest.h>

namespace sicbo {
namespace {

TEST(Utf8, IsToldFromOtherBytes) {
    for (const char* text : {"", "a", "é", "骰宝", "\xF0\x9F\x8E\xB2", "\xF4\x8F\xBF\xBF"}) {
        EXPECT_TRUE(is_utf8(text)) << text;
    }
    for (const char* text : {"\x80", "\xC0\xAF", "\xC3", "\xE0\x80\x80", "\xED\xA0\x80", "\xE4\xB8",
                             "\xF0\x80\x80\x80", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF"}) {
        EXPECT_FALSE(is_utf8(text));
    }
}

TEST(Line, HasNoControlCharacters) {
    EXPECT_TRUE(is_line("骰宝 A"));
    EXPECT_FALSE(is_line("a\nb"));
    EXPECT_FALSE(is_line("\x1B[31m"));
    EXPECT_FALSE(is_line("\x7F"));
    EXPECT_FALSE(is_line("\xFF"));
}

TEST(Text, LosesItsByteOrderMarkOnce) {
    EXPECT_EQ(without_byte_order_mark("\xEF\xBB\xBF\xEF\xBB\xBF"), "\xEF\xBB\xBF");
    EXPECT_EQ(without_byte_order_mark("a"), "a");
}

TEST(Text, IsPlainIfEveryCharacterIsSeenInOneDirection) {
    for (const char* text :
         {"", "ada", "Sic Bo 1", "骰寶 三", "Zoë O’Neill-Łukasz", "محمد", "🎲"}) {
        EXPECT_TRUE(is_plain(text)) << text;
    }
    for (const char* text :
         {"a\nb",      "a\x7f",         "\xC2\x85",      "ada\u202Enimda", "\u2066ada\u2069",
          "a\u200Bda", "ada\u200E",     "\u061Cada",     "\uFEFFada",      "a\u2028b",
          "ad\u00ADa", "ada\U000E0041", "\u3164",        "\xff",           "a\u034Fda",
          "ada\u17B4", "\u2800",        "ada\U0001D173", "ada\U0001BCA0",  "\u0600ada"}) {
        EXPECT_FALSE(is_plain(text)) << text;
    }
}

TEST(Text, HasSingleBlanksBetweenItsWords) {
    for (const char* text : {"ada", "Ada L", "骰寶 三", "a b c"}) {
        EXPECT_TRUE(has_single_blanks(text)) << text;
    }
    for (const char* text :
         {"", " ", " ada", "ada ", "Ada  L", "ada\u00A0", "\u3000ada", "Ada \u2003L", "\xff"}) {
        EXPECT_FALSE(has_single_blanks(text)) << text;
    }
}

}  // namespace
}  // namespace sicbo
