// SPDX-License-Identifier: MIT
// Every terminal of a floor cashes out within one second, and a cabinet at each prints the ticket.
// Then every cabinet takes the ticket of its neighbour within one second.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/epoll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <deque>
#include <fstream>
#include <regex>
#include <string>

#include "../floor.h"
#include "../process.h"
#include "core/hash.h"
#include "device/simulated_cabinet.h"
#include "load/latencies.h"
#include "load/websocket.h"
#include "parts.h"

namespace bench {
namespace {

using namespace std::chrono_literals;
using sicbo::device::cabinet::SimulatedCabinet;
using sicbo::load::Latencies;
using sicbo::load::ServerAddress;
using sicbo::load::WebSocket;
using CashClock = std::chrono::steady_clock;

constexpr std::uint16_t cash_port = 18'766;

sicbo::Instant cabinet_time() {
    return {
        std::chrono::duration_cast<std::chrono::milliseconds>(CashClock::now().time_since_epoch())
            .count()};
}

sicbo::Hash seed_of(std::uint32_t index) {
    return sicbo::sha256("cabinet " + std::to_string(index));
}

// One table with all terminals, each with the key of its cabinet.
std::string property_with_cabinets(std::uint32_t terminals) {
    std::vector<std::string> keys;
    for (std::uint32_t i = 0; i < terminals; ++i) {
        const SimulatedCabinet cabinet({.seed = seed_of(i), .server = {}});
        keys.push_back('"' + to_text(cabinet.public_key()) + '"');
    }
    return fmt::format(R"(operator = "Bench"
[server]
listen = "127.0.0.1:{}"
threads = 1
connections_from_one_address = 10000
[cash]
notes = ["10.00", "50.00"]
[[table]]
number = 1
name = "One"
game = "rws-etg"
training = true
chip = "1.00"
min = "1.00"
max = "1000.00"
play_credit = "37.00"
[[table.terminals]]
layout = "rws-etg-1"
first = 101
count = {}
cabinet_keys = [{}]
)",
                       cash_port, terminals, fmt::join(keys, ", "));
}

// What an epoll event points to.
class Connection {
public:
    virtual ~Connection() = default;
    virtual void on_readable() = 0;
    WebSocket socket;
};

// A terminal whose player joins and cashes out once.
class CashTerminal final : public Connection {
public:
    enum class Stage : std::uint8_t { joining, playing, asked, answered, refused };

    void on_readable() override {
        socket.read([&](std::string_view text) {
            if (stage == Stage::joining && text.contains(R"("reply":1,)")) {
                stage = text.contains(R"("ok":true)") ? Stage::playing : Stage::refused;
                reply = text;
            } else if (stage == Stage::asked && text.contains(R"("reply":2,)")) {
                stage = text.contains(R"("ok":true)") ? Stage::answered : Stage::refused;
                reply = text;
                answered_at = CashClock::now();
            }
        });
    }
    void cash_out(CashClock::time_point due) {
        stage = Stage::asked;
        due_at = due;
        socket.send(R"({"id":2,"type":"cash_out"})");
    }

    Stage stage = Stage::joining;
    std::string reply;
    CashClock::time_point due_at;
    CashClock::time_point answered_at;
};

class CashCabinet final : public Connection {
public:
    CashCabinet(std::uint32_t index, const sicbo::device::PublicKey& server)
        : cabinet({.seed = seed_of(index), .server = server, .present = [this](const auto& face) {
                       printed_at = CashClock::now();
                       number = face.number;
                   }}) {}

    void on_readable() override {
        bool goes_on = true;
        socket.read([&](std::string_view line) {
            goes_on = goes_on && cabinet.handle_line(line, cabinet_time());
        });
        // The server acknowledges a stacked ticket once its credit is durable.
        const bool stacked = cabinet.memory().tickets_stacked == 1;
        if (stacked && !cabinet.memory().held_ticket && !credited_at) {
            credited_at = CashClock::now();
        }
        send_lines();
        if (!goes_on) socket.cut();
    }
    void insert(const std::string& ticket, CashClock::time_point due) {
        inserted_at = due;
        if (!cabinet.insert_ticket(ticket)) throw std::runtime_error("a reader takes no ticket");
        send_lines();
    }
    void send_lines() {
        while (const auto line = cabinet.next_line(cabinet_time())) socket.send(*line);
    }

