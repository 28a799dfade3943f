// SPDX-License-Identifier: MIT
// The messages between a server and a tumbler: JSON objects, each the text of one line of a
// SecureLine, which proves both ends' keys and keeps the lines whole and in order.
// docs/formats/tumbler.md specifies the messages. This header has no socket and no clock.
//
// The tumbler learns the hash of the close of betting from Arm, and signs its result over that
// hash, so that the result can be verified long after the connection.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "core/fields.h"
#include "core/id.h"
#include "core/words.h"
#include "device/key.h"
#include "device/secure_line.h"
#include "rules/roll.h"

namespace sicbo::device {

inline constexpr std::string_view tumbler_protocol = "sicbo-tumbler-v2";

// Messages of the server.

// The first message of a connection. The tumbler answers with Ready.
struct Begin {
    TableId table;
    std::uint64_t results = 0;  // the last counter that the server knows
};

// Only a simulated tumbler can commit and reveal; any other answers with a Failure.
struct Commit {
    std::uint64_t round = 0;
};

// Asks for a tumble of the round, in which `before` tumbles were counted so far. The answer is
// Tumbled. A tumble that was made already is not made again, only answered.
struct Tumble {
    std::uint64_t round = 0;
    std::uint32_t before = 0;
};

// Asks how that tumble went, and tumbles nothing. The answer is Tumbled, with 0 if there was none.
struct Count {
    std::uint64_t round = 0;
    std::uint32_t before = 0;
};

// The only message that makes the tumbler disclose faces.
struct Arm {
    std::uint64_t round = 0;
    Hash close_hash;
    bool mixed = false;        // the dice have been mixed for this round already
    bool mixed_first = false;  // the game mixes them before betting closes
};

// The round is over: the tumbler takes no further part in it, nor in an earlier one.
struct End {
    std::uint64_t round = 0;
};

// Asks for the secret of a round that End has named, or of an earlier one.
struct Reveal {
    std::uint64_t round = 0;
};

using ToTumbler = std::variant<Begin, Commit, Tumble, Count, Arm, End, Reveal>;

// Messages of the tumbler.

struct Ready {
    bool simulated = false;  // it has no dice: for training tables only
};

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

// What the tumbler's own sensors report, and what it refuses because it would disclose dice.
enum class Trouble : std::uint8_t {
    exposed,
    damaged_dice,
    broken,
    early_reveal,  // Reveal of a round that is not over
    ended_round,   // a message for a round that End has named, or for an earlier one
    armed_twice,   // Arm of a round with another hash than before
};

struct Alarm {
    std::uint64_t round = 0;
    Trouble trouble = Trouble::exposed;
};

// The tumbler could not do what the last message asked for.
struct Failure {
    std::string reason;
};

using FromTumbler = std::variant<Ready, Committed, Tumbled, Reading, Revealed, Alarm, Failure>;

// Returns the message as the text of a line. The key "type" holds the name of the message in
// lower case.
std::string write_line(const ToTumbler& message);
std::string write_line(const FromTumbler& message);

// Reads the text of a line. Strict: an unknown type, an unknown or a missing key and a line longer
// than line_length_max are errors.
Result<ToTumbler> read_to_tumbler(std::string_view line);
Result<FromTumbler> read_from_tumbler(std::string_view line);

// The bytes that the tumbler signs in a Reading.
std::string signed_part(const Reading& reading, TableId table);

}  // namespace sicbo::device

namespace sicbo {

// clang-format off
template <> inline constexpr std::array words_of<device::Trouble> =
    std::to_array<std::string_view>({
        "exposed", "damaged-dice", "broken", "early-reveal", "ended-round", "armed-twice"});
// clang-format on

}  // namespace sicbo
