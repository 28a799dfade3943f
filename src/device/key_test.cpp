// SPDX-License-Identifier: MIT
#include "device/key.h"

#include <gtest/gtest.h>

namespace sicbo::device {
namespace {

TEST(Keys, FollowFromTheirSeed) {
    EXPECT_EQ(key_of(sha256("a")).public_key(), key_of(sha256("a")).public_key());
    EXPECT_NE(key_of(sha256("a")).public_key(), key_of(sha256("b")).public_key());
}

TEST(Keys, SignOneTextOnly) {
    const SigningKey key = key_of(sha256("a"));
    const std::string signature = sign(key, "text");
    EXPECT_EQ(signature.size(), 128u);
    EXPECT_TRUE(is_signed(key.public_key(), "text", signature));
    EXPECT_FALSE(is_signed(key.public_key(), "another", signature));
    EXPECT_FALSE(is_signed(key_of(sha256("b")).public_key(), "text", signature));
}

TEST(Keys, RefuseSignaturesThatAreNotHexadecimal) {
    const SigningKey key = key_of(sha256("a"));
    const std::string signature = sign(key, "text");
    EXPECT_FALSE(is_signed(key.public_key(), "text", ""));
    EXPECT_FALSE(is_signed(key.public_key(), "text", signature.substr(1)));
    EXPECT_FALSE(is_signed(key.public_key(), "text", signature + "0"));
    EXPECT_FALSE(is_signed(key.public_key(), "text", "x" + signature.substr(1)));
}

TEST(Bytes, AreTheLowestFirst) {
    EXPECT_EQ(as_bytes(std::uint64_t{0x0102}), std::string("\x02\x01\0\0\0\0\0\0", 8));
    EXPECT_EQ(as_bytes(sha256("a")).size(), 32u);
}

}  // namespace
}  // namespace sicbo::device
