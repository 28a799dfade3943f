// SPDX-License-Identifier: MIT
// sicbo tumbler: a simulated tumbler as a device of its own on the network.
#include <arpa/inet.h>
#include <fmt/format.h>
#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <list>
#include <sstream>
#include <vector>

#include "commands.h"
#include "device/simulated_tumbler.h"
#include "server/property.h"
#include "server/secret.h"
#include "store/files.h"
#include "subcommand.h"

namespace sicbo::app {
namespace {

volatile std::sig_atomic_t stopped = 0;

Instant now() {
    return {std::chrono::duration_cast<std::chrono::milliseconds>(
                std::chrono::steady_clock::now().time_since_epoch())
                .count()};
}

// A socket that listens, or why there is none.
Result<int> listen_at(const server::Listen& at) {
    addrinfo wanted = {};
    wanted.ai_socktype = SOCK_STREAM;
    wanted.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE;
    addrinfo* found = nullptr;
    const std::string port = std::to_string(at.port);
    if (::getaddrinfo(at.address.c_str(), port.c_str(), &wanted, &found) != 0) {
        return failure("\"" + at.address + "\" is no address");
    }
    const int one = ::socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int yes = 1;
    constexpr int listen_max = 64;
    ::setsockopt(one, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    const bool done =
        ::bind(one, found->ai_addr, found->ai_addrlen) == 0 && ::listen(one, listen_max) == 0;
    const std::string why = std::generic_category().message(errno);
    ::freeaddrinfo(found);
    if (done) return one;
    ::close(one);
    return failure(at.address + ":" + port + ": " + why);
}

std::uint16_t port_of(int socket) {
    sockaddr_storage own = {};
    socklen_t size = sizeof own;
    ::getsockname(socket, reinterpret_cast<sockaddr*>(&own), &size);
    return own.ss_family == AF_INET6 ? ntohs(reinterpret_cast<sockaddr_in6*>(&own)->sin6_port)
                                     : ntohs(reinterpret_cast<sockaddr_in*>(&own)->sin_port);
}

using EndedRounds = device::SimulatedTumbler::EndedRounds;

// The rounds that are over, in a file beside the tumbler's key: a line with the server's key, then
// one line "table round" for each table. Another server's rounds are not ours.
class RoundsFile {
public:
    RoundsFile(std::string path, const Hash& server)
        : path_(std::move(path)), heading_("server " + to_text(server)) {}

    Result<EndedRounds> load() {
        if (!store::exists(path_)) return rounds_;
        const Result<std::string> text = store::read_file(path_);
        if (!text) return std::unexpected(text.error());
        std::istringstream lines(*text);
        std::string line;
        if (!std::getline(lines, line) || line != heading_) return rounds_;
        std::uint32_t table = 0;
        std::uint64_t round = 0;
        while (lines >> table >> round) rounds_[{table}] = round;
        if (!lines.eof()) return failure("this is not a list of tables and rounds", path_);
        return rounds_;
    }
    // Writes the rounds if they have changed; durable when it returns.
    Result<void> save(const EndedRounds& rounds) {
        if (rounds == rounds_) return {};
        std::string text = heading_ + "\n";
        for (const auto& [table, round] : rounds) {
            text += fmt::format("{} {}\n", table.number, round);
        }
        if (auto done = store::write_file(path_, text); !done) return done;
        rounds_ = rounds;
        return {};
    }

private:
    std::string path_;
    std::string heading_;
    EndedRounds rounds_;  // as they are in the file
};

bool send_all(int socket, std::string text) {
    text += '\n';
    for (std::size_t sent = 0; sent < text.size();) {
        const ssize_t some = ::send(socket, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
        if (some <= 0) return false;
        sent += static_cast<std::size_t>(some);
    }
    return true;
}

// Takes the next whole line off the bytes that came, without its line feed; nothing if there is
// none.
std::optional<std::string> take_line(std::string& bytes) {
    const std::size_t end = bytes.find('\n');
    if (end == std::string::npos) return std::nullopt;
    std::string line = bytes.substr(0, end);
    bytes.erase(0, end + 1);
    return line;
}

// Appends what has come. Returns false if the other side has closed the connection, or sends
// something that is no line.
bool receive(int socket, std::string& bytes) {
    std::array<char, 4'096> buffer = {};
    const ssize_t got = ::recv(socket, buffer.data(), buffer.size(), 0);
    if (got <= 0) return false;
    bytes.append(buffer.data(), static_cast<std::size_t>(got));
    return bytes.size() <= 2 * device::sealed_length_max;
}

// The connections of the tumbler: at most one whose other end has proved the server's key, and
// those that have proved nothing yet. The latter have five seconds; if there are too many, the
// oldest one goes, so that strangers who say nothing can't keep the server out. A server that
// proves its key on a new connection replaces the old one, which may be dead.
class Connections {
public:
    Connections(int listening, device::SimulatedTumbler& tumbler, RoundsFile& rounds)
        : listening_(listening), tumbler_(tumbler), rounds_(rounds) {}
    Connections(const Connections&) = delete;
    Connections& operator=(const Connections&) = delete;
    ~Connections() {
        for (const Unproved& one : unproved_) ::close(one.socket);
        end_service();
    }

    // Waits for something to happen, at most a fifth of a second, and handles it.
    void turn() {
        send_due_lines();
        std::vector<pollfd> ready = {{listening_, POLLIN, 0}, {served_, POLLIN, 0}};
        for (const Unproved& one : unproved_) ready.push_back({one.socket, POLLIN, 0});
        ::poll(ready.data(), ready.size(), wait_milliseconds());
        if (served_ >= 0 && ready[1].revents != 0 && !serve()) end_service();
        for (std::size_t i = 2; i < ready.size(); ++i) {
            if (ready[i].revents != 0) prove(ready[i].fd);
        }
        if (ready[0].revents != 0) accept();
        drop_late();
    }

private:
    struct Unproved {
        int socket = -1;
        Instant since;
        device::SecureLine line;
        std::string bytes;
    };

    int wait_milliseconds() const {
        constexpr std::int64_t wait_max = 200;
        const auto next = served_ >= 0 ? tumbler_.next_line_at() : std::nullopt;
        if (!next) return static_cast<int>(wait_max);
        const std::int64_t left = next->milliseconds - now().milliseconds;
        return static_cast<int>(std::clamp<std::int64_t>(left, 0, wait_max));
    }

    void accept() {
        const int socket = ::accept(listening_, nullptr, nullptr);
        if (socket < 0) return;
        constexpr std::size_t unproved_max = 16;
        if (unproved_.size() >= unproved_max) {
            ::close(unproved_.front().socket);
            unproved_.pop_front();
        }
        unproved_.push_back({socket, now(), tumbler_.new_line(), {}});
    }

    void drop_late() {
        constexpr std::int64_t milliseconds_max = 5'000;
        while (!unproved_.empty() && now() >= unproved_.front().since + milliseconds_max) {
            ::close(unproved_.front().socket);
            unproved_.pop_front();
        }
    }

    // Handles what a connection sends that has proved nothing yet.
    void prove(int socket) {
        const auto found = std::ranges::find(unproved_, socket, &Unproved::socket);
        check(found != unproved_.end());
        bool goes_on = receive(socket, found->bytes);
        while (goes_on && !found->line.is_open()) {
            const auto line = take_line(found->bytes);
            if (!line) return;
            const auto received = found->line.receive(*line);
            goes_on = received && (!received->reply || send_all(socket, *received->reply));
        }
        Unproved proved = std::move(*found);
        unproved_.erase(found);
        if (!goes_on) {
            ::close(socket);
            return;
        }
        end_service();
        served_ = socket;
        bytes_ = std::move(proved.bytes);
        tumbler_.connect(std::move(proved.line));
        if (!handle_lines()) end_service();
    }

    bool serve() { return receive(served_, bytes_) && handle_lines(); }

    bool handle_lines() {
        while (const auto line = take_line(bytes_)) {
            const bool goes_on = tumbler_.handle_line(*line, now());
            // Before anything is disclosed that only the end of the round allows.
            if (auto done = rounds_.save(tumbler_.ended_rounds()); !done) {
                complain(done.error());
                return false;
            }
            if (!goes_on) {
                send_due_lines();
                return false;
            }
        }
        return true;
    }

    void send_due_lines() {
        while (served_ >= 0) {
            const auto line = tumbler_.next_line(now());
            if (!line) return;
            if (!send_all(served_, *line)) end_service();
        }
    }

    void end_service() {
        if (served_ >= 0) ::close(served_);
        served_ = -1;
        bytes_.clear();
    }

    int listening_;
    device::SimulatedTumbler& tumbler_;
    RoundsFile& rounds_;
    int served_ = -1;
    std::string bytes_;             // of the connection that is served
    std::list<Unproved> unproved_;  // oldest first
};

// The public key of the tumbler's secret, for the configuration of a server.
int print_key(const TumblerOptions& options) {
    const Result<Hash> seed = server::load_or_create_secret(options.key);
    if (!seed) return complain(seed.error(), exit_no);
    const device::SimulatedTumbler tumbler({*seed, {}, 0});
    return write_answer(to_text(tumbler.public_key()) + "\n");
}

}  // namespace

int run_tumbler(const TumblerOptions& options) {
    if (options.print_key) return print_key(options);
    if (options.server.empty()) {
        return complain({"--server: name the public key of the server that the tumbler obeys"});
    }
    const Result<server::Listen> at = server::parse_listen(options.listen);
    if (!at) return complain({"--listen: " + at.error().text()});
    const std::optional<Hash> server = parse_hash(options.server);
    if (!server)
        return complain({"--server: must be the server's public key, 64 hexadecimal digits"});
    const Result<Hash> seed = server::load_or_create_secret(options.key);
    if (!seed) return complain(seed.error(), exit_no);
    const Result<int> listening = listen_at(*at);
    if (!listening) return complain(listening.error(), exit_no);
    device::SimulatedTumbler tumbler(
        {*seed, *server, static_cast<std::int64_t>(options.tumble_milliseconds)});

    if (const auto fault = parse_word<device::TumblerFault>(options.fault)) {
        tumbler.inject_fault_every(*fault, options.every);
    }

    RoundsFile rounds(options.key + ".rounds", *server);
    const Result<EndedRounds> ended = rounds.load();
    if (!ended) return complain(ended.error(), exit_no);
    tumbler.set_ended_rounds(*ended);

    struct sigaction act = {};
    act.sa_handler = [](int) { stopped = 1; };
    for (const int one : {SIGINT, SIGTERM}) sigaction(one, &act, nullptr);
    if (const int code =
            write_answer(fmt::format("a simulated tumbler at {}:{}\nkey {}\n", at->address,
                                     port_of(*listening), to_text(tumbler.public_key())))) {
        return code;
    }
    {
        Connections connections(*listening, tumbler, rounds);
        while (stopped == 0) connections.turn();
    }
    ::close(*listening);
    return exit_fine;
}

}  // namespace sicbo::app
