#include "ours.h"

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

#include "core/check.h"
#include "rules/documents.h"
#include "server/loop.h"
#include "store/follower_thread.h"
#include "store/sqlite_store.h"

namespace durable {
namespace {

using namespace sicbo;
using namespace sicbo::table;
using rules::Role;

constexpr std::uint32_t terminals_max = 50;  // at a table
constexpr std::uint32_t bets_each = 10;      // of a terminal in a round

template <class T>
T must(Result<T> result) {
    if (!result) throw std::runtime_error(result.error().text());
    if constexpr (!std::is_void_v<T>) return std::move(*result);
}

Instant time_of_day() {
    const auto since = std::chrono::system_clock::now().time_since_epoch();
    return {std::chrono::duration_cast<std::chrono::milliseconds>(since).count()};
}

// The journal, and what went into it.
class Watched : public store::Store {
public:
    explicit Watched(const std::string& path)
        : store_(must(store::SqliteStore::open({.path = path}))) {}

    const std::string& origin() const override { return store_->origin(); }
    store::Position last() const override { return store_->last(); }
    Result<void> append(const store::Record& record, std::span<const store::Note> notes) override {
        bytes_ = record.bytes.size();
        const Clock::time_point begin = Clock::now();
        Result<void> done = store_->append(record, notes);
        storing_ += Clock::now() - begin;
        return done;
    }
    Result<void> read(std::uint64_t after, const store::TakeRecord& take) const override {
        return store_->read(after, take);
    }
    Result<void> read_notes(std::uint64_t after, const store::TakeNote& take) const override {
        return store_->read_notes(after, take);
    }
    Result<std::optional<store::Position>> end_of_record(std::uint64_t sequence) const override {
        return store_->end_of_record(sequence);
    }
    Result<void> keep_snapshot(const store::Snapshot& snapshot) override {
        return store_->keep_snapshot(snapshot);
    }
    std::vector<store::Snapshot> snapshots() const override { return store_->snapshots(); }
    Result<std::unique_ptr<store::Reports>> open_reports() override {
        return store_->open_reports();
    }
    std::uint64_t waiting() const override { return store_->waiting(); }
    Result<void> tidy() override {
        const Clock::time_point begin = Clock::now();
        Result<void> done = store_->tidy();
        storing_ += Clock::now() - begin;
        return done;
    }
    int room_percent() override { return store_->room_percent(); }

    std::uint64_t bytes() const { return bytes_; }  // of the last record
    Clock::duration storing() const { return storing_; }

private:
    std::unique_ptr<store::SqliteStore> store_;
    std::uint64_t bytes_ = 0;
    Clock::duration storing_{};
};

// Tables of the electronic game, with a bettor at each terminal who always has one bet on its way.
class Floor {
public:
    Floor(const std::string& path, std::uint32_t bettors)
        : journal_(path),
          loop_(must(server::Loop::start(journal_, {path + ".quarantine-", time_of_day()}))) {
        const std::string text(rules::document_text("rws-etg"));
        give({}, Role::system, {}, AddPerson{PersonId{1}, "ada", Role::administrator});
        give(person(1), Role::administrator, {}, AddPerson{PersonId{2}, "sue", Role::supervisor});
        give(person(1), Role::administrator, {}, AdoptRules{text});
        for (std::uint32_t first = 0; first < bettors; first += terminals_max) {
            add_table(sha256(text), std::min(terminals_max, bettors - first));
        }
        // Their rounds do not end all at once.
        for (std::size_t i = 0; i < tables_.size(); ++i) {
            tables_[i].placed = tables_[i].terminals * (static_cast<std::uint32_t>(i) % bets_each);
        }
        must(loop_->commit());
        for (std::size_t i = 0; i < bettors_.size(); ++i) waiting_.push_back({i, Clock::now()});
    }

    // Takes all that have arrived, registers them together, and lets the answers out.
    Batch turn(Latencies& latencies, store::FollowerThread* follower) {
        loop_->tick(time_of_day());
        for (One& table : tables_) {
            if (table.placed >= table.terminals * bets_each) next_round(table);
        }
        std::swap(waiting_, taken_);
        answers_.clear();
        for (const Arrival& arrival : taken_) answers_.push_back(bet(bettors_[arrival.bettor]));
        const std::vector<server::Happened> happened = must(loop_->commit());
        const Clock::time_point released = Clock::now();
        waiting_.clear();
        for (std::size_t i = 0; i < taken_.size(); ++i) {
            check(!answers_[i].refusal && answers_[i].answers.at(0).accepted == chip);
            latencies.add(released - taken_[i].at);
            waiting_.push_back({taken_[i].bettor, released});  // has the answer, and bets again
        }
        if (follower) loop_->keep(follower->take_notes());
        must(loop_->tidy());
        return {taken_.size(), journal_.bytes()};
    }

    const Watched& journal() const { return journal_; }

private:
    struct One {
        TableId id;
        std::uint32_t terminals = 0;
        std::uint32_t placed = 0;  // bets in this round
        std::uint32_t rounds = 0;
    };
    struct Bettor {
        std::size_t table = 0;
        TerminalId terminal;
        std::uint64_t requests = 0;
        std::vector<rules::SpotId> spots;
    };
    struct Arrival {
        std::size_t bettor;
        Clock::time_point at;
    };
    static constexpr Money chip = Money::of_cents(100);

