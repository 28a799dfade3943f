// SPDX-License-Identifier: MIT
// How long does it take to audit what a table does in a year, and in how much memory? And to start
// again with a million events since the last snapshot?
//
// A year is 25 million events: 525,000 rounds of 40 bets, each round's end signed for. They are
// played here first, which takes some minutes and gigabytes of disk; --events plays fewer.
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/check.h"
#include "floor.h"
#include "store/audit.h"
#include "store/files.h"
#include "store/follower.h"
#include "store/sqlite_store.h"

namespace {

using namespace sicbo;
using bench::must;
using Clock = std::chrono::steady_clock;

constexpr std::uint64_t year = 25'000'000;
constexpr std::uint64_t tail_max = 1'000'000;  // events since the snapshot

struct Options {
    std::uint64_t events = year;
    std::string folder = std::filesystem::temp_directory_path();
};

double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

// What a process of its own did, in which time and memory.
struct Cost {
    double seconds = 0;
    double megabytes = 0;
};
Cost in_a_process(const std::function<void()>& work) {
    const Clock::time_point begin = Clock::now();
    const pid_t child = ::fork();
    check(child >= 0);
    if (child == 0) {
        try {
            work();
            ::_exit(0);
        } catch (const std::exception& wrong) {
            fmt::print(stderr, "year: {}\n", wrong.what());
            ::_exit(1);
        }
    }
    int status = 0;
    rusage usage{};
    check(::wait4(child, &status, 0, &usage) == child);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) throw std::runtime_error("it failed");
    return {seconds_since(begin), static_cast<double>(usage.ru_maxrss) / 1024};
}

Cost audit_of(const std::string& path) {
    return in_a_process([&] {
        const store::Audit audit = must(store::audit({path, "", "", true, {}}));
        if (audit.verdict != store::Verdict::intact) throw std::runtime_error(audit.what);
        fmt::print("audited {} events, {} rounds, {} entries, {} signatures\n", audit.events,
                   audit.rounds, audit.entries, audit.notes);
        std::fflush(stdout);
    });
}

// Plays until there are so many events, with a snapshot before the last million.
void play(const std::string& path, std::uint64_t events) {
    const auto journal = must(store::SqliteStore::open({.path = path}));
    const auto follower = must(store::Follower::start(
        *journal, {.key = path + ".key", .notes = path + ".notes", .snapshot_every = UINT64_MAX}));
    bench::Floor floor(*journal, {path + ".quarantine-", 40, 1});
    bool kept = false;
    const std::uint64_t keep_at = events - std::min(events, tail_max);
    std::uint64_t reported = 0;
    while (journal->last().sequence < events) {
        floor.turn([](Clock::duration) {});
        must(floor.loop().compact());
        if (journal->last().sequence - reported < 100'000) continue;
        reported = journal->last().sequence;
        must(follower->follow());
        floor.loop().add_notes(follower->take_notes());
        fmt::print(stderr, "\rplayed {:>9} of {} events", reported, events);
        if (kept || reported < keep_at) continue;
        kept = true;
        must(follower->snapshot_now());
    }
    must(follower->follow());
    must(follower->sign_now());
    fmt::print(stderr, "\r{:40}\r", "");
}

void say(std::string_view what, double is, std::string_view unit, double limit) {
    fmt::print("{:8} {:44} {:8.2f} {:3} (at most {:.2f})\n", is <= limit ? "met" : "NOT MET", what,
               is, unit, limit);
}

void run(const Options& options, const std::string& folder) {
    const std::string tenth = folder + "/tenth";
    play(tenth, options.events / 10);
    const Cost small = audit_of(tenth);
    const std::string path = folder + "/journal";
    play(path, options.events);
    const Cost whole = audit_of(path);
    std::uint64_t replayed = 0;
    const Clock::time_point begin = Clock::now();
    {
        const auto journal = must(store::SqliteStore::open({.path = path}));
        const Instant now{std::chrono::duration_cast<std::chrono::milliseconds>(
                              std::chrono::system_clock::now().time_since_epoch())
                              .count()};
        replayed = must(server::Loop::start(*journal, {path + ".quarantine-", now}))->replayed();
    }
    const double restart = seconds_since(begin);
    const double share = static_cast<double>(options.events) / static_cast<double>(year);
    fmt::print("\n");
    say(fmt::format("audit of {} events", options.events), whole.seconds, "s", 300 * share);
    say("its memory, times that for a tenth of them", whole.megabytes / small.megabytes, "", 1.5);
    fmt::print("{:8} {:.0f} MB, and {:.0f} MB for the tenth\n", "", whole.megabytes,
               small.megabytes);
    say(fmt::format("restart with {} events since the snapshot", replayed), restart, "s", 2);
}

}  // namespace

int main(int count, char** arguments) {
    Options options;
    for (int i = 1; i < count; ++i) {
        const std::string_view name = arguments[i];
        const std::string_view value = i + 1 < count ? arguments[++i] : "";
        const char* end = value.data() + value.size();
        const bool fine = name == "--folder" ? !(options.folder = value).empty()
                          : name == "--events"
                              ? std::from_chars(value.data(), end, options.events).ptr == end &&
                                    options.events >= 10'000
                              : false;
        if (fine) continue;
        fmt::print(stderr, "usage: year [--events N (at least 10000)] [--folder PATH]\n");
        return 2;
    }
    std::string folder = options.folder + "/sicbo-year-XXXXXX";
    if (!::mkdtemp(folder.data())) {
        fmt::print(stderr, "year: no folder can be made in {}\n", options.folder);
        return 1;
    }
    int code = 0;
    try {
        run(options, folder);
    } catch (const std::exception& wrong) {
        fmt::print(stderr, "year: {}\n", wrong.what());
        code = 1;
    }
    std::filesystem::remove_all(folder);
    return code;
}
