// SPDX-License-Identifier: MIT
#include "server/totp.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <sodium.h>

#include <array>

#include "core/check.h"

namespace sicbo::server {
namespace {

constexpr std::string_view base32_letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
constexpr unsigned bits_of_letter = 5;
constexpr unsigned bits_of_byte = 8;

const EVP_MD* algorithm_of(TotpDigest digest) {
    switch (digest) {
        case TotpDigest::sha1: return EVP_sha1();
        case TotpDigest::sha256: return EVP_sha256();
        case TotpDigest::sha512: return EVP_sha512();
    }
    return nullptr;
}

std::string percent_encoded(std::string_view text) {
    constexpr std::string_view plain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~";
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string encoded;
    for (const char one : text) {
        if (plain.find(one) != std::string_view::npos) {
            encoded += one;
            continue;
        }
        const auto byte = static_cast<unsigned char>(one);
        encoded += '%';
        encoded += digits[byte >> 4];
        encoded += digits[byte & 0x0f];
    }
    return encoded;
}

}  // namespace

std::string totp_code(std::string_view secret, std::uint64_t step, int digits, TotpDigest digest) {
    check(!secret.empty() && digits > 0 && digits <= 9);
    std::array<unsigned char, 8> message = {};
    for (std::size_t i = message.size(); i-- > 0; step >>= bits_of_byte) {
        message.at(i) = static_cast<unsigned char>(step);
    }
    std::array<unsigned char, EVP_MAX_MD_SIZE> mac = {};
    unsigned int size = 0;
    check(HMAC(algorithm_of(digest), secret.data(), static_cast<int>(secret.size()), message.data(),
               message.size(), mac.data(), &size) != nullptr);
    const std::size_t offset = mac.at(size - 1) & 0x0f;  // RFC 4226, 5.3
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < 4; ++i) number = number << bits_of_byte | mac.at(offset + i);
    number &= 0x7fffffff;
    std::string code;
    for (int i = 0; i < digits; ++i, number /= 10) {
        code.insert(code.begin(), static_cast<char>('0' + number % 10));
    }
    return code;
}

std::optional<std::uint64_t> find_totp_step(std::string_view secret, std::string_view code,
                                            std::int64_t unix_seconds, std::uint64_t used) {
    if (code.size() != totp_digits || unix_seconds < totp_step_seconds) return std::nullopt;
    const auto now = static_cast<std::uint64_t>(unix_seconds / totp_step_seconds);
    if (used > now + 2) used = 0;  // one more than the highest step that is accepted now
    std::optional<std::uint64_t> found;
    for (const std::uint64_t step : {now - 1, now, now + 1}) {
        const std::string expected = totp_code(secret, step);
        const bool same = sodium_memcmp(expected.data(), code.data(), code.size()) == 0;
        if (same && step > used) found = step;
    }
    return found;
}

std::string new_totp_secret() {
    check(sodium_init() >= 0);
    constexpr std::size_t secret_bytes = 20;  // as long as the hash (RFC 4226, 4)
    std::string secret(secret_bytes, '\0');
    randombytes_buf(secret.data(), secret.size());
    return secret;
}

std::string to_base32(std::string_view bytes) {
    std::string text;
    std::uint32_t buffer = 0;
    unsigned bits = 0;
    for (const char one : bytes) {
        buffer = buffer << bits_of_byte | static_cast<unsigned char>(one);
        for (bits += bits_of_byte; bits >= bits_of_letter; bits -= bits_of_letter) {
            text += base32_letters[buffer >> (bits - bits_of_letter) & 0x1f];
        }
    }
    if (bits > 0) text += base32_letters[buffer << (bits_of_letter - bits) & 0x1f];
    return text;
}

std::optional<std::string> parse_base32(std::string_view text) {
    std::string bytes;
    std::uint32_t buffer = 0;
    unsigned bits = 0;
    for (const char one : text) {
        const std::size_t value = base32_letters.find(one);
        if (value == std::string_view::npos) return std::nullopt;
        buffer = buffer << bits_of_letter | static_cast<std::uint32_t>(value);
        bits += bits_of_letter;
        if (bits < bits_of_byte) continue;
        bits -= bits_of_byte;
        bytes += static_cast<char>(buffer >> bits & 0xff);
    }
    if (to_base32(bytes) != text) return std::nullopt;  // letters that say nothing
    return bytes;
}

std::string totp_uri(std::string_view issuer, std::string_view name, std::string_view secret) {
    const std::string house = percent_encoded(issuer);
    return "otpauth://totp/" + house + ":" + percent_encoded(name) +
           "?secret=" + to_base32(secret) + "&issuer=" + house +
           "&algorithm=SHA1&digits=" + std::to_string(totp_digits) +
           "&period=" + std::to_string(totp_step_seconds);
}

}  // namespace sicbo::server
