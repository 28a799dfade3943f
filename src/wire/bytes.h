// SPDX-License-Identifier: MIT
// Commands, events and the state as canonical bytes, with the version of the format before them;
// and the chain of hashes that binds each event to all before it. docs/formats/bytes.md has the
// layout.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "table/state.h"

namespace sicbo::wire {

// The newest version is written. Events and commands of all versions since the first are read; of
// states only the newest, since a state can be made again from the events.
using sicbo::format_version;

// Return the bytes, which begin with the version. Events and commands can be written in any version
// since the first; what that version does not have is left out.
std::string write_command(const table::Command& command, std::uint8_t version = format_version);
std::string write_event(const table::Event& event, std::uint8_t version = format_version);
std::string write_state(const table::State& state);

// Appends the bytes of the event to what the writer holds, in the writer's version.
void write_event(ByteWriter& to, const table::Event& event);

// Return an error if there are no bytes, if the version is not one that is read, or if the bytes
// are not exactly those that would be written; read_state() also if the state contradicts itself.
Result<table::Command> read_command(std::string_view bytes);
Result<table::Event> read_event(std::string_view bytes);
Result<table::State> read_state(std::string_view bytes);

// Returns the version byte that the bytes begin with; 0 if `bytes` is empty.
std::uint8_t version_of(std::string_view bytes);

// The hash of the event with that sequence, over the hash of the event before it and its own bytes.
Hash chain(const Hash& previous, std::uint64_t sequence, std::string_view event_bytes);

// The hash of the state as bytes of the newest version. Two states are equal if their hashes are.
Hash state_hash(const table::State& state);

}  // namespace sicbo::wire
