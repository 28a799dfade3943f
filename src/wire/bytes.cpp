// SPDX-License-Identifier: MIT
#include "wire/bytes.h"

#include <algorithm>
#include <array>

namespace sicbo::wire {
namespace {

template <class T>
void write(ByteWriter& to, const T& value) {
    to.byte(to.version());
    encode(to, value);
}

template <class T>
std::string write(const T& value, std::uint8_t version = format_version) {
    ByteWriter writer(version);
    write(writer, value);
    return std::move(writer).take();
}

template <class T>
Result<T> read(std::string_view bytes, std::uint8_t oldest) {
    if (bytes.empty()) return failure("there are no bytes");
    const std::uint8_t version = version_of(bytes);
    if (version < oldest || version > format_version) {
        return failure("format " + std::to_string(version) + " is not one that this program reads");
    }
    return from_bytes<T>(bytes.substr(1), version);
}

}  // namespace

std::string write_command(const table::Command& command, std::uint8_t version) {
    return write(command, version);
}
std::string write_event(const table::Event& event, std::uint8_t version) {
    return write(event, version);
}
std::string write_state(const table::State& state) { return write(state); }
void write_event(ByteWriter& to, const table::Event& event) { write(to, event); }

Result<table::Command> read_command(std::string_view bytes) {
    return read<table::Command>(bytes, 1);
}
Result<table::Event> read_event(std::string_view bytes) { return read<table::Event>(bytes, 1); }
Result<table::State> read_state(std::string_view bytes) {
    Result<table::State> state = read<table::State>(bytes, format_version);
    if (!state) return state;
    if (auto wrong = find_inconsistency(*state)) return failure("this is no state: " + *wrong);
    return state;
}

std::uint8_t version_of(std::string_view bytes) {
    return bytes.empty() ? std::uint8_t{0} : static_cast<std::uint8_t>(bytes.front());
}

Hash chain(const Hash& previous, std::uint64_t sequence, std::string_view event_bytes) {
    constexpr std::string_view heading = "sicbo-event-v1";
    std::array<char, heading.size() + 8 + sizeof(Hash::bytes)> before;
    auto at = std::ranges::copy(heading, before.begin()).out;
    for (int shift = 0; shift < 64; shift += 8) {
        *at++ = static_cast<char>((sequence >> shift) & 0xff);
    }
    for (const std::uint8_t byte : previous.bytes) *at++ = static_cast<char>(byte);
    return sha256_of_parts({{before.data(), before.size()}, event_bytes});
}

Hash state_hash(const table::State& state) {
    return sha256_of_parts({"sicbo-state-v1", write(state)});
}

}  // namespace sicbo::wire
