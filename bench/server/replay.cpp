// SPDX-License-Identifier: MIT
#include "replay.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <boost/json/parse.hpp>
#include <charconv>
#include <chrono>
#include <fstream>
#include <random>
#include <stdexcept>
#include <thread>
#include <utility>

#include "../process.h"
#include "bare_server.h"
#include "clients.h"
#include "parts.h"

namespace bench {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using sicbo::load::Latencies;
using sicbo::load::Recording;

constexpr std::uint16_t replay_port = 18'767;

void write_texts(const std::string& path, const std::vector<Recording>& terminals,
                 std::string Recording::* text) {
    std::ofstream file(path, std::ios::binary);
    for (const Recording& terminal : terminals) {
        const auto size = static_cast<std::uint32_t>((terminal.*text).size());
        file.write(reinterpret_cast<const char*>(&size), sizeof size);
        file << terminal.*text;
    }
    if (!file.flush()) throw std::runtime_error("can't write " + path);
}

// The frames that serve the texts of the file.
std::vector<std::string> read_frames(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::vector<std::string> frames;
    std::uint32_t size = 0;
    while (file.read(reinterpret_cast<char*>(&size), sizeof size)) {
        std::string text(size, '\0');
        file.read(text.data(), size);
        frames.push_back(frame_of(text));
    }
    if (frames.empty()) throw std::runtime_error("there are no frames in " + path);
    return frames;
}

sicbo::load::ServerAddress address_of(std::size_t client) {
    return {"127.0.0.1", replay_port, "sicbo.v1", "/" + std::to_string(client)};
}

// Handles a frame as a terminal of the load test does, up to the point where it has an object. A
// text that equals the last one about the table is not parsed again. Calls `on_table` when the
// client has the text about its table.
void take_frame(std::string_view frame, std::string& table_text, const auto& on_table) {
    for (const std::string_view text : sicbo::load::split_frame(frame)) {
        if (text == table_text) {
            on_table();
            continue;
        }
        boost::system::error_code error;
        const boost::json::value value = boost::json::parse(text, error);
        if (error || !value.is_object()) throw std::runtime_error("this is not a message");
        const boost::json::value* topic = value.get_object().if_contains("delta");
        if (!topic || !topic->is_string() || !topic->get_string().starts_with("table/")) continue;
        table_text = text;
        on_table();
    }
}

// The clients of the echo, which send orders that are due whether or not earlier ones are answered.
class Senders {
public:
    explicit Senders(const ReplayPlan& plan)
        : plan_(plan),
          due_(plan.terminals.size()),
          clients_(static_cast<std::uint32_t>(plan.terminals.size()),
                   [this](std::size_t client, std::string_view frame) { take(client, frame); }) {
        clients_.connect_all(address_of);
    }

    // Sends orders for this long, and returns when all are answered.
    void burst(Clock::duration time) {
        const auto interval = std::chrono::duration_cast<Clock::duration>(
            std::chrono::duration<double>(1 / plan_.orders));
        const Clock::time_point end = Clock::now() + time;
        for (Clock::time_point due = Clock::now(); due < end;) {
            for (; due <= Clock::now(); due += interval) {
                const std::size_t client = random_() % clients_.size();
                due_[client].push_back(due);
                ++unanswered_;
                clients_.send(client, plan_.terminals[client].order);
            }
            clients_.turn(due - Clock::now());
        }
        while (unanswered_ > 0) clients_.turn(1s);
    }
    const Latencies& latencies() const { return latencies_; }

private:
    void take(std::size_t client, std::string_view frame) {
        take_frame(frame, table_text_, [] {});
        latencies_.add(Clock::now() - due_[client].front());
        due_[client].pop_front();
        --unanswered_;
    }

