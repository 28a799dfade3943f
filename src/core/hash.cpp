// SPDX-License-Identifier: MIT
#include "core/hash.h"

#include <openssl/evp.h>

#include <memory>

#include "core/check.h"

namespace sicbo {
namespace {

struct Free {
    void operator()(EVP_MD* algorithm) const { EVP_MD_free(algorithm); }
    void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};

// Looked up once, and a context for each thread: OpenSSL takes longer to find them than to hash.
struct Sha256 {
    std::unique_ptr<EVP_MD, Free> algorithm{EVP_MD_fetch(nullptr, "SHA256", nullptr)};
    std::unique_ptr<EVP_MD_CTX, Free> context{EVP_MD_CTX_new()};
};

}  // namespace

Hash sha256(std::string_view text) { return sha256_of_parts({text}); }

Hash sha256_of_parts(std::initializer_list<std::string_view> parts) {
    thread_local const Sha256 sha;
    Hash hash;
    check(EVP_DigestInit_ex2(sha.context.get(), sha.algorithm.get(), nullptr) == 1);
    for (const std::string_view part : parts) {
        check(EVP_DigestUpdate(sha.context.get(), part.data(), part.size()) == 1);
    }
    check(EVP_DigestFinal_ex(sha.context.get(), hash.bytes.data(), nullptr) == 1);
    return hash;
}

Hash commitment_of(const Hash& secret) {
    const std::string bytes(secret.bytes.begin(), secret.bytes.end());
    return sha256("sicbo-commitment-v1" + bytes);
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

std::optional<Hash> parse_hash(std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef";
    Hash hash;
    if (text.size() != 2 * hash.bytes.size()) return std::nullopt;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::size_t digit = digits.find(text[i]);
        if (digit == std::string_view::npos) return std::nullopt;
        std::uint8_t& byte = hash.bytes.at(i / 2);
        byte = static_cast<std::uint8_t>(std::size_t{byte} << 4 | digit);
    }
    return hash;
}

}  // namespace sicbo
