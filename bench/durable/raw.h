// SPDX-License-Identifier: MIT
// The limits: the same batches written to a plain file, and to the store without the engine.
#pragma once

#include <string>
#include <vector>

#include "measure.h"
#include "ours.h"

namespace durable {

// A plain file that is synced after each append. Started again when it is large, as a log is.
class RawFile {
public:
    explicit RawFile(std::string path);
    RawFile(const RawFile&) = delete;
    RawFile& operator=(const RawFile&) = delete;
    ~RawFile();

    void append(const char* bytes, std::size_t size);

private:
    void open();
    void close() const;

    std::string path_;
    int file_ = -1;
    std::size_t written_ = 0;
};

// Appends and syncs, and no more. Each bet of a batch waits for all of it.
Measured run_raw(const std::string& folder, const std::vector<Batch>& batches, const Span& span);

// The store alone: a record of that many bytes a batch.
Measured run_store(const std::string& folder, const std::vector<Batch>& batches, const Span& span);

// How long the disk takes to sync one page that was appended.
Measured sync_times(const std::string& folder, const Span& span);

}  // namespace durable
