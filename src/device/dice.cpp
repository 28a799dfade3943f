// SPDX-License-Identifier: MIT
#include "device/dice.h"

#include <sodium.h>

#include <string>

#include "core/check.h"
#include "device/key.h"

namespace sicbo::device {
namespace {

const unsigned char* bytes_of(std::string_view text) {
    // libsodium takes bytes, we have characters.
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast)
    return reinterpret_cast<const unsigned char*>(text.data());
}

Hash hmac(const std::array<std::uint8_t, 32>& key, std::string_view text) {
    Hash made;
    static_assert(crypto_auth_hmacsha256_BYTES == sizeof made.bytes);
    static_assert(crypto_auth_hmacsha256_KEYBYTES == sizeof key);
    crypto_auth_hmacsha256(made.bytes.data(), bytes_of(text), text.size(), key.data());
    return made;
}

}  // namespace

Seed new_seed() {
    check(sodium_init() >= 0);
    Seed seed;
    randombytes_buf(seed.bytes.data(), seed.bytes.size());
    return seed;
}

Result<Seed> parse_seed(std::string_view text) {
    Seed seed;
    std::size_t length = 0;
    const char* end = nullptr;
    const bool read = sodium_hex2bin(seed.bytes.data(), seed.bytes.size(), text.data(), text.size(),
                                     nullptr, &length, &end) == 0;
    if (read && length == seed.bytes.size() && end == text.data() + text.size()) return seed;
    return failure("a seed is 64 hexadecimal digits");
}

Hash secret_of(const Seed& seed, TableId table, std::uint64_t round) {
    return hmac(seed.bytes, "sicbo-secret-v1" + as_bytes(table.number) + as_bytes(round));
}

rules::Roll roll_of(const Hash& secret, std::uint64_t round, const std::optional<Hash>& close) {
    const std::string fixed =
        "sicbo-dice-v1" + as_bytes(round) + (close ? as_bytes(*close) : std::string());
    std::array<int, 3> dice = {};
    std::size_t count = 0;
    // 252 is the largest multiple of six that a byte can hold: bytes from there on are skipped, so
    // that all faces are equally likely.
    constexpr int skipped_from = 252;
    for (std::uint64_t block = 0;; ++block) {
        for (const std::uint8_t byte : hmac(secret.bytes, fixed + as_bytes(block)).bytes) {
            if (byte >= skipped_from) continue;
            dice.at(count++) = byte % 6 + 1;
            if (count == dice.size()) return {dice[0], dice[1], dice[2]};
        }
    }
}

}  // namespace sicbo::device
