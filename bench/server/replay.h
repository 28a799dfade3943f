// SPDX-License-Identifier: MIT
// What the machine allows where the real server is measured with one table: the same bytes, sent to
// the same number of connections by a server that decides nothing.
//
// - The replay sends to each connection, in one pass over all of them, the frame that its terminal
//   got with the last result. The time is from the begin of the pass to the arrival at each client.
// - The echo takes all orders that have arrived, appends as many bytes as their events have in the
//   journal to a file, syncs it once, and answers each with a frame as long as the real reply. The
//   orders are those that the terminals sent last, due at moments that do not depend on replies.
//
// The clients use the WebSocket code of the load test, split frames and parse JSON as it does, but
// keep no books: they do less than its terminals, so these limits are lower than they need be.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "load/latencies.h"
#include "load/load_terminal.h"

namespace bench {

struct ReplayPlan {
    std::vector<sicbo::load::Recording> terminals;
    std::size_t event_bytes = 0;  // of an order's event in the journal
    double orders = 0;            // a second
    std::string folder;           // on the disk of the journal
};

sicbo::load::Latencies measure_replay(const ReplayPlan& plan);
sicbo::load::Latencies measure_echo(const ReplayPlan& plan);

// The servers, which other processes of this program run until they are stopped. `texts` is a
// file with a frame for each client, each after its length in four bytes.
int serve_replay(std::uint16_t port, const std::string& texts);
int serve_echo(std::uint16_t port, const std::string& texts, std::size_t event_bytes,
               const std::string& file);

}  // namespace bench
