// SPDX-License-Identifier: MIT
// What does a bet cost when there are more tables and more terminals, how much memory does a
// terminal take, and how long is a restart when the journal is longer?
//
// A bet's cost is the processor time of deciding, applying and committing it, a hundred bets a
// commit, with its share of the rounds: closing, settling and opening again. It is measured on the
// store in memory and on a journal in SQLite. Waiting for the disk is not in it; bench/durable has
// that. A row is the median of several runs, and an aim is met if no row is more than a fifth above
// the first one of its column.
#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/check.h"
#include "floor.h"
#include "plot.h"
#include "process.h"
#include "store/files.h"
#include "store/follower.h"
#include "store/memory.h"
#include "store/sqlite_store.h"

namespace {

using namespace sicbo;
using bench::median;
using bench::must;
using Clock = std::chrono::steady_clock;

constexpr double flat = 1.2;              // times the first row, at most
constexpr std::uint32_t rounds_kept = 4;  // so few that all rows have them before they are measured

struct Options {
    int runs = 3;
    std::uint64_t bets = 200'000;      // measured in a run, at least
    std::uint64_t events = 1'000'000;  // of the longest journal
    std::string folder = std::filesystem::temp_directory_path();
    std::string svg;  // the folder for plots; empty: none
};

double processor_seconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

// How many tables and terminals there are, and who bets.
struct Shape {
    std::uint32_t tables = 1;
    std::uint32_t terminals = 10;  // of a table
    std::uint32_t bettors = 10;    // of a table in a round, ten bets each; others in the next round

    std::uint32_t all() const { return tables * terminals; }
    std::uint32_t bets() const { return bettors * 10; }  // of a table in a round
};

// Plays rounds of a shape. Bets go round the tables, so that no two in a row are at the same one,
// and rounds end evenly spread.
class Play {
public:
    Play(store::Store& journal, const Shape& shape, const std::string& quarantine)
        : shape_(shape),
          floor_(journal, {.quarantine = quarantine,
                           .bettors = shape.all(),
                           .at_table = shape.terminals,
                           .rounds_kept = rounds_kept}) {
        for (std::uint32_t i = 0; i < shape.tables; ++i) {
            placed_.push_back(i * shape.bets() / shape.tables);
        }
        rounds_.resize(shape.tables);
    }

    // Places so many bets, rounded up to whole commits of that many.
    void place(std::uint64_t bets, std::uint32_t a_commit) {
        for (std::uint64_t done = 0; done < bets; done += a_commit) {
            floor_.begin_turn();
            for (std::uint32_t i = 0; i < a_commit; ++i) place_one();
            must(floor_.loop().commit());
            must(floor_.loop().compact());
        }
    }
    // How many bets all tables take in a round.
    std::uint64_t cycle() const { return std::uint64_t{shape_.bets()} * shape_.tables; }

    const table::State& state() { return floor_.loop().state(); }

private:
    void place_one() {
        const auto table = static_cast<std::uint32_t>(placed_bets_++ % shape_.tables);
        if (placed_[table] >= shape_.bets()) {
            floor_.next_round(table);
            placed_[table] = 0;
            ++rounds_[table];
        }
        const std::uint32_t nth = placed_[table]++ % shape_.bettors;
        const std::uint32_t apart = shape_.terminals / shape_.bettors;
        const std::uint32_t terminal = (nth * apart + rounds_[table]) % shape_.terminals;
        const server::Reply reply = floor_.bet(std::size_t{table} * shape_.terminals + terminal);
        check(!reply.refusal);
    }

