// SPDX-License-Identifier: MIT
// Enrolment of terminals: a member of staff on duty asks for a code, the terminal registers its
// public key with it, and from then on authenticates itself by a signature on each connection.
//
// Every method runs on the loop thread. The journal has the hash of each code and who asked for it
// (RequestEnrolment); nothing is kept here.
#pragma once

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
    void handle(ConnectionId connection, std::uint64_t id,
                const wire::CreateEnrolmentCode& request);
    void handle(ConnectionId connection, std::uint64_t id, const wire::Enrol& request, Instant now);
    void handle(ConnectionId connection, std::uint64_t id,
                const wire::AuthenticateTerminal& request, Instant now);

private:
    Loop& loop_;
    SessionRegistry& registry_;
    Places& places_;
    Outbox& outbox_;
};

}  // namespace sicbo::server
