// SPDX-License-Identifier: MIT
// The cabinets of the terminals: turns their messages into orders of the engine, and what the
// journal has committed into messages to them.
//
// Cabinets connect to the server (docs/formats/cabinet.md). A note or a ticket is stacked, a ticket
// is printed and a report is acknowledged only after the commit of the events that allow it. What
// is sent follows from the committed state, so nothing needs to be recovered after a restart.
//
// The number of a ticket is drawn in here and is in memory only until the turn ends. Orders and
// events have its name (docs/decisions/0028-ticket-names.md). Every method runs on the loop thread.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "device/cabinet.h"
#include "device/secure_line.h"
#include "server/log_limiter.h"
#include "server/loop.h"
#include "server/network.h"
#include "server/outbox.h"
#include "server/property.h"

namespace sicbo::server {

class CabinetController {
public:
    struct Options {
        const PropertyPlan* plan = nullptr;
        device::SigningKey key;  // by which cabinets know this server
        Hash ticket_key;
        std::size_t threads = 1;  // of the network
        // Returns true if the read model knows the ticket as closed. Asked only about a ticket that
        // the engine does not know.
        std::function<bool(const Hash& ticket)> is_closed = {};
    };
    // The loop and the plan must outlive this object.
    CabinetController(Loop& loop, const Options& options);

    // Registers the key of a cabinet that the configuration does not name: a simulated one.
    void add_key(TerminalId terminal, const device::PublicKey& key);

    // Reports every cabinet that the journal has as connected as disconnected. Call it once, before
    // the first connection; the events are committed with the next commit.
    void start();

    // Draws the number of the ticket if the command is a CashOut, and names the ticket. If the
    // command redeems a ticket that the engine does not know, says whether it was closed before:
    // nobody else can say that. The loop must call it before it decides the command
    // (Loop::set_completion).
    void complete(const table::State& state, table::Command& command);

    // Closes connections that have not opened their line in time.
    void begin_turn(Instant now);

    // Adds a connection, which must open its line in time (begin_turn). The number must not be in
    // use.
    void on_connect(ConnectionId connection, Instant now);
    // Handles one line. A line that is invalid ends the connection. Does nothing if the connection
    // is gone.
    void on_line(ConnectionId connection, std::string_view line, Instant now);
    // Removes a connection. Does nothing if it is unknown.
    void on_disconnect(ConnectionId connection);

    // The last signed note of the journal, whose size and hash are printed on tickets.
    void set_checkpoint(const store::Position& checkpoint) { checkpoint_ = checkpoint; }
    const store::Position& checkpoint() const { return checkpoint_; }

    const Hash& ticket_key() const { return options_.ticket_key; }

    // Queues what the commit allows. Called once per turn, after the commit, with its events.
    void on_committed(std::span<const CommittedEvent> events);

    // Moves out what is to be sent, one list per network thread. Call after on_committed().
    std::vector<std::vector<Delivery>> take_outbox() { return outbox_.take(); }

    // When the next turn is needed even if no message arrives.
    std::optional<Instant> next_due() const;

    // How many cabinets are configured, and how many of them are ready now.
    std::size_t configured() const { return terminals_.size(); }
    std::size_t ready() const;

private:
    struct Link {
        device::SecureLine line;
        TerminalId terminal;  // 0 until the line is open
        bool ready = false;   // the cabinet has answered Begin
    };
    // What must be sent after the commit.
    struct DueAnswer {
        ConnectionId to;
        enum class Kind : std::uint8_t { begin, escrow, acknowledge } kind = Kind::begin;
        device::cabinet::Item item = device::cabinet::Item::note;
        std::uint64_t counter = 0;
    };
    struct TicketNumber {
        Hash name;
        std::string number;
    };

    void open(ConnectionId connection, Link& link);
    void handle(ConnectionId connection, Link& link, const device::cabinet::Ready& message);
    void handle(ConnectionId connection, Link& link, const device::cabinet::Status& message);
    void handle(ConnectionId connection, Link& link, const device::cabinet::Note& message);
    void handle(ConnectionId connection, Link& link, const device::cabinet::Ticket& message);
    void handle(ConnectionId connection, Link& link, const device::cabinet::Done& message);
    void handle(ConnectionId connection, Link& link, const device::cabinet::Printed& message);
    void handle(ConnectionId connection, Link& link, const device::cabinet::Failure& message);
    bool is_closed(const table::State& state, const Hash& ticket) const;
    bool execute(TerminalId terminal, table::Order order);
    void report_disconnected(TerminalId terminal);
    void answer(const DueAnswer& due);
    void print(const table::Event& event, const table::TicketCreated& created);
    void send(ConnectionId to, const device::cabinet::ToCabinet& message);
    void end(ConnectionId connection, std::string_view why);
    void drop(ConnectionId connection);
    void log_limited(TerminalId terminal, std::string_view message, const std::string& why);
    void forget_numbers();

    Loop& loop_;
    Options options_;
    Outbox outbox_;
    LogLimiter limiter_;
    Instant now_;
    std::map<TerminalId, TableId> terminals_;  // that have a cabinet
    std::map<device::PublicKey, TerminalId> keys_;
    std::map<ConnectionId, Link> links_;
    std::deque<std::pair<Instant, ConnectionId>> arrivals_;  // by deadline; looked at once
    std::map<TerminalId, ConnectionId> open_;  // whose line is open; one for each terminal
    std::vector<DueAnswer> due_;
    std::vector<TicketNumber> numbers_;  // drawn in this turn
    store::Position checkpoint_;
};

}  // namespace sicbo::server
