// SPDX-License-Identifier: MIT
#include "store/follower.h"

#include <algorithm>
#include <utility>

#include "core/check.h"
#include "store/snapshot.h"
#include "wire/bytes.h"

namespace sicbo::store {
namespace {

// Returns true if a note is signed at the end of a record with this fact: after every round, and
// after every amendment.
bool is_signing_point(const table::Fact& fact) {
    return holds<table::RoundSettled>(fact) || holds<table::RoundVoided>(fact) ||
           holds<table::RoundsAmended>(fact);
}

// Reports that go beyond the journal, or belong to another one, are cleared.
Result<std::unique_ptr<Reports>> open_reports(Store& journal) {
    Result<std::unique_ptr<Reports>> reports = journal.open_reports();
    if (!reports || (*reports)->position().sequence == 0) return reports;
    const Position at = (*reports)->position();
    const auto end = journal.end_of_record(at.sequence);
    if (!end) return std::unexpected(end.error());
    if (*end == at) return reports;
    if (auto cleared = (*reports)->clear(); !cleared) return std::unexpected(cleared.error());
    return reports;
}

}  // namespace

Result<std::unique_ptr<Follower>> Follower::start(Store& journal, const Options& options,
                                                  const Progress& progress) {
    Result<std::unique_ptr<Reports>> reports = open_reports(journal);
    if (!reports) return std::unexpected(reports.error());
    Result<Recovered> at = recover(journal, progress, (*reports)->position().sequence);
    if (!at) return std::unexpected(at.error());
    check(at->at.sequence == (*reports)->position().sequence);
    std::unique_ptr<Follower> follower(new Follower(journal, std::move(*reports), std::move(*at)));
    follower->snapshot_every_ = options.snapshot_every;
    follower->may_sign_ = !options.hold_signatures;
    for (const Snapshot& snapshot : journal.snapshots()) {
        if (!journal.is_trusted(snapshot)) continue;
        follower->snapshot_at_ = std::max(follower->snapshot_at_, snapshot.at.sequence);
    }
    if (options.key.empty()) return follower;
    Result<Notary> notary = Notary::open(options.key, journal.origin());
    if (!notary) return std::unexpected(notary.error());
    follower->notary_ = std::move(*notary);
    Result<NoteFile> file = NoteFile::open(options.notes);
    if (!file) return std::unexpected(file.error());
    follower->note_file_ = std::move(*file);
    const std::optional<Checkpoint>& last = follower->note_file_->last();
    if (!last) return follower;
    if (auto done = verify_checkpoint(journal, *last); !done) {
        return failure(done.error().what, options.notes);
    }
    follower->signed_ = last->at.sequence;
    return follower;
}

// The records are copied first: while a read transaction is open, the journal's write-ahead log
// can't be reset.
Result<std::vector<Record>> Follower::next_records(std::uint64_t events) const {
    const std::uint64_t after = current_.at.sequence;
    std::vector<Record> records;
    const Result<void> read = journal_->read(after, [&](const Record& record) -> Result<bool> {
        records.push_back(record);
        return record.last.sequence - after < events;
    });
    if (!read) return std::unexpected(read.error());
    return records;
}

Result<void> Follower::follow(std::uint64_t events) {
    constexpr std::uint64_t batch = 10'000;  // events in a transaction of the reports
    while (events > 0) {
        const std::uint64_t before = current_.at.sequence;
        const Result<std::vector<Record>> records = next_records(std::min(batch, events));
        if (!records) return std::unexpected(records.error());
        if (records->empty()) return {};
        usable_ = false;
        if (auto done = apply_records(*records); !done) return done;
        usable_ = true;
        check(current_.at == records->back().last);
        if (current_.at.sequence - snapshot_at_ >= snapshot_every_) {
            if (auto done = snapshot_now(); !done) return done;
        }
        events -= std::min(events, current_.at.sequence - before);
    }
    return {};
}

Result<void> Follower::apply_records(std::span<const Record> records) {
    std::vector<Position> to_sign;
    if (auto begun = reports_->begin(); !begun) return begun;
    for (const Record& record : records) {
        bool signs = false;
        std::optional<Error> failed;
        const auto observe = [&](const table::State& after, const table::Event& event,
                                 const Position& at) {
            if (failed) return;
            if (auto added = reports_->add(after, event, at); !added) failed = added.error();
            signs = signs || is_signing_point(event.fact);
        };
        if (auto done = replay(current_, record, observe); !done) return done;
        if (failed) return std::unexpected(*failed);
        if (signs) to_sign.push_back(current_.at);
    }
    if (auto done = reports_->commit(current_.at); !done) return done;
    check(reports_->position() == current_.at);
    return sign(to_sign);
}

Result<void> Follower::sign(std::span<const Position> positions) {
    if (!notary_ || !may_sign_) return {};
    std::vector<Note> notes;
    for (const Position& at : positions) {
        if (at.sequence > signed_) notes.push_back(notary_->sign(at));
    }
    if (notes.empty()) return {};
    if (auto done = note_file_->append(notes); !done) return done;
    check(notes.back().size > signed_);
    signed_ = notes.back().size;
    const std::scoped_lock lock(mutex_);
    notes_.insert(notes_.end(), notes.begin(), notes.end());
    return {};
}

Result<void> Follower::sign_now() { return sign({&current_.at, 1}); }

Result<void> Follower::snapshot_now() {
    if (snapshot_at_ == current_.at.sequence || !may_sign_) return {};
    check(current_.state.sequence == current_.at.sequence);
    snapshot_at_ = current_.at.sequence;
    Snapshot snapshot{current_.at, wire::write_state(current_.state), {}};
    if (notary_) {
        snapshot.signature = notary_->sign_text(snapshot_statement(journal_->origin(), snapshot));
    }
    return journal_->save_snapshot(snapshot);
}

std::vector<Note> Follower::take_notes() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(notes_, {});
}

}  // namespace sicbo::store
