// SPDX-License-Identifier: MIT
#include "core/hash.h"

#include <gtest/gtest.h>

namespace sicbo {
namespace {

// The examples of FIPS 180-4, and the million letters that go with them.
TEST(Hash, IsSha256) {
    EXPECT_EQ(to_text(sha256("")),
              "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(to_text(sha256("abc")),
              "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(to_text(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(to_text(sha256("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                             "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu")),
              "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
    EXPECT_EQ(to_text(sha256(std::string(1'000'000, 'a'))),
              "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Hash, OfPartsIsThatOfTheWhole) {
    EXPECT_EQ(sha256_of_parts({}), sha256(""));
    EXPECT_EQ(sha256_of_parts({"abc"}), sha256("abc"));
    EXPECT_EQ(sha256_of_parts({"", "a", "", "bc"}), sha256("abc"));
    const std::string long_part(1'000, 'x');
    EXPECT_EQ(sha256_of_parts({long_part, "y", long_part}), sha256(long_part + "y" + long_part));
}

TEST(Hash, TakesEveryByteIntoAccount) {
    EXPECT_NE(sha256(std::string_view("\0", 1)), sha256(""));
    EXPECT_NE(sha256(std::string_view("a\0b", 3)), sha256(std::string_view("a\0c", 3)));
}

TEST(Hash, IsWrittenWithAllItsDigits) {
    EXPECT_EQ(to_text(Hash{}), std::string(64, '0'));
    Hash hash;
    hash.bytes.front() = 0x01;
    hash.bytes.back() = 0xfe;
    EXPECT_EQ(to_text(hash), "01" + std::string(60, '0') + "fe");
}

TEST(Hash, IsReadOnlyAsItIsWritten) {
    const Hash hash = sha256("a");
    const std::string text = to_text(hash);
    EXPECT_EQ(parse_hash(text), hash);
    EXPECT_EQ(parse_hash(text.substr(1)), std::nullopt);
    EXPECT_EQ(parse_hash(text + "0"), std::nullopt);
    EXPECT_EQ(parse_hash("G" + text.substr(1)), std::nullopt);
    EXPECT_EQ(parse_hash("A" + text.substr(1)), std::nullopt);
}

TEST(Hash, StandsInTheOrderOfItsBytes) {
    Hash low;
    low.bytes.back() = 0xff;
    Hash high;
    high.bytes.front() = 0x80;  // unsigned: above 0x7f
    EXPECT_LT(Hash{}, low);
    EXPECT_LT(low, high);
}

}  // namespace
}  // namespace sicbo
