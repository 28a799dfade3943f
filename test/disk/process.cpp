// SPDX-License-Identifier: MIT
#include "disk/process.h"

#include <algorithm>

#include "core/check.h"
#include "core/codec.h"
#include "store/memory.h"
#include "store/reports.h"
#include "store/sqlite_store.h"
#include "table/invariants.h"
#include "wire/bytes.h"

namespace sicbo::disk {
namespace {

// Notes what goes in. With the mistakes of a setting made on purpose.
class Watched final : public store::Store {
public:
    Watched(std::unique_ptr<store::Store> inner, const Drive& drive, const Setting& setting,
            History& history)
        : inner_(std::move(inner)), drive_(drive), setting_(setting), history_(history) {}

    Result<void> look() {
        last_ = inner_->last();
        if (!setting_.drops_hash) return {};
        last_ = store::beginning_of(origin());
        return read(0, [&](const store::Record& record) -> Result<bool> {
            last_ = record.last;
            return true;
        });
    }

    const std::string& origin() const override { return inner_->origin(); }
    store::Position last() const override { return last_; }

    Result<void> append(const store::Record& record, std::span<const store::Note> notes) override {
        history_.handed.push_back(record);
        if (setting_.acknowledges_early) history_.acknowledged = history_.handed.size();
        const std::uint64_t failed = drive_.failed();
        if (auto done = inner_->append(record, notes); !done) return done;
        if (drive_.failed() != failed) history_.swallowed = true;
        history_.acknowledged = history_.handed.size();
        last_ = record.last;
        return {};
    }

