// SPDX-License-Identifier: MIT
#include "core/codec.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>

#include "support/arbitrary.h"

namespace sicbo::codec_test {

enum class Colour : std::uint8_t { red, green, blue };

struct Plain {};
struct Named {
    std::string name;
    Colour colour = Colour::red;
};

using Value = Choice<Plain, Named, std::uint32_t>;

// A bit of everything.
struct Sample {
    bool flag = false;
    std::int16_t small = 0;
    std::uint64_t large = 0;
    Money money;
    Instant at;
    TableId table;
    Hash hash;
    std::optional<Colour> colour;
    std::vector<Named> list;
    std::deque<std::int64_t> numbers;
    std::map<std::string, std::optional<Money>> map;
    Value choice;
};

}  // namespace sicbo::codec_test

namespace sicbo {

template <>
inline constexpr std::array words_of<codec_test::Colour> =
    std::to_array<std::string_view>({"red", "green", "blue"});

namespace {

using namespace codec_test;
using namespace std::string_literals;

// Why the bytes are no T; "fine" if they are.
template <class T>
std::string verdict(std::string_view bytes) {
    const Result<T> value = from_bytes<T>(bytes);
    return value ? "fine" : value.error().text();
}

constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();

TEST(Numbers, AreSevenBitsAByteLowestFirst) {
    EXPECT_EQ(to_bytes(std::uint64_t{0}), "\x00"s);
    EXPECT_EQ(to_bytes(std::uint64_t{1}), "\x01"s);
    EXPECT_EQ(to_bytes(std::uint64_t{127}), "\x7f"s);
    EXPECT_EQ(to_bytes(std::uint64_t{128}), "\x80\x01"s);
    EXPECT_EQ(to_bytes(std::uint64_t{300}), "\xac\x02"s);
    EXPECT_EQ(to_bytes(std::uint64_t{16'383}), "\xff\x7f"s);
    EXPECT_EQ(to_bytes(std::uint64_t{16'384}), "\x80\x80\x01"s);
    EXPECT_EQ(to_bytes(largest), "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"s);
}

TEST(Numbers, AreReadBackAtEveryBoundary) {
    for (unsigned bit = 0; bit < 64; ++bit) {
        const std::uint64_t power = std::uint64_t{1} << bit;
        for (const std::uint64_t value : {power - 1, power, power + 1, largest - power}) {
            EXPECT_EQ(from_bytes<std::uint64_t>(to_bytes(value)), value);
        }
    }
}

TEST(Numbers, LongerThanNeedBeAreRefused) {
    EXPECT_EQ(verdict<std::uint64_t>("\x80\x00"s), "byte 2: a number longer than it need be");
    EXPECT_EQ(verdict<std::uint64_t>("\x81\x00"s), "byte 2: a number longer than it need be");
    EXPECT_EQ(verdict<std::uint64_t>("\xff\x80\x00"s), "byte 3: a number longer than it need be");
    EXPECT_EQ(verdict<std::uint64_t>("\x80\x80\x80\x80\x80\x80\x80\x80\x80\x00"s),
              "byte 10: a number longer than it need be");
}

TEST(Numbers, OfMoreThan64BitsAreRefused) {
    const std::string nine = "\xff\xff\xff\xff\xff\xff\xff\xff\xff"s;
    EXPECT_EQ(verdict<std::uint64_t>(nine + "\x01"s), "fine");
    for (const std::string& end : {"\x02"s, "\x03"s, "\x7f"s, "\x81\x00"s, "\x81\x01"s, "\xff"s}) {
        EXPECT_EQ(verdict<std::uint64_t>(nine + end), "byte 10: a number too large");
    }
}

TEST(Numbers, TooLargeForTheirTypeAreRefused) {
    EXPECT_EQ(verdict<std::uint8_t>(to_bytes(255u)), "fine");
    EXPECT_EQ(verdict<std::uint8_t>(to_bytes(256u)), "byte 2: a number too large");
    EXPECT_EQ(verdict<std::uint32_t>(to_bytes(std::uint64_t{0xffff'ffff})), "fine");
    EXPECT_EQ(verdict<std::uint32_t>(to_bytes(std::uint64_t{0x1'0000'0000})),
              "byte 5: a number too large");
    EXPECT_EQ(verdict<std::int8_t>(to_bytes(127)), "fine");
    EXPECT_EQ(verdict<std::int8_t>(to_bytes(-128)), "fine");
    EXPECT_EQ(verdict<std::int8_t>(to_bytes(128)), "byte 2: a number too large");
    EXPECT_EQ(verdict<std::int8_t>(to_bytes(-129)), "byte 2: a number too large");
    EXPECT_EQ(verdict<TableId>(to_bytes(std::uint64_t{0x1'0000'0000})),
              "byte 5: a number too large");
}

TEST(Numbers, FoldTheSignIn) {
    EXPECT_EQ(to_bytes(0), "\x00"s);
    EXPECT_EQ(to_bytes(-1), "\x01"s);
    EXPECT_EQ(to_bytes(1), "\x02"s);
    EXPECT_EQ(to_bytes(-2), "\x03"s);
    EXPECT_EQ(to_bytes(63), "\x7e"s);
    EXPECT_EQ(to_bytes(-64), "\x7f"s);
    EXPECT_EQ(to_bytes(64), "\x80\x01"s);
    using Limits = std::numeric_limits<std::int64_t>;
    EXPECT_EQ(to_bytes(Limits::max()), "\xfe\xff\xff\xff\xff\xff\xff\xff\xff\x01"s);
    EXPECT_EQ(to_bytes(Limits::min()), "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"s);
    for (const std::int64_t value :
         {Limits::min(), Limits::min() + 1, std::int64_t{-65}, std::int64_t{-64}, std::int64_t{-1},
          std::int64_t{0}, std::int64_t{63}, std::int64_t{64}, Limits::max()}) {
        EXPECT_EQ(from_bytes<std::int64_t>(to_bytes(value)), value);
    }
}

TEST(Codec, WritesAmountsInCentsAndMomentsInMilliseconds) {
    EXPECT_EQ(to_bytes(Money::of_cents(-64)), to_bytes(-64));
    EXPECT_EQ(to_bytes(money_max), to_bytes(money_max.cents()));
    EXPECT_EQ(to_bytes(Instant{1'621'814'400'000}), to_bytes(std::int64_t{1'621'814'400'000}));
    EXPECT_EQ(to_bytes(PersonId{300}), "\xac\x02"s);
}

TEST(Codec, KnowsYesAndNoOnly) {
    EXPECT_EQ(to_bytes(false), "\x00"s);
    EXPECT_EQ(to_bytes(true), "\x01"s);
    EXPECT_EQ(from_bytes<bool>("\x01"s), true);
    EXPECT_EQ(verdict<bool>("\x02"s), "byte 1: neither yes nor no");
    EXPECT_EQ(verdict<bool>("\xff"s), "byte 1: neither yes nor no");
}

TEST(Codec, KnowsOnlyTheWordsThereAre) {
    EXPECT_EQ(to_bytes(Colour::blue), "\x02"s);
    EXPECT_EQ(from_bytes<Colour>("\x02"s), Colour::blue);
    EXPECT_EQ(verdict<Colour>("\x03"s), "byte 1: a word that does not exist");
    EXPECT_EQ(verdict<Colour>("\xff"s), "byte 1: a word that does not exist");
}

TEST(Codec, WritesAnOptionalValueBehindItsPresence) {
    using Optional = std::optional<std::uint32_t>;
    EXPECT_EQ(to_bytes(Optional()), "\x00"s);
    EXPECT_EQ(to_bytes(Optional(0u)), "\x01\x00"s);
    EXPECT_EQ(from_bytes<Optional>("\x00"s).value(), Optional());
    EXPECT_EQ(from_bytes<Optional>("\x01\x05"s).value(), Optional(5u));
    EXPECT_EQ(verdict<Optional>("\x01"s), "byte 1: the bytes end too early");
    EXPECT_EQ(verdict<Optional>("\x02\x05"s).substr(0, 6), "byte 1");
    EXPECT_EQ(verdict<Optional>("\x00\x05"s), "byte 1: bytes left over");
}

TEST(Codec, WritesAListBehindItsLength) {
    using List = std::vector<std::uint32_t>;
    EXPECT_EQ(to_bytes(List{}), "\x00"s);
    EXPECT_EQ(to_bytes(List{1, 300}), "\x02\x01\xac\x02"s);
    EXPECT_EQ(to_bytes(std::deque<std::uint32_t>{1, 300}), to_bytes(List{1, 300}));
    EXPECT_EQ(from_bytes<List>("\x02\x01\xac\x02"s), (List{1, 300}));
}

TEST(Codec, RefusesALengthPastTheEnd) {
    using List = std::vector<std::uint32_t>;
    EXPECT_EQ(verdict<List>("\x03\x01\x02"s), "byte 1: a length past the end");
    EXPECT_EQ(verdict<List>("\x02\x01\x80"s), "byte 3: the bytes end too early");
    EXPECT_EQ(verdict<List>(to_bytes(largest)), "byte 10: a length past the end");
    EXPECT_EQ(verdict<std::string>("\x02"s + "a"), "byte 1: a length past the end");
    EXPECT_EQ(verdict<std::string>(to_bytes(largest) + "a"), "byte 10: a length past the end");
    EXPECT_EQ((verdict<std::map<bool, bool>>("\x7f\x00\x00"s)), "byte 1: a length past the end");
}

TEST(Codec, WritesAMapInTheOrderOfItsKeys) {
    using Map = std::map<std::string, bool>;
    EXPECT_EQ(to_bytes(Map{{"b", true}, {"a", false}}), "\x02\x01"s + "a" + "\x00\x01"s + "b\x01"s);
    EXPECT_EQ(verdict<Map>("\x02\x01"s + "a" + "\x00\x01"s + "b\x01"s), "fine");
    EXPECT_EQ(verdict<Map>("\x02\x01"s + "b" + "\x01\x01"s + "a\x00"s),
              "byte 6: keys out of order");
    EXPECT_EQ(verdict<Map>("\x02\x01"s + "a" + "\x01\x01"s + "a\x01"s),
              "byte 6: keys out of order");
}

TEST(Codec, OrdersKeysByTheirUnsignedBytes) {
    using Map = std::map<std::string, bool>;
    const std::string bytes = to_bytes(Map{{"é", true}, {"z", true}});
    EXPECT_EQ(bytes, "\x02\x01"s + "z" + "\x01\x02"s + "é" + "\x01"s);
    EXPECT_EQ(verdict<Map>(bytes), "fine");
}

TEST(Codec, WritesAChoiceBehindItsNumber) {
    EXPECT_EQ(to_bytes(Value(Plain{})), "\x00"s);
    EXPECT_EQ(to_bytes(Value(Named{"x", Colour::green})), "\x01\x01x\x01"s);
    EXPECT_EQ(to_bytes(Value(300u)), "\x02\xac\x02"s);
    EXPECT_EQ(verdict<Value>("\x03"s), "byte 1: a choice that does not exist");
    EXPECT_EQ(verdict<Value>("\xff"s), "byte 1: a choice that does not exist");
}

TEST(Codec, TakesTextsOfUtf8Only) {
    EXPECT_EQ(to_bytes("骰"s), "\x03\xe9\xaa\xb0"s);
    EXPECT_EQ(from_bytes<std::string>("\x03\xe9\xaa\xb0"s), "骰");
    EXPECT_EQ(from_bytes<std::string>("\x01\x00"s), "\x00"s);
    EXPECT_EQ(verdict<std::string>("\x01\xff"s), "byte 2: not UTF-8");
    EXPECT_EQ(verdict<std::string>("\x02\xe9\xaa"s), "byte 3: not UTF-8");
    EXPECT_EQ(verdict<std::string>("\x02\xc0\x80"s), "byte 3: not UTF-8");      // overlong
    EXPECT_EQ(verdict<std::string>("\x03\xed\xa0\x80"s), "byte 4: not UTF-8");  // a surrogate
}

TEST(Codec, WritesAHashAsItIs) {
    const Hash hash = sha256("abc");
    const std::string bytes = to_bytes(hash);
    EXPECT_EQ(bytes.size(), 32u);
    EXPECT_EQ(bytes.substr(0, 3), "\xba\x78\x16"s);
    EXPECT_EQ(from_bytes<Hash>(bytes), hash);
    EXPECT_EQ(verdict<Hash>(bytes.substr(1)), "byte 31: the bytes end too early");
}

TEST(Codec, WritesAStructAsItsFields) {
    EXPECT_EQ(to_bytes(Plain{}), "");
    EXPECT_EQ(to_bytes(Named{"ab", Colour::blue}), "\x02"s + "ab" + "\x02"s);
}

TEST(Codec, RefusesBytesLeftOver) {
    EXPECT_EQ(verdict<Plain>("\x00"s), "byte 0: bytes left over");
    EXPECT_EQ(verdict<bool>("\x01\x01"s), "byte 1: bytes left over");
    EXPECT_EQ(verdict<Named>("\x01x\x01\x00"s), "byte 3: bytes left over");
}

TEST(Codec, SaysOnlyTheFirstThingThatIsWrong) {
    EXPECT_EQ(verdict<Named>("\x01\xff\x07\x00"s), "byte 2: not UTF-8");
    EXPECT_EQ(verdict<std::vector<bool>>("\x03\x00\x09\x08"s), "byte 3: neither yes nor no");
}

RC_GTEST_PROP(CodecProperty, WhatIsWrittenIsReadBack, (std::uint64_t seed)) {
    test::Random random(seed);
    const Sample sample = test::arbitrary<Sample>(random);
    const std::string bytes = to_bytes(sample);
    const Result<Sample> back = from_bytes<Sample>(bytes);
    RC_ASSERT(back.has_value());
    RC_ASSERT(test::same(sample, *back));
    RC_ASSERT(to_bytes(*back) == bytes);
}

RC_GTEST_PROP(CodecProperty, EqualValuesAndOnlyTheyHaveEqualBytes,
              (std::uint64_t seed, std::uint64_t other)) {
    const auto make = [](std::uint64_t from) {
        test::Random random(from);
        return test::arbitrary<Named>(random);
    };
    // Few texts and colours, so that both come about.
    const Named a = make(seed % 50);
    const Named b = make(other % 50);
    RC_ASSERT(test::same(a, b) == (to_bytes(a) == to_bytes(b)));
}

RC_GTEST_PROP(CodecProperty, WhatIsCutShortIsRefused, (std::uint64_t seed)) {
    test::Random random(seed);
    const std::string bytes = to_bytes(test::arbitrary<Sample>(random));
    for (std::size_t length = 0; length < bytes.size(); ++length) {
        RC_ASSERT(!from_bytes<Sample>(std::string_view(bytes).substr(0, length)));
    }
}

// One byte changed: where the result can be read at all, it is written the same again.
RC_GTEST_PROP(CodecProperty, WhatCanBeReadIsWrittenTheSame, (std::uint64_t seed)) {
    test::Random random(seed);
    std::string bytes = to_bytes(test::arbitrary<Sample>(random));
    for (int changes = 0; changes < 50; ++changes) {
        std::string changed = bytes;
        changed[random.below(changed.size())] = static_cast<char>(random.next());
        const Result<Sample> value = from_bytes<Sample>(changed);
        if (value) RC_ASSERT(to_bytes(*value) == changed);
    }
}

template <class T>
void expect_one_spelling(std::string_view bytes) {
    if (const Result<T> value = from_bytes<T>(bytes)) {
        EXPECT_EQ(to_bytes(*value), bytes);
    }
}

TEST(Codec, HasOneSpellingForEveryShortText) {
    // All texts of up to two bytes, read as types with lengths, signs and choices.
    const auto ask = [](std::string_view bytes) {
        expect_one_spelling<std::uint64_t>(bytes);
        expect_one_spelling<std::int64_t>(bytes);
        expect_one_spelling<std::string>(bytes);
        expect_one_spelling<std::optional<Colour>>(bytes);
        expect_one_spelling<Value>(bytes);
    };
    for (int first = 0; first < 256; ++first) {
        std::string bytes(1, static_cast<char>(first));
        ask(bytes);
        for (int second = 0; second < 256; ++second) {
            ask(bytes + static_cast<char>(second));
        }
    }
}

}  // namespace
}  // namespace sicbo
