// SPDX-License-Identifier: MIT
// Enrolment of terminals: a member of staff creates a code, the terminal registers its public key
// with it, and from then on authenticates itself by a signature on each connection.
//
// Every method runs on the loop thread. Codes live in memory only, for ten minutes.
#pragma once

#include <chrono>
#include <map>
#include <string>

#include "server/loop.h"
#include "server/outbox.h"
#include "server/places.h"
#include "server/session.h"

namespace sicbo::server {

class Enrolment {
public:
    // All references must outlive this object.
    Enrolment(Loop& loop, SessionRegistry& registry, Places& places, Outbox& outbox);

    // Handle one request and queue exactly one reply.
    void handle(ConnectionId connection, std::uint64_t id, const wire::CreateEnrolmentCode& request,
                Instant now);
    void handle(ConnectionId connection, std::uint64_t id, const wire::Enrol& request, Instant now);
    void handle(ConnectionId connection, std::uint64_t id,
                const wire::AuthenticateTerminal& request, Instant now);

    static constexpr std::chrono::milliseconds code_lifetime = std::chrono::minutes(10);

private:
    struct Code {
        TableId table;
        TerminalId terminal;
        Instant expires_at;
    };

    Loop& loop_;
    SessionRegistry& registry_;
    Places& places_;
    Outbox& outbox_;
    std::map<std::string, Code> codes_;
};

}  // namespace sicbo::server
