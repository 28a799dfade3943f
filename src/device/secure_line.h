// SPDX-License-Identifier: MIT
// A line protocol between two ends that know each other's keys: nobody between them can read, drop,
// add, change, repeat or reorder a line unnoticed. docs/formats/line.md specifies it.
//
// Three plain lines open it: each end sends a fresh X25519 key and signs both of them with its
// long-term Ed25519 key. From then on each line is encrypted and authenticated with a key and a
// counter of its direction, so that a line which is missing, foreign or out of order makes the next
// one invalid. There is no other version to fall back to. An object serves one
// connection; whatever goes wrong, the repair is a new connection with a new object.
//
// No socket, no clock and no message of any device in here: the tumbler's messages travel in these
// lines, and so can those of any other device. One thread at a time may use an object.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "device/key.h"

namespace sicbo::device {

inline constexpr std::size_t line_length_max = 4'096;  // bytes of a text, without the line feed
// The greatest length of a line as it is sent: the text and 16 bytes of authentication, in base64.
constexpr std::size_t sealed_length(std::size_t text_max) { return (text_max + 16 + 2) / 3 * 4; }
inline constexpr std::size_t sealed_length_max = sealed_length(line_length_max);

class SecureLine {
public:
    enum class Side : std::uint8_t { initiator, responder };  // the initiator speaks first

    struct Options {
        Side side = Side::initiator;
        std::string protocol;  // of the texts, as "sicbo-tumbler-v2"; both ends must name the same
        SigningKey key;        // of this end
        // Returns true if the other end may have this key. It is asked for the key that the other
        // end states, before the other end has proved it.
        std::function<bool(const PublicKey&)> is_trusted;
        std::size_t text_max = line_length_max;  // bytes of a sealed text; part of the protocol
    };
    // `seed` is the secret half of the fresh key: random, except where a test repeats a vector.
    explicit SecureLine(Options options, const Hash& seed = random_hash());

    // Returns the first line to send. Call it once, on the initiator's side only.
    std::string start();

    // What a received line leads to. Both parts may be missing.
    struct Received {
        std::optional<std::string> reply;  // a line that must be sent next
        std::optional<std::string> text;   // what the other end has sealed
    };
    // Handles one line, given without its line feed. Returns an error if the other end did not send
    // it or it is not the next one; then the object takes no line any more and the caller must end
    // the connection. Nothing is returned as text before the other end has proved its key.
    Result<Received> receive(std::string_view line);

    // Returns true once the other end has proved its key: from then on seal() may be called.
    bool is_open() const { return stage_ == Stage::open; }
    // Returns the line that carries the text. The text must have at most Options::text_max bytes.
    std::string seal(std::string_view text);

    // The key that the other end has proved. Requires is_open().
    const PublicKey& peer() const;

private:
    enum class Stage : std::uint8_t { idle, hello_sent, welcome_sent, open, broken };

    std::unexpected<Error> broken(std::string why);
    Result<Received> on_hello(std::string_view line);
    Result<Received> on_welcome(std::string_view line);
    Result<Received> on_prove(std::string_view line);
    Result<Received> on_sealed(std::string_view line);
    bool derive_keys(const Hash& of_other);
    std::string statement(Side side) const;

    Options options_;
    Stage stage_ = Stage::idle;
    Hash secret_;
    Hash fresh_;  // the public half of secret_
    Hash fresh_of_other_;
    PublicKey peer_;
    std::array<std::uint8_t, 32> receive_key_ = {};
    std::array<std::uint8_t, 32> send_key_ = {};
    std::uint64_t received_ = 0;  // sealed lines
    std::uint64_t sent_ = 0;
};

}  // namespace sicbo::device
