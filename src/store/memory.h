// SPDX-License-Identifier: MIT
// A store in memory, for tests and simulation. Nothing survives the process.
#pragma once

#include <map>

#include "store/store.h"

namespace sicbo::store {

class MemoryStore : public Store {
public:
    // With `drops_old_records`, records from before the older of the two snapshots are dropped, so
    // that a long simulation does not fill the memory.
    explicit MemoryStore(std::string origin = "memory", bool drops_old_records = false);

    const std::string& origin() const override { return origin_; }
    Position last() const override { return last_; }
    Result<void> append(const Record& record, std::span<const Note> notes) override;
    Result<void> read(std::uint64_t after, const RecordHandler& handle) const override;
    Result<void> read_notes(std::uint64_t after, const NoteHandler& handle) const override;
    Result<std::optional<Note>> last_note() const override;
    Result<void> quarantine(const Quarantine& quarantine) override;
    Result<std::vector<Quarantine>> quarantined() const override;
    Result<std::vector<std::uint64_t>> quarantined_at() const override;
    Result<std::optional<Position>> end_of_record(std::uint64_t sequence) const override;
    Result<void> save_snapshot(const Snapshot& snapshot) override;
    std::vector<Snapshot> snapshots() const override { return snapshots_; }
    bool is_trusted(const Snapshot&) const override { return true; }
    Result<std::unique_ptr<Reports>> open_reports() override;

private:
    std::vector<Record>::const_iterator find_record(std::uint64_t sequence) const;

    std::string origin_;
    bool drops_old_records_ = false;
    Position last_;
    std::vector<Record> records_;
    std::vector<Note> notes_;
    std::vector<Snapshot> snapshots_;
    std::map<std::uint64_t, Quarantine> quarantined_;  // by the sequence that would have followed
};

}  // namespace sicbo::store
