// SPDX-License-Identifier: MIT
// What one turn sends to gateways about topics that anybody may watch: each change once for every
// gateway, and which of its clients get it.
#pragma once

#include <vector>

#include "server/network.h"
#include "wire/message.h"

namespace sicbo::server {

struct GatewayTraffic {
    struct Change {
        ConnectionId client;
        wire::Topic topic;
    };
    struct Published {
        std::uint64_t line = 0;
        wire::Topic topic;
        SharedMessage message;
    };
    std::vector<Change> left;  // take effect before what is published
    std::vector<Published> published;
    std::vector<Change> joined;  // take effect after it
};

}  // namespace sicbo::server
