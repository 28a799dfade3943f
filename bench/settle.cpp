// SPDX-License-Identifier: MIT
// How fast do ten million bets settle, against what the memory allows and against the obvious way?
//
// (a) the limit: a plain read of both arrays and a write of the third, no work in between;
// (b) the obvious way: for each bet, look at its kind and at the dice.
// Both are timed in turns with the real code, and the ratios are of the medians.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <random>
#include <vector>

#include "process.h"
#include "rules/documents.h"
#include "rules/settle.h"

namespace sicbo::rules {
namespace {

constexpr std::size_t bet_count = 10'000'000;

struct Bets {
    std::vector<SpotId> ids;
    std::vector<Spot> spots;
    std::vector<Money> stakes;
    std::vector<Money> returned;
};

const Layout& layout() { return *find_layout(documents(), "rws-etg-2")->layout; }

Bets& bets() {
    static Bets bets = [] {
        Bets made;
        std::mt19937_64 random(20210524);
        const std::vector<Spot> offered = spots_of(layout());
        for (std::size_t i = 0; i < bet_count; ++i) {
            const Spot spot = offered[random() % offered.size()];
            made.spots.push_back(spot);
            made.ids.push_back(id_of(spot));
            made.stakes.push_back(
                Money::of_cents(static_cast<std::int64_t>(random() % 10'000) * 50));
        }
        made.returned.resize(bet_count);
        return made;
    }();
    return bets;
}

constexpr Roll roll{2, 2, 5};

void read_and_write() {
    Bets& all = bets();
    for (std::size_t i = 0; i < bet_count; ++i) {
        all.returned[i] = Money::of_cents(all.stakes[i].cents() + static_cast<int>(all.ids[i]));
    }
    benchmark::ClobberMemory();
}

void table() {
    const Payouts payouts(layout(), roll);
    payouts.settle(bets().ids, bets().stakes, bets().returned);
    benchmark::ClobberMemory();
}

// The pay table of rws-etg-2 as a switch, in halves.
int naive_halves(Spot spot, Roll r) {
    const int hit = hits(spot, r);
    if (hit == 0) return 0;
    switch (spot.kind) {
        case Kind::small:
        case Kind::big:
        case Kind::odd:
        case Kind::even: return 2;
        case Kind::single: return hit == 1 ? 2 : hit == 2 ? 4 : 24;
        case Kind::total:
            switch (spot.number) {
                case 4:
                case 17: return 128;
                case 5:
                case 16: return 64;
                case 6:
                case 15: return 38;
                case 7:
                case 14: return 24;
                case 8:
                case 13: return 17;
                case 9:
                case 12: return 14;
                default: return 13;
            }
        case Kind::domino: return 12;
        case Kind::four: return 15;
        case Kind::double_: return 23;
        case Kind::any_triple: return 64;
        case Kind::triple: return 390;
        case Kind::three: return 60;
        case Kind::pair: return 100;
    }
    unreachable();
}

void naive() {
    Bets& all = bets();
    for (std::size_t i = 0; i < bet_count; ++i) {
        const int halves = naive_halves(all.spots[i], roll);
        const auto product = times(all.stakes[i], halves == 0 ? 0 : 2 + halves);
        check(product.has_value());
        all.returned[i] = Money::of_cents(product->cents() / 2);
    }
    benchmark::ClobberMemory();
}

template <void (*Run)()>
void bench(benchmark::State& state) {
    for (auto _ : state) Run();
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(bet_count));
}
BENCHMARK(bench<read_and_write>)->Name("limit: read and write")->Unit(benchmark::kMillisecond);
BENCHMARK(bench<table>)->Name("settle")->Unit(benchmark::kMillisecond);
BENCHMARK(bench<naive>)->Name("naive switch")->Unit(benchmark::kMillisecond);

double seconds(void (*run)()) {
    const auto begin = std::chrono::steady_clock::now();
    run();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// Both ways must come to the same money, or the comparison means nothing.
bool agree() {
    table();
    const std::vector<Money> ours = bets().returned;
    naive();
    return ours == bets().returned;
}

int compare() {
    if (!agree()) {
        fmt::print(stderr, "the naive switch and the table do not agree\n");
        return 1;
    }
    std::vector<double> limit_times;
    std::vector<double> table_times;
    std::vector<double> naive_times;
    for (int round = 0; round < 31; ++round) {
        limit_times.push_back(seconds(read_and_write));
        table_times.push_back(seconds(table));
        naive_times.push_back(seconds(naive));
    }
    const double limit = bench::median(limit_times);
    const double settle = bench::median(table_times);
    const double obvious = bench::median(naive_times);
    const auto nanoseconds = [](double time) { return time / bet_count * 1e9; };
    fmt::print("\n{} bets: limit {:.2f} ns, settle {:.2f} ns, naive {:.2f} ns a bet\n", bet_count,
               nanoseconds(limit), nanoseconds(settle), nanoseconds(obvious));
    bench::print_aim("settle / limit", settle / limit, 1.25, false);
    bench::print_aim("naive / settle", obvious / settle, 8);
    return 0;
}

}  // namespace
}  // namespace sicbo::rules

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    (void)sicbo::rules::bets();  // made before anything is timed
    benchmark::RunSpecifiedBenchmarks();
    return sicbo::rules::compare();
}
