// SPDX-License-Identifier: MIT
#include "device/tumbler_transport.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <deque>
#include <mutex>
#include <system_error>
#include <thread>

namespace sicbo::device {
namespace {

class SimulatedTransport : public TumblerTransport {
public:
    SimulatedTransport(const SimulatedTumbler::Options& options, std::function<Instant()> now)
        : tumbler_(options), now_(std::move(now)) {
        tumbler_.connect();
    }

    std::uint64_t connection() override { return connection_; }
    void send(std::string line) override {
        if (!tumbler_.handle_line(line, now_())) disconnect();
    }
    std::optional<std::string> receive(Instant at) override { return tumbler_.next_line(at); }
    std::optional<Instant> next_message_at() override { return tumbler_.next_line_at(); }
    void disconnect() override {
        ++connection_;
        tumbler_.connect();
    }
    void inject_fault(TumblerFault fault) override { tumbler_.inject_fault(fault); }

private:
    SimulatedTumbler tumbler_;
    std::function<Instant()> now_;
    std::uint64_t connection_ = 1;
};

// A file descriptor; the destructor closes it.
class Descriptor {
public:
    explicit Descriptor(int number = -1) : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() {
        if (number_ >= 0) ::close(number_);
    }
    int get() const { return number_; }
    explicit operator bool() const { return number_ >= 0; }

private:
    int number_;
};

class TcpTransport : public TumblerTransport {
public:
    TcpTransport(std::string address, std::uint16_t port, std::function<void()> wake)
        : address_(std::move(address)), port_(port), wake_(std::move(wake)) {
        std::array<int, 2> ends = {-1, -1};
        if (::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) == 0) {
            wake_read_ = Descriptor(ends[0]);
            wake_write_ = Descriptor(ends[1]);
        }
        thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
    }
    ~TcpTransport() override {
        thread_.request_stop();
        wake_thread();
    }

    std::uint64_t connection() override { return connection_; }
    void send(std::string line) override {
        {
            const std::lock_guard lock(mutex_);
            out_ += line + "\n";
        }
        wake_thread();
    }
    std::optional<std::string> receive(Instant) override {
        const std::lock_guard lock(mutex_);
        if (in_.empty()) return std::nullopt;
        std::string line = std::move(in_.front());
        in_.pop_front();
        return line;
    }
    std::string last_error() override {
        const std::lock_guard lock(mutex_);
        return last_error_;
    }
    void disconnect() override {
        disconnect_requested_ = true;
        wake_thread();
    }

private:
    static constexpr std::chrono::milliseconds reconnect_delay{500};

    void wake_thread() const {
        const char byte = 0;
        [[maybe_unused]] const ssize_t written = ::write(wake_write_.get(), &byte, 1);
    }

    Result<Descriptor> connect() const {
        const auto failed = [](int error) {
            return failure(std::generic_category().message(error));
        };
        addrinfo wanted = {};
        wanted.ai_socktype = SOCK_STREAM;
        wanted.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;
        addrinfo* found = nullptr;
        if (::getaddrinfo(address_.c_str(), std::to_string(port_).c_str(), &wanted, &found) != 0) {
            return failure("\"" + address_ + "\" is no address");
        }
        Descriptor socket(
            ::socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
        const int begun = socket ? ::connect(socket.get(), found->ai_addr, found->ai_addrlen) : -1;
        const int why = errno;
        ::freeaddrinfo(found);
        if (begun != 0 && why != EINPROGRESS) return failed(why);
        constexpr int timeout_milliseconds = 1'000;
        pollfd ready = {socket.get(), POLLOUT, 0};
        int error = 0;
        socklen_t size = sizeof error;
        if (::poll(&ready, 1, timeout_milliseconds) != 1) return failed(ETIMEDOUT);
        if (::getsockopt(socket.get(), SOL_SOCKET, SO_ERROR, &error, &size) != 0)
            return failed(errno);
        if (error != 0) return failed(error);
        return socket;
    }

    void run(const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            const Result<Descriptor> socket = connect();
            if (!socket) {
                {
                    const std::lock_guard lock(mutex_);
                    last_error_ = socket.error().text();
                }
                wait_before_reconnect(stop);
                continue;
            }
            {
                const std::lock_guard lock(mutex_);
                in_.clear();
                out_.clear();
                last_error_.clear();
            }
            disconnect_requested_ = false;
            connection_ = ++connections_;
            wake_();
            serve(*socket, stop);
            connection_ = 0;
            wake_();
            wait_before_reconnect(stop);
        }
    }

