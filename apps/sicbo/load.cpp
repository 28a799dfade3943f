// SPDX-License-Identifier: MIT
// sicbo load: terminals that bet at a running server, and hold it to what it answered.
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <csignal>

#include "commands.h"
#include "load/load.h"
#include "server/property.h"
#include "server_addresses.h"
#include "subcommand.h"
#include "wire/message.h"

namespace sicbo::app {
namespace {

namespace json = boost::json;
using load::Latencies;
using load::Load;
using load::Tally;

std::atomic<bool> interrupted = false;  // the present phase is to end

struct Outcome {
    bool ended_early = false;
    std::chrono::milliseconds lasted{};
    std::optional<std::chrono::milliseconds> storm;
};

void show_progress(const Load& load, const LoadOptions& options) {
    if (isatty(STDERR_FILENO) == 1) {
        const Tally& tally = load.tally();
        fmt::print(stderr,
                   "\r{:>4} s, {} of {} terminals, {} bets, {} accepted, p99 {:.1f} ms, burst p99 "
                   "{:.1f} ms, {} wrong \x1b[K",
                   load.lasted().count() / 1000, load.playing(), options.terminals, tally.orders,
                   tally.accepted, tally.steady.milliseconds(990), tally.burst.milliseconds(990),
                   tally.failures);
    }
}

std::vector<std::string> row(std::string name, const Latencies& times) {
    const auto ms = [&](std::uint64_t in_thousand) {
        return fmt::format("{:.1f}", times.milliseconds(in_thousand));
    };
    return {std::move(name), std::to_string(times.total()),     ms(500), ms(990),
            ms(999),         fmt::format("{:.1f}", times.max())};
}

std::string as_text(const Tally& tally, const LoadOptions& options, const Outcome& outcome) {
    Rows rows = {{"milliseconds", "count", "p50", "p99", "p99.9", "longest"},
                 row("bets, from when each was due", tally.steady)};
    if (tally.burst.total() > 0) rows.push_back(row("the same, before a close", tally.burst));
    rows.push_back(row("results, until shown", tally.shown));
    if (tally.reconnects.total() > 0) rows.push_back(row("coming back", tally.reconnects));
    std::string text = as_columns(rows);
    text += fmt::format(
        "\n{} terminals, {:.1f} s: {} orders; {} bets accepted, {} of them those of the round "
        "before "
        "again, {} taken back; {} sent again, {} not sent since the terminal was just coming "
        "back\n",
        options.terminals, static_cast<double>(outcome.lasted.count()) / 1000, tally.orders,
        tally.accepted, tally.repeated, tally.withdrawn, tally.resent, tally.missed);
    for (const auto& [reason, count] : tally.refused) {
        text += fmt::format("refused {}: {}\n", reason, count);
    }
    if (outcome.storm) {
        text += fmt::format("{} cut off at once were all back after {} ms\n", options.storm,
                            outcome.storm->count());
    }
    text +=
        fmt::format("{} rounds of players settled: {} staked, {} back\n", tally.rounds,
                    to_text(Money::of_cents(tally.staked)), to_text(Money::of_cents(tally.back)));
    for (const std::string& one : tally.failure_messages) text += "WRONG: " + one + "\n";
    if (tally.orders == 0) return text + "nothing was tested: betting was never open\n";
    if (tally.failures == 0) return text + "every balance is what the answers led to\n";
    return text + fmt::format("{} things were wrong\n", tally.failures);
}

json::object times_json(const Latencies& times) {
    return {{"count", times.total()},
            {"p50", times.milliseconds(500)},
            {"p99", times.milliseconds(990)},
            {"p999", times.milliseconds(999)},
            {"longest", times.max()}};
}

std::string as_json(const Tally& tally, const LoadOptions& options, const Outcome& outcome) {
    json::object refused;
    for (const auto& [reason, count] : tally.refused) refused[reason] = count;
    json::object all{
        {"terminals", options.terminals},
        {"milliseconds", outcome.lasted.count()},
        {"bets", times_json(tally.steady)},
        {"burst", times_json(tally.burst)},
        {"shown", times_json(tally.shown)},
        {"reconnects", times_json(tally.reconnects)},
        {"orders", tally.orders},
        {"accepted", tally.accepted},
        {"withdrawn", tally.withdrawn},
        {"repeated", tally.repeated},
        {"resent", tally.resent},
        {"missed", tally.missed},
        {"refused", std::move(refused)},
        {"cuts", tally.cuts},
        {"closed", tally.closed},
        {"rounds", tally.rounds},
        {"staked", tally.staked},
        {"back", tally.back},
        {"wrong", tally.failures},
        {"wrongs", json::array(tally.failure_messages.begin(), tally.failure_messages.end())}};
    if (outcome.storm) all["storm_milliseconds"] = outcome.storm->count();
    return json::serialize(all) + "\n";
}

std::chrono::milliseconds milliseconds(double seconds) {
    return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
}

}  // namespace

int run_load(const LoadOptions& options) {
    const Result<std::vector<load::ServerAddress>> servers =
        server_addresses(options.server, std::string(wire::protocol), "/socket");
    if (!servers) return complain({"--server: " + servers.error().text()});
    load::LoadPlan plan;
    plan.server = servers->front();
    plan.others.assign(servers->begin() + 1, servers->end());
    for (const std::uint32_t number : options.tables) plan.tables.push_back({number});
    plan.terminals = options.terminals;
    plan.bets = options.bets;
    plan.burst = options.burst;
    plan.burst_time = milliseconds(options.burst_seconds);
    plan.reconnects = options.reconnects;
    plan.seed = options.seed;
    std::signal(SIGINT, [](int) { interrupted = true; });

    // Every terminal is an open file.
    rlimit files{};
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    constexpr std::chrono::seconds timeout{60};
    Outcome outcome;
    // The first Ctrl-C ends the betting, the next one the wait for the last answers.
    Load load(plan, [&](const Load& now) {
        show_progress(now, options);
        if (!interrupted.exchange(false)) return true;
        outcome.ended_early = true;
        return false;
    });
    if (auto done = load.connect_all(timeout); !done) return complain(done.error(), exit_no);
    load.play(milliseconds(options.seconds));
    if (options.storm > 0 && !outcome.ended_early) {
        const auto took =
            load.reconnect_at_once(std::min(options.storm, options.terminals), timeout);
        if (!took) return complain(took.error(), exit_no);
        outcome.storm = *took;
    }
    load.finish(timeout);
    outcome.lasted = load.lasted();
    if (isatty(STDERR_FILENO) == 1) fmt::print(stderr, "\r\x1b[K");
    const Tally& tally = load.tally();
    const bool is_json = options.json || options.format == "json";
    const int code =
        write_answer(is_json ? as_json(tally, options, outcome) : as_text(tally, options, outcome));
    if (code != exit_fine) return code;
    return tally.failures == 0 && tally.orders > 0 ? exit_fine : exit_no;
}

}  // namespace sicbo::app
