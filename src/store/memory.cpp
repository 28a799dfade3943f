// SPDX-License-Identifier: MIT
#include "store/memory.h"

#include <algorithm>

#include "core/check.h"
#include "store/reports.h"

namespace sicbo::store {

MemoryStore::MemoryStore(std::string origin, bool drops_old_records)
    : origin_(std::move(origin)),
      drops_old_records_(drops_old_records),
      last_(beginning_of(origin_)) {}

Result<void> MemoryStore::append(const Record& record, std::span<const Note> notes) {
    check(record.first == last_.sequence + 1);
    check(record.last.sequence >= record.first);
    check(!record.bytes.empty());
    records_.push_back(record);
    notes_.insert(notes_.end(), notes.begin(), notes.end());
    last_ = record.last;
    return {};
}

std::vector<Record>::const_iterator MemoryStore::find_record(std::uint64_t sequence) const {
    return std::ranges::lower_bound(records_, sequence, {},
                                    [](const Record& record) { return record.last.sequence; });
}

Result<void> MemoryStore::read(std::uint64_t after, const RecordHandler& handle) const {
    for (auto record = find_record(after + 1); record != records_.end(); ++record) {
        const Result<bool> read_on = handle(*record);
        if (!read_on) return std::unexpected(read_on.error());
        if (!*read_on) return {};
    }
    return {};
}

Result<void> MemoryStore::read_notes(std::uint64_t after, const NoteHandler& handle) const {
    for (const Note& note : notes_) {
        if (note.size <= after) continue;
        const Result<bool> read_on = handle(note);
        if (!read_on) return std::unexpected(read_on.error());
        if (!*read_on) return {};
    }
    return {};
}

Result<std::optional<Note>> MemoryStore::last_note() const {
    return notes_.empty() ? std::optional<Note>() : notes_.back();
}

Result<void> MemoryStore::quarantine(const Quarantine& quarantine) {
    check(!quarantine.command.empty());
    quarantined_[last_.sequence + 1] = quarantine;
    return {};
}

Result<std::vector<Quarantine>> MemoryStore::quarantined() const {
    std::vector<Quarantine> all;
    for (const auto& [sequence, one] : quarantined_) all.push_back(one);
    return all;
}

Result<std::vector<std::uint64_t>> MemoryStore::quarantined_at() const {
    std::vector<std::uint64_t> all;
    for (const auto& [sequence, one] : quarantined_) all.push_back(sequence);
    return all;
}

Result<std::optional<Position>> MemoryStore::end_of_record(std::uint64_t sequence) const {
    const auto found = find_record(sequence);
    if (found == records_.end() || sequence < found->first) return std::optional<Position>();
    return found->last;
}

Result<void> MemoryStore::save_snapshot(const Snapshot& snapshot) {
    check(snapshot.at.sequence > 0 && !snapshot.state.empty());
    snapshots_.insert(snapshots_.begin(), snapshot);
    if (snapshots_.size() > 2) snapshots_.resize(2);
    check(snapshots_.front().at == snapshot.at);
    // The newest snapshot alone is not enough: rounds in play began before it.
    if (drops_old_records_ && snapshots_.size() == 2)
        records_.erase(records_.begin(), find_record(snapshots_.back().at.sequence));
    return {};
}

Result<std::unique_ptr<Reports>> MemoryStore::open_reports() { return Reports::open(":memory:"); }

}  // namespace sicbo::store
