// SPDX-License-Identifier: MIT
// A connection that has become a WebSocket (RFC 6455). Beast's WebSocket is instantiated only in
// connection_websocket.cpp, because it is slow to compile.
#pragma once

#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <memory>

#include "server/connection_worker.h"

namespace sicbo::server {

using HttpUpgradeRequest = boost::beast::http::request<boost::beast::http::string_body>;

// Answers the request with status 101 and passes messages to the handler of the service, or to the
// worker's if `service` is null, until the connection ends. The request must be one that may become
// a WebSocket; it is not used after the call. Bytes that the client sent after the request, without
// waiting for the answer, are lost. Must be called on the worker's thread.
void start_websocket(Worker& worker, std::unique_ptr<Transport> transport, ConnectionSlot slot,
                     const HttpUpgradeRequest& request, const Network::Service* service);

}  // namespace sicbo::server
