// SPDX-License-Identifier: MIT
#include "store/key_statement.h"

#include <sodium.h>

#include <cstring>

#include "store/checkpoint.h"

namespace sicbo::store {
namespace {

using KeyBytes = std::array<std::uint8_t, 32>;

// The signing key of the journal is written as name+id+base64, the others as 64 digits.
std::optional<KeyBytes> key_bytes(table::Key key, const std::string& text) {
    if (key == table::Key::journal) {
        const Result<NoteKey> parsed = parse_public_key(text);
        return parsed ? std::optional(parsed->bytes) : std::nullopt;
    }
    const std::optional<Hash> parsed = parse_hash(text);
    if (!parsed) return std::nullopt;
    KeyBytes bytes = {};
    static_assert(sizeof(bytes) == sizeof(parsed->bytes));
    std::memcpy(bytes.data(), parsed->bytes.data(), bytes.size());
    return bytes;
}

}  // namespace

std::string key_statement(const std::string& origin, table::Key key, const std::string& after) {
    return "sicbo-key-v1\n" + origin + "\n" + std::string(to_word(key)) + "\n" + after + "\n";
}

bool is_signed_by_old_key(const std::string& origin, const table::KeyReplaced& fact) {
    const std::optional<KeyBytes> key = key_bytes(fact.key, fact.before);
    std::array<std::uint8_t, crypto_sign_BYTES> signature = {};
    std::size_t size = 0;
    const int code = sodium_hex2bin(signature.data(), signature.size(), fact.signature.data(),
                                    fact.signature.size(), nullptr, &size, nullptr);
    if (!key || code != 0 || size != signature.size()) return false;
    const std::string text = key_statement(origin, fact.key, fact.after);
    // Texts are plain characters, libsodium's bytes are not.
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast)
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
    return crypto_sign_verify_detached(signature.data(), bytes, text.size(), key->data()) == 0;
}

}  // namespace sicbo::store
