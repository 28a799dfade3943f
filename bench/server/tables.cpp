// SPDX-License-Identifier: MIT
#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>

#include "../floor.h"
#include "../process.h"
#include "core/check.h"
#include "load/load.h"
#include "parts.h"
#include "replay.h"
#include "server/keys.h"
#include "store/open_store.h"
#include "wire/bytes.h"

namespace bench {
namespace {

using namespace std::chrono_literals;
using sicbo::load::Latencies;
using sicbo::load::Load;
using sicbo::load::LoadPlan;
using sicbo::load::Recording;

constexpr std::uint16_t port = 18'765;

// One table with all terminals: whatever is said to a table is said to all of them.
std::string property(std::uint32_t terminals) {
    return fmt::format(R"(operator = "Bench"
[server]
listen = "127.0.0.1:{}"
threads = 1
connections_from_one_address = 10000
[[table]]
number = 1
name = "One"
game = "rws-etg"
mode = "automatic"
tumbler = "simulated"
training = true
chip = "1.00"
min = "1.00"
max = "1000.00"
betting_seconds = 12
pause_seconds = 1
play_credit = "100000.00"
[[table.terminals]]
layout = "rws-etg-1"
first = 101
count = {}
)",
                       port, terminals);
}

void print_times(std::string_view what, const Latencies& times) {
    fmt::print("{:<34} {:>8} {:>9.1f} {:>9.1f} {:>9.1f} {:>9.1f}\n", what, times.total(),
               times.milliseconds(500), times.milliseconds(990), times.milliseconds(999),
               times.max());
}

}  // namespace

bool is_server_ready(std::uint16_t port) {
    const int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_port = htons(port);
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const auto* address = reinterpret_cast<const sockaddr*>(&place);
    constexpr std::string_view question = "GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n";
    std::array<char, 64> answer{};
    ssize_t got = 0;
    if (connect(descriptor, address, sizeof place) == 0 &&
        send(descriptor, question.data(), question.size(), MSG_NOSIGNAL) > 0) {
        got = recv(descriptor, answer.data(), answer.size(), 0);
    }
    close(descriptor);
    return got > 0 && std::string_view(answer.data(), static_cast<std::size_t>(got))
                          .starts_with("HTTP/1.1 200");
}