    SimulatedCabinet cabinet;
    std::optional<CashClock::time_point> printed_at;
    std::string number;  // of the printed ticket
    CashClock::time_point inserted_at;
    std::optional<CashClock::time_point> credited_at;
};

// The clients of the floor, on this thread.
class CashFloor {
public:
    CashFloor(std::uint32_t count, const sicbo::device::PublicKey& server)
        : epoll_(epoll_create1(EPOLL_CLOEXEC)) {
        for (std::uint32_t i = 0; i < count; ++i) {
            terminals.emplace_back();
            cabinets.emplace_back(i, server);
        }
    }
    ~CashFloor() { close(epoll_); }

    // At most a hundred are connecting at a time.
    void connect_all() {
        constexpr std::size_t connecting_max = 100;
        const ServerAddress cabinet_address{
            "127.0.0.1", cash_port, std::string(sicbo::device::cabinet::protocol), "/cabinet"};
        for (std::size_t i = 0; i < cabinets.size(); ++i) {
            CashCabinet& one = cabinets[i];
            one.cabinet.connect();
            open(one, cabinet_address);
            one.send_lines();
            wait_for([&] { return i + 1 - ready_cabinets() < connecting_max; });
        }
        wait_for([&] { return ready_cabinets() == cabinets.size(); });
        const ServerAddress terminal_address{"127.0.0.1", cash_port, "sicbo.v1"};
        for (std::size_t i = 0; i < terminals.size(); ++i) {
            CashTerminal& one = terminals[i];
            open(one, terminal_address);
            one.socket.send(R"({"id":1,"type":"join","table":1})");
            wait_for([&] { return i + 1 - joined() < connecting_max; });
        }
        wait_for([&] { return joined() == terminals.size(); });
        if (count(CashTerminal::Stage::refused) > 0) {
            throw std::runtime_error("a terminal could not join: " + refusal());
        }
    }

    // All of them, spread evenly over `time`, whether or not the earlier ones are answered.
    void cash_out(CashClock::duration time) {
        const CashClock::time_point begun = CashClock::now();
        for (std::size_t i = 0; i < terminals.size(); ++i) {
            const auto due = begun + time * i / terminals.size();
            while (CashClock::now() < due) turn(0ms);
            terminals[i].cash_out(due);
            watch(terminals[i]);
            if (i % 16 == 0) turn(0ms);
        }
        wait_for([&] {
            const auto printed = std::ranges::count_if(
                cabinets, [](const CashCabinet& one) { return one.printed_at.has_value(); });
            return count(CashTerminal::Stage::asked) == 0 &&
                   static_cast<std::size_t>(printed) == count(CashTerminal::Stage::answered);
        });
    }

    // Each cabinet takes the ticket of the next one, spread evenly over `time`. Every ticket must
    // be printed.
    void redeem(CashClock::duration time) {
        const CashClock::time_point begun = CashClock::now();
        for (std::size_t i = 0; i < cabinets.size(); ++i) {
            const auto due = begun + time * i / cabinets.size();
            while (CashClock::now() < due) turn(0ms);
            cabinets[i].insert(cabinets[(i + 1) % cabinets.size()].number, due);
            watch(cabinets[i]);
            if (i % 16 == 0) turn(0ms);
        }
        wait_for([&] {
            return std::ranges::all_of(
                cabinets, [](const CashCabinet& one) { return one.credited_at.has_value(); });
        });
    }

    std::size_t count(CashTerminal::Stage stage) const {
        return static_cast<std::size_t>(std::ranges::count(terminals, stage, &CashTerminal::stage));
    }
    // Terminals whose request to join was answered.
    std::size_t joined() const { return terminals.size() - count(CashTerminal::Stage::joining); }
    // The reply to the first request that was refused; empty if none was.
    std::string refusal() const {
        const auto refused =
            std::ranges::find(terminals, CashTerminal::Stage::refused, &CashTerminal::stage);
        return refused == terminals.end() ? "" : refused->reply;
    }
    std::size_t ready_cabinets() const {
        return static_cast<std::size_t>(std::ranges::count_if(
            cabinets, [](const CashCabinet& one) { return one.cabinet.is_ready(); }));
    }

