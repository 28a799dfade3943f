// SPDX-License-Identifier: MIT
// The loop of a property: the only writer of its state and its journal. It executes commands one by
// one, appends the events of a turn to the journal, and returns them after the commit. The events
// of a turn are one record, or several if they exceed 4 MiB; those of one command are never split.
//
// It owns no thread, socket or clock: one thread calls every method, and the time comes with
// tick(). Nothing that an event caused may leave the process before commit() has returned that
// event. A failed commit, or a check that fails while events are applied, ends the loop: the caller
// must end the process, so that no client ever sees a state that is not in the journal. A check
// that fails while a command is decided has changed nothing: the command is refused, and its table
// is taken out of service (docs/decisions/0016-quarantine.md).
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "store/recover.h"
#include "table/engine.h"

namespace sicbo::server {

// Thrown by execute(), execute_system() and tick() when a check failed while the events of a
// command were applied. The command has been stored with the journal. The caller must end the
// process. After the restart the command is refused with `request_put_aside`, and if it named a
// table, that table is out of service.
class Quarantined : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// The outcome of one command, for the client that sent it.
struct Reply {
    std::optional<table::Refusal> refusal;
    std::vector<table::BetAnswer> answers;  // one for each bet of a batch
    std::string detail;                     // explains the refusal where its reason is not enough
    // Events were applied, which a refusal may do too; read by the simulation and tests.
    bool changed = false;
    std::optional<Hash> authorisation;       // the digest that a second person must authorise
    std::vector<IncidentId> incidents = {};  // that the command raised; none for a resend
};

// An event and its position in the journal.
struct CommittedEvent {
    store::Position at;
    table::Event event;
};

class Loop {
public:
    struct Options {
        std::string quarantine;  // path prefix of the files in which earlier programs put commands
                                 // that failed a check; if empty, none are looked for
        Instant now;
        bool restart = true;  // false: for orders that concern no round, while no server runs
        // A state that was recovered before, by a server that stood by: only what follows it is
        // read from the journal.
        std::shared_ptr<const store::Recovered> warm = {};
        // Called with the recovered state before anything is journalled. start() returns its error.
        std::function<Result<void>(const table::State&)> verify = {};
        // Replace table::decide() and table::apply(), for tests and the simulation of failing
        // checks.
        std::function<table::Decision(const table::State&, const table::Command&)> decide = {};
        std::function<void(table::State&, const table::Event&)> apply = {};
    };
    // Recovers the state from the journal, executes Restart (unless Options say otherwise), which
    // applies the law of interruptions to rounds that were in play, and journals commands that were
    // quarantined when a process ended: their tables are out of service. All of that is committed
    // when start() returns. Returns an error if the journal can't be used or written, or if Restart
    // itself fails a check: then the journal is unchanged and Restart is quarantined. The journal
    // must outlive the loop.
    static Result<std::unique_ptr<Loop>> start(store::Store& journal, const Options& options,
                                               const store::Progress& progress = {});

    // The state after every command executed so far, committed or not.
    const table::State& state() const { return state_; }

    // Returns true if no event waits for commit().
    bool is_committed() const { return record_.empty() && full_records_.empty(); }

    // Returns false while bets are refused because the disk is nearly full.
    bool has_disk_space() const { return disk_has_space_; }

    // The position of the last event, committed or not.
    const store::Position& position() const { return record_.record().last; }

    // How many events start() replayed after the newest snapshot.
    std::uint64_t replayed() const { return replayed_; }

    // The snapshots that start() passed over, and why.
    const std::vector<std::string>& untrusted_snapshots() const { return untrusted_snapshots_; }

    // The events of Restart that start() committed, for the simulation and tests.
    const std::vector<CommittedEvent>& restart_events() const { return restart_events_; }

    // Adds to an order what only the server knows, before the order is decided. Its command has the
    // time of the turn.
    using Complete = std::function<void(const table::State&, table::Command&)>;
    void set_completion(Complete complete) { complete_ = std::move(complete); }

    // Begins a turn at `now` and executes the commands that are due by then, such as the close of
    // betting. A `now` before the last event counts as the time of the last event. Throws
    // Quarantined.
    void tick(Instant now);

    // Sets the command's time to that of this turn, decides it, and applies its events. A resend
    // gets the reply of the first time. A command that can't be decided because a check fails is
    // journalled as CommandQuarantined and refused. The reply must not leave the process before
    // commit(). Throws Quarantined.
    Reply execute(table::Command command);

    // Decides the command without journalling anything, for an attempt that is refused for certain
    // and is not put on record. Changes nothing. Must not be called for a resend.
    Reply consider(table::Command command) const;

    // Executes an order of the system itself. `table` is 0 for orders that concern no single table.
    // Throws Quarantined.
    Reply execute_system(TableId table, table::Order order);

    // Writes the events since the last commit to the journal, durably, and returns them in sequence
    // order. After an error the caller must end the process.
    Result<std::vector<CommittedEvent>> commit();

    // Adds signed notes to be written with the next commit.
    void add_notes(std::vector<store::Note> notes);

    // Checkpoints the write-ahead log of the journal if a quarter of wal_bytes_max() is pending and
    // no betting closes within two seconds, or if wal_bytes_max() is reached; tells readers in
    // other processes how far the journal is acknowledged. Call after the turn's deliveries have
    // left, since it may take tens of milliseconds.
    Result<void> compact();

    // The hash of the event that closed betting of the round in play, over which a tumbler signs
    // its reading. Returns nothing if there is no such table or betting of the current round is not
    // closed. Between rounds the result is that of the last round, or nothing after a start: call
    // it only while a round is in play. Reads the journal if betting was closed before start(), and
    // fails if that fails.
    Result<std::optional<Hash>> close_hash(TableId table) const;

private:
    Loop(store::Store& journal, store::Recovered recovered);
    void apply_event(table::Event event, Reply& reply);
    void find_recalled(table::Command& command) const;
    Reply apply_decision(const table::Command& command, table::Decision decision);
    Reply refuse_undecidable(const table::Command& command, const std::string& why);
    Result<void> read_quarantine(const std::string& prefix);
    Result<void> read_quarantine_files(const std::string& prefix);
    Result<void> journal_quarantined();
    Result<void> restart();
    [[noreturn]] void quarantine(const table::Command& command, const std::string& why);
    bool is_quarantined(const table::Command& command) const;
    bool lacks_space_for(const table::Command& command) const;
    std::optional<Hash> pending_authorisation(const table::Stamp& stamp) const;
    Result<void> append(const store::Record& record);

    store::Store& journal_;
    table::State state_;
    std::uint64_t replayed_ = 0;
    std::vector<std::string> untrusted_snapshots_;
    store::RecordWriter record_;
    std::vector<store::Record> full_records_;  // earlier records of this turn, not yet written
    ByteWriter bytes_;  // scratch for one event; a member to reuse its memory
    Instant now_;
    Complete complete_;  // may be empty
    Instant disk_checked_at_;
    bool disk_has_space_ = true;
    std::vector<CommittedEvent> uncommitted_;
    std::vector<CommittedEvent> restart_events_;
    std::vector<store::Note> notes_;
    std::map<TableId, Hash> close_hashes_;
    std::function<table::Decision(const table::State&, const table::Command&)> decide_;
    std::function<void(table::State&, const table::Event&)> apply_;
    // A command that a process put aside when it ended.
    struct PutAside {
        table::Command command;
        std::string why;
        std::string file;    // of an earlier program; empty: in the store
        bool noted = false;  // journalled, or its table was taken out of service
    };
    std::vector<PutAside> put_aside_;
};

}  // namespace sicbo::server