    const ReplayPlan& plan_;
    std::vector<std::deque<Clock::time_point>> due_;  // of the orders without a reply
    std::uint64_t unanswered_ = 0;
    std::string table_text_;
    std::minstd_rand random_;
    Latencies latencies_;
    Clients clients_;
};

// Starts this program as a server with these arguments.
class Peer {
public:
    Peer(std::vector<std::string> arguments, const std::string& log)
        : process_(with_program(std::move(arguments)), log, {}) {
        wait_until([] { return is_server_ready(replay_port); }, process_, log);
    }

private:
    static std::vector<std::string> with_program(std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), "/proc/self/exe");
        return arguments;
    }

    Process process_;
};

}  // namespace

Latencies measure_replay(const ReplayPlan& plan) {
    constexpr int passes = 16;
    const TempFolder folder(plan.folder);
    const std::string texts = folder.path() + "/texts";
    write_texts(texts, plan.terminals, &Recording::result);
    const Peer server({"--replay", std::to_string(replay_port), texts}, folder.path() + "/log");
    std::vector<Clock::time_point> arrived;
    Clock::time_point begun;
    std::string table_text;
    const auto take = [&](std::size_t, std::string_view frame) {
        if (frame.starts_with('[')) {
            bool first = true;
            take_frame(frame, table_text, [&] {
                if (std::exchange(first, false)) arrived.push_back(Clock::now());
            });
            return;
        }
        Clock::rep time = 0;
        std::from_chars(frame.data(), frame.data() + frame.size(), time);
        begun = Clock::time_point(Clock::duration(time));
    };
    Clients clients(static_cast<std::uint32_t>(plan.terminals.size()), take);
    clients.connect_all(address_of);
    Latencies latencies;
    for (int pass = 0; pass <= passes; ++pass) {
        arrived.clear();
        begun = {};
        clients.send(static_cast<std::size_t>(pass) % clients.size(), "begin");
        while (arrived.size() < clients.size() || begun == Clock::time_point()) clients.turn(1s);
        for (const Clock::time_point at : arrived) {
            if (pass > 0) latencies.add(at - begun);  // the first one warms up
        }
        const Clock::time_point end = Clock::now() + 300ms;
        while (Clock::now() < end) clients.turn(end - Clock::now());
    }
    return latencies;
}

int serve_replay(std::uint16_t port, const std::string& texts) {
    const std::vector<std::string> frames = read_frames(texts);
    BareServer server(port);
    while (true) {
        BareServer::Client* asked = nullptr;
        server.receive([&](BareServer::Client& client) { asked = &client; });
        if (!asked) continue;
        const Clock::time_point begun = Clock::now();
        for (BareServer::Client& client : server.clients()) {
            if (client.open) server.send(client, frames[client.number % frames.size()]);
        }
        server.send(*asked, frame_of(std::to_string(begun.time_since_epoch().count())));
    }
}

Latencies measure_echo(const ReplayPlan& plan) {
    constexpr int bursts = 5;
    const TempFolder folder(plan.folder);
    const std::string texts = folder.path() + "/texts";
    write_texts(texts, plan.terminals, &Recording::reply);
    const Peer server({"--echo", std::to_string(replay_port), texts,
                       std::to_string(plan.event_bytes), folder.path() + "/journal"},
                      folder.path() + "/log");
    Senders senders(plan);
    for (int i = 0; i < bursts; ++i) {
        senders.burst(2s);  // LoadPlan::burst_time
        std::this_thread::sleep_for(500ms);
    }
    return senders.latencies();
}

int serve_echo(std::uint16_t port, const std::string& texts, std::size_t event_bytes,
               const std::string& file) {
    const std::vector<std::string> frames = read_frames(texts);
    const int journal = ::open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    BareServer server(port);
    std::vector<BareServer::Client*> waiting;
    std::string record;
    while (true) {
        waiting.clear();
        server.receive([&](BareServer::Client& client) { waiting.push_back(&client); });
        if (waiting.empty()) continue;
        record.assign(waiting.size() * event_bytes, 'x');
        if (::write(journal, record.data(), record.size()) != static_cast<ssize_t>(record.size()) ||
            fdatasync(journal) != 0) {
            throw std::runtime_error("can't write " + file);
        }
        for (BareServer::Client* client : waiting) {
            server.send(*client, frames[client->number % frames.size()]);
        }
    }
}

}  // namespace bench
