// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <mutex>
#include <set>
#include <vector>

#include "../floor.h"
#include "../process.h"
#include "clients.h"
#include "load/websocket.h"
#include "parts.h"
#include "server/network.h"

namespace bench {
namespace {

using namespace sicbo;
using namespace std::chrono_literals;
using load::WebSocket;
using server::ConnectionId;

constexpr std::uint16_t port = 18'766;
const load::ServerAddress address{"127.0.0.1", port, "sicbo.v1"};
constexpr std::size_t text_bytes = 400;  // as long as a delta of a table

// Says to everybody what anybody asks it to.
class Publisher : public server::ConnectionHandler {
public:
    server::HttpResponse on_http_request(const server::HttpRequest&) override { return {}; }
    bool accepts_websockets() const override { return true; }
    void on_connect(ConnectionId connection, const server::Peer&) override {
        const std::lock_guard lock(mutex_);
        here_.insert(connection);
    }
    void on_disconnect(ConnectionId connection) override {
        const std::lock_guard lock(mutex_);
        here_.erase(connection);
    }
    // "publish N SIZE"
    Received on_message(ConnectionId, std::string_view text) override {
        const auto words = std::string(text.substr(text.find(' ') + 1));
        const std::size_t space = words.find(' ');
        const int count = std::stoi(words.substr(0, space));
        const auto size = static_cast<std::size_t>(std::stoi(words.substr(space + 1)));
        const auto message = std::make_shared<const std::string>(size, 'x');
        std::vector<server::Delivery> list;
        {
            const std::lock_guard lock(mutex_);
            list.reserve(here_.size());
            for (const ConnectionId one : here_) {
                list.emplace_back().to = one;
                list.back().messages.assign(static_cast<std::size_t>(count), message);
            }
        }
        std::vector<std::vector<server::Delivery>> lists;
        lists.push_back(std::move(list));
        network->send(std::move(lists));
        return Received::fine;
    }

    server::Network* network = nullptr;

private:
    std::mutex mutex_;
    std::set<ConnectionId> here_;
};

// Connections that count what they get.
class Audience {
public:
    explicit Audience(std::uint32_t count)
        : received_(count), clients_(count, [this](std::size_t client, std::string_view text) {
              take(client, text);
          }) {
        clients_.connect_all([](std::size_t) { return address; });
    }

    // Has `count` texts published, `times` times in a row; returns when every client has them all.
    void publish(int count, int times) {
        for (int i = 0; i < times; ++i) {
            wanted_ += static_cast<std::uint64_t>(count) * text_bytes;
            behind_ = clients_.size();
            clients_.send(0, fmt::format("publish {} {}", count, text_bytes));
            while (behind_ > 0) clients_.turn(1s);
        }
    }

private:
    // What ours says together is one list: its brackets and commas do not count.
    void take(std::size_t client, std::string_view text) {
        std::uint64_t& received = received_[client];
        const bool behind = received < wanted_;
        received += static_cast<std::uint64_t>(std::ranges::count(text, 'x'));
        if (behind && received >= wanted_) --behind_;
    }

    std::vector<std::uint64_t> received_;
    std::uint64_t wanted_ = 0;
    std::size_t behind_ = 0;
    Clients clients_;
};

struct Cost {
    double one = 0;  // microseconds of the server's processor for each delivery
    double ten = 0;  // the same, of ten texts that are said together
};

Cost measure(const std::vector<std::string>& command, const ServerOptions& options) {
    const TempFolder folder(options.folder);
    const std::string log = folder.path() + "/log";
    Process server(command, log, {});
    wait_until(
        [] {
            WebSocket knock;
            if (!knock.connect(address)) return false;
            for (int i = 0; i < 20 && !knock.is_open() && !knock.is_closed(); ++i) {
                usleep(5'000);
                knock.write();
                if (!knock.is_closed()) knock.read([](std::string_view) {});
            }
            return knock.is_open();
        },
        server, log);
    Audience audience(options.terminals);
    const auto cost = [&](int count, int times) {
        audience.publish(count, times / 10 + 1);
        const double before = cpu_seconds(server.id());
        audience.publish(count, times);
        const double deliveries = static_cast<double>(options.terminals) * count * times;
        return (cpu_seconds(server.id()) - before) * 1e6 / deliveries;
    };
    constexpr int times = 60;
    const double one = cost(1, times);
    return {one, cost(10, times)};
}

void print(std::string_view name, const Cost& cost, const Cost& ours) {
    fmt::print("{:<26} {:>10.2f} {:>10.2f} {:>14.2f} {:>14.2f}\n", name, cost.one, cost.ten,
               ours.one / cost.one, ours.ten / cost.ten);
}

}  // namespace

int serve_broadcasts(std::uint16_t at) {
    Publisher publisher;
    server::Network::Options options;
    options.port = at;
    options.protocol = "sicbo.v1";
    options.messages_per_second = 100'000;
    options.connections_per_address_max = 100'000;
    options.backlog_max = 64 << 20;
    options.backlogs_max = std::size_t{4} << 30;
    options.http_requests = {100'000, 100'000};
    const auto network = must(server::Network::start(options, publisher));
    publisher.network = network.get();
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigprocmask(SIG_BLOCK, &signals, nullptr);
    int signal = 0;
    sigwait(&signals, &signal);
    return 0;
}

void run_broadcast(const ServerOptions& options) {
    const std::string peers = SICBO_PEERS;
    if (access((peers + "/node_modules/ws").c_str(), R_OK) != 0) {
        throw std::runtime_error("the peers are missing: (cd bench/server && npm ci)");
    }
    const std::string at = std::to_string(port);
    const Cost ours = measure({"/proc/self/exe", "--serve", at}, options);
    const Cost ws = measure({"/usr/bin/env", "node", peers + "/ws.js", at}, options);
    const Cost uws = measure({"/usr/bin/env", "node", peers + "/uws.js", at}, options);
    fmt::print(
        "\nA broadcast of {} bytes to {}: microseconds of the server's processor for each "
        "delivery\n\n{:<26} {:>10} {:>10} {:>14} {:>14}\n",
        text_bytes, options.terminals, "", "one", "of ten", "ours is, one", "ours, of ten");
    print("ours", ours, ours);
    print("Node, ws", ws, ours);
    print("Node, uWebSockets", uws, ours);
    fmt::print("\n");
    print_aim("a single publish: times ws", ours.one / ws.one, 1, false);
    print_aim("a single publish: times uWebSockets", ours.one / uws.one, 1, false);
    print_aim("ten things said in one turn: times uWebSockets", ours.ten / uws.ten, 1, false);
    print_aim("ten things said in one turn, us each", ours.ten, 1.5, false);
}

}  // namespace bench
