#include "store/memory.h"

#include <algorithm>

#include "core/check.h"
#include "store/reports.h"

namespace sicbo::store {

MemoryStore::MemoryStore(std::string origin, bool forgets)
    : origin_(std::move(origin)), forgets_(forgets), last_(beginning_of(origin_)) {}

Result<void> MemoryStore::append(const Record& record, std::span<const Note> notes) {
    check(record.first == last_.sequence + 1 && record.last.sequence >= record.first);
    records_.push_back(record);
    notes_.insert(notes_.end(), notes.begin(), notes.end());
    last_ = record.last;
    return {};
}

std::vector<Record>::const_iterator MemoryStore::record_with(std::uint64_t sequence) const {
    return std::ranges::lower_bound(records_, sequence, {},
                                    [](const Record& record) { return record.last.sequence; });
}

Result<void> MemoryStore::read(std::uint64_t after, const TakeRecord& take) const {
    for (auto record = record_with(after + 1); record != records_.end(); ++record) {
        if (auto taken = take(*record); !taken) return taken;
    }
    return {};
}

Result<void> MemoryStore::read_notes(std::uint64_t after, const TakeNote& take) const {
    for (const Note& note : notes_) {
        if (note.size <= after) continue;
        if (auto taken = take(note); !taken) return taken;
    }
    return {};
}

Result<std::optional<Note>> MemoryStore::last_note() const {
    return notes_.empty() ? std::optional<Note>() : notes_.back();
}

Result<std::optional<Position>> MemoryStore::end_of_record(std::uint64_t sequence) const {
    const auto found = record_with(sequence);
    if (found == records_.end() || sequence < found->first) return std::optional<Position>();
    return found->last;
}

Result<void> MemoryStore::keep_snapshot(const Snapshot& snapshot) {
    snapshots_.insert(snapshots_.begin(), snapshot);
    if (snapshots_.size() > 2) snapshots_.resize(2);
    // The first one is not enough: what is under way began before it.
    if (forgets_ && snapshots_.size() == 2)
        records_.erase(records_.begin(), record_with(snapshots_.back().at.sequence));
    return {};
}

Result<std::unique_ptr<Reports>> MemoryStore::open_reports() { return Reports::open(":memory:"); }

}  // namespace sicbo::store
