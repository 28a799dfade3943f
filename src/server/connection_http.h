// SPDX-License-Identifier: MIT
// A connection that speaks HTTP/1.1, until it becomes a WebSocket.
#pragma once

#include <memory>
#include <string>

#include "server/connection_worker.h"

namespace sicbo::server {

// Reads requests from the transport, has the handler answer them, and turns into a WebSocket if a
// request asks for that. Owns itself until the connection ends. Must be called on the worker's
// thread.
void start_connection(Worker& worker, std::unique_ptr<Transport> transport, ConnectionSlot slot);

}  // namespace sicbo::server
