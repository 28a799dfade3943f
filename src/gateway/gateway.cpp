// SPDX-License-Identifier: MIT
#include "gateway/gateway.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>

#include "device/cabinet.h"
#include "server/log.h"
#include "server/software.h"

namespace sicbo::gateway {

using server::ConnectionId;
using server::HttpRequest;
using server::HttpResponse;
using server::LogLevel;
using server::Network;
using server::Peer;

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds connect_pause{200};
constexpr std::chrono::milliseconds open_max{2'000};     // until the server has welcomed us
constexpr std::chrono::milliseconds silence_max{5'000};  // it answers a ping every second
constexpr std::chrono::milliseconds tick{1'000};

constexpr std::string_view away = "the server is away";

std::string text_of(const server::Listen& at) { return at.address + ":" + std::to_string(at.port); }

}  // namespace

Gateway::Gateway(Options options)
    : options_(std::move(options)), pages_([this] { return metrics(); }) {
    Relay::Options relay;
    relay.threads = options_.network.threads;
    relay.send = [this](Relay::Lists lists) { network_->send(std::move(lists)); };
    relay.wake = [this] { wake(); };
    relay_ = std::make_unique<Relay>(std::move(relay));
    pages_.metrics().require(options_.metrics_token);
}

Gateway::~Gateway() {
    network_.reset();  // joins the threads that call back into this object
    if (wake_descriptor_ >= 0) ::close(wake_descriptor_);
}

Result<std::unique_ptr<Gateway>> Gateway::start(Options options) {
    check(!options.servers.empty());
    std::unique_ptr<Gateway> gateway(new Gateway(std::move(options)));
    gateway->wake_descriptor_ = ::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (gateway->wake_descriptor_ < 0) return failure("no file descriptor is free");
    Network::Options network = gateway->options_.network;
    network.protocol = wire::protocol;
    network.services = {{"/cabinet", device::cabinet::protocol, &gateway->cabinets_}};
    auto listening = Network::start(network, *gateway);
    if (!listening) return std::unexpected(listening.error());
    gateway->network_ = std::move(*listening);
    return gateway;
}

void Gateway::stop() {
    stopping_ = true;
    wake();
}

void Gateway::wake() {
    const std::uint64_t one = 1;
    // It fails only if the descriptor is readable already.
    [[maybe_unused]] const ssize_t written = ::write(wake_descriptor_, &one, sizeof one);
}

// Clients, on network threads.

HttpResponse Gateway::Cabinets::on_http_request(const HttpRequest&) {
    return {.status = 404, .body = "not found\n"};
}
void Gateway::Cabinets::on_connect(ConnectionId connection, const Peer& peer) {
    gateway_.relay_->on_connect(connection, peer, true);
}
Gateway::Received Gateway::Cabinets::on_message(ConnectionId connection, std::string_view text) {
    return gateway_.relay_->on_message(connection, text);
}
void Gateway::Cabinets::on_disconnect(ConnectionId connection) {
    gateway_.relay_->on_disconnect(connection);
}

void Gateway::on_connect(ConnectionId connection, const Peer& peer) {
    relay_->on_connect(connection, peer, false);
}
Gateway::Received Gateway::on_message(ConnectionId connection, std::string_view text) {
    return relay_->on_message(connection, text);
}
void Gateway::on_disconnect(ConnectionId connection) { relay_->on_disconnect(connection); }

// The pages are those of this program, so that the server does not send them over the line.
HttpResponse Gateway::on_http_request(const HttpRequest& request) {
    HttpResponse response = pages_.respond(request, relay_->is_open() ? "" : away);
    if (response.type.starts_with("text/html")) response.media_origins = relay_->media_origins();
    return response;
}

// The server itself says whether it is ready, and answers for what its journal has.
bool Gateway::take_http_request(const HttpRequest& request, Respond& respond) {
    const std::string_view path = request.target.substr(0, request.target.find('?'));
    if (!path.starts_with("/api/") && path != "/readyz") return false;
    relay_->on_call(request, std::move(respond));
    return true;
}

std::string Gateway::metrics() const {
    const Relay::Counts counts = relay_->counts();
    std::string text;
    const auto add = [&](std::string_view name, std::string_view type, std::uint64_t value) {
        text.append("# TYPE ").append(name).append(" ").append(type).append("\n");
        text.append(name).append(" ").append(std::to_string(value)).append("\n");
    };
    add("sicbo_gateway_clients", "gauge", counts.clients);
    add("sicbo_gateway_has_server", "gauge", relay_->is_open() ? 1 : 0);
    add("sicbo_gateway_lines_total", "counter", counts.lines);
    add("sicbo_gateway_messages_total", "counter", counts.messages);
    add("sicbo_gateway_messages_dropped_total", "counter", counts.dropped);
    add("sicbo_gateway_messages_malformed_total", "counter", counts.malformed);
    add("sicbo_gateway_published_total", "counter", counts.published);
    add("sicbo_gateway_fanned_out_total", "counter", counts.fanned_out);
    return text;
}

// The line, on the thread of run().

void Gateway::run() {
    while (!stopping_) {
        const Time now = Clock::now();
        if (socket_.is_closed()) connect(now);
        watch(now);
        write();
        wait();
    }
    network_->stop();
    socket_.cut();
}

void Gateway::connect(Time now) {
    if (has_line_ || line_) lose(socket_.why_closed(), now);
    if (now < connect_at_) return;
    connect_at_ = now + connect_pause;
    received_at_ = now;
    const server::Listen& at = options_.servers[next_++ % options_.servers.size()];
    line_.emplace(device::SecureLine::Options{
        device::SecureLine::Side::initiator, std::string(wire::gateway::protocol), options_.key,
        [this](const device::PublicKey& key) { return key == options_.server_key; },
        wire::gateway::line_text_max});
    frames_ = {};
    broken_.clear();
    const auto done = socket_.connect({at.address, at.port, std::string(wire::gateway::protocol),
                                       std::string(wire::gateway::path)});
    if (!done) return lose(done.error().text(), now);
    socket_.send(line_->start());
}

void Gateway::lose(const std::string& why, Time now) {
    const server::Listen& at = options_.servers[(next_ - 1) % options_.servers.size()];
    if (has_line_ || !complained_) {
        server::log(LogLevel::warning,
                    has_line_ ? "the server is lost" : "a server can't be reached",
                    {{"address", text_of(at)}, {"why", why.empty() ? "it was cut" : why}});
    }
    complained_ = true;
    socket_.cut();
    line_.reset();
    if (std::exchange(has_line_, false)) relay_->on_line_lost(now);
}

void Gateway::on_line(std::string_view text, Time now) {
    received_at_ = now;
    if (!broken_.empty() || !line_) return;
    auto received = line_->receive(text);
    if (!received) {
        broken_ = received.error().text();
        return;
    }
    if (received->reply) socket_.send(*received->reply);
    if (!received->text) return;
    frames_.append(*received->text);
    while (broken_.empty()) {
        const auto next = frames_.next();
        if (next && !*next) break;
        auto frame = next ? wire::gateway::read_to_gateway(**next)
                          : Result<wire::gateway::ToGateway>(std::unexpected(next.error()));
        const Result<void> done =
            frame ? relay_->on_frame(*frame, now) : Result<void>(std::unexpected(frame.error()));
        if (!done) broken_ = "it sent a frame that makes no sense: " + done.error().text();
    }
    if (!has_line_ && broken_.empty() && relay_->is_open()) {
        has_line_ = true;
        complained_ = false;
        const server::Listen& at = options_.servers[(next_ - 1) % options_.servers.size()];
        server::log(LogLevel::info, "connected to the server", {{"address", text_of(at)}});
        if (relay_->pages() != to_text(server::hash_of_pages())) {
            server::log(LogLevel::warning,
                        "the server's program has other pages: gateways and servers should be of "
                        "one version");
        }
    }
    relay_->flush();
}

// Ends a line that is broken, or over which nothing comes.
void Gateway::watch(Time now) {
    if (!broken_.empty() && line_) lose(broken_, now);
    if (line_ && now >= received_at_ + (has_line_ ? silence_max : open_max)) {
        lose("nothing came from it", now);
    }
    if (now < ticked_at_ + tick) return;
    ticked_at_ = now;
    relay_->on_time(now);
    if (has_line_) relay_->ping(++pings_);
}

void Gateway::write() {
    if (!has_line_) return;
    const std::string bytes = relay_->take_upstream();
    std::string_view rest = bytes;
    for (; !rest.empty();) {
        const std::string_view text = rest.substr(0, wire::gateway::line_text_max);
        socket_.send(line_->seal(text));
        rest.remove_prefix(text.size());
    }
}

void Gateway::wait() {
    constexpr int poll_milliseconds = 100;
    const short wanted = socket_.wants_to_write() ? POLLIN | POLLOUT : POLLIN;
    std::array<pollfd, 2> ready = {pollfd{wake_descriptor_, POLLIN, 0},
                                   pollfd{socket_.descriptor(), wanted, 0}};
    if (::poll(ready.data(), ready.size(), poll_milliseconds) <= 0) return;
    if (ready[0].revents & POLLIN) {
        std::uint64_t count = 0;
        [[maybe_unused]] const ssize_t got = ::read(wake_descriptor_, &count, sizeof count);
    }
    if (ready[1].revents & (POLLOUT | POLLERR)) socket_.write();
    if (!socket_.is_closed() && ready[1].revents & (POLLIN | POLLHUP)) {
        const Time now = Clock::now();
        socket_.read([&](std::string_view text) { on_line(text, now); });
    }
}

}  // namespace sicbo::gateway
