// SPDX-License-Identifier: MIT
// Snapshots as files beside the journal: `journal.snapshot-00000000000000012345`, named by the
// sequence of the event that they follow. docs/formats/journal.md specifies the file.
#pragma once

#include "store/store.h"

namespace sicbo::store {

// Returns the text that the follower signs for a snapshot of the journal with this origin: the
// origin, the sequence, the hash of the chain and the hash of the state.
std::string snapshot_statement(const std::string& origin, const Snapshot& snapshot);

// Returns the content of a snapshot file: heading, position, state, signature, and a checksum over
// all of it.
std::string write_snapshot(const Snapshot& snapshot);
// Reads such content. Returns an error if it is another format or the checksum does not match.
Result<Snapshot> read_snapshot(std::string_view bytes);

// Writes the snapshot's file in one durable step, then removes all but the newest two files.
Result<void> save_snapshot_file(const std::string& journal, const Snapshot& snapshot);

// Returns the readable snapshots of the journal, newest first.
std::vector<Snapshot> snapshot_files(const std::string& journal);

// Returns which snapshot files of the journal can't be read, and why, newest first.
std::vector<std::string> damaged_snapshot_files(const std::string& journal);

}  // namespace sicbo::store
