// SPDX-License-Identifier: MIT
#include "server/totp.h"

#include <gtest/gtest.h>

namespace sicbo::server {
namespace {

// The secrets and codes of RFC 6238, appendix B.
constexpr std::string_view digits_64 =
    "1234567890123456789012345678901234567890123456789012345678901234";

struct Vector {
    std::int64_t time;
    const char* sha1;
    const char* sha256;
    const char* sha512;
};
constexpr Vector vectors[] = {
    {59, "94287082", "46119246", "90693936"},
    {1'111'111'109, "07081804", "68084774", "25091201"},
    {1'111'111'111, "14050471", "67062674", "99943326"},
    {1'234'567'890, "89005924", "91819424", "93441116"},
    {2'000'000'000, "69279037", "90698825", "38618901"},
    {20'000'000'000, "65353130", "77737706", "47863826"},
};

TEST(Totp, AgreesWithTheRfc) {
    for (const Vector& one : vectors) {
        const auto step = static_cast<std::uint64_t>(one.time / totp_step_seconds);
        EXPECT_EQ(totp_code(digits_64.substr(0, 20), step, 8, TotpDigest::sha1), one.sha1);
        EXPECT_EQ(totp_code(digits_64.substr(0, 32), step, 8, TotpDigest::sha256), one.sha256);
        EXPECT_EQ(totp_code(digits_64, step, 8, TotpDigest::sha512), one.sha512);
    }
}

TEST(Totp, IsGoodForOneStepMoreOnEitherSideAndOnlyOnce) {
    const std::string secret = new_totp_secret();
    constexpr std::int64_t time = 1'700'000'010;
    constexpr std::uint64_t step = time / totp_step_seconds;
    for (const std::uint64_t near : {step - 1, step, step + 1}) {
        EXPECT_EQ(find_totp_step(secret, totp_code(secret, near), time, 0), near);
    }
    EXPECT_FALSE(find_totp_step(secret, totp_code(secret, step - 2), time, 0));
    EXPECT_FALSE(find_totp_step(secret, totp_code(secret, step + 2), time, 0));
    EXPECT_FALSE(find_totp_step(secret, totp_code(secret, step), time, step));
    EXPECT_EQ(find_totp_step(secret, totp_code(secret, step + 1), time, step), step + 1);
    // A step of the future was noted by a clock that was wrong.
    EXPECT_FALSE(find_totp_step(secret, totp_code(secret, step), time, step + 2));
    EXPECT_EQ(find_totp_step(secret, totp_code(secret, step), time, step + 3), step);
    EXPECT_FALSE(find_totp_step(secret, "", time, 0));
    EXPECT_FALSE(find_totp_step(secret, "12345", time, 0));
    EXPECT_FALSE(find_totp_step(secret, "1234567", time, 0));
}

TEST(Totp, WritesSecretsInBase32) {
    // RFC 4648, section 10, without padding.
    EXPECT_EQ(to_base32(""), "");
    EXPECT_EQ(to_base32("f"), "MY");
    EXPECT_EQ(to_base32("fo"), "MZXQ");
    EXPECT_EQ(to_base32("foo"), "MZXW6");
    EXPECT_EQ(to_base32("foob"), "MZXW6YQ");
    EXPECT_EQ(to_base32("fooba"), "MZXW6YTB");
    EXPECT_EQ(to_base32("foobar"), "MZXW6YTBOI");
    EXPECT_EQ(parse_base32("MZXW6YTBOI"), "foobar");
    EXPECT_FALSE(parse_base32("mzxw6"));
    EXPECT_FALSE(parse_base32("MZXW1"));
    EXPECT_FALSE(parse_base32("MZ"));  // bits that belong to no byte
    const std::string secret = new_totp_secret();
    EXPECT_EQ(secret.size(), 20u);
    EXPECT_EQ(parse_base32(to_base32(secret)), secret);
    EXPECT_EQ(totp_uri("Test House", "dora", "foobar"),
              "otpauth://totp/Test%20House:dora?secret=MZXW6YTBOI&issuer=Test%20House"
              "&algorithm=SHA1&digits=6&period=30");
}

}  // namespace
}  // namespace sicbo::server
