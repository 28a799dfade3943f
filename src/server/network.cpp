// SPDX-License-Identifier: MIT
#include "server/network.h"

#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/post.hpp>
#include <mutex>
#include <optional>

#include "server/connection_http.h"
#include "server/connection_limiter.h"
#include "server/tls_transport.h"

namespace sicbo::server {
namespace {

namespace asio = boost::asio;
namespace local = asio::local;
using asio::ip::tcp;
using LocalSocket = asio::basic_stream_socket<local::stream_protocol, Executor>;

// The number of an address for ConnectionLimiter. The addresses of one IPv6 network (/64) share a
// number, because one customer of a provider has them all.
std::uint64_t number_of(const asio::ip::address& address) {
    if (address.is_v4()) return address.to_v4().to_uint();
    const asio::ip::address_v6 v6 = address.to_v6();
    if (v6.is_v4_mapped()) return asio::ip::make_address_v4(asio::ip::v4_mapped, v6).to_uint();
    constexpr std::size_t network_bytes = 8;
    std::uint64_t number = 0;
    const auto bytes = v6.to_bytes();
    for (std::size_t i = 0; i < network_bytes; ++i) number = number << 8 | bytes[i];
    return number;
}

class BeastNetwork : public Network {
public:
    BeastNetwork(const Options& options, ConnectionHandler& handler)
        : options_(options), limiter_(options.connections_per_address_max) {
        for (std::size_t i = 0; i < options_.threads; ++i) {
            workers_.push_back(std::make_unique<Worker>(options_, handler, i, connection_count_));
        }
        acceptor_.emplace(workers_.front()->context);
        retry_timer_.emplace(workers_.front()->context);
    }
    ~BeastNetwork() override { stop(); }

    Result<void> listen() {
        if (auto done = reload_certificate(); !done) return done;
        ErrorCode error;
        const auto address = asio::ip::make_address(options_.address, error);
        if (error) return failure("\"" + options_.address + "\" is not an address to listen on");
        const tcp::endpoint endpoint(address, options_.port);
        acceptor_->open(endpoint.protocol(), error);
        if (!error) acceptor_->set_option(asio::socket_base::reuse_address(true), error);
        if (!error) acceptor_->bind(endpoint, error);
        if (!error) acceptor_->listen(asio::socket_base::max_listen_connections, error);
        if (error) {
            return failure(options_.address + ":" + std::to_string(options_.port) + ": " +
                           error.message());
        }
        port_ = acceptor_->local_endpoint().port();
        accept();
        for (auto& worker : workers_) worker->run();
        return {};
    }

    Result<void> listen_locally(const std::string& path) override {
        ErrorCode error;
        ::unlink(path.c_str());
        if (path.size() >= sizeof(sockaddr_un::sun_path)) {
            return failure("the name is too long for a socket", path);
        }
        local_acceptor_.emplace(workers_.front()->context);
        local_acceptor_->open(local::stream_protocol(), error);
        // Nobody else may open the socket, not even between these two calls.
        const mode_t before = ::umask(0177);
        if (!error) local_acceptor_->bind(local::stream_protocol::endpoint(path), error);
        ::umask(before);
        if (!error) local_acceptor_->listen(asio::socket_base::max_listen_connections, error);
        if (error) return failure(error.message(), path);
        local_path_ = path;
        asio::post(workers_.front()->context, [this] { accept_locally(); });
        return {};
    }

    std::uint16_t port() const override { return port_; }
    std::size_t threads() const override { return workers_.size(); }
    std::size_t connections() const override { return connection_count_; }

    void send(std::vector<std::vector<Delivery>> lists) override {
        for (std::size_t i = 0; i < lists.size(); ++i) {
            if (!lists[i].empty()) workers_[i]->deliver(std::move(lists[i]));
        }
    }

    Result<void> reload_certificate() override {
        if (options_.certificate.empty()) return {};
        auto opened = open_tls(options_.certificate, options_.private_key);
        if (!opened) return std::unexpected(opened.error());
        const std::lock_guard lock(tls_mutex_);
        tls_ = std::move(*opened);
        return {};
    }