    static Actor person(std::uint32_t id) { return {ActorKind::person, id}; }

    server::Answer give(Actor actor, Role role, TableId table, Order order) {
        Command command{{{}, actor, role, ++requests_, table}, std::move(order)};
        server::Answer answer = loop_->take(std::move(command));
        check(!answer.refusal);
        return answer;
    }

    void add_table(const Hash& rules, std::uint32_t terminals) {
        const TableId id{static_cast<std::uint32_t>(tables_.size()) + 1};
        const PersonId dealer{id.number + 100};
        const std::string name = std::to_string(id.number);
        const Actor admin = person(1);
        give(admin, Role::administrator, {}, AddPerson{dealer, "dealer " + name, Role::dealer});
        Configuration configuration;
        configuration.rules = rules;
        configuration.chip = chip;
        configuration.limit = {chip, Money::of_cents(100'000)};
        give(admin, Role::administrator, {}, AddTable{id, "table " + name, configuration});
        give(person(dealer.number), Role::dealer, id, LogOn{});
        give(person(2), Role::supervisor, id, LogOn{});
        const rules::Game& game = *loop_->state().rule_sets.at(rules).game;
        for (std::uint32_t i = 0; i < terminals; ++i) {
            const TerminalId terminal{static_cast<std::uint32_t>(bettors_.size()) + 1};
            const rules::Layout& layout = game.layouts[i % game.layouts.size()];
            give(admin, Role::administrator, id, AddTerminal{terminal, layout.id});
            give(person(2), Role::supervisor, id,
                 PutCredit{terminal, {}, Money::of_cents(1'000'000'000)});
            Bettor bettor{tables_.size(), terminal, 0, {}};
            for (const rules::Spot spot : spots_of(layout)) bettor.spots.push_back(id_of(spot));
            bettors_.push_back(std::move(bettor));
        }
        give(person(dealer.number), Role::dealer, id,
             InstallDice{DiceId{id.number}, rules::MixerKind::tumbler, {}});
        give(person(2), Role::supervisor, id, OpenTable{});
        give(person(dealer.number), Role::dealer, id, OpenBetting{});
        tables_.push_back({id, terminals});
    }

    // From the close of betting to its next opening. Bets of this turn wait for it.
    void next_round(One& table) {
        const auto order = [&](Order one) {
            give(person(table.id.number + 100), Role::dealer, table.id, std::move(one));
        };
        const auto nth = static_cast<int>(table.id.number + table.rounds++ * 37);
        const rules::Roll roll = rules::nth_roll(nth % rules::roll_count);
        const auto& dice = roll.dice();
        order(CloseBetting{});
        order(StartMix{});
        order(EndMix{3});
        order(Uncover{true});
        order(KeyDice{{dice.begin(), dice.end()}});
        order(EnterResult{roll});
        order(OpenBetting{});
        table.placed = 0;
    }

    server::Answer bet(Bettor& bettor) {
        One& table = tables_[bettor.table];
        const std::size_t nth = std::size_t{bettor.terminal.number} * 7 + ++bettor.requests * 5;
        PlaceBets order{{}, {{bettor.spots[nth % bettor.spots.size()], chip}}, {}};
        ++table.placed;
        return loop_->take({{{},
                             {ActorKind::terminal, bettor.terminal.number},
                             Role::player,
                             bettor.requests,
                             table.id},
                            std::move(order)});
    }

    Watched journal_;
    std::unique_ptr<server::Loop> loop_;
    std::uint64_t requests_ = 0;
    std::vector<One> tables_;
    std::vector<Bettor> bettors_;
    std::vector<Arrival> waiting_;
    std::vector<Arrival> taken_;
    std::vector<server::Answer> answers_;
};

}  // namespace

OurRun run_ours(const std::string& folder, std::uint32_t bettors, Following following,
                const Span& span) {
    const std::string path = folder + "/journal";
    OurRun run;
    {
        Floor floor(path, bettors);
        std::unique_ptr<store::FollowerThread> follower;
        if (following == Following::yes) {
            follower = must(store::FollowerThread::start(
                {.journal = path, .follower = {.key = path + ".key", .notes = path + ".notes"}}));
        }
        Latencies latencies;
        Watch watch(span);
        Clock::duration stored{};
        while (watch.goes_on(latencies)) {
            if (!watch.warm()) stored = floor.journal().storing();
            constexpr std::size_t batches_kept = 100'000;
            const Batch batch = floor.turn(latencies, follower.get());
            if (watch.warm() && run.batches.size() < batches_kept) run.batches.push_back(batch);
        }
        run.measured = measured(latencies, watch.counted());
        run.storing = std::chrono::duration<double>(floor.journal().storing() - stored).count() /
                      std::chrono::duration<double>(watch.counted()).count();
        run.events = floor.journal().last().sequence;
        if (follower) {
            follower->stop();
            check(!follower->wrong());
            run.not_followed = run.events - follower->sequence();
        }
        // Another connection finds what was acknowledged.
        const auto again =
            must(store::SqliteStore::open({.path = path, .access = store::Access::read}));
        check(again->last() == floor.journal().last());
    }
    for (const std::string& file : store::files_with_prefix(path)) store::remove_file(file);
    return run;
}

}  // namespace durable
