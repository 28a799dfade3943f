// SPDX-License-Identifier: MIT
// sicbo tumbler: a simulated tumbler as a device of its own on the network.
#include <arpa/inet.h>
#include <fmt/format.h>
#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <sstream>

#include "commands.h"
#include "device/simulated_tumbler.h"
#include "edge.h"
#include "server/property.h"
#include "server/secret.h"
#include "store/files.h"

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
    ::setsockopt(one, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    const bool done = ::bind(one, found->ai_addr, found->ai_addrlen) == 0 && ::listen(one, 4) == 0;
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

// Serves one connection until either side closes it. A client that does not prove its key in time
// is disconnected, since the server itself may be waiting behind it.
void serve(int socket, device::SimulatedTumbler& tumbler, RoundsFile& rounds) {
    constexpr std::int64_t authentication_milliseconds_max = 5'000;
    const Instant begun = now();
    std::string partial;
    tumbler.connect();
    while (stopped == 0) {
        if (!tumbler.is_authenticated() && now() >= begun + authentication_milliseconds_max) return;
        while (const auto line = tumbler.next_line(now())) {
            if (!send_all(socket, *line)) return;
        }
        int wait = 200;
        if (const auto next = tumbler.next_line_at()) {
            const std::int64_t left = next->milliseconds - now().milliseconds;
            wait = static_cast<int>(std::clamp<std::int64_t>(left, 0, wait));
        }
        pollfd ready = {socket, POLLIN, 0};
        if (::poll(&ready, 1, wait) <= 0) continue;
        std::array<char, 4'096> bytes = {};
        const ssize_t got = ::recv(socket, bytes.data(), bytes.size(), 0);
        if (got <= 0) return;
        partial.append(bytes.data(), static_cast<std::size_t>(got));
        for (std::size_t end = partial.find('\n'); end != std::string::npos;
             end = partial.find('\n')) {
            const std::string line = partial.substr(0, end);
            partial.erase(0, end + 1);
            const bool goes_on = tumbler.handle_line(line, now());
            // Before anything is disclosed that only the end of the round allows.
            if (auto done = rounds.save(tumbler.ended_rounds()); !done) {
                complain(done.error());
                return;
            }
            if (!goes_on) {
                while (const auto last = tumbler.next_line(now())) send_all(socket, *last);
                return;
            }
        }
        if (partial.size() > device::sealed_length_max) return;
    }
}

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
    while (stopped == 0) {
        pollfd ready = {*listening, POLLIN, 0};
        if (::poll(&ready, 1, 200) <= 0) continue;
        const int socket = ::accept(*listening, nullptr, nullptr);
        if (socket < 0) continue;
        serve(socket, tumbler, rounds);
        ::close(socket);
    }
    ::close(*listening);
    return exit_fine;
}

}  // namespace sicbo::app
