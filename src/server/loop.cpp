// SPDX-License-Identifier: MIT
#include "server/loop.h"

#include <algorithm>
#include <utility>

#include "store/checkpoint.h"
#include "store/files.h"
#include "wire/bytes.h"

namespace sicbo::server {

using namespace table;

namespace {

// Files of quarantined commands whose tables have been taken out of service.
constexpr std::string_view handled_suffix = ".noted";
constexpr std::string_view out_of_service_reason = "failed-check";

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
    Result<store::Recovered> recovered = store::recover(journal, progress);
    if (!recovered) return std::unexpected(recovered.error());
    if (auto fits = store::verify_last_note(journal); !fits) return std::unexpected(fits.error());
    if (auto fine = options.verify ? options.verify(recovered->state) : Result<void>(); !fine) {
        return std::unexpected(fine.error());
    }
    std::unique_ptr<Loop> loop(new Loop(journal, std::move(*recovered)));
    loop->now_ = std::max(options.now, loop->state().at);
    loop->quarantine_prefix_ = options.quarantine;
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
    return take_quarantined_out_of_service();
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
    if (!t) return std::nullopt;
    for (const auto& [digest, pending] : t->pending) {
        const Stamp& first = pending.command.stamp;
        if (first.actor == stamp.actor && first.request == stamp.request) return digest;
    }
    return std::nullopt;
}

void Loop::apply_event(Event event, Reply& reply) {
    const std::uint64_t before = position().sequence;
    apply(state_, event);
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
    uncommitted_.push_back({position(), std::move(event)});
}

Reply Loop::execute(Command command) {
    command.stamp.at = now_;
    if (complete_) complete_(state(), command);
    if (is_quarantined(command.stamp)) return refused(Reason::request_put_aside);
    if (record_.record().bytes.size() >= record_bytes_target) {
        full_records_.push_back(record_.record());
        record_.start(full_records_.back().last);
    }
    try {
        Decision decision = decide(state(), command);
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
    } catch (const std::exception& error) {  // a failed check, or std::out_of_range of a look-up
        quarantine(command, error.what());
    }
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
            done.error().place);
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

// A file has one line that says what failed, then the command as bytes.
Result<void> Loop::read_quarantine(const std::string& prefix) {
    if (prefix.empty()) return {};
    for (const std::string& path : store::files_with_prefix(prefix)) {
        if (path.ends_with(".new")) continue;  // an unfinished write that a power cut left behind
        const Result<std::string> bytes = store::read_file(path);
        if (!bytes) return std::unexpected(bytes.error());
        const std::size_t end = bytes->find('\n');
        const Result<Command> command =
            wire::read_command(end == std::string::npos ? *bytes : bytes->substr(end + 1));
        if (!command) return failure(command.error().text(), path);
        quarantined_.insert({command->stamp.actor, command->stamp.request});
        if (!path.ends_with(handled_suffix)) {
            new_quarantine_files_.emplace_back(path, command->stamp.table);
        }
    }
    return {};
}

Result<void> Loop::take_quarantined_out_of_service() {
    for (const auto& [path, table] : new_quarantine_files_) {
        // A command of the property (a new person, a ticket at the cage) concerns no table: that
        // its request is refused is enough. The order is refused if the table is out of service
        // already.
        if (table) {
            execute_system(table, TakeOutOfService{std::string(out_of_service_reason)});
            if (auto done = commit(); !done) return std::unexpected(done.error());
        }
        const Result<std::string> bytes = store::read_file(path);
        if (!bytes) return std::unexpected(bytes.error());
        const std::string handled = path + std::string(handled_suffix);
        if (auto done = store::write_file(handled, *bytes); !done) return done;
        store::remove_file(path);
    }
    new_quarantine_files_.clear();
    return {};
}

bool Loop::is_quarantined(const Stamp& stamp) const {
    // Orders of the system have no request number; their tables are out of service instead.
    return stamp.request != 0 && quarantined_.contains({stamp.actor, stamp.request});
}

void Loop::quarantine(const Command& command, const std::string& why) const {
    const std::string path = quarantine_prefix_ + std::to_string(journal_.last().sequence + 1);
    const Stamp& stamp = command.stamp;
    std::string message = std::string(choice_names<OrderChoice>[command.order.index()]) +
                          " of request " + std::to_string(stamp.request) + " of " +
                          std::string(to_word(stamp.actor.kind)) + " " +
                          std::to_string(stamp.actor.number) + " at table " +
                          std::to_string(stamp.table.number) + " failed: " + why;
    std::string first_line = message;
    std::ranges::replace(first_line, '\n', ' ');
    if (!quarantine_prefix_.empty()) {
        const auto written =
            store::write_file(path, first_line + "\n" + wire::write_command(command));
        message += written ? "; the command was quarantined in " + path
                           : "; it could not be quarantined: " + written.error().text();
    }
    throw Quarantined(message);
}

}  // namespace sicbo::server