    Result<void> read(std::uint64_t after, const store::RecordHandler& take) const override {
        if (!setting_.drops_hash) return inner_->read(after, take);
        store::Position at = store::beginning_of(origin());
        return inner_->read(0, [&](const store::Record& record) -> Result<bool> {
            store::RecordWriter writer(at);
            ByteReader events(record.bytes);
            while (events.left() > 0 && !events.failed()) writer.add(events.raw(events.length()));
            at = writer.record().last;
            return at.sequence > after ? take(writer.record()) : Result<bool>(true);
        });
    }
    Result<void> quarantine(const store::Quarantine& command) override {
        return inner_->quarantine(command);
    }
    Result<std::vector<store::Quarantine>> quarantined() const override {
        return inner_->quarantined();
    }
    Result<std::vector<std::uint64_t>> quarantined_at() const override {
        return inner_->quarantined_at();
    }
    Result<void> read_notes(std::uint64_t after, const store::NoteHandler& take) const override {
        return inner_->read_notes(after, take);
    }
    Result<std::optional<store::Note>> last_note() const override { return inner_->last_note(); }
    Result<std::optional<store::Position>> end_of_record(std::uint64_t sequence) const override {
        return inner_->end_of_record(sequence);
    }
    Result<void> save_snapshot(const store::Snapshot& snapshot) override {
        return inner_->save_snapshot(snapshot);
    }
    std::vector<store::Snapshot> snapshots() const override { return inner_->snapshots(); }
    bool is_trusted(const store::Snapshot& snapshot) const override {
        return inner_->is_trusted(snapshot);
    }
    Result<std::unique_ptr<store::Reports>> open_reports() override {
        return inner_->open_reports();
    }
    std::uint64_t wal_bytes() const override { return inner_->wal_bytes(); }
    Result<void> checkpoint_wal() override { return inner_->checkpoint_wal(); }

private:
    std::unique_ptr<store::Store> inner_;
    const Drive& drive_;
    const Setting& setting_;
    History& history_;
    store::Position last_;
};

using table::State;

template <class Fact>
std::size_t count(const std::vector<server::CommittedEvent>& events) {
    return static_cast<std::size_t>(
        std::ranges::count_if(events, [](const auto& one) { return holds<Fact>(one.event.fact); }));
}

bool all_stakes_returned(const State& before, const table::Round& round, const State& after) {
    return std::ranges::all_of(round.bet_slips, [&](const auto& entry) {
        const ledger::Account credit = ledger::credit(entry.first);
        const Money had = before.ledger.balance(credit) + stakes_of(entry.second);
        return after.ledger.balance(credit) == had;
    });
}

// The law of interruptions, said once more: open is void with every stake returned, closed waits
// for people, and with the dice known the round is concluded on them.
std::optional<std::string> against_the_law(const State& before, TableId id, const State& after,
                                           const std::vector<server::CommittedEvent>& events) {
    const table::Table& was = before.tables.at(id);
    const table::Table& is = after.tables.at(id);
    const std::size_t voided = count<table::RoundVoided>(events);
    const std::size_t settled = count<table::RoundSettled>(events);
    if (!was.round || was.phase != table::Phase::playing || was.round->bets_settled) {
        if (events.size() != 1) return "something happened where nothing was to be decided";
        return std::nullopt;
    }
    const table::Round& round = *was.round;
    const Money escrow = after.ledger.balance(ledger::escrow(id));
    const bool closed = is_done(rules_of(before, was), round, rules::Step::close);
    const std::optional<rules::Roll> dice = round.roll ? round.roll : round.reading;
    if (!closed) {
        if (voided != 1 || settled != 0) return "an open round was not voided";
        if (!all_stakes_returned(before, round, after) || escrow != Money()) {
            return "a voided round kept a stake";
        }
    } else if (!dice) {
        if (voided != 0 || settled != 0) return "a closed round was decided without people";
        if (!is.held) return "a closed round is not held";
        if (after.ledger.balances() != before.ledger.balances()) return "a hold moved money";
    } else {
        if (voided != 0 || settled != 1) return "a round with a result was not concluded";
        if (escrow != Money()) return "a concluded round kept a stake";
        const table::Round& ended = is.round ? *is.round : is.past.at(round.number);
        if (ended.roll != dice) return "a round was concluded on other dice";
    }
    return std::nullopt;
}

Hash settled_of(State state) {
    state.sequence = 0;
    return wire::state_hash(state);
}

}  // namespace

Result<std::unique_ptr<Process>> Process::start(Drive& drive, const Setting& setting,
                                                History& history, Instant time) {
    std::unique_ptr<Process> process(new Process(drive));
    const std::uint64_t unwritten = drive.unwritten();
    store::SqliteStore::Options options;
    options.path = "journal";
    options.vfs = vfs_name;
    options.synchronous = setting.synchronous;
    options.trust_sectors = setting.trusts_sectors;
    Result<std::unique_ptr<store::SqliteStore>> store = store::SqliteStore::open(options);
    if (!store) return std::unexpected(store.error());
    if (history.origin.empty()) history.origin = (*store)->origin();
    auto watched = std::make_unique<Watched>(std::move(*store), drive, setting, history);
    if (auto done = watched->look(); !done) return std::unexpected(done.error());
    process->store_ = std::move(watched);
    process->found_ = process->store_->last();
    Result<std::unique_ptr<server::Loop>> loop = server::Loop::start(*process->store_, {"", time});
    if (!loop) return std::unexpected(loop.error());
    process->loop_ = std::move(*loop);
    if (drive.unwritten() != unwritten) history.swallowed = true;
    return process;
}

Process::~Process() {
    if (store_) drive_.cut();
}

void Process::close() {
    loop_.reset();
    store_.reset();
}

const Expected& Expectations::after(const History& history, std::size_t records) {
    const Hash key = records == 0 ? Hash() : history.handed.at(records - 1).last.hash;
    const auto [at, is_new] = known_.try_emplace(key);
    if (!is_new) return at->second;
    Expected& expected = at->second;
    store::MemoryStore memory(history.origin);
    for (std::size_t i = 0; i < records; ++i) memory.append(history.handed[i], {}).value();
    const store::Recovered before = store::recover(memory).value();
    const auto loop = server::Loop::start(memory, {"", time_}).value();
    expected.state = wire::write_state(loop->state());
    expected.settled = settled_of(loop->state());
    expected.wrong = table::broken(loop->state());
    for (const auto& [id, table] : before.state.tables) {
        if (expected.wrong) break;
        expected.wrong = against_the_law(before.state, id, loop->state(), loop->restart_events());
    }
    return expected;
}

}  // namespace sicbo::disk
