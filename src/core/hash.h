// SPDX-License-Identifier: MIT
// SHA-256, computed by OpenSSL, which uses the processor's instructions for it where there are any.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace sicbo {

struct Hash {
    std::array<std::uint8_t, 32> bytes = {};

    friend auto operator<=>(const Hash&, const Hash&) = default;
};

Hash sha256(std::string_view text);

// Returns the hash of the parts, concatenated.
Hash sha256_of_parts(std::initializer_list<std::string_view> parts);

// Returns the commitment to a secret, which is published before the secret
// (docs/formats/tumbler.md).
Hash commitment_of(const Hash& secret);

// Writes a hash as 64 hexadecimal digits, and reads it back.
std::string to_text(const Hash& hash);
std::optional<Hash> parse_hash(std::string_view text);

}  // namespace sicbo
