// SHA-256, as OpenSSL computes it: with the processor's own instructions where it has them.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace sicbo {

struct Hash {
    std::array<std::uint8_t, 32> bytes = {};

    friend auto operator<=>(const Hash&, const Hash&) = default;
};

Hash sha256(std::string_view text);

// All 64 hexadecimal digits.
std::string to_text(const Hash& hash);

}  // namespace sicbo
