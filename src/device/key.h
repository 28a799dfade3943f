// SPDX-License-Identifier: MIT
// Ed25519 keys of devices and of the server that controls them. No files and no protocol in here.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/hash.h"
#include "core/result.h"

namespace sicbo::device {

// A public key has the size of a hash and is written like one.
using PublicKey = Hash;

struct SigningKey {
    std::array<std::uint8_t, 64> bytes = {};

    PublicKey public_key() const;
};

// Derives a key from a seed; the same seed always gives the same key.
SigningKey key_of(const Hash& seed);

// Returns the signature of the text: 128 hexadecimal digits.
std::string sign(const SigningKey& key, std::string_view text);
// Returns true if the signature was made over the text with the secret half of the key. The
// signature may be any text.
bool is_signed(const PublicKey& key, std::string_view text, std::string_view signature);

// Returns 32 bytes from the system's random generator.
Hash random_hash();

// Returns the value as bytes for signing: a number as eight bytes, lowest first; a hash as 32.
std::string as_bytes(std::uint64_t number);
std::string as_bytes(const Hash& hash);

}  // namespace sicbo::device
