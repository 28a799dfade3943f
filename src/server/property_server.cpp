// SPDX-License-Identifier: MIT
#include "server/property_server.h"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>

#include "core/text.h"
#include "server/accounts.h"
#include "server/http_guard.h"

namespace sicbo::server {
namespace {

// Browsers send scheme, host and port in small letters, without a path, and are compared with that.
bool is_origin(std::string_view text) {
    const auto within = [](std::string_view part, std::string_view letters) {
        return !part.empty() && part.find_first_not_of(letters) == std::string_view::npos;
    };
    const std::string_view scheme = text.starts_with("https://") ? "https://" : "http://";
    if (!text.starts_with(scheme)) return false;
    std::string_view host = text.substr(scheme.size());
    const std::size_t colon = host.rfind(':');
    if (colon != std::string_view::npos && !host.ends_with(']')) {
        if (!within(host.substr(colon + 1), "0123456789")) return false;
        host = host.substr(0, colon);
    }
    if (host.starts_with('[') && host.ends_with(']')) {
        return within(host.substr(1, host.size() - 2), "0123456789abcdef:.");
    }
    return within(host, "0123456789abcdefghijklmnopqrstuvwxyz-_.");
}

// Where clients reach the servers of the property. A page that one of them served may connect to
// all of them.
void read_servers(PropertyPlan& plan, const TomlTable& from) {
    if (!from.has("servers")) return;
    plan.servers = from.texts("servers");
    for (const std::string& one : plan.servers) {
        for (const char* scheme : {"http://", "https://"}) plan.origins.push_back(scheme + one);
        const std::size_t colon = one.rfind(':');
        if (colon != std::string::npos && is_origin("http://" + one)) continue;
        from.wrong("servers", "\"" + one + "\" is no host and port, such as one.example:8080");
    }
}

void read_names(AccessPlan& plan, const TomlTable& from) {
    plan.insecure = from.has("insecure") && from.flag("insecure");
    if (!from.has("names")) return;
    plan.names = from.texts("names");
    for (const std::string& name : plan.names) {
        const bool bare = name.find(':') == std::string::npos || name.starts_with('[');
        if (bare && !host_name(name).empty()) continue;
        from.wrong("names", "\"" + name + "\" is no host, such as casino.example or 10.0.0.5");
    }
}

void read_certificates(PropertyPlan& plan, const TomlTable& from) {
    AccessPlan& access = plan.access;
    if (from.has("client_authorities")) access.client_authorities = from.text("client_authorities");
    if (from.has("certificate_for")) {
        for (const std::string& who : from.texts("certificate_for")) {
            if (who == "terminals") {
                access.certificate_for_terminals = true;
            } else if (who == "consoles") {
                access.certificate_for_consoles = true;
            } else {
                from.wrong("certificate_for", "must be terminals or consoles");
            }
        }
        if (access.client_authorities.empty()) {
            from.wrong("certificate_for", "needs client_authorities: who signs the certificates");
        }
    }
    if (!access.client_authorities.empty() && plan.certificate.empty()) {
        from.wrong("client_authorities", "needs a certificate of the server: it is part of TLS");
    }
}

void read_metrics(AccessPlan& plan, const TomlTable& from) {
    constexpr std::size_t token_min = 16;
    constexpr std::uint32_t bytes_min = 100'000;
    constexpr std::uint32_t bytes_max = 1'000'000'000;
    if (from.has("metrics_listen")) {
        const Result<Listen> listen = parse_listen(from.text("metrics_listen"));
        if (!listen) from.wrong("metrics_listen", listen.error().text());
        plan.metrics_at = listen.value_or(Listen());
    }
    if (from.has("metrics_token")) {
        plan.metrics_token = from.text("metrics_token");
        if (plan.metrics_token.size() < token_min || !is_line(plan.metrics_token)) {
            from.wrong("metrics_token", "must be a line of at least 16 characters");
        }
    }
    if (from.has("answer_bytes_per_second")) {
        plan.answer_bytes_per_second = static_cast<std::uint32_t>(
            from.number("answer_bytes_per_second", bytes_min, bytes_max));
    }
}

void read_gateways(AccessPlan& plan, const TomlTable& from) {
    if (from.has("gateways_listen") != from.has("gateway_keys")) {
        from.wrong("", "gateways_listen and gateway_keys belong together");
    }
    if (from.has("gateways_listen")) {
        const Result<Listen> listen = parse_listen(from.text("gateways_listen"));
        if (!listen) from.wrong("gateways_listen", listen.error().text());
        plan.gateways_at = listen.value_or(Listen());
    }
    if (!from.has("gateway_keys")) return;
    for (const std::string& text : from.texts("gateway_keys")) {
        const std::optional<Hash> key = parse_hash(text);
        if (!key) from.wrong("gateway_keys", "must be public keys, 64 hexadecimal digits each");
        if (key && std::ranges::find(plan.gateway_keys, *key) != plan.gateway_keys.end()) {
            from.wrong("gateway_keys", "names a key twice: each gateway has its own");
        }
        plan.gateway_keys.push_back(key.value_or(Hash()));
    }
}

}  // namespace

void read_server(PropertyPlan& plan, const TomlTable& from) {
    constexpr std::uint32_t threads_max = 64;
    constexpr std::uint32_t connections_max = 1'000'000;
    constexpr std::uint32_t stop_seconds_max = 86'400;
    if (from.has("listen")) {
        const std::string text = from.text("listen");
        const Result<Listen> listen = parse_listen(text);
        if (!listen) from.wrong("listen", listen.error().text());
        plan.address = listen ? listen->address : "";
        plan.port = listen ? listen->port : std::uint16_t{0};
    }
    if (from.has("threads")) {
        plan.threads = static_cast<std::uint32_t>(from.number("threads", 1, threads_max));
    }
    if (from.has("connections_from_one_address")) {
        plan.connections_per_address_max = static_cast<std::uint32_t>(
            from.number("connections_from_one_address", 1, connections_max));
    }
    if (from.has("stop_seconds")) {
        plan.stop_seconds =
            static_cast<std::uint32_t>(from.number("stop_seconds", 0, stop_seconds_max));
    }
    if (from.has("clock_behind_seconds")) {
        constexpr std::uint32_t behind_max = 86'400;
        plan.clock.behind_max =
            std::chrono::seconds(from.number("clock_behind_seconds", 0, behind_max));
    }
    if (from.has("clock_ahead_days")) {
        constexpr std::uint32_t ahead_max = 36'500;
        plan.clock.ahead_max = std::chrono::days(from.number("clock_ahead_days", 0, ahead_max));
    }
    if (from.has("origins")) plan.origins = from.texts("origins");
    for (const std::string& one : plan.origins) {
        if (is_origin(one)) continue;
        from.wrong("origins", "\"" + one +
                                  "\" is no web address as browsers send it, such as "
                                  "https://example.com or http://10.0.0.5:8080");
    }
    read_servers(plan, from);
    if (from.has("certificate") != from.has("private_key")) {
        from.wrong("", "a certificate and its private_key belong together");
    }
    if (from.has("certificate")) plan.certificate = from.text("certificate");
    if (from.has("private_key")) plan.private_key = from.text("private_key");
    read_names(plan.access, from);
    read_certificates(plan, from);
    read_metrics(plan.access, from);
    read_gateways(plan.access, from);
}

Result<PropertyPlan> read_front(std::string_view text, const std::string& name) {
    const TomlText source(text, name);
    PropertyPlan plan;
    plan.file = name;
    if (source.root().has("server")) {
        const TomlTable section = source.root().table("server");
        for (const char* key : {"gateways_listen", "gateway_keys", "stop_seconds",
                                "clock_behind_seconds", "clock_ahead_days", "metrics_listen",
                                "answer_bytes_per_second", "certificate_for", "servers"}) {
            if (section.has(key)) section.wrong(key, "is for the server behind a gateway only");
        }
        read_server(plan, section);
    }
    if (const auto error = source.error()) return std::unexpected(*error);
    return plan;
}

void read_staff(AccessPlan& plan, const TomlTable& from) {
    if (from.has("consoles")) {
        plan.consoles.clear();
        for (const std::string& text : from.texts("consoles")) {
            const Result<AddressNetwork> network = parse_network(text);
            if (!network) {
                from.wrong("consoles", network.error().text());
                continue;
            }
            plan.consoles.push_back(*network);
        }
    }
    if (from.has("console_certificates")) {
        for (const std::string& text : from.texts("console_certificates")) {
            if (!parse_hash(text)) {
                from.wrong("console_certificates",
                           "must be SHA-256 of certificates, 64 hexadecimal digits each");
            }
            plan.console_certificates.push_back(text);
        }
    }
    if (from.has("second_factor")) {
        for (const std::string& text : from.texts("second_factor")) {
            const auto role = parse_word<rules::Role>(text);
            const bool staff = role && *role != rules::Role::player && *role != rules::Role::system;
            if (!staff) {
                from.wrong("second_factor", "\"" + text + "\" is no role of staff");
                continue;
            }
            plan.second_factor.add(*role);
        }
    }
    if (from.has("password_length_min")) {
        constexpr std::uint32_t lengths_max = 64;
        plan.password_length_min = static_cast<std::uint32_t>(
            from.number("password_length_min", password_length_min, lengths_max));
    }
}

Result<Listen> parse_listen(std::string_view text) {
    const auto wrong = [&] {
        return failure("\"" + std::string(text) +
                       "\" is no address and port, such as 127.0.0.1:8080 or [::1]:8080");
    };
    const std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos || colon == 0) return wrong();
    std::string_view address = text.substr(0, colon);
    const std::string_view port = text.substr(colon + 1);
    const bool is_v6 = address.starts_with('[') && address.ends_with(']');
    if (is_v6) {
        address = address.substr(1, address.size() - 2);
    } else if (address.find(':') != std::string_view::npos) {
        return wrong();
    }
    Listen listen{std::string(address), 0};
    const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), listen.port);
    if (error != std::errc() || end != port.data() + port.size() || address.empty()) return wrong();
    // Names are not looked up anywhere: what they stand for may change behind the operator's back.
    const std::size_t end_of_number = is_v6 ? address.find('%') : address.size();  // fe80::1%eth0
    const std::string number(address.substr(0, end_of_number));
    in6_addr ignored = {};
    if (::inet_pton(is_v6 ? AF_INET6 : AF_INET, number.c_str(), &ignored) != 1) {
        return failure("\"" + listen.address +
                       "\" is no address in numbers, such as 127.0.0.1 or [::1]");
    }
    return listen;
}

}  // namespace sicbo::server
