// SPDX-License-Identifier: MIT
// The limits: the same batches written to a plain file, and to the store without the engine.
#pragma once

#include <string>
#include <vector>

#include "measure.h"
#include "ours.h"

namespace durable {

// Appends and syncs, and no more. Each bet of a batch waits for all of it.
Measured run_raw(const std::string& folder, const std::vector<Batch>& batches, const Span& span);

// The store alone: a record of that many bytes a batch.
Measured run_store(const std::string& folder, const std::vector<Batch>& batches, const Span& span);

// How long the disk takes to sync one page that was appended.
Measured sync_times(const std::string& folder, const Span& span);

}  // namespace durable