    std::deque<CashTerminal> terminals;
    std::deque<CashCabinet> cabinets;

private:
    void open(Connection& one, const ServerAddress& address) {
        must(one.socket.connect(address));
        watch(one);
    }
    void watch(Connection& one) {
        epoll_event event{};
        event.events = EPOLLIN | (one.socket.wants_to_write() ? EPOLLOUT : 0U);
        event.data.ptr = &one;
        if (epoll_ctl(epoll_, EPOLL_CTL_MOD, one.socket.descriptor(), &event) != 0) {
            epoll_ctl(epoll_, EPOLL_CTL_ADD, one.socket.descriptor(), &event);
        }
    }
    void turn(std::chrono::milliseconds patience) {
        std::array<epoll_event, 512> events{};
        const int ready = epoll_wait(epoll_, events.data(), static_cast<int>(events.size()),
                                     static_cast<int>(patience.count()));
        for (int i = 0; i < ready; ++i) {
            const epoll_event& event = events[static_cast<std::size_t>(i)];
            auto& one = *static_cast<Connection*>(event.data.ptr);
            if (event.events & EPOLLOUT) one.socket.write();
            if (event.events & (EPOLLIN | EPOLLHUP | EPOLLERR)) one.on_readable();
            if (one.socket.is_closed()) {
                throw std::runtime_error("the server closed a connection: " +
                                         one.socket.why_closed());
            }
            if (one.socket.wants_to_write()) one.socket.write();
            watch(one);
        }
    }
    void wait_for(const std::function<bool()>& ready) {
        const auto end = CashClock::now() + 120s;
        while (!ready()) {
            throw_if_interrupted();
            if (CashClock::now() > end) throw std::runtime_error("the server took too long");
            turn(10ms);
        }
    }

    int epoll_;
};

void print_cash_times(std::string_view what, const Latencies& times) {
    fmt::print("{:<34} {:>8} {:>9.1f} {:>9.1f} {:>9.1f}\n", what, times.total(),
               times.milliseconds(500), times.milliseconds(990), times.max());
}

// Puts all tickets in within a second, and returns how long each took until it was credit.
Latencies redeem(CashFloor& floor) {
    floor.redeem(1s);
    Latencies credits;
    for (const CashCabinet& one : floor.cabinets) credits.add(*one.credited_at - one.inserted_at);
    return credits;
}

sicbo::device::PublicKey key_in(const std::string& log) {
    std::ifstream file(log);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    std::smatch match;
    std::regex_search(text, match, std::regex("in each tumbler key=([0-9a-f]{64})"));
    const auto key = sicbo::parse_hash(match.size() > 1 ? match[1].str() : "");
    if (!key) throw std::runtime_error("the server did not log its key");
    return *key;
}

}  // namespace

void run_cash(const ServerOptions& options) {
    const TempFolder folder(options.folder);
    const std::string config = folder.path() + "/property.toml";
    std::ofstream(config) << property_with_cabinets(options.terminals);
    const std::string log = folder.path() + "/log";
    Process server(
        {options.program, "serve", "--config", config, "--data", folder.path() + "/data"}, log, {});
    wait_until([] { return is_server_ready(cash_port); }, server, log);

    CashFloor floor(options.terminals, key_in(log));
    floor.connect_all();
    floor.cash_out(1s);
    Latencies replies;
    Latencies prints;
    for (const CashTerminal& terminal : floor.terminals) {
        if (terminal.stage == CashTerminal::Stage::answered) {
            replies.add(terminal.answered_at - terminal.due_at);
        }
    }
    const CashClock::time_point first = floor.terminals.front().due_at;
    for (const CashCabinet& one : floor.cabinets) {
        if (one.printed_at) prints.add(*one.printed_at - first);
    }
    fmt::print(
        "\n{} terminals cash out within a second; each has a cabinet that prints its ticket\n\n"
        "{:<34} {:>8} {:>9} {:>9} {:>9}\n",
        options.terminals, "milliseconds", "count", "p50", "p99", "longest");
    print_cash_times("cash out, until answered", replies);
    print_cash_times("tickets out, since the first asked", prints);
    const auto refused = floor.count(CashTerminal::Stage::refused);
    if (refused > 0) {
        fmt::print("refused: {}\n", floor.refusal());
        throw std::runtime_error("not every terminal has a ticket to put in");
    }
    const Latencies credits = redeem(floor);
    print_cash_times("ticket in, until credited", credits);
    fmt::print("\n");
    print_aim("3,000 cash out within a second: p99, ms", replies.milliseconds(990), 100, false);
    print_aim("3,000 tickets in within a second: p99, ms", credits.milliseconds(990), 100, false);
}

}  // namespace bench
