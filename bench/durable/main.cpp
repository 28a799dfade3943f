// SPDX-License-Identifier: MIT
// How many bets a second are registered as double entries, and how long does each wait until it is
// durable? For 1, 16, 50 and 1,000 bettors, each of whom has one bet on its way and sends the next
// when the answer is there.
//
// Ours is the loop on its journal, in this process: the network comes with the server. Its peers,
// in the same run on the same disk: (a) a plain file that gets the same batches and is synced after
// each, which no journal can beat by much, and the same engine and loop on the store in memory; (b)
// PostgreSQL, one transaction a bet, with one row for the house and with one for each terminal; (c)
// Redis, which syncs before it answers. (b) and (c) are started and stopped here, and their clients
// are one thread.
#include <fmt/format.h>
#include <sys/vfs.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "ours.h"
#include "postgres.h"
#include "raw.h"
#include "redis.h"

namespace durable {
namespace {

struct Options {
    double seconds = 3;
    int runs = 3;
    std::string folder = std::filesystem::temp_directory_path();
    bool alone = false;
};

enum Contender : std::uint8_t {
    ours,
    ours_alone,
    store,
    raw,
    one_row,
    row_each,
    redis,
    ours_postgres,
    memory
};
constexpr std::array<std::string_view, 9> names = {
    "ours, with its follower",
    "ours, without follower",
    "our store alone",
    "(a) append and fdatasync",
    "(b) PostgreSQL, one house row",
    "(b) PostgreSQL, a row each",
    "(c) Redis, always synced",
    "ours on PostgreSQL",
    "ours on the memory store",
};

// Of one number of bettors, run by run.
using Results = std::map<Contender, std::vector<Measured>>;

double middle(const std::vector<Measured>& runs, double Measured::* value) {
    std::vector<double> values;
    for (const Measured& run : runs) values.push_back(run.*value);
    return median(std::move(values));
}

// How many times as many bets the one takes as the other, both in the same run.
struct Ratio {
    double middle = 0;
    double lowest = 0;
    double highest = 0;
};
Ratio ratio(const Results& results, Contender one, Contender other) {
    std::vector<double> values;
    const std::vector<Measured>& ones = results.at(one);
    const std::vector<Measured>& others = results.at(other);
    for (std::size_t i = 0; i < ones.size(); ++i) {
        values.push_back(ones[i].per_second / others[i].per_second);
    }
    const auto [lowest, highest] = std::ranges::minmax(values);
    return {median(values), lowest, highest};
}

class Bench {
public:
    explicit Bench(const Options& options)
        : options_(options),
          span_{std::chrono::milliseconds(500),
                std::chrono::milliseconds(static_cast<std::int64_t>(options.seconds * 1000))},
          folder_(options.folder) {}

    void run() {
        fmt::print(
            "Median of {} runs of {} s each. Ours is in-process: the network comes with the "
            "server.\nPostgreSQL and Redis answer one client thread over a local socket.\n",
            options_.runs, options_.seconds);
        print_load();
        for (int i = 0; i < options_.runs; ++i) {
            syncs_.push_back(sync_times(folder_.path(), {{}, std::chrono::seconds(1)}));
            for (const std::uint32_t bettors : {1u, 16u, 50u, 1000u}) {
                Results& results = results_[bettors];
                run_ours_and_raw(bettors, results);
                if (!options_.alone) run_others(bettors, results);
            }
        }
        fmt::print("fdatasync of a page that was appended: p50 {:.3f} ms, p99 {:.3f} ms\n",
                   middle(syncs_, &Measured::p50), middle(syncs_, &Measured::p99));
        for (const auto& [bettors, results] : results_) print(bettors, results);
        print_aims();
    }

private:
    void run_ours_and_raw(std::uint32_t bettors, Results& results) {
        for (const Following following : {Following::yes, Following::no}) {
            const OurRun one = run_ours(folder_.path(), bettors, following, span_);
            results[following == Following::yes ? ours : ours_alone].push_back(one.measured);
            if (following == Following::yes) {
                followed_[bettors].push_back(1 - static_cast<double>(one.not_followed) /
                                                     static_cast<double>(one.events));
                continue;
            }
            storing_[bettors].push_back(one.storing);
            results[raw].push_back(run_raw(folder_.path(), one.batches, span_));
            results[store].push_back(run_store(folder_.path(), one.batches, span_));
            results[memory].push_back(run_on_memory(bettors, span_));
            const Ratios ratios = run_in_turns(folder_.path(), bettors, span_);
            of_memory_[bettors].push_back(ratios.of_memory);
            of_raw_[bettors].push_back(ratios.of_raw);
        }
    }
    // Each begins with nothing, as ours does, and is stopped before the next one starts.
    void run_others(std::uint32_t bettors, Results& results) const {
        for (const House house : {House::one_row, House::row_each}) {
            const TempFolder folder(folder_.path());
            const Postgres server(folder);
            results[house == House::one_row ? one_row : row_each].push_back(
                server.run(bettors, house, span_));
        }
        {
            const TempFolder folder(folder_.path());
            const Postgres server(folder);
            results[ours_postgres].push_back(
                run_ours(folder_.path(), bettors, Following::yes, span_, server.uri()).measured);
        }
        const TempFolder folder(folder_.path());
        const Redis server(folder);
        results[redis].push_back(server.run(bettors, span_));
    }

