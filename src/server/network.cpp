#include "server/network.h"

#include "server/connection.h"
#include "server/start_tls.h"

namespace sicbo::server {
namespace {

// Whoever has a network of version 6 has all of its addresses: they count as one.
std::uint64_t number_of(const asio::ip::address& address) {
    if (address.is_v4()) return address.to_v4().to_uint();
    const asio::ip::address_v6 six = address.to_v6();
    if (six.is_v4_mapped()) return asio::ip::make_address_v4(asio::ip::v4_mapped, six).to_uint();
    constexpr std::size_t network_bytes = 8;
    std::uint64_t number = 0;
    const auto bytes = six.to_bytes();
    for (std::size_t i = 0; i < network_bytes; ++i) number = number << 8 | bytes[i];
    return number;
}

class BeastNetwork : public Network {
public:
    BeastNetwork(const Options& options, Visitors& visitors)
        : options_(options), visitors_(visitors), callers_(options.connections_from_one_address) {
        for (std::size_t i = 0; i < options_.threads; ++i) {
            workers_.push_back(std::make_unique<Worker>(options_, visitors_, i, count_));
        }
        acceptor_.emplace(workers_.front()->context);
        pause_.emplace(workers_.front()->context);
    }
    ~BeastNetwork() override { stop(); }

    Result<void> listen() {
        if (!options_.certificate.empty()) {
            auto tls = open_tls(options_.certificate, options_.private_key);
            if (!tls) return std::unexpected(tls.error());
            tls_ = std::move(*tls);
        }
        beast::error_code error;
        const auto address = asio::ip::make_address(options_.address, error);
        if (error) return failure("\"" + options_.address + "\" is not an address to listen on");
        const tcp::endpoint place(address, options_.port);
        acceptor_->open(place.protocol(), error);
        if (!error) acceptor_->set_option(asio::socket_base::reuse_address(true), error);
        if (!error) acceptor_->bind(place, error);
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

    std::uint16_t port() const override { return port_; }
    std::size_t threads() const override { return workers_.size(); }
    std::size_t connections() const override { return count_; }

    void send(std::vector<std::vector<Delivery>> all) override {
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (!all[i].empty()) workers_[i]->deliver(std::move(all[i]));
        }
    }

    void stop() override {
        if (stopped_) return;
        stopped_ = true;
        asio::post(workers_.front()->context, [this] {
            beast::error_code ignored;
            acceptor_->close(ignored);
            pause_->cancel();
        });
        for (auto& worker : workers_) worker->stop();
    }

private:
    void take(Worker& worker, TcpSocket socket, std::shared_ptr<void> caller) {
        if (tls_) return start_tls(*tls_, worker, std::move(socket), std::move(caller));
        using Plain = Connection<TcpStream>;
        std::make_shared<Plain>(worker, TcpStream(std::move(socket)), std::move(caller))->start();
    }

    void accept() {
        Worker& worker = *workers_[next_++ % workers_.size()];
        acceptor_->async_accept(
            worker.context, [this, &worker](beast::error_code error, TcpSocket socket) {
                if (error == asio::error::operation_aborted || !acceptor_->is_open()) return;
                if (error) return accept_later();
                const tcp::endpoint from = socket.remote_endpoint(error);
                // Too many from there: the socket is closed before anything is read from it.
                std::shared_ptr<void> caller =
                    error ? nullptr : callers_.come(number_of(from.address()));
                if (caller) {
                    asio::post(worker.context, [this, &worker, socket = std::move(socket),
                                                caller = std::move(caller)]() mutable {
                        take(worker, std::move(socket), std::move(caller));
                    });
                }
                accept();
            });
    }

    // No file is left to open: asking again at once would be all that this thread does.
    void accept_later() {
        constexpr std::chrono::milliseconds patience{100};
        pause_->expires_after(patience);
        pause_->async_wait([this](beast::error_code error) {
            if (!error && acceptor_->is_open()) accept();
        });
    }

    Options options_;
    Visitors& visitors_;
    std::atomic<std::size_t> count_ = 0;
    Callers callers_;
    std::shared_ptr<Tls> tls_;  // none: plain
    std::vector<std::unique_ptr<Worker>> workers_;
    std::optional<asio::basic_socket_acceptor<tcp, Executor>> acceptor_;
    std::optional<asio::steady_timer> pause_;
    std::size_t next_ = 0;
    std::uint16_t port_ = 0;
    bool stopped_ = false;
};

}  // namespace

Result<std::unique_ptr<Network>> Network::start(const Options& options, Visitors& visitors) {
    auto network = std::make_unique<BeastNetwork>(options, visitors);
    if (auto done = network->listen(); !done) return std::unexpected(done.error());
    return network;
}

}  // namespace sicbo::server
