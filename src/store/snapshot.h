// Snapshots as files beside the journal: `journal.snapshot-00000000000000012345`.
#pragma once

#include "store/store.h"

namespace sicbo::store {

std::string write_snapshot(const Snapshot& snapshot);
Result<Snapshot> read_snapshot(std::string_view bytes);

// Writes the file and removes all but the newest two.
Result<void> keep_snapshot_file(const std::string& journal, const Snapshot& snapshot);

// Those that can be read, newest first.
std::vector<Snapshot> snapshot_files(const std::string& journal);

}  // namespace sicbo::store
