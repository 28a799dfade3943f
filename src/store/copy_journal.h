// SPDX-License-Identifier: MIT
// Copies a journal from one store into another: the same records, hashes, notes, quarantined
// commands and snapshots, so that an audit finds the same in both.
#pragma once

#include "store/recover.h"
#include "store/store.h"

namespace sicbo::store {

// Copies everything up to the last event that `from` had when it was opened. `to` must be open to
// write, have the origin of `from`, and hold the beginning of the same journal or nothing: a copy
// that was interrupted is continued. The hash of every record is verified on the way. Snapshots are
// copied if `with_snapshots` is set.
Result<void> copy_journal(const Store& from, Store& to, bool with_snapshots,
                          const Progress& progress = {});

}  // namespace sicbo::store
