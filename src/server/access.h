// SPDX-License-Identifier: MIT
// What the configuration says about access: from where staff may sign in, who needs a second factor
// or a certificate, by which names the server is known, where its figures are. No socket here.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "server/network.h"
#include "table/authority.h"

namespace sicbo::server {

struct Listen {
    std::string address;
    std::uint16_t port = 0;
};

// Reads "127.0.0.1:8080" or "[::1]:8080".
Result<Listen> parse_listen(std::string_view text);

// Addresses that begin with the same bits: "10.1.0.0/16", "::1".
struct AddressNetwork {
    std::array<std::uint8_t, 16> address = {};  // IPv4 as ::ffff:a.b.c.d
    std::uint8_t bits = 128;

    // `text` is an address in numbers; any other text is in no network.
    bool contains(std::string_view text) const;
};

// Reads an address in numbers, or one with a slash and the number of its leading bits that count.
Result<AddressNetwork> parse_network(std::string_view text);

// Returns true for 127.0.0.0/8 and ::1.
bool is_loopback(std::string_view address);

// This machine and private networks (RFC 1918, RFC 4193, link-local IPv6).
std::vector<AddressNetwork> private_networks();

struct AccessPlan {
    bool insecure = false;           // plain HTTP beyond this machine
    std::vector<std::string> names;  // hosts by which clients reach the server
    std::string client_authorities;  // PEM file beside the configuration; empty: none
    bool certificate_for_terminals = false;
    bool certificate_for_consoles = false;
    Listen gateways_at;              // where gateways connect; empty: there are none
    std::vector<Hash> gateway_keys;  // their public keys
    Listen metrics_at;               // where /metrics is; port 0 and no address: with the pages
    std::string metrics_token;       // the token that readers of /metrics send; empty: none
    std::uint32_t answer_bytes_per_second = 4'000'000;  // answers to one address
    std::vector<AddressNetwork> consoles = private_networks();
    std::vector<std::string> console_certificates;  // SHA-256, in hexadecimal
    table::RoleSet second_factor;                   // roles that need one
    std::uint32_t password_length_min = 8;

    // Returns true if staff may sign in on this connection.
    bool is_console(const Peer& peer) const;

    // Returns true if a terminal or a guest may take a place on this connection.
    bool may_be_terminal(const Peer& peer) const;
};

}  // namespace sicbo::server
