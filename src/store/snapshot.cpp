// SPDX-License-Identifier: MIT
#include "store/snapshot.h"

#include <algorithm>

#include "core/check.h"
#include "core/codec.h"
#include "store/files.h"

namespace sicbo::store {
namespace {

// Version 4 lacks the meters that are counted from postings, and earlier ones lack keys that were
// registered: a start reads those from the journal instead.
constexpr std::string_view heading = "sicbo-snapshot-v5\n";

std::string prefix_of(const std::string& journal) { return journal + ".snapshot-"; }

std::string path_of(const std::string& journal, std::uint64_t sequence) {
    const std::string number = std::to_string(sequence);
    check(number.size() <= 20);
    return prefix_of(journal) + std::string(20 - number.size(), '0') + number;
}

}  // namespace

std::string snapshot_statement(const std::string& origin, const Snapshot& snapshot) {
    return std::string(heading) + origin + "\n" + std::to_string(snapshot.at.sequence) + "\n" +
           to_text(snapshot.at.hash) + "\n" + to_text(sha256(snapshot.state)) + "\n";
}

std::string write_snapshot(const Snapshot& snapshot) {
    ByteWriter writer;
    writer.raw(heading);
    writer.number(snapshot.at.sequence);
    encode(writer, snapshot.at.hash);
    encode(writer, snapshot.state);
    encode(writer, snapshot.signature);
    const Hash checksum = sha256(writer.bytes());
    encode(writer, checksum);
    std::string bytes = std::move(writer).take();
    check(bytes.size() > heading.size() + snapshot.state.size() + 2 * sizeof(Hash::bytes));
    return bytes;
}

Result<Snapshot> read_snapshot(std::string_view bytes) {
    ByteReader reader(bytes);
    if (reader.raw(std::min(heading.size(), bytes.size())) != heading) {
        return failure("this is not a snapshot in a format that this program reads");
    }
    Snapshot snapshot;
    snapshot.at.sequence = reader.number();
    snapshot.at.hash = decode<Hash>(reader);
    snapshot.state = reader.raw(reader.length());
    snapshot.signature = reader.raw(reader.length());
    const std::size_t covered = bytes.size() - reader.left();
    const Hash checksum = decode<Hash>(reader);
    if (auto error = reader.finish()) return std::unexpected(*error);
    if (sha256(bytes.substr(0, covered)) != checksum) return failure("the snapshot is damaged");
    return snapshot;
}

namespace {

// Calls `use` with the path and the content of every snapshot file, newest first. An unfinished
// write that a power cut left behind is no snapshot.
template <class Use>
void for_each_file(const std::string& journal, Use use) {
    std::vector<std::string> paths = files_with_prefix(prefix_of(journal));
    std::ranges::reverse(paths);
    for (const std::string& path : paths) {
        if (path.ends_with(".new")) continue;
        const Result<std::string> bytes = read_file(path);
        use(path, bytes ? read_snapshot(*bytes) : std::unexpected(bytes.error()));
    }
}

}  // namespace

Result<void> save_snapshot_file(const std::string& journal, const Snapshot& snapshot) {
    check(snapshot.at.sequence > 0);
    check(!snapshot.state.empty());
    if (auto written =
            write_file(path_of(journal, snapshot.at.sequence), write_snapshot(snapshot), 0600);
        !written) {
        return written;
    }
    // Names sort by sequence. An unfinished write that a power cut left behind is no snapshot.
    std::vector<std::string> paths = files_with_prefix(prefix_of(journal));
    std::erase_if(paths, [](const std::string& path) { return path.ends_with(".new"); });
    constexpr std::size_t kept = 2;
    while (paths.size() > kept) {
        remove_file(paths.front());
        paths.erase(paths.begin());
    }
    return {};
}

std::vector<Snapshot> snapshot_files(const std::string& journal) {
    std::vector<Snapshot> snapshots;
    for_each_file(journal, [&](const std::string&, Result<Snapshot> snapshot) {
        if (snapshot) snapshots.push_back(*std::move(snapshot));
    });
    return snapshots;
}

std::vector<std::string> damaged_snapshot_files(const std::string& journal) {
    std::vector<std::string> damaged;
    for_each_file(journal, [&](const std::string& path, const Result<Snapshot>& snapshot) {
        if (!snapshot) damaged.push_back(path + " is damaged: " + snapshot.error().text());
    });
    return damaged;
}

}  // namespace sicbo::store
