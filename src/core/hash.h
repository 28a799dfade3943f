// SHA-256, as OpenSSL computes it: with the processor's own instructions where it has them.
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

// Of the parts one after the other, as if they were one text.
Hash sha256_of_parts(std::initializer_list<std::string_view> parts);

// What is shown of a secret before the secret itself may be: docs/formats/tumbler.md.
Hash commitment_of(const Hash& secret);

// All 64 hexadecimal digits.
std::string to_text(const Hash& hash);
std::optional<Hash> parse_hash(std::string_view text);

}  // namespace sicbo
