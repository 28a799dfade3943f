// SPDX-License-Identifier: MIT
// What the server does besides serving requests: watches clocks, the program file and the follower,
// and stops.
#include <algorithm>

#include "server/log.h"
#include "server/server.h"
#include "store/files.h"
#include "store/postgres_store.h"

namespace sicbo::server {

using namespace table;

void Server::compare_clocks(Instant now) {
    if (!clock_monitor_.is_due(now)) return;
    const auto jump = clock_monitor_.compare(now, wall_clock());
    if (!jump) return;
    const auto& [expected, actual] = *jump;
    if (actual.milliseconds < 0 || actual >= clock_max) return;  // no time that can be journalled
    log(LogLevel::warning, "the machine's clock was set; betting times are not affected",
        {{"expected", to_text_exact(expected)}, {"actual", to_text_exact(actual)}});
    loop_->execute_system({}, NoteClock{expected, actual});
}

// Called with the recovered state. If the machine's clock is behind, time goes on from the last
// event.
Result<void> Server::check_clock(const State& state) {
    start_clock_ = start_clock(state, wall_at_start_, options_.plan.clock);
    if (!start_clock_.doubt.empty() && !options_.accept_clock) {
        return failure(start_clock_.doubt +
                       ". Set the clock right and start again; if it is right and the journal is "
                       "not, start once with --accept-clock");
    }
    if (start_clock_.ahead > 0) {
        log(LogLevel::warning,
            "the machine's clock is behind the journal: time goes on from the last event",
            {{"milliseconds", std::to_string(start_clock_.ahead)}});
    }
    set_clock_ahead(start_clock_.ahead);
    clock_monitor_ = ClockMonitor(-start_clock_.ahead);
    clock_last_event_ = state.at;
    return {};
}

// Journals the clock that was accepted, or that is right again, and shows it at every table.
void Server::note_start_clock() {
    if (!start_clock_.is_news) return;
    const bool accepted = !start_clock_.doubt.empty();
    loop_->execute_system({}, NoteStartClock{clock_last_event_, wall_at_start_, accepted});
    if (!accepted) return;
    log(LogLevel::warning, "the machine's clock was accepted", {{"why", start_clock_.doubt}});
    for (const auto& [id, t] : loop_->state().tables) {
        if (loop_->state().retired.tables.contains(id)) continue;
        loop_->execute_system(id, RaiseAlarm{AlarmKind::clock_accepted, start_clock_.doubt});
    }
}

// Nothing is signed before the journal is known to be sound.
store::FollowerThread::Options Server::follower_options() const {
    auto options = store::FollowerThread::default_options(*journal_);
    options.follower.hold_signatures = journal_status_ != store::JournalVerifier::Status::sound;
    return options;
}

void Server::start_journal_verification() {
    const bool is_remote = dynamic_cast<const store::PostgresStore*>(journal_.get()) != nullptr;
    verifier_ = std::make_unique<store::JournalVerifier>(
        [this] { return journal_->open_reader(); }, end_at_start_, [this] { wake(); }, is_remote);
}

// Once the journal is found sound, notes are signed; if it is damaged, no round begins any more.
void Server::watch_journal_verification(Instant now) {
    using Status = store::JournalVerifier::Status;
    if (journal_status_ == Status::running && verifier_->status() != Status::running) {
        journal_status_ = verifier_->status();
        const std::string events = std::to_string(end_at_start_.sequence);
        if (journal_status_ == Status::sound) {
            follower_->allow_signing();
            log(LogLevel::info, "the journal was verified: it is sound", {{"events", events}});
        } else {
            log(LogLevel::error,
                "the journal is damaged: all tables stop after their round and nothing is signed; "
                "keep the file and restore a backup",
                {{"why", verifier_->finding()}});
        }
    }
    if (journal_status_ != Status::damaged) return;
    damaged_journal_.stop_tables(*loop_, verifier_->finding(), now);
}

// At a stop: a verification that is nearly done is waited for, so that the last note is signed. A
// long one is left to the next start.
void Server::finish_journal_verification() {
    using Status = store::JournalVerifier::Status;
    if (verifier_->wait_for(std::chrono::seconds(2)) == Status::sound) follower_->allow_signing();
}

// In the first turn, and every day.
void Server::start_program_check_if_due(Instant now) {
    constexpr std::chrono::milliseconds day = std::chrono::hours(24);
    if (program_checked_at_ && now < *program_checked_at_ + day.count()) return;
    start_program_check(now);
}

// The background thread hashes the program file; handle(ProgramHashed) gets the result.
void Server::start_program_check(Instant now) {
    program_checked_at_ = now;
    background_->hash_program();
}

void Server::handle(const ProgramHashed& hashed) {
    if (!hashed.software) {
        log(LogLevel::error, "the program file can't be read to check it",
            {{"why", hashed.software.error().text()}});
    } else {
        const auto& [program, libraries, pages] = *hashed.software;
        const auto& before = loop_->state().program;
        if (before && *before != program) {
            log(LogLevel::warning,
                "the program file has changed: this is another program than before",
                {{"before", to_text(*before)}, {"now", to_text(program)}});
        }
        for (const auto& [name, then, now] :
             changed_libraries(loop_->state().machine.libraries, libraries)) {
            log(LogLevel::warning, "a shared library has changed since the last check",
                {{"library", name},
                 {"before", then ? to_text(*then) : "none"},
                 {"now", to_text(now)}});
        }
        loop_->execute_system({}, CheckSoftware{program});
        loop_->execute_system({}, CheckParts{libraries, pages});
    }
    sessions_->on_self_checked();
}

// Restarts reports and signatures if they have stopped; the tables go on meanwhile.
void Server::restart_follower_if_stopped(Instant now) {
    constexpr std::chrono::milliseconds interval = std::chrono::seconds(1);
    if (now < follower_checked_at_ + interval.count()) return;
    follower_checked_at_ = now;
    const std::uint64_t last = loop_->state().sequence;
    metrics_.behind(last - std::min(last, follower_->sequence()));
    const std::optional<Error> wrong = follower_->error();
    if (!wrong) return;
    log(LogLevel::error, "reports and signatures stopped", {{"why", wrong->text()}});
    auto restarted = store::FollowerThread::start(follower_options());
    if (!restarted) {
        log(LogLevel::error, "reports and signatures can't be restarted; next try in a minute",
            {{"why", restarted.error().text()}});
        constexpr std::chrono::milliseconds retry_after = std::chrono::minutes(1);
        follower_checked_at_ = now + retry_after.count();
        return;
    }
    follower_ = std::move(*restarted);
}

Result<void> Server::read_last_note() {
    const Result<std::optional<store::Note>> note = journal_->last_note();
    if (!note) return std::unexpected(note.error());
    last_note_events_ = *note ? (*note)->size : 0;
    if (*note) set_checkpoint(**note);
    last_note_at_ = steady_now();
    return {};
}

void Server::take_notes(Instant now) {
    std::vector<store::Note> notes = follower_->take_notes();
    if (notes.empty()) return;
    last_note_events_ = notes.back().size;
    set_checkpoint(notes.back());
    last_note_at_ = now;
    loop_->add_notes(std::move(notes));
}

// Every second: what an operator must know, for /metrics and /readyz.
void Server::watch_property(Instant now) {
    constexpr std::chrono::milliseconds interval = std::chrono::seconds(1);
    if (now < property_watched_at_ + interval.count()) return;
    property_watched_at_ = now;
    const State& state = loop_->state();
    PropertyFigures figures = figures_of(state);
    const auto [online, offline] = devices_->connections();
    figures.tumblers_online = online;
    figures.tumblers_offline = offline;
    figures.events_unsigned = state.sequence - std::min(state.sequence, last_note_events_);
    figures.note_age = std::chrono::milliseconds(now.milliseconds - last_note_at_.milliseconds);
    figures.disk_free_bytes = store::disk_free_bytes(options_.folder);
    figures.disk_full = !loop_->has_disk_space();
    figures.journal_verified = journal_status_ == store::JournalVerifier::Status::sound;
    figures.journal_damaged = journal_status_ == store::JournalVerifier::Status::damaged;
    figures.certificate_expires_at = network_->certificate_expires_at();
    metrics_.property(figures);
    const Sessions::Counts counts = sessions_->counts();
    metrics_.limited({{"reads-delayed", counts.delayed},
                      {"too-often", counts.too_often},
                      {"late-bets-left-out", counts.late_bets_left_out}});
    metrics_.sign_ins({{"succeeded", counts.sign_ins.succeeded},
                       {"failed", counts.sign_ins.failed},
                       {"incomplete", counts.sign_ins.incomplete},
                       {"elsewhere", counts.sign_ins.elsewhere},
                       {"too-soon", counts.sign_ins.delayed},
                       {"busy", counts.sign_ins.busy}});
    if (disk_full_ == figures.disk_full) return;
    disk_full_ = figures.disk_full;
    const std::string free = std::to_string(figures.disk_free_bytes);
    if (figures.disk_full) {
        log(LogLevel::error, "the disk is nearly full: no bets are taken; free space on it",
            {{"free_bytes", free}, {"folder", options_.folder}});
    } else {
        log(LogLevel::info, "the disk has space again: bets are taken", {{"free_bytes", free}});
    }
}

// From now on no round begins. Does nothing when called again.
void Server::stop_rounds(std::chrono::milliseconds wait_max) {
    if (graceful_stop_) return;
    graceful_stop_.emplace(steady_now(), wait_max);
    dealer_.stop_rounds();
    sessions_->stop_rounds();
    log(LogLevel::info,
        "stopping: rounds that have begun are finished; a second signal stops at once",
        {{"seconds_max",
          std::to_string(std::chrono::duration_cast<std::chrono::seconds>(wait_max).count())}});
}

// Returns true once no round is in play, or the stop has waited for as long as it may.
bool Server::is_stop_complete(Instant now) {
    check(graceful_stop_.has_value());
    switch (graceful_stop_->progress(loop_->state(), now)) {
        case GracefulStop::Progress::complete: return true;
        case GracefulStop::Progress::timed_out:
            log(LogLevel::warning,
                "stopped before all rounds have ended: a round that is held stays held, the others "
                "end at the next start as their documents say",
                {{"rounds", describe_rounds_in_play(loop_->state())}});
            return true;
        case GracefulStop::Progress::waiting:
            if (graceful_stop_->is_log_due(now)) {
                log(LogLevel::info, "waiting for rounds to end",
                    {{"rounds", describe_rounds_in_play(loop_->state())}});
            }
            return false;
    }
    unreachable();
}

void Server::reload() {
    if (auto done = reopen_log(); !done) {
        log(LogLevel::error, "the log file can't be opened again; the log goes on in the old file",
            {{"why", done.error().text()}});
    }
    for (Network* network : {network_.get(), metrics_network_.get()}) {
        const auto done = network ? network->reload_certificate() : Result<void>();
        if (done) continue;
        log(LogLevel::error, "the certificate can't be loaded; the old one stays in use",
            {{"why", done.error().text()}});
        return;
    }
    log(LogLevel::info,
        is_encrypted() ? "reloaded: log file and certificate" : "reloaded: log file");
}

void Server::record_metrics(const TurnTimes& times, const std::vector<CommittedEvent>& events) {
    if (!events.empty()) {
        metrics_.turn(events.size(), std::chrono::steady_clock::now() - times.begun,
                      times.committed - times.committing);
        metrics_.rounds_ended(count_ended_rounds(events));
    }
    const Sessions::Counts counts = sessions_->counts();
    metrics_.requests(counts.executed, counts.refused, counts.malformed);
    metrics_.connections(network_->connections());
}

}  // namespace sicbo::server
