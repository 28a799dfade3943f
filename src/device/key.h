// Ed25519 keys of devices and of the server that orders them.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/hash.h"
#include "core/result.h"

namespace sicbo::device {

// The public half has the size of a hash and is shown like one.
using PublicKey = Hash;

struct SigningKey {
    std::array<std::uint8_t, 64> bytes = {};

    PublicKey public_key() const;
};

// The same seed always gives the same key.
SigningKey key_of(const Hash& seed);

// 128 hexadecimal digits.
std::string sign(const SigningKey& key, std::string_view text);
bool is_signed(const PublicKey& key, std::string_view text, std::string_view signature);

// From the system's generator.
Hash random_hash();

// Eight bytes, the lowest first.
std::string as_bytes(std::uint64_t number);
std::string as_bytes(const Hash& hash);

}  // namespace sicbo::device