namespace {

// What the real server and its clients came to.
struct TablesRun {
    sicbo::load::Tally tally;
    double memory_each = 0;  // KiB of the server for each terminal
    double busy = 0;         // the part of the time for which its processor worked
    std::chrono::milliseconds storm{};
    ReplayPlan replay;
};

LoadPlan plan_of(const ServerOptions& options) {
    LoadPlan plan;
    plan.server = {"127.0.0.1", port, "sicbo.v1"};
    plan.tables = {{1}};
    plan.terminals = options.terminals;
    plan.bets = 500;
    plan.burst = 5'000;
    plan.reconnects = 1;
    return plan;
}

// The bytes that an order of a terminal adds to the journal, on average.
std::size_t event_bytes(const std::string& journal) {
    std::size_t bytes = 0;
    std::size_t events = 0;
    const auto store = must(sicbo::store::open_to_read(journal));
    const auto take = [&](std::uint64_t, std::string_view event) -> sicbo::Result<void> {
        const sicbo::table::Event read = must(sicbo::wire::read_event(event));
        if (read.stamp.actor.kind != sicbo::table::ActorKind::terminal) return {};
        bytes += event.size();
        ++events;
        return {};
    };
    must(store->read(0, [&](const sicbo::store::Record& record) -> sicbo::Result<bool> {
        must(sicbo::store::split_record(record, take));
        return true;
    }));
    sicbo::check(events > 0);
    return bytes / events;
}

// What every terminal last sent and received. One that was disconnected when it would have received
// something has what another one received.
std::vector<Recording> recordings(const Load& load) {
    std::vector<Recording> all;
    for (const sicbo::load::LoadTerminal& terminal : load.terminals()) {
        all.push_back(terminal.recording());
    }
    for (auto text : {&Recording::result, &Recording::order, &Recording::reply}) {
        const auto some =
            std::ranges::find_if(all, [&](const Recording& one) { return !(one.*text).empty(); });
        if (some == all.end()) {
            throw std::runtime_error("no round was played: give it more --seconds");
        }
        const std::string instead = *some.*text;
        for (Recording& one : all) {
            if ((one.*text).empty()) one.*text = instead;
        }
    }
    return all;
}

TablesRun run_real(const ServerOptions& options) {
    const TempFolder folder(options.folder);
    const std::string config = folder.path() + "/property.toml";
    std::ofstream(config) << property(options.terminals);
    const std::string log = folder.path() + "/log";
    const std::string data = folder.path() + "/data";
    TablesRun run;
    {
        Process server({options.program, "serve", "--config", config, "--data", data}, log, {});
        wait_until([] { return is_server_ready(port); }, server, log);
        const LoadPlan plan = plan_of(options);
        Load load(plan, [](const Load&) {
            throw_if_interrupted();
            return true;
        });
        const double empty = memory_kib(server.id());
        must(load.connect_all(60s));
        load.play(1s);  // every client has received something
        run.memory_each = (memory_kib(server.id()) - empty) / options.terminals;
        const double cpu = cpu_seconds(server.id());
        const auto begun = load.lasted();
        load.play(std::chrono::milliseconds(static_cast<std::int64_t>(options.seconds * 1000)));
        run.busy = (cpu_seconds(server.id()) - cpu) /
                   std::chrono::duration<double>(load.lasted() - begun).count();
        run.replay.terminals = recordings(load);
        run.replay.orders = plan.burst;
        run.storm = must(load.reconnect_at_once(std::min(options.terminals, 1'000U), 60s));
        load.finish(60s);
        run.tally = load.tally();
    }
    run.replay.event_bytes = event_bytes(sicbo::server::journal_location(data, ""));
    run.replay.folder = options.folder;
    return run;
}

double mean_bytes(const std::vector<Recording>& all, std::string Recording::* text) {
    double bytes = 0;
    for (const Recording& one : all) bytes += static_cast<double>((one.*text).size());
    return bytes / static_cast<double>(all.size());
}

void print_aims(const TablesRun& run, const Latencies& replay, const Latencies& echo) {
    const auto& tally = run.tally;
    print_aim("terminals whose balance is not what answers led to",
              static_cast<double>(tally.failures), 0, false);
    print_aim("memory of a terminal, KiB", run.memory_each, 64, false);
    print_aim("bets, 500 a second: p99, ms", tally.steady.milliseconds(990), 50, false);
    print_aim("bets before a close, 5,000 a second: p99, ms", tally.burst.milliseconds(990), 50,
              false);
    print_aim("results, until shown on all: p99, ms", tally.shown.milliseconds(990), 100, false);
    print_aim("1,000 come back at once: all are back after, s",
              std::chrono::duration<double>(run.storm).count(), 5, false);
    const auto times = [](const Latencies& one, const Latencies& other, std::uint64_t in_thousand) {
        return one.milliseconds(in_thousand) / other.milliseconds(in_thousand);
    };
    print_aim("results: p50, times the replay", times(tally.shown, replay, 500), 1.5, false);
    print_aim("results: p99, times the replay", times(tally.shown, replay, 990), 2, false);
    print_aim("bets before a close: p99, times the echo", times(tally.burst, echo, 990), 2, false);
}

}  // namespace

void run_tables(const ServerOptions& options) {
    const TablesRun run = run_real(options);
    const Latencies replay = measure_replay(run.replay);
    const Latencies echo = measure_echo(run.replay);
    const auto& tally = run.tally;
    fmt::print(
        "\n{} terminals at one table, on one thread of the network; the clients are on one "
        "more\n\n{:<34} {:>8} {:>9} {:>9} {:>9} {:>9}\n",
        options.terminals, "milliseconds", "count", "p50", "p99", "p99.9", "longest");
    print_times("bets, 500 a second", tally.steady);
    print_times("bets before a close, 5,000 a s", tally.burst);
    print_times("... a bare echo of them, synced", echo);
    print_times("results, until shown", tally.shown);
    print_times("... a bare replay of them", replay);
    print_times("coming back, one and all at once", tally.reconnects);
    fmt::print(
        "\n{} orders, {} accepted; the server was busy for {:.0f} in 100 of the time\n"
        "mean bytes: result {:.0f}, order {:.0f}, its event {}, its reply {:.0f}\n\n",
        tally.orders, tally.accepted, run.busy * 100,
        mean_bytes(run.replay.terminals, &Recording::result),
        mean_bytes(run.replay.terminals, &Recording::order), run.replay.event_bytes,
        mean_bytes(run.replay.terminals, &Recording::reply));
    for (const std::string& wrong : tally.failure_messages) fmt::print("WRONG: {}\n", wrong);
    print_aims(run, replay, echo);
}

}  // namespace bench
