// SPDX-License-Identifier: MIT
// Follows the journal as it grows and maintains what is derived from it: reports, signed notes and
// snapshots.
//
// The follower keeps a state of its own, rebuilt from the journal's bytes alone. Nothing waits for
// it: what it has not done when the power fails, it does after the restart. All methods but
// take_notes() run on one thread.
#pragma once

#include <atomic>
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
        std::string key;    // the file of the signing key; if empty, nothing is signed
        std::string notes;  // the file of notes outside the database
        std::uint64_t snapshot_every = 200'000;  // events
        // Signs nothing, neither notes nor snapshots, before allow_signing().
        bool hold_signatures = false;
    };
    // Recovers the state at the event that the report database has reached. `journal` is read, and
    // its reports and snapshots are written; it must outlive the follower. Returns an error if the
    // journal does not contain what the last note outside was signed for.
    static Result<std::unique_ptr<Follower>> start(Store& journal, const Options& options,
                                                   const Progress& progress = {});

    // Reads from another object on the same journal from now on, as after a lost connection. It
    // must outlive the follower.
    void read_from(Store& journal) { journal_ = &journal; }

    // Follows to the end of the journal, or for at least `events` events, rounded up to whole
    // records. After an error the follower must not be used any more unless is_usable().
    Result<void> follow(std::uint64_t events = UINT64_MAX);

    // Signs a note for the present position, unless one exists or signatures are held.
    Result<void> sign_now();
    // Returns true if a note covers the present position, or if nothing is signed at all.
    bool all_signed() const { return !notary_ || signed_ >= current_.at.sequence; }

    // Signs from now on, if Options held it. Safe to call from any thread.
    void allow_signing() { may_sign_ = true; }
    bool may_sign() const { return may_sign_; }

    // Saves a signed snapshot of the present position, unless one exists. Does nothing while
    // signatures are held.
    Result<void> snapshot_now();

    Position position() const { return current_.at; }
    const table::State& state() const { return current_.state; }
    const Recovered& recovered() const { return current_; }
    const Reports& reports() const { return *reports_; }
    const std::optional<Notary>& notary() const { return notary_; }

    // Returns false after an error during a change.
    bool is_usable() const { return usable_; }

    // Moves out the notes signed since the last call, to be stored in the journal's database. Safe
    // to call from any thread.
    std::vector<Note> take_notes();

private:
    Follower(Store& journal, std::unique_ptr<Reports> reports, Recovered start)
        : journal_(&journal), reports_(std::move(reports)), current_(std::move(start)) {}
    Result<std::vector<Record>> next_records(std::uint64_t events) const;
    Result<void> apply_records(std::span<const Record> records);
    Result<void> sign(std::span<const Position> positions);

    Store* journal_;
    std::unique_ptr<Reports> reports_;
    Recovered current_;
    std::optional<Notary> notary_;
    std::optional<NoteFile> note_file_;
    std::uint64_t signed_ = 0;  // the size of the last note
    std::uint64_t snapshot_at_ = 0;
    std::uint64_t snapshot_every_ = 0;
    bool usable_ = true;
    std::atomic<bool> may_sign_ = true;
    std::mutex mutex_;
    std::vector<Note> notes_;
};

}  // namespace sicbo::store
