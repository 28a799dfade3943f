// SPDX-License-Identifier: MIT
// Enrolment of terminals: a member of staff creates a code, the terminal registers its public key
// with it, and from then on authenticates itself by a signature on each connection.
//
// Every method runs on the loop thread. Codes live in memory only, for ten minutes.
#pragma once

#include <map>
#include <string>

#include "server/loop.h"
#include "server/outbox.h"
#include "server/seats.h"
#include "server/session.h"

namespace sicbo::server {

class Enrolment {
public:
    // All references must outlive this object.
    Enrolment(Loop& loop, SessionRegistry& registry, Seats& seats, Outbox& outbox);

    // Handle one request and queue exactly one reply.
    void handle(ConnectionId connection, std::uint64_t id, const wire::CreateEnrolmentCode& request,
                Instant now);
    void handle(ConnectionId connection, std::uint64_t id, const wire::Enrol& request, Instant now);
    void handle(ConnectionId connection, std::uint64_t id,
                const wire::AuthenticateTerminal& request, Instant now);

    static constexpr std::int64_t code_lifetime = 600'000;  // milliseconds

private:
    struct Code {
        TableId table;
        TerminalId terminal;
        Instant until;
    };

    Loop& loop_;
    SessionRegistry& registry_;
    Seats& seats_;
    Outbox& outbox_;
    std::map<std::string, Code> codes_;
};

}  // namespace sicbo::server
