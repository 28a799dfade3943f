// What comes after the commit: follows the journal as it grows and makes from it what is derived.
//
// It keeps a state of its own from the journal's bytes alone, writes reports, signs a checkpoint at
// each round's end, and keeps snapshots. Whatever it has not done when the power goes, it does when
// it follows again; nothing waits for it.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "store/checkpoint.h"
#include "store/recover.h"
#include "store/reports.h"

namespace sicbo::store {

class Follower {
public:
    struct Options {
        std::string key;    // of the notary; none signs nothing
        std::string notes;  // the file outside the database
        std::uint64_t snapshot_every = 200'000;
    };
    // `journal` is read, and snapshots and reports are kept with it.
    static Result<std::unique_ptr<Follower>> start(Store& journal, const Options& options,
                                                   const Progress& progress = {});

    // Follows to the end of the journal, or for about so many events.
    Result<void> follow(std::uint64_t events = UINT64_MAX);

    // Signs how far it has got, if that is not signed yet.
    Result<void> sign_now();
    bool all_signed() const { return !notary_ || signed_ >= at_.at.sequence; }

    // Keeps a snapshot of where it is.
    Result<void> snapshot_now();

    Position position() const { return at_.at; }
    const table::State& state() const { return at_.state; }
    const Reports& reports() const { return *reports_; }
    const std::optional<Notary>& notary() const { return notary_; }

    // What was signed since the last time, for the journal's database. From any thread.
    std::vector<Note> take_notes();

private:
    Follower(Store& journal, std::unique_ptr<Reports> reports, Recovered at)
        : journal_(journal), reports_(std::move(reports)), at_(std::move(at)) {}
    Result<std::vector<Record>> next_records(std::uint64_t events) const;
    Result<void> take(std::span<const Record> records);
    Result<void> sign(std::span<const Position> positions);

    Store& journal_;
    std::unique_ptr<Reports> reports_;
    Recovered at_;
    std::optional<Notary> notary_;
    std::optional<NoteFile> note_file_;
    std::uint64_t signed_ = 0;  // the size of the last note
    std::uint64_t snapshot_at_ = 0;
    std::uint64_t snapshot_every_ = 0;
    std::mutex mutex_;
    std::vector<Note> notes_;
};

}  // namespace sicbo::store
