// SPDX-License-Identifier: MIT
// Turns order requests of clients into commands, executes them, and replies.
//
// It decides who gives the order: the player at the connection's place, or a person who is signed
// in. While the server stops it refuses orders that would begin a round. Everything else is for the
// engine. Every method runs on the loop thread.
#pragma once

#include <cstdint>
#include <optional>

#include "server/access.h"
#include "server/accounts.h"
#include "server/late_bets.h"
#include "server/loop.h"
#include "server/outbox.h"
#include "server/session.h"
#include "server/ticket_finder.h"

namespace sicbo::server {

// How far the number of a request may be above the last one of its actor.
inline constexpr std::uint64_t request_ahead_max = 1'024;

class CommandRouter {
public:
    // All references must outlive this object.
    CommandRouter(Loop& loop, SessionRegistry& registry, Outbox& outbox, const AccessPlan& access,
                  const Accounts& accounts);

    // Executes the order and queues exactly one reply. Throws Quarantined.
    void handle(ConnectionId connection, std::uint64_t id, const wire::OrderRequest& request);

    // An order that was executed.
    struct Executed {
        table::Stamp stamp;
        Reply reply;
    };
    // The same without the reply, which is the caller's to queue. If the order is refused, queues
    // the refusal and returns nothing.
    std::optional<Executed> execute(ConnectionId connection, std::uint64_t id,
                                    const wire::OrderRequest& request);

    // Returns who gives the order, with the number of the request. Queues a refusal and returns
    // nothing if the connection may not speak for that person or place.
    std::optional<table::Stamp> stamp_of(ConnectionId connection, std::uint64_t id,
                                         const wire::OrderRequest& request);

    // Decides the order as things stand, and changes nothing. Returns nothing if the order fails a
    // check.
    std::optional<table::Decision> decide(table::Stamp stamp, const table::Order& order) const;

    // Queues a reply that says who may give the order, who must agree and what it would lead to.
    // Changes nothing.
    void handle(ConnectionId connection, std::uint64_t id, const wire::PreviewRequest& request);

    // Sets who knows the tickets that were closed long ago; null: nobody.
    void set_ticket_finder(const TicketFinder* finder) { ticket_finder_ = finder; }

    // From now on orders that would begin a round are refused with `stopping`.
    void stop_rounds() { stopping_ = true; }

    // Orders that were not refused: carried out, waiting for a second person, or sent again.
    std::uint64_t executed() const { return executed_; }
    std::uint64_t refused() const { return refused_; }  // by the engine
    std::uint64_t late_bets_left_out() const { return late_bets_.left_out(); }

private:
    bool admit(ConnectionId connection, std::uint64_t id, const table::Stamp& stamp);
    bool identify(ConnectionId connection, std::uint64_t id, const wire::OrderRequest& request,
                  table::Stamp& stamp);
    std::string detail_of(const Reply& reply, const table::Order& order) const;
    bool lacks_second_factor(PersonId person, rules::Role role) const;
    std::uint64_t session_for(const table::Stamp& stamp) const;

    Loop& loop_;
    SessionRegistry& registry_;
    Outbox& outbox_;
    const AccessPlan& access_;
    const Accounts& accounts_;
    const TicketFinder* ticket_finder_ = nullptr;
    LateBets late_bets_;
    bool stopping_ = false;
    std::uint64_t executed_ = 0;
    std::uint64_t refused_ = 0;
};

}  // namespace sicbo::server
