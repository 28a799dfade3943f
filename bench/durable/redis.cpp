// SPDX-License-Identifier: MIT
#include "redis.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <initializer_list>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

namespace durable {
namespace {

// A bet that can't be placed twice, its two postings, the two balances.
constexpr std::string_view script = R"(
    local t, r, s, a = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
    if tonumber(redis.call('HGET', 'balance', t)) < a then return 0 end
    if redis.call('HSETNX', 'bet:' .. t, r, s .. ':' .. a) == 0 then return 0 end
    redis.call('RPUSH', 'posting', t .. ':' .. r .. ':-' .. a,
               'house:' .. t .. ':' .. r .. ':' .. a)
    redis.call('HINCRBY', 'balance', t, -a)
    redis.call('HINCRBY', 'balance', 'house', a)
    return 1
)";

std::string command(std::initializer_list<std::string_view> words) {
    std::string text = "*" + std::to_string(words.size()) + "\r\n";
    for (const std::string_view word : words) {
        text += "$" + std::to_string(word.size()) + "\r\n";
        text += word;
        text += "\r\n";
    }
    return text;
}

class Connection {
public:
    explicit Connection(const std::string& path) : socket_(::socket(AF_UNIX, SOCK_STREAM, 0)) {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        std::strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
        // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): that is how sockets are
        // asked
        const auto* general = reinterpret_cast<const sockaddr*>(&address);
        connected_ = ::connect(socket_, general, sizeof address) == 0;
    }
    Connection(Connection&& other) noexcept
        : socket_(std::exchange(other.socket_, -1)),
          connected_(other.connected_),
          read_(std::move(other.read_)) {}
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;
    Connection& operator=(Connection&&) = delete;
    ~Connection() {
        if (socket_ >= 0) ::close(socket_);
    }

    bool connected() const { return connected_; }
    int descriptor() const { return socket_; }

    void send(std::string_view text) const {
        if (::send(socket_, text.data(), text.size(), MSG_NOSIGNAL) !=
            static_cast<ssize_t>(text.size())) {
            throw std::runtime_error("Redis takes no commands");
        }
    }

    // Reads what is there; whether a whole line has come.
    bool receive() {
        std::array<char, 4096> bytes{};
        const ssize_t count = ::recv(socket_, bytes.data(), bytes.size(), 0);
        if (count <= 0) {
            throw_if_interrupted();
            throw std::runtime_error("Redis does not answer");
        }
        read_.append(bytes.data(), static_cast<std::size_t>(count));
        return read_.ends_with("\r\n");
    }
    std::string take() { return std::exchange(read_, {}); }

    std::string ask(std::string_view text) {
        send(text);
        while (!receive()) {
        }
        return take();
    }

private:
    int socket_;
    bool connected_ = false;
    std::string read_;
};

}  // namespace

Redis::Redis(const TempFolder& folder) : socket_(folder.path() + "/redis/socket") {
    const std::string home = folder.make("redis");
    const std::string log = folder.path() + "/redis.log";
    server_ = std::make_unique<Process>(
        std::vector<std::string>{"/usr/bin/redis-server", "--port", "0", "--unixsocket", socket_,
                                 "--dir", home, "--appendonly", "yes", "--appendfsync", "always",
                                 "--save", "", "--auto-aof-rewrite-percentage", "0", "--daemonize",
                                 "no"},
        log, "");
    wait_until([&] { return Connection(socket_).connected(); }, *server_, log);
}

Measured Redis::run(std::uint32_t bettors, const Span& span) const {
    Connection setup(socket_);
    setup.ask(command({"FLUSHALL", "SYNC"}));
    const std::string loaded = setup.ask(command({"SCRIPT", "LOAD", script}));  // $40\r\n<hash>\r\n
    const std::string hash = loaded.substr(loaded.find('\n') + 1, 40);
    struct Bettor {
        Connection connection;
        std::string name;
        std::uint64_t requests = 0;
        Clock::time_point sent{};
    };
    std::vector<Bettor> all;
    std::vector<pollfd> polled;
    for (std::uint32_t i = 0; i < bettors; ++i) {
        all.push_back({Connection(socket_), std::to_string(i + 1)});
        polled.push_back({all.back().connection.descriptor(), POLLIN, 0});
        setup.ask(command({"HSET", "balance", all.back().name, "1000000000"}));
    }
    const auto bet = [&](Bettor& bettor) {
        const std::string request = std::to_string(++bettor.requests);
        const std::string spot = std::to_string(bettor.requests % 50);
        bettor.sent = Clock::now();
        bettor.connection.send(command({"EVALSHA", hash, "0", bettor.name, request, spot, "100"}));
    };
    Latencies latencies;
    Watch watch(span);
    for (Bettor& bettor : all) bet(bettor);
    while (watch.goes_on(latencies)) {
        if (poll(polled.data(), polled.size(), 10'000) <= 0) {
            throw_if_interrupted();
            throw std::runtime_error("Redis does not answer");
        }
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (polled[i].revents == 0 || !all[i].connection.receive()) continue;
            const std::string answer = all[i].connection.take();
            if (answer != ":1\r\n") throw std::runtime_error("Redis refuses a bet: " + answer);
            latencies.add(Clock::now() - all[i].sent);
            bet(all[i]);
        }
    }
    return measured(latencies, watch.counted());
}

}  // namespace durable
