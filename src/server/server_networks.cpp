// SPDX-License-Identifier: MIT
// The server's other networks: where the lines of gateways arrive and what leaves over them, and
// the figures if they have an address of their own.
#include "server/log.h"
#include "server/server.h"
#include "server/software.h"

namespace sicbo::server {

Result<void> Server::open_metrics_network() {
    const AccessPlan& access = options_.plan.access;
    if (access.metrics_at.address.empty()) return {};
    Network::Options network;
    network.address = access.metrics_at.address;
    network.port = access.metrics_at.port;
    network.names = access.names;
    network.certificate = options_.plan.certificate;
    network.private_key = options_.plan.private_key;
    network.connections_per_address_max = 16;
    auto listening = Network::start(network, metrics_listener_);
    if (!listening) return std::unexpected(listening.error());
    metrics_network_ = std::move(*listening);
    log(LogLevel::info, "metrics",
        {{"address", network.address}, {"port", std::to_string(metrics_network_->port())}});
    return {};
}

Result<void> Server::open_gateway_network() {
    const AccessPlan& access = options_.plan.access;
    if (access.gateways_at.address.empty()) return {};
    GatewayHub::Options hub;
    hub.keys = {access.gateway_keys.begin(), access.gateway_keys.end()};
    hub.pages = to_text(hash_of_pages());
    hub.media_origins = options_.plan.video_origins();
    hub.connections_per_address_max = options_.plan.connections_per_address_max;
    hub.leads = [this] { return why_not_ready().empty(); };
    ConnectionHandler& clients = *this;
    gateways_.emplace(std::move(hub), clients, cabinet_listener_);
    Network::Options network;
    network.address = access.gateways_at.address;
    network.port = access.gateways_at.port;
    network.threads = options_.plan.threads;
    network.names = access.names;
    network.services = {{wire::gateway::path, wire::gateway::protocol, &*gateways_}};
    network.connections_max = 1'000;
    // A line carries what many clients send and get. Before a gateway has proved its key, its
    // messages are as short as anybody's.
    network.messages_per_second = 100'000;
    network.backlog_max = 256 << 20;
    network.backlogs_max = std::size_t{1} << 30;
    network.unreadable_max = 1;
    auto listening = Network::start(network, *gateways_);
    if (!listening) return std::unexpected(listening.error());
    gateway_network_ = std::move(*listening);
    log(LogLevel::info, "gateways",
        {{"address", network.address}, {"port", std::to_string(gateway_network_->port())}});
    return {};
}

// After the commit.
void Server::send_to_clients(std::vector<std::vector<Delivery>> lists,
                             const GatewayTraffic& traffic) {
    api_->take_deliveries(lists);
    if (gateways_) gateways_->send(lists, traffic);
    network_->send(std::move(lists));
}

}  // namespace sicbo::server
