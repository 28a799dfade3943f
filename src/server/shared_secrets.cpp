// SPDX-License-Identifier: MIT
#include "server/shared_secrets.h"

#include <sodium.h>

#include <algorithm>
#include <array>
#include <optional>

#include "core/check.h"
#include "server/secret.h"
#include "store/files.h"

namespace sicbo::server {
namespace {

constexpr std::string_view accounts_name = "accounts";
constexpr std::string_view guests_name = "guests";

// The files that every machine of the property needs, and the key that a start may replace.
struct SharedFile {
    const char* name;
    std::optional<table::Key> key = {};
};
constexpr std::array shared_files = std::to_array<SharedFile>({
    {"accounts"},
    {"journal.key", table::Key::journal},
    {"journal.key.pub", table::Key::journal},
    {"server.key", table::Key::server},
    {"tumbler.seed", table::Key::tumblers},
    {"places.secret"},
    {"ticket.key"},
    {"guests"},
});

constexpr char seal_version = 1;
constexpr std::size_t nonce_bytes = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES;
constexpr std::size_t tag_bytes = crypto_aead_xchacha20poly1305_ietf_ABYTES;

unsigned char* bytes_in(std::string& text) { return reinterpret_cast<unsigned char*>(text.data()); }
const unsigned char* bytes_in(std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}

}  // namespace

Result<SharedSecrets> SharedSecrets::open(const store::Store& journal, const std::string& folder) {
    SharedSecrets opened;
    opened.folder_ = folder;
    opened.origin_ = journal.origin();
    const auto sealed = journal.secrets();
    if (!sealed) return std::unexpected(sealed.error());
    const std::string path = folder + "/node.key";
    if (!sealed->empty() && !store::exists(path)) {
        return failure(
            "the node key is missing, although the database has passwords and keys that were "
            "encrypted with it. Copy the file from another machine of the property, or from a "
            "backup",
            path);
    }
    const Result<Hash> key = load_or_create_secret(path);
    if (!key) return std::unexpected(key.error());
    opened.key_ = *key;
    for (const auto& [name, one] : *sealed) {
        Result<std::string> text = opened.unseal(name, one);
        if (!text) return failure(text.error().what, path);
        opened.stored_.emplace(name, std::move(*text));
    }
    return opened;
}

Result<void> SharedSecrets::restore(const std::vector<table::Key>& replaced) const {
    for (const SharedFile& file : shared_files) {
        const auto stored = stored_.find(file.name);
        if (stored == stored_.end()) continue;
        const std::string path = folder_ + "/" + file.name;
        if (store::exists(path)) {
            const Result<std::string> text = store::read_file(path);
            if (!text) return std::unexpected(text.error());
            if (*text == stored->second) continue;
            if (file.key && std::ranges::find(replaced, *file.key) != replaced.end()) continue;
            if (file.name != accounts_name && file.name != guests_name) {
                return failure(
                    "this file differs from the one in the database. Move it away to use that of "
                    "the database; or, if the key was being replaced here, replace it again with "
                    "--new-key",
                    path);
            }
        }
        if (auto done = store::write_file(path, stored->second, 0600); !done) return done;
    }
    return {};
}

Result<void> SharedSecrets::publish(store::Store& journal) {
    for (const SharedFile& file : shared_files) {
        const std::string path = folder_ + "/" + file.name;
        if (!store::exists(path)) continue;
        const Result<std::string> text = store::read_file(path);
        if (!text) return std::unexpected(text.error());
        if (auto done = put(journal, file.name, *text); !done) return done;
    }
    return {};
}

Result<void> SharedSecrets::publish_accounts(store::Store& journal, std::string_view text) {
    return put(journal, std::string(accounts_name), text);
}

Result<void> SharedSecrets::publish_guests(store::Store& journal, std::string_view text) {
    return put(journal, std::string(guests_name), text);
}

Result<void> SharedSecrets::put(store::Store& journal, const std::string& name,
                                std::string_view text) {
    const auto known = stored_.find(name);
    if (known != stored_.end() && known->second == text) return {};
    if (auto done = journal.put_secret(name, seal(name, text)); !done) return done;
    stored_[name] = text;
    return {};
}

std::string SharedSecrets::seal(const std::string& name, std::string_view text) const {
    const std::string bound = origin_ + "\n" + name;
    std::string sealed(1 + nonce_bytes + text.size() + tag_bytes, seal_version);
    unsigned char* nonce = bytes_in(sealed) + 1;
    randombytes_buf(nonce, nonce_bytes);
    unsigned long long length = 0;
    crypto_aead_xchacha20poly1305_ietf_encrypt(nonce + nonce_bytes, &length, bytes_in(text),
                                               text.size(), bytes_in(std::string_view(bound)),
                                               bound.size(), nullptr, nonce, key_.bytes.data());
    check(length == text.size() + tag_bytes);
    return sealed;
}

Result<std::string> SharedSecrets::unseal(const std::string& name, std::string_view sealed) const {
    const std::string bound = origin_ + "\n" + name;
    constexpr std::size_t sealed_bytes_min = 1 + nonce_bytes + tag_bytes;
    if (sealed.size() < sealed_bytes_min || sealed.front() != seal_version) {
        return failure("the database has \"" + name + "\" in a form that this program can't read");
    }
    std::string text(sealed.size() - sealed_bytes_min, '\0');
    const unsigned char* nonce = bytes_in(sealed) + 1;
    if (crypto_aead_xchacha20poly1305_ietf_decrypt(
            bytes_in(text), nullptr, nullptr, nonce + nonce_bytes, text.size() + tag_bytes,
            bytes_in(std::string_view(bound)), bound.size(), nonce, key_.bytes.data()) != 0) {
        return failure("this node key did not encrypt \"" + name +
                       "\" in the database: copy the key from another machine of the property");
    }
    return text;
}

}  // namespace sicbo::server
