// SPDX-License-Identifier: MIT
#include "store/record.h"

#include <cstring>

#include "core/check.h"
#include "core/codec.h"
#include "wire/bytes.h"

namespace sicbo::store {
namespace {

std::string event_name(std::uint64_t sequence) { return "event " + std::to_string(sequence); }

}  // namespace

Result<Hash> hash_from(std::string_view bytes, std::int64_t sequence) {
    Hash hash;
    if (bytes.size() != hash.bytes.size()) {
        return failure("the hash has the wrong length", "event " + std::to_string(sequence));
    }
    std::memcpy(hash.bytes.data(), bytes.data(), bytes.size());
    return hash;
}

Position beginning_of(std::string_view origin) {
    return {0, sha256("sicbo-journal-v1" + std::string(origin))};
}

void RecordWriter::start(const Position& before) {
    record_.first = before.sequence + 1;
    record_.last = before;
    record_.bytes.clear();
    check(empty());
}

void RecordWriter::add(std::string_view event_bytes) {
    check(record_.last.sequence + 1 >= record_.first);
    ByteWriter length;
    length.number(event_bytes.size());
    record_.bytes += length.bytes();
    record_.bytes += event_bytes;
    ++record_.last.sequence;
    record_.last.hash = wire::chain(record_.last.hash, record_.last.sequence, event_bytes);
    check(!empty());
}

Result<void> split_record(const Record& record, const EventBytesHandler& handle) {
    ByteReader reader(record.bytes);
    std::uint64_t sequence = record.first;
    while (reader.left() > 0) {
        const std::string_view bytes = reader.raw(reader.length());
        if (reader.failed())
            return failure("the length of the event exceeds the record", event_name(sequence));
        if (auto handled = handle(sequence, bytes); !handled) return handled;
        ++sequence;
    }
    return {};
}

Result<void> read_record(const Record& record, const Position& before,
                         const ChainedEventHandler& handle) {
    Position at = before;
    if (record.first != before.sequence + 1) {
        return failure("the record begins with event " + std::to_string(record.first),
                       event_name(before.sequence + 1));
    }
    const auto chained = [&](std::uint64_t sequence, std::string_view bytes) {
        at = {sequence, wire::chain(at.hash, sequence, bytes)};
        return handle(at, bytes);
    };
    if (auto done = split_record(record, chained); !done) return done;
    if (at != record.last || record.first > at.sequence) {
        return failure("the hash of the record is not that of its events",
                       event_name(record.first));
    }
    return {};
}

}  // namespace sicbo::store
