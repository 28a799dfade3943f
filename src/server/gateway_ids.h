// SPDX-License-Identifier: MIT
// The numbers of connections that clients have through a gateway. Connections of this process's
// own network have small numbers; those of the HTTP API have the highest bit, those of simulated
// cabinets the next one.
#pragma once

#include "core/check.h"
#include "server/network.h"
#include "wire/gateway_frame.h"

namespace sicbo::server {

inline constexpr std::uint64_t behind_gateway = std::uint64_t{1} << 61;
inline constexpr unsigned gateway_client_bits = 40;
inline constexpr std::uint64_t gateway_lines_max = (std::uint64_t{1} << 21) - 1;
static_assert(wire::gateway::client_max == (std::uint64_t{1} << gateway_client_bits) - 1);

// Returns true if the connection is that of a client of a gateway.
constexpr bool is_behind_gateway(ConnectionId connection) { return connection.number >> 61 == 1; }

// The connection of a client, by the number of the line over which the gateway has reported it.
constexpr ConnectionId behind_line(std::uint64_t line, std::uint64_t client) {
    check(1 <= line && line <= gateway_lines_max);
    check(1 <= client && client <= wire::gateway::client_max);
    return {behind_gateway | line << gateway_client_bits | client};
}

// The line and the client of a connection, which must be behind a gateway.
constexpr std::uint64_t line_of(ConnectionId connection) {
    check(is_behind_gateway(connection));
    return (connection.number & ~behind_gateway) >> gateway_client_bits;
}
constexpr std::uint64_t client_of(ConnectionId connection) {
    check(is_behind_gateway(connection));
    return connection.number & wire::gateway::client_max;
}

}  // namespace sicbo::server
