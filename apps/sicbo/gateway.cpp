// SPDX-License-Identifier: MIT
// sicbo gateway: the clients of a property in front of its server.
#include "gateway/gateway.h"

#include <fmt/format.h>

#include "commands.h"
#include "server/log.h"
#include "server/property_check.h"
#include "server/property_server.h"
#include "server/secret.h"
#include "service.h"
#include "subcommand.h"

namespace sicbo::app {
namespace {

// The settings for clients, as a server's configuration has them.
Result<server::PropertyPlan> load_front(const GatewayOptions& options) {
    Result<std::string> text = std::string();
    if (!options.config.empty()) text = read_input(options.config);
    if (!text) return std::unexpected(text.error());
    auto plan = server::read_front(*text, input_name(options.config));
    if (!plan) return plan;
    if (auto done = complete_network(*plan, options.listen, options.insecure, options.config);
        !done) {
        return std::unexpected(done.error());
    }
    if (auto fine = server::verify_encryption(*plan); !fine) return std::unexpected(fine.error());
    return plan;
}

server::Network::Options network_of(const server::PropertyPlan& plan, std::uint32_t clients) {
    server::Network::Options network;
    network.address = plan.address;
    network.port = plan.port;
    network.threads = plan.threads;
    network.certificate = plan.certificate;
    network.private_key = plan.private_key;
    network.client_authorities = plan.access.client_authorities;
    network.names = plan.access.names;
    network.origins = plan.origins;
    network.connections_per_address_max = plan.connections_per_address_max;
    network.connections_max = clients;
    network.admit_pages_of(plan.connections_per_address_max);
    return network;
}

Result<gateway::Gateway::Options> gateway_options(const GatewayOptions& options,
                                                  const server::PropertyPlan& plan,
                                                  const device::SigningKey& key) {
    gateway::Gateway::Options result;
    result.network = network_of(plan, options.clients);
    result.metrics_token = plan.access.metrics_token;
    result.key = key;
    const std::optional<Hash> server_key = parse_hash(options.server_key);
    if (!server_key) {
        return failure("--server: must be the server's public key, 64 hexadecimal digits");
    }
    result.server_key = *server_key;
    if (options.servers.empty()) return failure("--engine: names no server");
    for (const std::string& text : options.servers) {
        const Result<server::Listen> at = server::parse_listen(text);
        if (!at) return failure("--engine: " + at.error().text());
        result.servers.push_back(*at);
    }
    return result;
}

}  // namespace

int run_gateway(const GatewayOptions& options) {
    const Result<Hash> seed = server::load_or_create_secret(options.key);
    if (!seed) return complain(seed.error(), exit_no);
    const device::SigningKey key = device::key_of(*seed);
    if (options.print_key) return write_answer(to_text(key.public_key()) + "\n");
    const Result<server::PropertyPlan> plan = load_front(options);
    if (!plan) return complain(plan.error());
    const auto gateway_plan = gateway_options(options, *plan, key);
    if (!gateway_plan) return complain(gateway_plan.error());
    if (!options.log.empty()) {
        if (auto done = server::log_to(options.log); !done) return complain(done.error());
    }
    const bool stays = ignores_hangup();
    const sigset_t signals = block_signals();
    allow_open_files();
    auto started = gateway::Gateway::start(*gateway_plan);
    if (!started) return complain(started.error(), exit_no);
    gateway::Gateway& gateway = **started;
    const std::string at = fmt::format(
        "{}://{}:{}/", plan->certificate.empty() ? "http" : "https",
        plan->address.find(':') == std::string::npos ? plan->address : "[" + plan->address + "]",
        gateway.port());
    if (const int code =
            write_answer(fmt::format("\n  {}\n\n  a gateway with the key {}\n\n  Ctrl-C "
                                     "stops it.\n\n",
                                     at, to_text(key.public_key())))) {
        return code;
    }
    run_until_signal(signals, stays,
                     {[&] { gateway.run(); }, [&] { gateway.stop(); },
                      [&] {
                          const auto logged = server::reopen_log();
                          const auto read = gateway.reload_certificate();
                          for (const auto& done : {logged, read}) {
                              if (done) continue;
                              server::log(server::LogLevel::error, "a file can't be read again",
                                          {{"why", done.error().text()}});
                          }
                      }});
    server::log(server::LogLevel::info, "stopped");
    return exit_fine;
}

}  // namespace sicbo::app
