// SPDX-License-Identifier: MIT
// The session layer: connected clients, their requests, and what is sent to them.
//
// It dispatches each request to the part that handles it: SignIn (staff), Places (players),
// Enrolment (terminals), CommandRouter (orders), Publisher (topics). Every method runs on the loop
// thread. Nothing queued here leaves the process before the loop has committed the events that
// caused it.
#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "server/clock.h"
#include "server/command_router.h"
#include "server/enrolment.h"
#include "server/outbox.h"
#include "server/places.h"
#include "server/publisher.h"
#include "server/read_queue.h"
#include "server/rounds_cache.h"
#include "server/session.h"
#include "server/sign_in.h"
#include "server/ticket_desk.h"
#include "server/ticket_finder.h"

namespace sicbo::server {

class Sessions {
public:
    struct Options {
        const PropertyPlan* plan = nullptr;
        Accounts* accounts = nullptr;
        Hash token_secret;        // signs the tokens of guests
        std::size_t threads = 1;  // of the network
        SignIn::StartCheck check_password;
        SignIn::WallClock wall_clock = server::wall_clock;
        // Makes a simulated device fail; returns false if there is no such device or fault.
        std::function<bool(TableId, std::string_view fault)> inject_fault;
        std::function<void()> start_self_check;  // leads to on_self_checked()
        // The simulated cabinets: put something in (false: not taken), and what was printed.
        std::function<bool(TerminalId, Money)> insert_note = {};
        std::function<bool(TerminalId, const std::string& number)> insert_ticket = {};
        Publisher::TicketsOf tickets_of = {};
        const TicketFinder* ticket_finder = nullptr;       // null: the property has no tickets
        Hash ticket_key = {};                              // of the property
        std::function<store::Position()> checkpoint = {};  // the last signed note; may be empty
        // Until then a new connection must have a place, watch a topic or have somebody signed in.
        std::chrono::milliseconds first_request_max{10'000};
        ReadQueue::Options reads = {};
        GuestBook* guests = nullptr;  // null: one in memory
        // Called by take_outbox() with deliveries that need not wait for the others; may be empty.
        Publisher::SendEarly send_early = {};
    };
    // The loop, the plan and the accounts must outlive this object.
    Sessions(Loop& loop, Options options, Instant now);

    // Begins a turn: reports terminals that did not come back.
    void begin_turn(Instant now);

    // Closes connections that asked for nothing in time. Call once per turn, when all that has
    // arrived is handled: a request that came in time may have waited for a long commit.
    void close_unused();

    // Registers a connection and queues the hello. Until it joins a place or somebody signs in, it
    // can only watch public topics.
    void on_connect(ConnectionId connection, const Peer& peer = {});

    // Removes a connection. Does nothing if it is unknown.
    void on_disconnect(ConnectionId connection);

    // Handles one request and queues exactly one reply with its id, at once or in a later turn: for
    // passwords, for the self check, and for a request that only reads if its client has used up
    // its budget (ReadQueue). Does nothing if the connection is gone.
    void on_message(ConnectionId connection, const wire::Request& request);

    // Handles requests that only read and had to wait, as far as the budgets go. Called once per
    // turn, after its messages.
    void answer_reads();

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

    // Moves out what gateways are sent beside the outbox. Call it with take_outbox().
    GatewayTraffic take_gateway_traffic() { return publisher_.take_gateway_traffic(); }

    // When the next turn is needed even if no message arrives.
    std::optional<Instant> next_due() const;

    // Returns the person who is signed in on the connection, if there is exactly one.
    std::optional<PersonId> person_on(ConnectionId connection);

    // From now on orders that would begin a round are refused.
    void stop_rounds() { router_.stop_rounds(); }

    struct Counts {
        std::uint64_t executed = 0;
        std::uint64_t refused = 0;
        std::uint64_t malformed = 0;
        std::uint64_t delayed = 0;    // requests that only read, and had to wait
        std::uint64_t too_often = 0;  // refused for that reason
        std::uint64_t late_bets_left_out = 0;
        SignInCounts sign_ins = {};
    };
    Counts counts() const;

private:
    struct Arrival {
        ConnectionId connection;
        Instant deadline;
    };

