// SPDX-License-Identifier: MIT
#include "server/loop.h"

#include <algorithm>
#include <utility>

#include "store/checkpoint.h"
#include "store/files.h"
#include "table/recall.h"
#include "wire/bytes.h"

namespace sicbo::server {

using namespace table;

namespace {

// Files of quarantined commands whose tables have been taken out of service.
constexpr std::string_view handled_suffix = ".noted";

// 4 MiB. A turn's record is closed once it has this many bytes, and the next command begins
// another. The events of one command always share a record.
constexpr std::size_t record_bytes_target = store::record_bytes_max / 16;

// Returns true if betting closes somewhere within two seconds, so that a pause now would delay it.
bool is_close_near(const State& state, Instant now) {
    constexpr std::int64_t near_milliseconds = 2'000;
    for (const auto& [id, table] : state.tables) {
        if (!table.round || !table.round->closes_at) continue;
        const std::int64_t left = table.round->closes_at->milliseconds - now.milliseconds;
        if (left >= 0 && left < near_milliseconds) return true;
    }
    return false;
}

// The text as one line that an event may hold.
std::string one_line(std::string text) {
    constexpr std::size_t line_max = 500;  // bytes
    for (char& c : text) {
        if (static_cast<unsigned char>(c) < ' ' || static_cast<unsigned char>(c) > '~') c = ' ';
    }
    if (text.size() > line_max) text.resize(line_max);
    return text;
}

// Identifies the command without its time, which is another when it is sent again.
Hash quarantine_digest(Command command) {
    command.stamp.at = {};
    return digest_of(command);
}

QuarantineCommand quarantine_order(const Command& command, const std::string& why, bool hold_only) {
    const Stamp& stamp = command.stamp;
    return {stamp.actor,
            stamp.session,
            stamp.request,
            quarantine_digest(command),
            std::string(choice_names<OrderChoice>[command.order.index()]),
            one_line(why),
            hold_only};
}

Reply refused(Reason reason) {
    Reply reply;
    reply.refusal = Refusal{reason};
    return reply;
}

}  // namespace

Loop::Loop(store::Store& journal, store::Recovered recovered)
    : journal_(journal),
      state_(std::move(recovered.state)),
      replayed_(recovered.replayed),
      untrusted_snapshots_(std::move(recovered.untrusted)),
      record_(recovered.at) {
    check(recovered.at == journal_.last());
    check(state_.sequence == recovered.at.sequence);
}

Result<std::unique_ptr<Loop>> Loop::start(store::Store& journal, const Options& options,
                                          const store::Progress& progress) {
    Result<store::Recovered> recovered = options.warm
                                             ? store::recover_from(*options.warm, journal, progress)
                                             : store::recover(journal, progress);
    if (!recovered) return std::unexpected(recovered.error());
    if (auto fits = store::verify_last_note(journal); !fits) return std::unexpected(fits.error());
    if (auto fine = options.verify ? options.verify(recovered->state) : Result<void>(); !fine) {
        return std::unexpected(fine.error());
    }
    std::unique_ptr<Loop> loop(new Loop(journal, std::move(*recovered)));
    loop->now_ = std::max(options.now, loop->state().at);
    loop->decide_ = options.decide ? options.decide : &decide;
    loop->apply_ = options.apply ? options.apply : &apply;
    if (auto done = loop->read_quarantine(options.quarantine); !done) {
        return std::unexpected(done.error());
    }
    if (!options.restart) return loop;
    try {
        if (auto done = loop->restart(); !done) return std::unexpected(done.error());
    } catch (const Quarantined& error) {
        return failure(error.what());
    }
    return loop;
}

Result<void> Loop::restart() {
    const Reply reply = execute_system({}, Restart{});
    check(!reply.refusal);
    Result<std::vector<CommittedEvent>> events = commit();
    if (!events) return std::unexpected(events.error());
    restart_events_ = std::move(*events);
    return journal_quarantined();
}

void Loop::tick(Instant now) {
    now_ = std::max({now, now_, state().at});
    constexpr std::int64_t disk_check_milliseconds = 1'000;
    if (now_ >= disk_checked_at_ + disk_check_milliseconds) {
        disk_checked_at_ = now_;
        journal_.restore_reserve();
        disk_has_space_ = journal_.free_percent() >= store::free_percent_min;
    }
    for (Command& command : due(state(), now_)) execute(std::move(command));
}

// Only bets are refused on a full disk: rounds in play must still be finished and paid.
bool Loop::lacks_space_for(const Command& command) const {
    return !disk_has_space_ && holds<PlaceBets>(command.order);
}

// The digest for which the actor's request waits for a second person; nothing if it does not wait.
std::optional<Hash> Loop::pending_authorisation(const Stamp& stamp) const {
    const Table* t = find_table(state(), stamp.table);
    if (stamp.table && !t) return std::nullopt;
    for (const auto& [digest, pending] : t ? t->pending : state().safety.pending) {
        const Stamp& first = pending.command.stamp;
        if (first.actor == stamp.actor && first.request == stamp.request) return digest;
    }
    return std::nullopt;
}

void Loop::apply_event(Event event, Reply& reply) {
    const std::uint64_t before = position().sequence;
    apply_(state_, event);
    bytes_.clear();
    wire::write_event(bytes_, event);
    record_.add(bytes_.bytes());
    check(position().sequence == before + 1);
    check(state().sequence == position().sequence);
    if (holds<BettingClosed>(event.fact)) {
        close_hashes_[event.stamp.table] = position().hash;
    }
    if (holds<RoundBegun>(event.fact)) close_hashes_.erase(event.stamp.table);
    if (const auto* requested = get_if<AuthorisationRequested>(&event.fact)) {
        reply.authorisation = requested->digest;
    }
    if (const auto* raised = get_if<IncidentRaised>(&event.fact)) {
        reply.incidents.push_back(raised->incident);
    }
    uncommitted_.push_back({position(), std::move(event)});
}

// Fills in what the journal has of the rounds that are to be recalled, and leaves out those that
// the table still has. The whole journal is read for it, if nothing else is wrong with the order.
void Loop::find_recalled(Command& command) const {
    auto* order = get_if<RecallRounds>(&command.order);
    if (!order) return;
    order->found.clear();
    const Table* t = find_table(state(), command.stamp.table);
    const auto is_kept = [&](std::uint64_t round) { return t && t->past.contains(round); };
    if (!std::ranges::all_of(order->rounds, is_kept)) std::erase_if(order->rounds, is_kept);
    const Decision decision = decide(state(), command);
    if (!decision.refusal || decision.refusal->reason != Reason::rounds_not_found) return;
    std::vector<Event> more;
    for (const CommittedEvent& one : uncommitted_) more.push_back(one.event);
    const auto found =
        store::find_records(journal_, command.stamp.table, order->rounds, UINT64_MAX, more);
    if (found) order->found = write_records(*found);
}

Reply Loop::execute(Command command) {
    command.stamp.at = now_;
    if (record_.record().bytes.size() >= record_bytes_target) {
        full_records_.push_back(record_.record());
        record_.start(full_records_.back().last);
    }
    Decision decision;
    try {
        if (complete_) complete_(state(), command);
        if (is_quarantined(command)) return refused(Reason::request_put_aside);
        find_recalled(command);
        decision = decide_(state(), command);
    } catch (const std::exception& error) {  // a failed check, or std::out_of_range of a look-up
        return refuse_undecidable(command, error.what());
    }
    return apply_decision(command, std::move(decision));
}

Reply Loop::apply_decision(const Command& command, Decision decision) {
    try {
        // A resend writes nothing and gets its first reply, on a full disk too.
        const bool changes = !decision.events.empty();
        if (changes && lacks_space_for(command)) return refused(Reason::disk_full);
        const bool is_resend = !changes && !decision.refusal;
        Reply reply{std::move(decision.refusal), std::move(decision.answers),
                    std::move(decision.detail), changes,
                    is_resend ? pending_authorisation(command.stamp) : std::nullopt};
        for (Event& event : decision.events) apply_event(std::move(event), reply);
        check(record_.record().bytes.size() <= store::record_bytes_max);
        return reply;
    } catch (const std::exception& error) {
        quarantine(command, error.what());
    }
}

Reply Loop::consider(Command command) const {
    command.stamp.at = now_;
    try {
        Decision decision = decide(state(), command);
        if (!decision.refusal) return refused(Reason::betting_closed);
        return {std::move(decision.refusal), std::move(decision.answers),
                std::move(decision.detail), false, std::nullopt};
    } catch (const std::exception&) {
        return refused(Reason::request_put_aside);
    }
}

// decide() changes nothing, so the state is as it was before the command. The order that takes the
// table out of service may fail a check as well, since it ends the round: then the round is only
// held. If that fails too, the process ends.
Reply Loop::refuse_undecidable(const Command& command, const std::string& why) {
    if (holds<Restart>(command.order)) quarantine(command, why);
    const bool known = find_table(state(), command.stamp.table) &&
                       !state().retired.tables.contains(command.stamp.table);
    for (const bool hold_only : {false, true}) {
        Command system;
        system.stamp.at = now_;
        system.stamp.table = known ? command.stamp.table : TableId{};
        system.order = quarantine_order(command, why, hold_only);
        Decision decision;
        try {
            decision = decide_(state(), system);
        } catch (const std::exception&) {
            continue;
        }
        if (decision.refusal) break;
        const Reply journalled = apply_decision(system, std::move(decision));
        Reply reply = refused(Reason::request_put_aside);
        reply.changed = journalled.changed;
        return reply;
    }
    quarantine(command, why);
}

Reply Loop::execute_system(TableId table, Order order) {
    Command command;
    command.stamp.role = rules::Role::system;
    command.stamp.table = table;
    command.order = std::move(order);
    return execute(std::move(command));
}

void Loop::add_notes(std::vector<store::Note> notes) {
    std::ranges::move(notes, std::back_inserter(notes_));
}

Result<void> Loop::append(const store::Record& record) {
    const std::uint64_t before = journal_.last().sequence;
    check(record.first == before + 1);
    if (auto done = journal_.append(record, notes_); !done) {
        return failure(
            "nothing more can be registered: " + done.error().what + "; no event after " +
                std::to_string(before) +
                " was acknowledged. Free disk space or repair the disk, then start again",
            done.error().location);
    }
    check(journal_.last() == record.last);
    notes_.clear();
    return {};
}

Result<std::vector<CommittedEvent>> Loop::commit() {
    if (is_committed()) {
        check(uncommitted_.empty());
        return std::vector<CommittedEvent>();
    }
    for (const store::Record& record : full_records_) {
        if (auto done = append(record); !done) return std::unexpected(done.error());
    }
    full_records_.clear();
    if (!record_.empty()) {
        if (auto done = append(record_.record()); !done) return std::unexpected(done.error());
    }
    record_.start(journal_.last());
    std::vector<CommittedEvent> events = std::exchange(uncommitted_, {});
    check(!events.empty() && events.back().at == journal_.last());
    check(is_committed());
    uncommitted_.reserve(events.size());  // the next turn is likely to be of a similar size
    return events;
}

Result<void> Loop::compact() {
    if (auto done = journal_.publish_acknowledged(); !done) return done;
    const std::uint64_t pending_max = journal_.wal_bytes_max();
    const std::uint64_t worthwhile = pending_max / 4;
    const std::uint64_t pending = journal_.wal_bytes();
    if (pending < worthwhile || (pending < pending_max && is_close_near(state(), now_))) return {};
    return journal_.checkpoint_wal();
}

Result<std::optional<Hash>> Loop::close_hash(TableId table) const {
    const auto known = close_hashes_.find(table);
    if (known != close_hashes_.end()) return known->second;
    const Table* t = find_table(state(), table);
    if (!t || !t->round || !is_done(rules_of(state(), *t), *t->round, rules::Step::close)) {
        return std::optional<Hash>();
    }
    return store::find_close_hash(journal_, table);
}

// Commands that an earlier process put aside: in the store, or in files of earlier programs. What
// has been journalled since is known by its digest.
Result<void> Loop::read_quarantine(const std::string& prefix) {
    const Result<std::vector<store::Quarantine>> stored = journal_.quarantined();
    if (!stored) return std::unexpected(stored.error());
    for (const store::Quarantine& one : *stored) {
        const Result<Command> command = wire::read_command(one.command);
        if (!command) return failure(command.error().text(), "quarantine");
        const bool noted =
            std::ranges::find(state().safety.quarantined, quarantine_digest(*command),
                              &QuarantinedCommand::digest) != state().safety.quarantined.end();
        put_aside_.push_back({*command, one.why, {}, noted});
    }
    return prefix.empty() ? Result<void>() : read_quarantine_files(prefix);
}

// A file has one line that says what failed, then the command as bytes.
Result<void> Loop::read_quarantine_files(const std::string& prefix) {
    for (const std::string& path : store::files_with_prefix(prefix)) {
        if (path.ends_with(".new")) continue;  // an unfinished write that a power cut left behind
        const Result<std::string> bytes = store::read_file(path);
        if (!bytes) return std::unexpected(bytes.error());
        const std::size_t end = bytes->find('\n');
        const Result<Command> command =
            wire::read_command(end == std::string::npos ? *bytes : bytes->substr(end + 1));
        if (!command) return failure(command.error().text(), path);
        const std::string why = end == std::string::npos ? "" : bytes->substr(0, end);
        put_aside_.push_back({*command, why, path, path.ends_with(handled_suffix)});
    }
    return {};
}

Result<void> Loop::journal_quarantined() {
    for (PutAside& one : put_aside_) {
        if (std::exchange(one.noted, true)) continue;
        const TableId table = one.command.stamp.table;
        const bool known = find_table(state(), table) && !state().retired.tables.contains(table);
        const Reply reply = execute_system(known ? table : TableId{},
                                           quarantine_order(one.command, one.why, false));
        check(reply.changed);
        if (auto done = commit(); !done) return std::unexpected(done.error());
        if (one.file.empty()) continue;
        const Result<std::string> bytes = store::read_file(one.file);
        if (!bytes) return std::unexpected(bytes.error());
        const std::string handled = one.file + std::string(handled_suffix);
        if (auto done = store::write_file(handled, *bytes); !done) return done;
        store::remove_file(one.file);
    }
    return {};
}

bool Loop::is_quarantined(const Command& command) const {
    if (holds<Restart>(command.order) || holds<QuarantineCommand>(command.order)) return false;
    const Stamp& stamp = command.stamp;
    const auto same = [&](Actor actor, std::uint64_t session, std::uint64_t request) {
        return actor == stamp.actor && session == stamp.session && request == stamp.request;
    };
    if (stamp.request != 0) {
        for (const PutAside& one : put_aside_) {
            const Stamp& aside = one.command.stamp;
            if (same(aside.actor, aside.session, aside.request)) return true;
        }
    }
    if (state().safety.quarantined.empty()) return false;
    // Orders of the system and of devices have no request number. The same order is refused until
    // staff return the table to service.
    const Table* t = find_table(state(), stamp.table);
    const bool stopped = !t || t->out_of_service;
    const Hash digest = stamp.request == 0 ? quarantine_digest(command) : Hash{};
    return std::ranges::any_of(state().safety.quarantined, [&](const QuarantinedCommand& one) {
        if (stamp.request != 0) return same(one.actor, one.session, one.request);
        return stopped && one.digest == digest;
    });
}

void Loop::quarantine(const Command& command, const std::string& why) {
    const Stamp& stamp = command.stamp;
    std::string message = std::string(choice_names<OrderChoice>[command.order.index()]) +
                          " of request " + std::to_string(stamp.request) + " of " +
                          std::string(to_word(stamp.actor.kind)) + " " +
                          std::to_string(stamp.actor.number) + " at table " +
                          std::to_string(stamp.table.number) + " failed: " + why;
    const auto stored = journal_.quarantine({one_line(message), wire::write_command(command)});
    message += stored ? "; the command is stored with the journal and will be refused"
                      : "; it could not be stored: " + stored.error().text();
    throw Quarantined(message);
}

}  // namespace sicbo::server
