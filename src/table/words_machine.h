// SPDX-License-Identifier: MIT
// Words about the server and its devices: keys, sign-outs, alarms. Included by words.h.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/words.h"

namespace sicbo::table {

// A secret of the server, which can be replaced (ReplaceKey).
enum class Key : std::uint8_t {
    journal,   // signs the notes
    server,    // by which tumblers know the server
    tumblers,  // the seed of the simulated tumblers
};

// Why a person is signed in no longer.
enum class SignOutCause : std::uint8_t {
    asked,           // signed out
    elsewhere,       // signed in on another connection
    password_reset,  // an administrator set another password
    disconnected,    // the connection ended
};

// What the server or a device raises an alarm about (RaiseAlarm).
enum class AlarmKind : std::uint8_t {
    early_reveal,     // a tumbler was asked for the secret of a round that was not over
    ended_round,      // a tumbler was asked to take part in a round that it knows to be over
    armed_twice,      // a tumbler was armed with two hashes for one round
    journal_damaged,  // the journal did not pass its verification after the start
    clock_accepted,   // a person has accepted a clock that contradicts the journal
};

}  // namespace sicbo::table

namespace sicbo {

// clang-format off
template <> inline constexpr std::array words_of<table::AlarmKind> =
    std::to_array<std::string_view>({
        "early-reveal", "ended-round", "armed-twice", "journal-damaged", "clock-accepted"});
template <> inline constexpr std::array words_of<table::Key> =
    std::to_array<std::string_view>({"journal", "server", "tumblers"});
template <> inline constexpr std::array words_of<table::SignOutCause> =
    std::to_array<std::string_view>({"asked", "elsewhere", "password-reset", "disconnected"});
// clang-format on

}  // namespace sicbo
