// SPDX-License-Identifier: MIT
#include "device/key.h"

#include <sodium.h>

#include "core/check.h"

namespace sicbo::device {

PublicKey SigningKey::public_key() const {
    PublicKey key;
    check(crypto_sign_ed25519_sk_to_pk(key.bytes.data(), bytes.data()) == 0);
    return key;
}

SigningKey key_of(const Hash& seed) {
    check(sodium_init() >= 0);
    SigningKey key;
    PublicKey half;
    check(crypto_sign_seed_keypair(half.bytes.data(), key.bytes.data(), seed.bytes.data()) == 0);
    return key;
}

std::string sign(const SigningKey& key, std::string_view text) {
    std::array<std::uint8_t, crypto_sign_BYTES> signature = {};
    const auto* data = reinterpret_cast<const unsigned char*>(text.data());
    check(crypto_sign_detached(signature.data(), nullptr, data, text.size(), key.bytes.data()) ==
          0);
    std::string hex(2 * signature.size() + 1, '\0');
    sodium_bin2hex(hex.data(), hex.size(), signature.data(), signature.size());
    hex.pop_back();  // the zero that it ends with
    return hex;
}

bool is_signed(const PublicKey& key, std::string_view text, std::string_view signature) {
    std::array<std::uint8_t, crypto_sign_BYTES> bytes = {};
    std::size_t length = 0;
    const char* end = nullptr;
    const bool read = sodium_hex2bin(bytes.data(), bytes.size(), signature.data(), signature.size(),
                                     nullptr, &length, &end) == 0;
    if (!read || length != bytes.size() || end != signature.data() + signature.size()) return false;
    const auto* data = reinterpret_cast<const unsigned char*>(text.data());
    return crypto_sign_verify_detached(bytes.data(), data, text.size(), key.bytes.data()) == 0;
}

Hash random_hash() {
    check(sodium_init() >= 0);
    Hash hash;
    randombytes_buf(hash.bytes.data(), hash.bytes.size());
    return hash;
}

std::string as_bytes(std::uint64_t number) {
    std::string bytes;
    for (int i = 0; i < 8; ++i) bytes += static_cast<char>(number >> (8 * i) & 0xff);
    return bytes;
}

std::string as_bytes(const Hash& hash) { return {hash.bytes.begin(), hash.bytes.end()}; }

}  // namespace sicbo::device
