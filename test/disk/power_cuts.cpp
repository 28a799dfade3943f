// SPDX-License-Identifier: MIT
// Cuts the power under the real journal, and recovers, as often as there is time for.
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <ctime>
#include <string>
#include <vector>

#include "disk/cash_cuts.h"
#include "disk/cuts.h"

using namespace sicbo;
using namespace sicbo::disk;

namespace {

constexpr std::string_view usage =
    "power_cuts all [GAME]         every step of a small house, every outcome of a cut there; of\n"
    "                              128 outcomes a step every step of the recovery; and every step\n"
    "                              fails once\n"
    "power_cuts deep [GAME]        the recovery from every outcome: hours\n"
    "power_cuts cash               every step of the disk, and every save of a cabinet, while "
    "notes,\n"
    "                              tickets and a hand pay are under way\n"
    "power_cuts random SECONDS [SEED]   larger houses from seeds, that one and those after it\n"
    "power_cuts seed SEED          one of them again\n"
    "power_cuts cut GAME CUT...    a failure of `all` again\n";

std::uint64_t number(std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) {
        throw std::invalid_argument("not a number: " + std::string(text));
    }
    return value;
}

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// Returns what the program returns.
int tell(const std::optional<Failure>& failure, const std::string& again) {
    if (!failure) return 0;
    std::string command = "power_cuts " + again;
    if (again.starts_with("cut ")) {
        for (const Cut& cut : failure->cuts) command += " " + to_text(cut);
    }
    fmt::print("FAILED: {}\n  to see it again: {}\n", failure->what, command);
    return 1;
}

void tell_rate(const Tally& tally, double seconds) {
    const double an_hour = static_cast<double>(tally.cuts) / seconds * 3600;
    fmt::print("{} cuts and recoveries, {} of them cuts in a recovery; {} steps failed\n",
               tally.cuts, tally.second, tally.faults);
    fmt::print("{:.1f} s of CPU: {:.1f} million an hour\n", seconds, an_hour / 1e6);
}

int try_all(Drive& drive, std::string_view game, bool deep) {
    const double start = cpu_seconds();
    Cutter cutter(drive, small_plan(game));
    Scope scope;
    if (!deep) scope.second_max = 128;
    scope.progress = [&](std::size_t done, std::size_t of) {
        if (isatty(STDERR_FILENO) == 0) return;
        fmt::print(stderr, "\r{}: {} of {} steps, {} cuts, {:.0f} s {}", game, done, of,
                   cutter.tally().cuts, cpu_seconds() - start, done == of ? "\n" : "");
    };
    if (const auto failure = cutter.try_all(scope, 1)) {
        return tell(failure, "cut " + std::string(game));
    }
    for (const Fault fault : {Fault::io, Fault::full, Fault::lost_sync}) {
        if (const auto failure = cutter.try_faults(fault, 1, 0)) {
            return tell(failure, "all " + std::string(game));
        }
    }
    const Tally& tally = cutter.tally();
    fmt::print("{}: {} steps; all outcomes at {}, all of lost and kept at {}, some at {}\n", game,
               tally.steps, tally.steps - tally.subsets - tally.sampled, tally.subsets,
               tally.sampled);
    tell_rate(tally, cpu_seconds() - start);
    return 0;
}

std::optional<Failure> try_seed(Drive& drive, std::uint64_t seed, Tally& tally) {
    constexpr std::uint64_t cuts = 500;
    constexpr std::uint64_t faults_every = 29;
    constexpr std::array faults = {Fault::io, Fault::full, Fault::lost_sync};
    Cutter cutter(drive, plan_of(seed));
    auto failure = cutter.try_some(cuts, seed);
    if (!failure) failure = cutter.try_faults(faults.at(seed % 3), faults_every, seed);
    tally.cuts += cutter.tally().cuts;
    tally.second += cutter.tally().second;
    tally.faults += cutter.tally().faults;
    return failure;
}

int try_seeds(Drive& drive, std::uint64_t seconds, std::uint64_t first) {
    const double start = cpu_seconds();
    Tally tally;
    std::uint64_t seed = first;
    do {
        if (const auto failure = try_seed(drive, seed, tally)) {
            return tell(failure, "seed " + std::to_string(seed));
        }
        ++seed;
    } while (cpu_seconds() - start < static_cast<double>(seconds));
    fmt::print("seeds {} to {}\n", first, seed - 1);
    tell_rate(tally, cpu_seconds() - start);
    return 0;
}

int try_cash(Drive& drive) {
    const double start = cpu_seconds();
    CashCutter cutter(drive);
    auto wrong = cutter.try_disk({.outcomes = 64, .second_every = 512});
    if (!wrong) wrong = cutter.try_cabinets();
    if (wrong) {
        fmt::print("FAILED: {}\n", *wrong);
        return 1;
    }
    const CashTally& tally = cutter.tally();
    fmt::print(
        "cash: {} cuts, {} of them after another one; {} at saves of a cabinet; {} prints "
        "that people resolved\n{:.1f} s of CPU\n",
        tally.cuts, tally.second, tally.saves, tally.unknown, cpu_seconds() - start);
    return 0;
}

int run(const std::vector<std::string>& words) {
    Drive drive;
    const std::string what = words.empty() ? "" : words[0];
    if ((what == "all" || what == "deep") && words.size() <= 2) {
        const bool known = words.size() == 1 || std::ranges::find(games, words[1]) != games.end();
        if (!known) throw std::invalid_argument("there is no such game here: " + words[1]);
        int code = 0;
        for (const std::string_view game : games) {
            if (words.size() == 2 && words[1] != game) continue;
            code |= try_all(drive, game, what == "deep");
        }
        return code;
    }
    if (what == "random" && (words.size() == 2 || words.size() == 3)) {
        return try_seeds(drive, number(words[1]), words.size() == 3 ? number(words[2]) : 1);
    }
    if (what == "cash" && words.size() == 1) return try_cash(drive);
    if (what == "seed" && words.size() == 2) return try_seeds(drive, 0, number(words[1]));
    if (what == "cut" && words.size() >= 3) {
        std::vector<Cut> cuts;
        for (std::size_t i = 2; i < words.size(); ++i) {
            const Result<Cut> cut = parse_cut(words[i]);
            if (!cut) throw std::invalid_argument(cut.error().text());
            cuts.push_back(*cut);
        }
        Cutter cutter(drive, small_plan(words[1]));
        return tell(cutter.try_these(cuts), "cut " + words[1]);
    }
    fmt::print("{}", usage);
    return 2;
}

}  // namespace

int main(int count, char** words) {
    try {
        return run(std::vector<std::string>(words + 1, words + count));
    } catch (const std::exception& wrong) {
        fmt::print("{}\n", wrong.what());
        return 1;
    }
}
