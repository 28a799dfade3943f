// SPDX-License-Identifier: MIT
// The messages between a server and a tumbler: JSON objects, one on each line, over TCP.
// docs/formats/tumbler.md specifies the protocol. This header has no socket and no clock.
//
// Each side knows the other's public key and proves its own first. The tumbler learns the hash of
// the close of betting only from an Arm message that the server has signed, and signs its result
// over that hash.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "core/fields.h"
#include "core/id.h"
#include "core/words.h"
#include "device/key.h"
#include "rules/roll.h"

namespace sicbo::device {

inline constexpr std::size_t line_length_max = 4'096;  // bytes, without the line feed

// Messages of the server.

struct Hello {
    TableId table;
    PublicKey key;
    Hash nonce;
    std::uint64_t results = 0;  // the last counter that the server knows
};

struct Prove {
    std::string signature;
};

// Only a simulated tumbler can commit and reveal; any other answers with a Failure.
struct Commit {
    std::uint64_t round = 0;
};

struct Tumble {
    std::uint64_t round = 0;
};

struct Arm {
    std::uint64_t round = 0;
    Hash close_hash;
    bool mixed = false;        // the dice have been mixed for this round already
    bool mixed_first = false;  // the game mixes them before betting closes
    std::string signature;
};

struct Reveal {
    std::uint64_t round = 0;
};

using ToTumbler = std::variant<Hello, Prove, Commit, Tumble, Arm, Reveal>;

// Messages of the tumbler.

struct Welcome {
    PublicKey key;
    Hash nonce;
    bool simulated = false;  // it has no dice: for training tables only
    std::string signature;
};

struct Ready {};

struct Committed {
    std::uint64_t round = 0;
    Hash commitment;
};

struct Tumbled {
    std::uint64_t round = 0;
    std::uint32_t tumbles = 0;
};

struct Reading {
    std::uint64_t round = 0;
    Hash close_hash;
    std::uint64_t counter = 0;
    rules::Roll dice = {1, 1, 1};
    std::uint32_t tumbles = 0;
    bool flat = true;
    std::string signature;
};

struct Revealed {
    std::uint64_t round = 0;
    Hash secret;
};

// What the tumbler's own sensors report.
enum class Trouble : std::uint8_t { exposed, damaged_dice, broken };

struct Alarm {
    std::uint64_t round = 0;
    Trouble trouble = Trouble::exposed;
};

// The tumbler could not do what the last message asked for.
struct Failure {
    std::string reason;
};

using FromTumbler =
    std::variant<Welcome, Ready, Committed, Tumbled, Reading, Revealed, Alarm, Failure>;

// Returns the message as one line, without the line feed. The key "type" holds the name of the
// message in lower case.
std::string write_line(const ToTumbler& message);
std::string write_line(const FromTumbler& message);

// Reads one line, given without its line feed. Strict: an unknown type, an unknown or a missing key
// and a line longer than line_length_max are errors.
Result<ToTumbler> read_to_tumbler(std::string_view line);
Result<FromTumbler> read_from_tumbler(std::string_view line);

// The bytes that each side signs to prove its key. `who` is "server", "tumbler" or "simulated
// tumbler"; the nonces make the proof valid for one connection only.
std::string greeting(std::string_view who, TableId table, const Hash& of_server,
                     const Hash& of_tumbler);
// The bytes that the server signs in an Arm message, and the tumbler in a Reading.
std::string signed_part(const Arm& arm, TableId table, const Hash& nonce_of_tumbler);
std::string signed_part(const Reading& reading, TableId table);

}  // namespace sicbo::device

namespace sicbo {

// clang-format off
template <> inline constexpr std::array words_of<device::Trouble> =
    std::to_array<std::string_view>({"exposed", "damaged-dice", "broken"});
// clang-format on

}  // namespace sicbo
