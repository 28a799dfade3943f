// SPDX-License-Identifier: MIT
// The session layer: connected clients, their requests, and what is sent to them.
//
// It dispatches each request to the part that handles it: SignIn (staff), Seats (players),
// Enrolment (terminals), CommandRouter (orders), Publisher (topics). Every method runs on the loop
// thread. Nothing queued here leaves the process before the loop has committed the events that
// caused it.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "server/command_router.h"
#include "server/enrolment.h"
#include "server/outbox.h"
#include "server/publisher.h"
#include "server/seats.h"
#include "server/session.h"
#include "server/sign_in.h"

namespace sicbo::server {

class Sessions {
public:
    struct Options {
        const PropertyPlan* plan = nullptr;
        Accounts* accounts = nullptr;
        Hash token_secret;        // signs the tokens of guests
        std::size_t threads = 1;  // of the network
        SignIn::StartCheck check_password;
        // Makes a simulated device fail; returns false if there is no such device or fault.
        std::function<bool(TableId, std::string_view fault)> inject_fault;
        std::function<void()> start_self_check;  // leads to on_self_checked()
        std::int64_t idle_max = 10'000;          // milliseconds that a connection may do nothing
        std::int64_t reconnect_max = 3'000;      // milliseconds until a lost terminal is reported
    };
    // The loop, the plan and the accounts must outlive this object.
    Sessions(Loop& loop, Options options, Instant now);

    // Begins a turn: closes idle connections and reports terminals that did not come back.
    void begin_turn(Instant now);

    // Registers a connection and queues the hello. Until it joins a place or somebody signs in, it
    // can only watch public topics.
    void on_connect(ConnectionId connection);

    // Removes a connection. Does nothing if it is unknown.
    void on_disconnect(ConnectionId connection);

    // Handles one request and queues exactly one reply with its id, at once or, for passwords and
    // the self check, in a later turn. Does nothing if the connection is gone.
    void on_message(ConnectionId connection, const wire::Request& request);

    // Queues the reply to a message that could not be read.
    void on_malformed_message(ConnectionId connection, std::uint64_t id, const Error& error);

    // Ends a check that Options::check_password started.
    void on_password_checked(const PasswordCheck& check, bool is_right);

    // Replies to everybody who waits for the self check.
    void on_self_checked();

    // Marks the topics that the events changed. Called once per turn, after the commit, with the
    // events of that commit in sequence order.
    void on_committed(std::span<const CommittedEvent> events);

    // Moves out everything that is due, one list per network thread. Call after on_committed().
    std::vector<std::vector<Delivery>> take_outbox(Instant now);

    // When the next turn is needed even if no message arrives.
    std::optional<Instant> next_due() const;

    // From now on orders that would begin a round are refused.
    void stop_rounds() { router_.stop_rounds(); }

    struct Counts {
        std::uint64_t executed = 0;
        std::uint64_t refused = 0;
        std::uint64_t malformed = 0;
    };
    Counts counts() const { return {router_.executed(), router_.refused(), malformed_}; }

private:
    struct Arrival {
        ConnectionId connection;
        Instant until;
    };

    // The parts have overloads of handle() for their own requests; these are for the rest.
    void handle(ConnectionId connection, std::uint64_t id, const wire::Watch& request);
    void handle(ConnectionId connection, std::uint64_t id, const wire::Unwatch& request);
    void handle(ConnectionId connection, std::uint64_t id, const wire::ListRounds& request);
    void handle(ConnectionId connection, std::uint64_t id, const wire::SelfCheck& request);
    void handle(ConnectionId connection, std::uint64_t id, const wire::InjectFault& request);
    void handle(ConnectionId connection, std::uint64_t id, const auto& request);
    void close_idle();

    Loop& loop_;
    Options options_;
    SessionRegistry registry_;
    Outbox outbox_;
    Publisher publisher_;
    SignIn sign_in_;
    Seats seats_;
    Enrolment enrolment_;
    CommandRouter router_;
    std::deque<Arrival> arrivals_;  // connections that may not have asked for anything yet
    std::vector<std::pair<ConnectionId, std::uint64_t>> self_checks_;  // requests that wait
    std::uint64_t malformed_ = 0;
    Instant now_;
};

}  // namespace sicbo::server
