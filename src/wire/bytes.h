// Commands, events and the state as canonical bytes, with the version of the format before them;
// and the chain of hashes that binds each event to all before it. docs/formats/bytes.md has the
// layout.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "table/state.h"

namespace sicbo::wire {

inline constexpr std::uint8_t format_version = 1;

std::string write_command(const table::Command& command);
std::string write_event(const table::Event& event);
std::string write_state(const table::State& state);

// The same behind what was written before, for whoever writes many.
void write_event(ByteWriter& to, const table::Event& event);

Result<table::Command> read_command(std::string_view bytes);
Result<table::Event> read_event(std::string_view bytes);
Result<table::State> read_state(std::string_view bytes);

// The hash of the event with that sequence, over the hash of the one before and its bytes.
Hash chain(const Hash& previous, std::uint64_t sequence, std::string_view event_bytes);

Hash state_hash(const table::State& state);

}  // namespace sicbo::wire