    std::optional<std::int64_t> certificate_expires_at() const override {
        const std::shared_ptr<TlsContext> context = tls();
        return context ? std::optional(expires_at(*context)) : std::nullopt;
    }

    void stop() override {
        if (stopped_) return;
        stopped_ = true;
        asio::post(workers_.front()->context, [this] {
            ErrorCode ignored;
            acceptor_->close(ignored);
            if (local_acceptor_) local_acceptor_->close(ignored);
            retry_timer_->cancel();
        });
        for (auto& worker : workers_) worker->stop();
        if (!local_path_.empty()) ::unlink(local_path_.c_str());
    }

private:
    void accept_locally() {
        Worker& worker = *workers_.front();
        local_acceptor_->async_accept(
            worker.context, [this, &worker](ErrorCode error, LocalSocket socket) {
                if (error) return;  // closed, or no descriptor is free: TCP goes on
                constexpr std::uint64_t local_number = 0;  // no address on the network has it
                std::shared_ptr<void> slot = limiter_.reserve(local_number);
                if (slot) {
                    start_connection(worker, make_plain_transport(StreamSocket(std::move(socket))),
                                     ConnectionSlot(worker, std::move(slot)));
                }
                accept_locally();
            });
    }

    // Runs on the first worker's thread.
    void accept() {
        Worker& worker = *workers_[next_++ % workers_.size()];
        acceptor_->async_accept(worker.context, [this, &worker](ErrorCode error, TcpSocket socket) {
            if (error == asio::error::operation_aborted || !acceptor_->is_open()) return;
            if (error) return accept_later();
            admit(worker, std::move(socket));
            accept();
        });
    }

    // Hands the socket over to its worker. If its address has too many connections, the socket is
    // closed before anything is read from it.
    void admit(Worker& worker, TcpSocket socket) {
        ErrorCode error;
        const tcp::endpoint from = socket.remote_endpoint(error);
        if (error) return;
        std::shared_ptr<void> slot = limiter_.reserve(number_of(from.address()));
        if (!slot) return;
        asio::post(worker.context, [this, &worker, socket = std::move(socket),
                                    slot = std::move(slot)]() mutable {
            std::shared_ptr<TlsContext> context = tls();
            StreamSocket stream(std::move(socket));
            auto transport = context ? make_tls_transport(std::move(stream), std::move(context))
                                     : make_plain_transport(std::move(stream));
            start_connection(worker, std::move(transport), ConnectionSlot(worker, std::move(slot)));
        });
    }

    // The certificate for a new connection; null: not encrypted.
    std::shared_ptr<TlsContext> tls() const {
        const std::lock_guard lock(tls_mutex_);
        return tls_;
    }

    // Most likely the process has no free file descriptor. Retrying at once would keep this thread
    // busy.
    void accept_later() {
        constexpr std::chrono::milliseconds retry_delay{100};
        retry_timer_->expires_after(retry_delay);
        retry_timer_->async_wait([this](ErrorCode error) {
            if (!error && acceptor_->is_open()) accept();
        });
    }

    const Options options_;
    std::atomic<std::size_t> connection_count_ = 0;
    ConnectionLimiter limiter_;
    mutable std::mutex tls_mutex_;
    std::shared_ptr<TlsContext> tls_;  // null: not encrypted
    std::vector<std::unique_ptr<Worker>> workers_;
    std::optional<asio::basic_socket_acceptor<tcp, Executor>> acceptor_;
    std::optional<asio::basic_socket_acceptor<local::stream_protocol, Executor>> local_acceptor_;
    std::string local_path_;
    std::optional<Timer> retry_timer_;
    std::size_t next_ = 0;  // worker
    std::uint16_t port_ = 0;
    bool stopped_ = false;
};

}  // namespace

Result<std::unique_ptr<Network>> Network::start(const Options& options,
                                                ConnectionHandler& handler) {
    auto network = std::make_unique<BeastNetwork>(options, handler);
    if (auto done = network->listen(); !done) return std::unexpected(done.error());
    return network;
}

}  // namespace sicbo::server
