// For network.cpp and network_tls.cpp alone: how a connection over TLS begins.
#pragma once

#include "server/connection.h"
#include "server/tls.h"

namespace sicbo::server {

void start_tls(Tls& tls, Worker& worker, TcpSocket socket, std::shared_ptr<void> caller);

}  // namespace sicbo::server
