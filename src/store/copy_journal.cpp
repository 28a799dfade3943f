// SPDX-License-Identifier: MIT
#include "store/copy_journal.h"

#include <algorithm>
#include <ranges>
#include <utility>

#include "core/check.h"

namespace sicbo::store {
namespace {

using QuarantineList = std::vector<std::pair<std::uint64_t, Quarantine>>;

Result<QuarantineList> quarantine_of(const Store& journal) {
    const Result<std::vector<Quarantine>> commands = journal.quarantined();
    if (!commands) return std::unexpected(commands.error());
    const Result<std::vector<std::uint64_t>> sequences = journal.quarantined_at();
    if (!sequences) return std::unexpected(sequences.error());
    if (commands->size() != sequences->size()) return failure("the journal is being written");
    QuarantineList list;
    for (std::size_t i = 0; i < commands->size(); ++i) {
        list.emplace_back(sequences->at(i), commands->at(i));
    }
    return list;
}

// The notes whose events the record completes.
Result<std::vector<Note>> notes_between(const Store& journal, std::uint64_t after,
                                        std::uint64_t until) {
    std::vector<Note> notes;
    const Result<void> read = journal.read_notes(after, [&](const Note& note) -> Result<bool> {
        if (note.size > until) return false;
        notes.push_back(note);
        return true;
    });
    if (!read) return std::unexpected(read.error());
    return notes;
}

class JournalCopy {
public:
    JournalCopy(const Store& from, Store& to, QuarantineList quarantined)
        : from_(from), to_(to), quarantined_(std::move(quarantined)), noted_(to.last().sequence) {}

    Result<bool> take(const Record& record, std::uint64_t until) {
        if (record.first > until) return false;
        const auto accept = [](const Position&, std::string_view) { return Result<void>(); };
        if (auto done = read_record(record, to_.last(), accept); !done) {
            return std::unexpected(done.error());
        }
        if (auto done = quarantine_due(); !done) return std::unexpected(done.error());
        // Notes are read in advance for many records: they are in order as well.
        constexpr std::uint64_t ahead = 100'000;  // events
        if (record.last.sequence > noted_) {
            noted_ = record.last.sequence + ahead;
            Result<std::vector<Note>> more = notes_between(from_, to_.last().sequence, noted_);
            if (!more) return std::unexpected(more.error());
            notes_ = std::move(*more);
        }
        const auto due = std::ranges::find_if(
            notes_, [&](const Note& note) { return note.size > record.last.sequence; });
        const auto count = static_cast<std::size_t>(due - notes_.begin());
        if (auto done = to_.append(record, std::span(notes_).first(count)); !done) {
            return std::unexpected(done.error());
        }
        notes_.erase(notes_.begin(), due);
        check(to_.last() == record.last);
        return true;
    }

    // Stores the commands that were quarantined at the present end.
    Result<void> quarantine_due() {
        for (const auto& [sequence, command] : quarantined_) {
            if (sequence != to_.last().sequence + 1) continue;
            if (auto done = to_.quarantine(command); !done) return done;
        }
        return {};
    }

private:
    const Store& from_;
    Store& to_;
    QuarantineList quarantined_;
    std::uint64_t noted_;  // notes_ has the notes up to this event that are not stored yet
    std::vector<Note> notes_;
};

}  // namespace

Result<void> copy_journal(const Store& from, Store& to, bool with_snapshots,
                          const Progress& progress) {
    check(from.origin() == to.origin());
    const std::uint64_t until = from.last().sequence;
    if (to.last().sequence > 0) {
        const auto same = from.end_of_record(to.last().sequence);
        if (!same) return std::unexpected(same.error());
        if (*same != to.last()) {
            return failure("what is there already is not the beginning of this journal");
        }
    }
    Result<QuarantineList> quarantined = quarantine_of(from);
    if (!quarantined) return std::unexpected(quarantined.error());
    JournalCopy copy(from, to, std::move(*quarantined));
    const Result<void> read =
        from.read(to.last().sequence, [&](const Record& record) -> Result<bool> {
            const Result<bool> taken = copy.take(record, until);
            if (progress) progress(to.last().sequence, until);
            return taken;
        });
    if (!read) return read;
    if (to.last() != from.last()) return failure("the copy does not end where the journal does");
    if (auto done = copy.quarantine_due(); !done) return done;
    if (!with_snapshots) return {};
    for (const Snapshot& snapshot : std::views::reverse(from.snapshots())) {
        if (snapshot.at.sequence > until) continue;
        if (auto done = to.save_snapshot(snapshot); !done) return done;
    }
    return {};
}

}  // namespace sicbo::store
