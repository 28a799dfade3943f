// SPDX-License-Identifier: MIT
// How network.cpp makes an encrypted transport.
#pragma once

#include "server/tls.h"
#include "server/transport.h"

namespace sicbo::server {

// The transport shares ownership of the context.
std::unique_ptr<Transport> make_tls_transport(StreamSocket socket,
                                              std::shared_ptr<TlsContext> context);

}  // namespace sicbo::server
