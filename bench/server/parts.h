// SPDX-License-Identifier: MIT
// The parts of bench/server: tables with terminals, cashing out, and broadcasts alone.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>

namespace bench {

struct ServerOptions {
    std::uint32_t terminals = 3'000;
    double seconds = 60;
    bool tables = true;
    bool cash = true;
    bool broadcast = true;
    std::string program;  // sicbo
    std::string folder;
};

// What the terminals of one table see of the real server.
void run_tables(const ServerOptions& options);

// Cashing out on the whole floor at once, with a cabinet at each terminal.
void run_cash(const ServerOptions& options);

// What one delivery of a broadcast costs our network, Node's ws and uWebSockets.
void run_broadcast(const ServerOptions& options);
// Our network alone, as the peers are: what another process of this program runs.
int serve_broadcasts(std::uint16_t port);

// Returns true if a server on this machine answers at the port that it is ready.
bool is_server_ready(std::uint16_t port);

// Of a process, so far.
double cpu_seconds(pid_t process);
double memory_kib(pid_t process);

}  // namespace bench
