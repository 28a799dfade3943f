#include "server/loop.h"

#include <algorithm>
#include <utility>

#include "store/checkpoint.h"
#include "store/files.h"
#include "wire/bytes.h"

namespace sicbo::server {

using namespace table;  // the orders

namespace {

constexpr std::string_view noted = ".noted";
constexpr std::string_view reason_for_table = "failed-check";

// What arrives together is one record up to so many bytes, and then another. The events of one
// command stay together.
constexpr std::size_t record_bytes_enough = store::record_bytes_max / 16;

// Whether a close is so near that a pause now would be felt.
bool near_a_close(const State& state, Instant now) {
    constexpr std::int64_t near_milliseconds = 2'000;
    for (const auto& [id, table] : state.tables) {
        if (!table.round || !table.round->closes_at) continue;
        const std::int64_t left = table.round->closes_at->milliseconds - now.milliseconds;
        if (left >= 0 && left < near_milliseconds) return true;
    }
    return false;
}

}  // namespace

Loop::Loop(store::Store& journal, store::Recovered at)
    : journal_(journal), at_(std::move(at)), replayed_(at_.replayed), record_(at_.at) {}

Result<std::unique_ptr<Loop>> Loop::start(store::Store& journal, const Options& options,
                                          const store::Progress& progress) {
    Result<store::Recovered> at = store::recover(journal, progress);
    if (!at) return std::unexpected(at.error());
    if (auto fits = store::fits_last_note(journal); !fits) return std::unexpected(fits.error());
    std::unique_ptr<Loop> loop(new Loop(journal, std::move(*at)));
    loop->now_ = std::max(options.now, loop->state().at);
    loop->quarantine_ = options.quarantine;
    if (auto done = loop->read_quarantine(options.quarantine); !done) {
        return std::unexpected(done.error());
    }
    const Answer answer = loop->take_own({}, Restart{});
    check(!answer.refusal);
    Result<std::vector<Happened>> concluded = loop->commit();
    if (!concluded) return std::unexpected(concluded.error());
    loop->concluded_ = std::move(*concluded);
    if (auto done = loop->take_out_of_service(); !done) return std::unexpected(done.error());
    return loop;
}

void Loop::tick(Instant now) {
    now_ = std::max({now, now_, state().at});
    constexpr std::int64_t ask_milliseconds = 1'000;
    if (now_ >= room_asked_ + ask_milliseconds) {
        room_asked_ = now_;
        room_ = journal_.room_percent() >= store::room_percent_min;
    }
    for (Command& command : due(state(), now_)) take(std::move(command));
}

bool Loop::refuses_for_room(const Command& command) const {
    return !room_ && std::holds_alternative<PlaceBets>(command.order);
}

Answer Loop::take(Command command) {
    command.stamp.at = now_;
    if (is_put_aside(command.stamp))
        return {Refusal{Reason::request_put_aside}, {}, {}, false, std::nullopt};
    if (refuses_for_room(command)) return {Refusal{Reason::disk_full}, {}, {}, false, std::nullopt};
    if (record_.record().bytes.size() >= record_bytes_enough) {
        full_.push_back(record_.record());
        record_.start(full_.back().last);
    }
    try {
        Decision decision = decide(state(), command);
        Answer answer{std::move(decision.refusal), std::move(decision.answers),
                      std::move(decision.detail), !decision.events.empty(), std::nullopt};
        for (Event& event : decision.events) {
            apply(at_.state, event);
            bytes_.clear();
            wire::write_event(bytes_, event);
            record_.add(bytes_.bytes());
            if (std::holds_alternative<BettingClosed>(event.fact)) {
                closes_[event.stamp.table] = position().hash;
            }
            if (std::holds_alternative<RoundBegun>(event.fact)) closes_.erase(event.stamp.table);
            if (const auto* asked = std::get_if<AuthorisationRequested>(&event.fact)) {
                answer.needs = asked->digest;
            }
            happened_.push_back({position(), std::move(event)});
        }
        check(record_.record().bytes.size() <= store::record_bytes_max);
        return answer;
    } catch (const std::exception& wrong) {  // a check, or a look-up of what is not there
        put_aside(command, wrong.what());
    }
}

Answer Loop::take_own(TableId table, Order order) {
    Command command;
    command.stamp.role = rules::Role::system;
    command.stamp.table = table;
    command.order = std::move(order);
    return take(std::move(command));
}

void Loop::keep(std::vector<store::Note> notes) {
    std::ranges::move(notes, std::back_inserter(notes_));
}

Result<std::vector<Happened>> Loop::commit() {
    if (record_.empty() && full_.empty()) return std::vector<Happened>();
    const std::uint64_t before = journal_.last().sequence;
    const auto append = [&](const store::Record& record) -> Result<void> {
        if (auto done = journal_.append(record, notes_); !done) {
            return failure("nothing more can be registered, and nothing since event " +
                               std::to_string(before) + " was acknowledged: " + done.error().what,
                           done.error().place);
        }
        notes_.clear();
        return {};
    };
    for (const store::Record& record : full_) {
        if (auto done = append(record); !done) return std::unexpected(done.error());
    }
    full_.clear();
    if (!record_.empty()) {
        if (auto done = append(record_.record()); !done) return std::unexpected(done.error());
    }
    at_.at = record_.record().last;
    record_.start(at_.at);
    std::vector<Happened> happened = std::exchange(happened_, {});
    happened_.reserve(happened.size());  // the next turn is much like this one
    return happened;
}

Result<void> Loop::tidy() {
    const std::uint64_t too_much = journal_.waiting_max();
    const std::uint64_t enough = too_much / 4;
    const std::uint64_t waiting = journal_.waiting();
    if (waiting < enough || (waiting < too_much && near_a_close(state(), now_))) return {};
    return journal_.tidy();
}

Result<std::optional<Hash>> Loop::close_hash(TableId table) const {
    const auto found = closes_.find(table);
    if (found != closes_.end()) return found->second;
    const Table* at = find_table(state(), table);
    if (!at || !at->round || !is_done(rules_of(state(), *at), *at->round, rules::Step::close)) {
        return std::optional<Hash>();
    }
    return store::find_close(journal_, table);
}

Result<void> Loop::read_quarantine(const std::string& prefix) {
    if (prefix.empty()) return {};
    for (const std::string& path : store::files_with_prefix(prefix)) {
        if (path.ends_with(".new")) continue;  // was being written when the power went
        const Result<std::string> bytes = store::read_file(path);
        if (!bytes) return std::unexpected(bytes.error());
        const std::size_t end = bytes->find('\n');  // after what was wrong
        const Result<Command> command =
            wire::read_command(end == std::string::npos ? *bytes : bytes->substr(end + 1));
        if (!command) return failure(command.error().text(), path);
        put_aside_.insert({command->stamp.actor, command->stamp.request});
        if (!path.ends_with(noted)) to_note_.emplace_back(path, command->stamp.table);
    }
    return {};
}

Result<void> Loop::take_out_of_service() {
    for (const auto& [path, table] : to_note_) {
        take_own(table, TakeOutOfService{std::string(
                            reason_for_table)});  // refused if it is out of service already
        if (auto done = commit(); !done) return std::unexpected(done.error());
        const Result<std::string> bytes = store::read_file(path);
        if (!bytes) return std::unexpected(bytes.error());
        if (auto done = store::write_file(path + std::string(noted), *bytes); !done) return done;
        store::remove_file(path);
    }
    to_note_.clear();
    return {};
}

bool Loop::is_put_aside(const Stamp& stamp) const {
    // Orders of the system's own have no number; their tables are out of service instead.
    return stamp.request != 0 && put_aside_.contains({stamp.actor, stamp.request});
}

void Loop::put_aside(const Command& command, const std::string& why) const {
    const std::string path = quarantine_ + std::to_string(journal_.last().sequence + 1);
    std::string told = std::string(choice_names<OrderChoice>[command.order.index()]) +
                       " of request " + std::to_string(command.stamp.request) + " at table " +
                       std::to_string(command.stamp.table.number) + " failed: " + why;
    std::string text = told;
    std::replace(text.begin(), text.end(), '\n', ' ');
    if (!quarantine_.empty()) {
        const auto written = store::write_file(path, text + "\n" + wire::write_command(command));
        told += written ? "; it was put aside in " + path : "; " + written.error().text();
    }
    throw Quarantined(told);
}

}  // namespace sicbo::server