    void print(std::uint32_t bettors, const Results& results) {
        fmt::print("\n{:<31} {:>9} {:>19} {:>8} {:>8} {:>8}  {}\n",
                   fmt::format("{} bettor{}", bettors, bettors == 1 ? "" : "s"), "bets/s",
                   "lowest - highest", "p50 ms", "p99 ms", "p99.9", "ours is (in the same run)");
        for (const auto& [contender, runs] : results) {
            const auto [lowest, highest] = std::ranges::minmax(runs, {}, &Measured::per_second);
            fmt::print("{:<31} {:>9.0f} {:>19} {:>8.3f} {:>8.3f} {:>8.3f}", names[contender],
                       middle(runs, &Measured::per_second),
                       fmt::format("{:.0f} - {:.0f}", lowest.per_second, highest.per_second),
                       middle(runs, &Measured::p50), middle(runs, &Measured::p99),
                       middle(runs, &Measured::p999));
            if (contender != ours) {
                const Ratio of = ratio(results, ours, contender);
                fmt::print("  {:.2f} times it ({:.2f} - {:.2f})", of.middle, of.lowest, of.highest);
            }
            fmt::print("\n");
        }
        fmt::print(
            "the store takes {:.0f} in 100 of our time; the follower kept up with {:.0f} in 100\n",
            median(storing_[bettors]) * 100, median(followed_[bettors]) * 100);
        fmt::print("taken in turns, ours with its follower is {:.2f} of memory, {:.2f} of (a)\n",
                   median(of_memory_[bettors]), median(of_raw_[bettors]));
        if (bettors > Postgres::connections_max && results.contains(one_row)) {
            fmt::print("PostgreSQL has {} connections, on which bettors send behind each other\n",
                       Postgres::connections_max);
        }
    }

    void print_aims() {
        fmt::print("\nAims, for ours with its follower:\n");
        const Results& many = results_.at(1000);
        const Results& some = results_.at(50);
        print_aim("1,000 bettors: bets a second", middle(many.at(ours), &Measured::per_second),
                  300'000);
        print_aim("1,000 bettors: p99, ms", middle(many.at(ours), &Measured::p99), 5, false);
        print_aim("1,000 bettors: p99.9, ms", middle(many.at(ours), &Measured::p999), 40, false);
        print_aim("1,000 bettors: of the memory store, taken in turns", median(of_memory_[1000]),
                  0.8);
        if (!options_.alone) {
            print_aim("50 bettors: times PostgreSQL, a row each",
                      ratio(some, ours, row_each).middle, 8);
            print_aim("50 bettors: times PostgreSQL, one house row",
                      ratio(some, ours, one_row).middle, 50);
            print_aim("50 bettors: ours on PostgreSQL, times a row each",
                      ratio(some, ours_postgres, row_each).middle, 8);
            print_aim("1,000 bettors: ours on PostgreSQL, times a row each",
                      ratio(many, ours_postgres, row_each).middle, 20);
            fmt::print("ours on PostgreSQL, of ours on SQLite: {:.2f} with 50, {:.2f} with 1,000\n",
                       ratio(some, ours_postgres, ours).middle,
                       ratio(many, ours_postgres, ours).middle);
            print_aim("50 bettors: times Redis", ratio(some, ours, redis).middle, 2);
        }
        print_aim("50 bettors: of (a) with the same bytes, taken in turns", median(of_raw_[50]),
                  0.6);
    }

    Options options_;
    Span span_;
    TempFolder folder_;
    std::vector<Measured> syncs_;
    std::map<std::uint32_t, Results> results_;
    std::map<std::uint32_t, std::vector<double>> storing_;
    std::map<std::uint32_t, std::vector<double>> followed_;
    std::map<std::uint32_t, std::vector<double>> of_memory_;
    std::map<std::uint32_t, std::vector<double>> of_raw_;
};

bool is_in_memory(const std::string& folder) {
    constexpr auto tmpfs = 0x01021994;
    struct statfs about{};
    return statfs(folder.c_str(), &about) == 0 && about.f_type == tmpfs;
}

std::optional<Options> parse(int argc, char** argv) {
    Options options;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        const std::string value = i + 1 < argc ? argv[i + 1] : "";
        const auto number = [&](auto& to) {
            ++i;
            return read_number(value, to);
        };
        if (word == "--seconds" && number(options.seconds)) continue;
        if (word == "--runs" && number(options.runs)) continue;
        if (word == "--alone") {
            options.alone = true;
        } else if (word == "--folder" && !value.empty()) {
            options.folder = value;
            ++i;
        } else {
            return std::nullopt;
        }
    }
    return options;
}

}  // namespace
}  // namespace durable

int main(int argc, char** argv) {
    using namespace durable;
    const std::optional<Options> options = parse(argc, argv);
    if (!options) {
        fmt::print(stderr,
                   "usage: durable [--seconds N] [--runs N] [--folder PATH] [--alone]\n"
                   "--folder is on the disk to measure; --alone leaves out (b) and (c)\n");
        return 2;
    }
    if (is_in_memory(options->folder)) {
        fmt::print(stderr, "{} is in memory, not on a disk: name another --folder\n",
                   options->folder);
        return 2;
    }
    heed_signals();
    try {
        Bench(*options).run();
    } catch (const Interrupted&) {
        return 130;
    } catch (const std::exception& wrong) {
        fmt::print(stderr, "durable: {}\n", wrong.what());
        return 1;
    }
}