    Shape shape_;
    bench::Floor floor_;
    std::vector<std::uint32_t> placed_;  // in the round of each table
    std::vector<std::uint32_t> rounds_;
    std::uint64_t placed_bets_ = 0;
};

// Bytes that the heap of this thread has given out.
double heap_bytes() {
    const struct mallinfo2 heap = mallinfo2();
    return static_cast<double>(heap.uordblks + heap.hblkhd);
}

struct Cost {
    double us_a_bet = 0;     // of the processor
    double state_bytes = 0;  // of a copy of the state afterwards
};

// Plays so long that every terminal has all that the state keeps of it: the outcomes of its last
// requests, and its bets in the rounds that are kept. Measures after that.
Cost measure_play(store::Store& journal, const Shape& shape, std::uint64_t bets,
                  const std::string& quarantine) {
    constexpr std::uint64_t orders_kept = 10 * (table::outcomes_max / 10 + 1);
    Play play(journal, shape, quarantine);
    play.place(std::max({2 * play.cycle(), bets / 10, orders_kept * shape.all()}), 1'000);
    const std::uint64_t measured = (bets / play.cycle() + 1) * play.cycle();
    const double begin = processor_seconds();
    play.place(measured, 100);
    const double seconds = processor_seconds() - begin;
    const double before = heap_bytes();
    const table::State copy(play.state());
    check(copy.sequence == play.state().sequence);
    return {seconds * 1e6 / static_cast<double>(measured), heap_bytes() - before};
}

struct Row {
    double size = 0;
    Shape shape = {};
    std::vector<double> memory = {};  // microseconds a bet, run by run
    std::vector<double> sqlite = {};
    double state_bytes = 0;
};

class Growth {
public:
    explicit Growth(const Options& options) : options_(options), folder_(options.folder) {}

    void run() {
        fmt::print("Median of {} runs, at least {} bets in each\n", options_.runs, options_.bets);
        bench::print_load();
        for (const std::uint32_t tables : {1u, 10u, 100u, 1'000u}) {
            tables_.push_back({static_cast<double>(tables), {tables, 10, 10}});
        }
        for (const std::uint32_t terminals : {10u, 100u, 1'000u, 10'000u}) {
            some_.push_back({static_cast<double>(terminals), {1, terminals, 10}});
            every_.push_back({static_cast<double>(terminals), {1, terminals, terminals}});
        }
        {
            store::MemoryStore journal;
            const Shape one{.terminals = 1, .bettors = 1};
            state_of_one_ = measure_play(journal, one, 1'000, "").state_bytes;
        }
        for (int i = 0; i < options_.runs; ++i) {
            for (std::vector<Row>* rows : {&tables_, &some_, &every_}) {
                for (Row& row : *rows) measure(row);
            }
        }
        print("tables with ten terminals each, all of which bet", "tables", tables_);
        print("terminals at one table, ten of which bet in a round", "terminals", some_);
        print("terminals at one table, all of which bet", "terminals", every_);
        measure_restarts();
        print_aims();
        if (!options_.svg.empty()) write_plots();
    }

private:
    struct Restart {
        double events = 0;
        double seconds = 0;      // as a clock on the wall has it
        double us_an_event = 0;  // of the processor, beyond a start with nothing to replay
    };

    void measure(Row& row) {
        bench::throw_if_interrupted();
        const std::string path = folder_.path() + "/journal";
        {
            store::MemoryStore journal;
            const Cost cost = measure_play(journal, row.shape, options_.bets, "");
            row.memory.push_back(cost.us_a_bet);
            row.state_bytes = cost.state_bytes;
        }
        {
            const auto journal = must(store::SqliteStore::open({.path = path}));
            row.sqlite.push_back(
                measure_play(*journal, row.shape, options_.bets, path + ".quarantine-").us_a_bet);
        }
        for (const std::string& file : store::files_with_prefix(path)) store::remove_file(file);
    }

    // Of the state for each terminal, beyond that of a table with one.
    double kib_each(const Row& row) const {
        return (row.state_bytes - state_of_one_) / 1024 / (row.shape.all() - 1);
    }

    void print(std::string_view what, std::string_view sizes, const std::vector<Row>& rows) const {
        fmt::print("\n{}\n{:>10} {:>18} {:>8} {:>18} {:>8} {:>16}\n", what, sizes,
                   "us a bet, memory", "times", "us a bet, SQLite", "times", "KiB a terminal");
        for (const Row& row : rows) {
            fmt::print("{:>10.0f} {:>18.2f} {:>8.2f} {:>18.2f} {:>8.2f} {:>16.1f}\n", row.size,
                       median(row.memory), median(row.memory) / median(rows.front().memory),
                       median(row.sqlite), median(row.sqlite) / median(rows.front().sqlite),
                       kib_each(row));
        }
    }

    // Plays a journal of so many events after its snapshot.
    void make_journal(const std::string& path, std::uint64_t events) const {
        constexpr std::uint32_t a_commit = 1'000;
        const auto journal = must(store::SqliteStore::open({.path = path}));
        Play play(*journal, {.tables = 10}, path + ".quarantine-");
        {
            const auto follower = must(store::Follower::start(
                *journal,
                {.key = path + ".key", .notes = path + ".notes", .snapshot_every = UINT64_MAX}));
            must(follower->follow());
            must(follower->snapshot_now());
        }
        const std::uint64_t end = journal->last().sequence + events;
        while (journal->last().sequence < end) {
            bench::throw_if_interrupted();
            play.place(std::min<std::uint64_t>(a_commit, end - journal->last().sequence), 100);
        }
    }

    // Seconds of a start: of the processor, and on the wall. Checks that it replays what it should.
    static std::pair<double, double> start(const std::string& path, std::uint64_t events) {
        const double begin = processor_seconds();
        const Clock::time_point begin_at = Clock::now();
        const auto journal = must(store::SqliteStore::open({.path = path}));
        const Instant now{std::chrono::duration_cast<std::chrono::milliseconds>(
                              std::chrono::system_clock::now().time_since_epoch())
                              .count()};
        const auto loop = must(server::Loop::start(*journal, {path + ".quarantine-", now}));
        check(loop->replayed() >= events && loop->replayed() < events + 1'000);
        return {processor_seconds() - begin,
                std::chrono::duration<double>(Clock::now() - begin_at).count()};
    }

    void measure_restarts() {
        double nothing = 0;
        fmt::print("\nrestart, ten tables with ten terminals each\n{:>10} {:>18} {:>24}\n",
                   "events", "seconds", "us an event, processor");
        for (const std::uint64_t events :
             {std::uint64_t{0}, options_.events / 100, options_.events / 10, options_.events}) {
            const std::string path = folder_.path() + "/restart";
            make_journal(path, events);
            std::vector<double> processor;
            std::vector<double> wall;
            for (int i = 0; i < options_.runs; ++i) {
                const auto [of_processor, on_wall] = start(path, events);
                processor.push_back(of_processor);
                wall.push_back(on_wall);
            }
            for (const std::string& file : store::files_with_prefix(path)) {
                store::remove_file(file);
            }
            if (events == 0) {
                nothing = median(processor);
                fmt::print("{:>10} {:>18.4f}\n", 0, median(wall));
                continue;
            }
            const auto count = static_cast<double>(events);
            restarts_.push_back({count, median(wall), (median(processor) - nothing) * 1e6 / count});
            fmt::print("{:>10} {:>18.4f} {:>24.3f}\n", events, restarts_.back().seconds,
                       restarts_.back().us_an_event);
        }
    }

    // The highest of all rows, times the first.
    static double growth(const std::vector<Row>& rows, std::vector<double> Row::* runs) {
        double highest = 0;
        for (const Row& row : rows) highest = std::max(highest, median(row.*runs));
        return highest / median(rows.front().*runs);
    }

    void print_aims() const {
        fmt::print("\n");
        const auto aim = [](std::string_view what, const std::vector<Row>& rows) {
            bench::print_aim(fmt::format("{}: a bet, memory", what), growth(rows, &Row::memory),
                             flat, false);
            bench::print_aim(fmt::format("{}: a bet, SQLite", what), growth(rows, &Row::sqlite),
                             flat, false);
        };
        aim("1,000 tables, times one", tables_);
        aim("10,000 terminals, ten bet, times 10", some_);
        aim("10,000 terminals, all bet, times 10", every_);
        double kib = 0;
        for (const Row& row : every_) kib = std::max(kib, kib_each(row));
        bench::print_aim("memory of a terminal, times that at a table of 10",
                         kib / kib_each(every_.front()), flat, false);
        double slowest = 0;
        for (const Restart& one : restarts_) slowest = std::max(slowest, one.us_an_event);
        bench::print_aim("restart: an event, times the shortest journal",
                         slowest / restarts_.front().us_an_event, flat, false);
    }

    static bench::Series costs(std::string name, const std::vector<Row>& rows,
                               std::vector<double> Row::* runs) {
        bench::Series series{std::move(name), {}};
        for (const Row& row : rows) series.points.emplace_back(row.size, median(row.*runs));
        return series;
    }
    bench::Series memory(std::string name, const std::vector<Row>& rows) const {
        bench::Series series{std::move(name), {}};
        for (const Row& row : rows) series.points.emplace_back(row.size, kib_each(row));
        return series;
    }

    void write_plots() const {
        const auto write = [&](std::string_view name, const bench::Plot& plot) {
            const std::string path = fmt::format("{}/growth-{}.svg", options_.svg, name);
            std::ofstream file(path);
            file << to_svg(plot);
            if (!file.flush()) throw std::runtime_error("can't write " + path);
        };
        constexpr std::string_view unit = "µs of processor a bet";
        write("tables", {"What a bet costs as tables are added",
                         "tables with ten terminals each",
                         std::string(unit),
                         {costs("on SQLite", tables_, &Row::sqlite),
                          costs("in memory", tables_, &Row::memory)}});
        write("terminals", {"What a bet costs as terminals are added to a table",
                            "terminals at the table",
                            std::string(unit),
                            {costs("ten bet, SQLite", some_, &Row::sqlite),
                             costs("ten bet, memory", some_, &Row::memory),
                             costs("all bet, SQLite", every_, &Row::sqlite),
                             costs("all bet, memory", every_, &Row::memory)}});
        write("memory", {"What the state keeps for a terminal",
                         "terminals at the table",
                         "KiB a terminal",
                         {memory("ten bet in a round", some_), memory("all bet", every_)}});
        bench::Series restart{"replay after the snapshot", {}};
        for (const Restart& one : restarts_) {
            restart.points.emplace_back(one.events, one.us_an_event);
        }
        write("restart", {"What a restart costs as the journal grows",
                          "events since the snapshot",
                          "µs of processor an event",
                          {restart}});
    }

    Options options_;
    bench::TempFolder folder_;
    std::vector<Row> tables_;
    std::vector<Row> some_;   // terminals bet
    std::vector<Row> every_;  // terminal bets
    std::vector<Restart> restarts_;
    double state_of_one_ = 0;  // bytes of the state with one table of one terminal
};

std::optional<Options> parse(int argc, char** argv) {
    Options options;
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        const std::string value = i + 1 < argc ? argv[++i] : "";
        const bool fine = word == "--runs"     ? bench::read_number(value, options.runs)
                          : word == "--bets"   ? bench::read_number(value, options.bets)
                          : word == "--events" ? bench::read_number(value, options.events) &&
                                                     options.events >= 10'000
                          : word == "--folder" ? !(options.folder = value).empty()
                          : word == "--svg"    ? !(options.svg = value).empty()
                                               : false;
        if (!fine) return std::nullopt;
    }
    return options;
}

}  // namespace

int main(int argc, char** argv) {
    const std::optional<Options> options = parse(argc, argv);
    if (!options) {
        fmt::print(stderr,
                   "usage: growth [--runs N] [--bets N] [--events N (at least 10000)]\n"
                   "              [--folder PATH] [--svg FOLDER]\n");
        return 2;
    }
    bench::heed_signals();
    try {
        Growth(*options).run();
    } catch (const bench::Interrupted&) {
        return 130;
    } catch (const std::exception& wrong) {
        fmt::print(stderr, "growth: {}\n", wrong.what());
        return 1;
    }
}
