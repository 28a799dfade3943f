#include "core/hash.h"

#include <sodium.h>

namespace sicbo {

Hash sha256(std::string_view text) {
    Hash hash;
    // libsodium takes bytes as unsigned characters.
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast)
    const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
    crypto_hash_sha256(hash.bytes.data(), bytes, text.size());
    return hash;
}

std::string to_text(const Hash& hash) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (const std::uint8_t byte : hash.bytes) {
        text += digits[byte >> 4];
        text += digits[byte & 15];
    }
    return text;
}

}  // namespace sicbo