    // Each handles one request and queues its reply. Those without a body here pass it on.
    void handle(ConnectionId connection, std::uint64_t id, const wire::Watch& request);
    void handle(ConnectionId connection, std::uint64_t id, const wire::Unwatch& request);
    void handle(ConnectionId connection, std::uint64_t id, const wire::ListRounds& request);
    void handle(ConnectionId connection, std::uint64_t id, const wire::ListOnDuty& request);
    void handle(ConnectionId connection, std::uint64_t id, const wire::AskHeadroom& request);
    void handle(ConnectionId connection, std::uint64_t id, const wire::SelfCheck& request);
    void handle(ConnectionId connection, std::uint64_t id, const wire::InjectFault& request);
    void handle(ConnectionId connection, std::uint64_t id, const wire::RequestCashOut& request);
    void handle(ConnectionId connection, std::uint64_t id, const wire::InsertNote& request);
    void handle(ConnectionId connection, std::uint64_t id, const wire::InsertTicket& request);
    TerminalId terminal_of(ConnectionId connection, std::uint64_t id);
    void answer_insertion(ConnectionId connection, std::uint64_t id, bool taken);
    void handle(ConnectionId connection, std::uint64_t id, const wire::FindTickets& request);
    void handle(ConnectionId connection, std::uint64_t id, const wire::SignIn& request) {
        sign_in_.handle(connection, id, request);
    }
    void handle(ConnectionId connection, std::uint64_t id, const wire::SignOut& request) {
        sign_in_.handle(connection, id, request);
    }
    void handle(ConnectionId connection, std::uint64_t id, const wire::SetPassword& request) {
        sign_in_.handle(connection, id, request);
    }
    void handle(ConnectionId connection, std::uint64_t id, const wire::EnrolSecondFactor& request) {
        sign_in_.handle(connection, id, request);
    }
    void handle(ConnectionId connection, std::uint64_t id, const wire::ResetSecondFactor& request) {
        sign_in_.handle(connection, id, request);
    }
    void handle(ConnectionId connection, std::uint64_t id, const wire::Join& request) {
        if (admit_to_place(connection, id)) places_.handle(connection, id, request, now_);
    }
    void handle(ConnectionId connection, std::uint64_t id, const wire::Leave& request) {
        places_.handle(connection, id, request, now_);
    }
    void handle(ConnectionId connection, std::uint64_t id, const wire::TopUp& request) {
        if (admit_to_place(connection, id)) places_.handle(connection, id, request);
    }
    void handle(ConnectionId connection, std::uint64_t id,
                const wire::CreateEnrolmentCode& request) {
        enrolment_.handle(connection, id, request);
    }
    void handle(ConnectionId connection, std::uint64_t id, const wire::Enrol& request) {
        if (admit_to_place(connection, id)) enrolment_.handle(connection, id, request, now_);
    }
    void handle(ConnectionId connection, std::uint64_t id,
                const wire::AuthenticateTerminal& request) {
        if (admit_to_place(connection, id)) enrolment_.handle(connection, id, request, now_);
    }
    void handle(ConnectionId connection, std::uint64_t id, const wire::OrderRequest& request);
    void handle(ConnectionId connection, std::uint64_t id, const wire::SellTicketRequest& request) {
        ticket_desk_.handle(connection, id, request);
    }
    void handle(ConnectionId connection, std::uint64_t id, const wire::ReadTicket& request) {
        ticket_desk_.handle(connection, id, request);
    }
    void handle(ConnectionId connection, std::uint64_t id, const wire::CashTicketRequest& request) {
        ticket_desk_.handle(connection, id, request);
    }
    void handle(ConnectionId connection, std::uint64_t id, const wire::PreviewRequest& request) {
        router_.handle(connection, id, request);
    }
    // Nothing was suspended: this connection has no gateway.
    void handle(ConnectionId connection, std::uint64_t id, const wire::Resume&) {
        outbox_.reply(connection, id);
    }
    void dispatch(ConnectionId connection, const wire::Request& request);
    void answer_read(ConnectionId connection, const wire::Request& request);
    bool admit_to_place(ConnectionId connection, std::uint64_t id);

    Loop& loop_;
    Options options_;
    SessionRegistry registry_;
    Outbox outbox_;
    Publisher publisher_;
    SignIn sign_in_;
    Places places_;
    Enrolment enrolment_;
    CommandRouter router_;
    TicketDesk ticket_desk_;
    std::deque<Arrival> arrivals_;  // new connections, by deadline; each is looked at once
    std::vector<std::pair<ConnectionId, std::uint64_t>> self_checks_;  // requests that wait
    std::uint64_t malformed_ = 0;
    std::uint64_t delayed_ = 0;
    std::uint64_t too_often_ = 0;
    Instant now_;
    ReadQueue reads_;
    RoundsCache rounds_;
    // Places that are taken and play credit that is filled up, which the journal has to note.
    Budgets<ConnectionId> places_of_connection_;
    Budgets<std::uint64_t> places_of_address_;
};

}  // namespace sicbo::server
