// SPDX-License-Identifier: MIT
// Tickets at the counters of the cage: turns the requests of cashiers into orders of the engine.
//
// The number of a ticket is drawn in here, or comes from the cashier's reader. Orders and events
// have its name (docs/decisions/0028-ticket-names.md). The number of a ticket that was sold is in
// the reply alone, and in memory for as long as the reply may have to be sent again. Every method
// runs on the loop thread.
#pragma once

#include <deque>
#include <functional>
#include <string>

#include "server/command_router.h"
#include "server/property.h"
#include "store/record.h"

namespace sicbo::server {

class TicketDesk {
public:
    struct Options {
        const PropertyPlan* plan = nullptr;
        Hash ticket_key;
        // Returns the last signed note of the journal, which is printed on tickets; may be empty.
        std::function<store::Position()> checkpoint = {};
    };
    // For how long a resend of a sale gets the same reply, with the ticket.
    static constexpr std::int64_t sold_milliseconds = 120'000;

    // The references and the plan must outlive this object.
    TicketDesk(Loop& loop, CommandRouter& router, Outbox& outbox, Options options);
    ~TicketDesk();
    TicketDesk(const TicketDesk&) = delete;
    TicketDesk& operator=(const TicketDesk&) = delete;

    // Forgets the numbers of sales that are not answered again any more.
    void on_time(Instant now);

    // Each executes the request and queues exactly one reply. Throws Quarantined.
    void handle(ConnectionId connection, std::uint64_t id, const wire::SellTicketRequest& request);
    void handle(ConnectionId connection, std::uint64_t id, const wire::ReadTicket& request);
    void handle(ConnectionId connection, std::uint64_t id, const wire::CashTicketRequest& request);

    // Returns true for the orders that come only from these requests: with the name of a ticket,
    // which journals and exports show, nobody must be able to redeem it.
    static bool owns(const table::Order& order);

private:
    struct Sold {
        table::Actor actor;
        std::uint64_t request = 0;
        Instant until;
        std::string ticket;  // JSON members of the reply
        std::string svg;
    };
    wire::OrderRequest cash_order(const wire::CashierRequest& by, const std::string& number) const;
    const Sold* find_sold(const table::Stamp& stamp) const;
    static void erase(Sold& sold);

    Loop& loop_;
    CommandRouter& router_;
    Outbox& outbox_;
    Options options_;
    Instant now_;
    std::deque<Sold> sold_;  // oldest first
};

}  // namespace sicbo::server