    // Waits before the next attempt: a tumbler that closes every connection must not keep this
    // thread busy.
    // Only a stop ends the wait: what is sent meanwhile has nowhere to go.
    void wait_before_reconnect(const std::stop_token& stop) const {
        using Clock = std::chrono::steady_clock;
        const auto until = Clock::now() + reconnect_delay;
        while (!stop.stop_requested()) {
            const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
            if (left <= std::chrono::milliseconds::zero()) return;
            pollfd woken = {wake_read_.get(), POLLIN, 0};
            ::poll(&woken, 1, static_cast<int>(left.count()));
            drain();
        }
    }

    void drain() const {
        std::array<char, 64> bytes = {};
        while (::read(wake_read_.get(), bytes.data(), bytes.size()) > 0) {
        }
    }

    void serve(const Descriptor& socket, const std::stop_token& stop) {
        std::string partial;
        std::string unsent;
        while (!stop.stop_requested() && !disconnect_requested_) {
            {
                const std::lock_guard lock(mutex_);
                unsent += std::exchange(out_, {});
            }
            if (!unsent.empty()) {
                const ssize_t sent =
                    ::send(socket.get(), unsent.data(), unsent.size(), MSG_NOSIGNAL);
                if (sent < 0 && errno != EAGAIN && errno != EINTR) return;
                if (sent > 0) unsent.erase(0, static_cast<std::size_t>(sent));
            }
            const short wanted = static_cast<short>(unsent.empty() ? POLLIN : POLLIN | POLLOUT);
            std::array<pollfd, 2> ready = {pollfd{socket.get(), wanted, 0},
                                           pollfd{wake_read_.get(), POLLIN, 0}};
            constexpr int poll_milliseconds = 1'000;  // then `stop` is looked at again
            if (::poll(ready.data(), ready.size(), poll_milliseconds) < 0 && errno != EINTR) return;
            if (ready[1].revents != 0) drain();
            if (ready[0].revents != 0 && !receive_lines(socket, partial)) return;
        }
    }

    // Returns false if the connection has ended, or if a line is too long.
    bool receive_lines(const Descriptor& socket, std::string& partial) {
        std::array<char, 4'096> bytes = {};
        const ssize_t got = ::recv(socket.get(), bytes.data(), bytes.size(), 0);
        if (got < 0) return errno == EAGAIN || errno == EINTR;
        if (got == 0) return false;
        partial.append(bytes.data(), static_cast<std::size_t>(got));
        bool any = false;
        for (std::size_t end = partial.find('\n'); end != std::string::npos;
             end = partial.find('\n')) {
            const std::lock_guard lock(mutex_);
            constexpr std::size_t lines_queued_max = 100;
            if (in_.size() >= lines_queued_max) return false;
            in_.push_back(partial.substr(0, end));
            partial.erase(0, end + 1);
            any = true;
        }
        if (any) wake_();
        return partial.size() <= sealed_length_max;
    }

    std::string address_;
    std::uint16_t port_;
    std::function<void()> wake_;
    Descriptor wake_read_;
    Descriptor wake_write_;
    std::atomic<std::uint64_t> connection_ = 0;
    std::uint64_t connections_ = 0;
    std::atomic<bool> disconnect_requested_ = false;
    std::mutex mutex_;
    std::deque<std::string> in_;
    std::string out_;
    std::string last_error_;
    std::jthread thread_;
};

}  // namespace

std::unique_ptr<TumblerTransport> make_simulated_transport(const SimulatedTumbler::Options& options,
                                                           const std::function<Instant()>& now) {
    return std::make_unique<SimulatedTransport>(options, now);
}

std::unique_ptr<TumblerTransport> make_tcp_transport(const std::string& address, std::uint16_t port,
                                                     std::function<void()> wake) {
    return std::make_unique<TcpTransport>(address, port, std::move(wake));
}

}  // namespace sicbo::device
