// SPDX-License-Identifier: MIT
#include "device/secure_line.h"

#include <sodium.h>

#include <algorithm>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <utility>

#include "core/check.h"
#include "wire/fields_json.h"

namespace sicbo::device {

// The three lines that open a connection. Not in an unnamed namespace: their fields are read by
// name (core/fields.h).
namespace opening {

struct Hello {
    std::string protocol;
    PublicKey key;
    Hash fresh;
};
struct Welcome {
    PublicKey key;
    Hash fresh;
    std::string signature;
};
struct Prove {
    std::string signature;
};

}  // namespace opening

namespace {

namespace json = boost::json;

constexpr std::string_view version = "sicbo-line-v1";
constexpr std::size_t tag_size = crypto_aead_chacha20poly1305_ietf_ABYTES;
static_assert(tag_size == 16 && crypto_kx_SESSIONKEYBYTES == 32);

template <class M>
std::string write_opening(std::string_view type, const M& message) {
    json::object object{{"type", type}};
    const json::value fields = wire::Write::of(message);
    for (const auto& [key, value] : fields.as_object()) object[key] = value;
    return json::serialize(object);
}

template <class M>
Result<M> read_opening(std::string_view type, std::string_view line) {
    if (line.size() > line_length_max) return failure("the line is too long");
    wire::JsonText source(line);
    const wire::JsonNode root = source.root();
    M message;
    if (!source.error()) {
        std::array<std::string_view, field_count<M> + 1> names = {"type"};
        std::ranges::copy(field_names<M>, names.begin() + 1);
        root.only(names);
        const wire::JsonNode node = root.member("type");
        if (node.text() != type) node.wrong("is not \"" + std::string(type) + "\"");
        for_each_field(message, [&](std::string_view name, auto& field) {
            wire::Read::into(root.member(name), field);
        });
    }
    if (source.error()) return std::unexpected(*source.error());
    return message;
}

// The number of a line in its direction, as the cipher takes it: four zero bytes, then eight bytes,
// lowest first. A key is never used twice with the same counter.
std::array<std::uint8_t, crypto_aead_chacha20poly1305_ietf_NPUBBYTES> nonce_of(
    std::uint64_t counter) {
    std::array<std::uint8_t, crypto_aead_chacha20poly1305_ietf_NPUBBYTES> nonce = {};
    const std::string bytes = as_bytes(counter);
    std::copy(bytes.begin(), bytes.end(), nonce.begin() + 4);
    return nonce;
}

const unsigned char* unsigned_bytes(std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}

std::string base64_of(std::string_view bytes) {
    constexpr int variant = sodium_base64_VARIANT_ORIGINAL;
    std::string text(sodium_base64_encoded_len(bytes.size(), variant), '\0');
    sodium_bin2base64(text.data(), text.size(), unsigned_bytes(bytes), bytes.size(), variant);
    text.pop_back();  // the zero that it ends with
    return text;
}

// Strict: one way of writing the same bytes.
std::optional<std::string> bytes_of_base64(std::string_view text) {
    std::string bytes(text.size() / 4 * 3 + 1, '\0');
    std::size_t length = 0;
    const char* end = nullptr;
    const int failed =
        sodium_base642bin(reinterpret_cast<unsigned char*>(bytes.data()), bytes.size(), text.data(),
                          text.size(), nullptr, &length, &end, sodium_base64_VARIANT_ORIGINAL);
    if (failed != 0 || end != text.data() + text.size()) return std::nullopt;
    bytes.resize(length);
    return bytes;
}

}  // namespace

SecureLine::SecureLine(Options options, const Hash& seed)
    : options_(std::move(options)), secret_(seed) {
    check(sodium_init() >= 0);
    check(!options_.protocol.empty() && options_.is_trusted);
    check(crypto_scalarmult_base(fresh_.bytes.data(), secret_.bytes.data()) == 0);
}

std::unexpected<Error> SecureLine::broken(std::string why) {
    stage_ = Stage::broken;
    sodium_memzero(receive_key_.data(), receive_key_.size());
    sodium_memzero(send_key_.data(), send_key_.size());
    return failure(std::move(why));
}

const PublicKey& SecureLine::peer() const {
    check(is_open());
    return peer_;
}

// What an end signs: its side, the protocol, and both ends' keys, long-term and fresh. So a
// signature is good for this connection, this side and this pair of ends only.
std::string SecureLine::statement(Side side) const {
    const bool initiates = options_.side == Side::initiator;
    const PublicKey own = options_.key.public_key();
    const std::string_view who = side == Side::initiator ? " initiator" : " responder";
    return std::string(version) + std::string(who) + as_bytes(options_.protocol.size()) +
           options_.protocol + as_bytes(initiates ? own : peer_) +
           as_bytes(initiates ? peer_ : own) + as_bytes(initiates ? fresh_ : fresh_of_other_) +
           as_bytes(initiates ? fresh_of_other_ : fresh_);
}

// Returns false if the other end's key is one that gives everybody the same secret.
bool SecureLine::derive_keys(const Hash& of_other) {
    fresh_of_other_ = of_other;
    const auto derive = options_.side == Side::initiator ? crypto_kx_client_session_keys
                                                         : crypto_kx_server_session_keys;
    const int failed = derive(receive_key_.data(), send_key_.data(), fresh_.bytes.data(),
                              secret_.bytes.data(), of_other.bytes.data());
    sodium_memzero(secret_.bytes.data(), secret_.bytes.size());
    return failed == 0;
}

std::string SecureLine::start() {
    check(options_.side == Side::initiator && stage_ == Stage::idle);
    stage_ = Stage::hello_sent;
    return write_opening("hello",
                         opening::Hello{options_.protocol, options_.key.public_key(), fresh_});
}

Result<SecureLine::Received> SecureLine::receive(std::string_view line) {
    switch (stage_) {
        case Stage::idle:
            if (options_.side == Side::responder) return on_hello(line);
            return broken("a line came before the first one was sent");
        case Stage::hello_sent: return on_welcome(line);
        case Stage::welcome_sent: return on_prove(line);
        case Stage::open: return on_sealed(line);
        case Stage::broken: return failure("the connection is broken already");
    }
    unreachable();
}

Result<SecureLine::Received> SecureLine::on_hello(std::string_view line) {
    const Result<opening::Hello> hello = read_opening<opening::Hello>("hello", line);
    if (!hello) return broken("the other end's hello is invalid: " + hello.error().text());
    if (hello->protocol != options_.protocol)
        return broken("the other end speaks another protocol");
    if (!options_.is_trusted(hello->key)) {
        return broken("another end called, with the key " + to_text(hello->key));
    }
    peer_ = hello->key;
    if (!derive_keys(hello->fresh)) return broken("the other end's fresh key is weak");
    stage_ = Stage::welcome_sent;
    const std::string signature = sign(options_.key, statement(Side::responder));
    return Received{
        write_opening("welcome", opening::Welcome{options_.key.public_key(), fresh_, signature}),
        std::nullopt};
}

Result<SecureLine::Received> SecureLine::on_welcome(std::string_view line) {
    const Result<opening::Welcome> welcome = read_opening<opening::Welcome>("welcome", line);
    if (!welcome) return broken("the other end's welcome is invalid: " + welcome.error().text());
    if (!options_.is_trusted(welcome->key)) {
        return broken("another end answered, with the key " + to_text(welcome->key));
    }
    peer_ = welcome->key;
    if (!derive_keys(welcome->fresh)) return broken("the other end's fresh key is weak");
    if (!is_signed(peer_, statement(Side::responder), welcome->signature)) {
        return broken("the other end could not prove its key");
    }
    stage_ = Stage::open;
    return Received{
        write_opening("prove", opening::Prove{sign(options_.key, statement(Side::initiator))}),
        std::nullopt};
}

Result<SecureLine::Received> SecureLine::on_prove(std::string_view line) {
    const Result<opening::Prove> prove = read_opening<opening::Prove>("prove", line);
    if (!prove) return broken("the other end's proof is invalid: " + prove.error().text());
    if (!is_signed(peer_, statement(Side::initiator), prove->signature)) {
        return broken("the other end could not prove its key");
    }
    stage_ = Stage::open;
    return Received();
}

Result<SecureLine::Received> SecureLine::on_sealed(std::string_view line) {
    const std::string wrong = "line " + std::to_string(received_ + 1) +
                              " is not the one that the other end sent next: lines were lost, "
                              "added or changed on the way";
    if (line.size() > sealed_length(options_.text_max)) return broken("the line is too long");
    const std::optional<std::string> sealed = bytes_of_base64(line);
    if (!sealed || sealed->size() < tag_size) return broken(wrong);
    std::string text(sealed->size() - tag_size, '\0');
    const auto nonce = nonce_of(received_);
    const int failed = crypto_aead_chacha20poly1305_ietf_decrypt(
        reinterpret_cast<unsigned char*>(text.data()), nullptr, nullptr, unsigned_bytes(*sealed),
        sealed->size(), nullptr, 0, nonce.data(), receive_key_.data());
    if (failed != 0) return broken(wrong);
    ++received_;
    return Received{std::nullopt, std::move(text)};
}

std::string SecureLine::seal(std::string_view text) {
    check(is_open() && text.size() <= options_.text_max);
    std::string sealed(text.size() + tag_size, '\0');
    const auto nonce = nonce_of(sent_);
    check(crypto_aead_chacha20poly1305_ietf_encrypt(
              reinterpret_cast<unsigned char*>(sealed.data()), nullptr, unsigned_bytes(text),
              text.size(), nullptr, 0, nullptr, nonce.data(), send_key_.data()) == 0);
    ++sent_;
    return base64_of(sealed);
}

}  // namespace sicbo::device
