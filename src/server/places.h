// SPDX-License-Identifier: MIT
// Places of players: guests at training tables, and terminals that have authenticated themselves.
//
// A guest gets a free terminal or seat with play credit, and a token with which the guest gets the
// same place again after a disconnect, as long as nobody else has it. For a grace period nobody
// gets it; after that the seat of a guest who is gone is free. Every method runs on the loop
// thread.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "server/guest_book.h"
#include "server/loop.h"
#include "server/property.h"
#include "server/publisher.h"
#include "server/session.h"

namespace sicbo::server {

// Why a connection loses its place.
enum class Displaced : std::uint8_t {
    taken_over,     // another connection has it
    enrolled_anew,  // the terminal has another key
};

class Places {
public:
    struct Options {
        Hash token_secret;                               // signs the tokens of guests
        std::chrono::milliseconds reconnect_max{3'000};  // until a terminal is reported offline
        std::chrono::milliseconds guest_grace{120'000};  // for which a guest's place is kept
        GuestBook* guests = nullptr;                     // null: one in memory
    };
    // All references must outlive this object. Enrolled terminals, and those with a stay, are
    // reported offline unless they connect within reconnect_max. Terminals of guests at an
    // automatic table are not reported.
    Places(Loop& loop, const PropertyPlan& plan, SessionRegistry& registry, Publisher& publisher,
           Outbox& outbox, const Options& options, Instant now);

    // Handle one request and queue exactly one reply.
    void handle(ConnectionId connection, std::uint64_t id, const wire::Join& request, Instant now);
    void handle(ConnectionId connection, std::uint64_t id, const wire::Leave& request, Instant now);
    void handle(ConnectionId connection, std::uint64_t id, const wire::TopUp& request);

    // Gives the place to the connection, which must have none. A connection that has the place
    // already loses it and is closed: most likely it is dead.
    void occupy(ConnectionId connection, const Place& place, Instant now);

    // Queues the reply with the client's place, with a token for a guest.
    void reply_with_place(ConnectionId connection, std::uint64_t id, const Place& place,
                          bool with_token);

    // Takes the place of this actor from the connection that has it, if any, and closes that
    // connection.
    void displace(const table::Actor& actor, Instant now, Displaced why = Displaced::taken_over);

    // Frees the place of a connection that is about to be removed.
    void on_disconnect(ConnectionId connection, Instant now);

    // Starts the time after which the terminal is reported offline unless a client has taken it.
    void expect_terminal(TableId table, TerminalId terminal, Instant now);

    // Reports terminals whose time has run out, and frees the seats of guests whose grace period is
    // over. Called at the start of each turn.
    void on_time(Instant now);

    // Makes durable who has which place. Called before the replies of a turn leave.
    void flush_guests();

    // When on_time() has something to do, if anything.
    std::optional<Instant> next_due() const;

    // The stay of the player at the place; none if nobody plays at that terminal.
    StayId stay_at(const Place& place) const;

private:
    struct Expected {
        TableId table;
        Instant deadline;
    };
    // A guest who disconnected without leaving.
    struct Departed {
        TableId table;
        Instant deadline;  // of the grace period
    };
    struct Token {
        Place place;
        Instant since;  // when its guest took the place
    };

    std::string token_of(const Place& place, Instant since) const;
    std::optional<Token> parse_token(const TablePlan& plan, std::string_view text) const;
    std::optional<Place> find_place_of(const TablePlan& plan, std::string_view token);
    std::optional<Place> find_free_place(const TablePlan& plan, std::string_view layout);
    std::optional<Place> find_free_terminal(const TablePlan& plan, std::string_view layout) const;
    bool make_seat_available(const TablePlan& plan);
    std::optional<std::string_view> top_up(const TablePlan& plan, const Place& place);
    void vacate(ConnectionId connection, Session& session, Instant now);
    void invalidate_tokens(const table::Actor& actor, Instant now);
    bool is_reported_offline(TableId table, TerminalId terminal) const;
    bool is_guest(const table::Stay& stay) const;
    std::string name_for_guest(TableId table) const;
    void report_offline_terminals(Instant now);
    void free_departed_seats(Instant now);
    void await_return(const table::Actor& actor, const Departed& departed);

    Loop& loop_;
    const PropertyPlan& plan_;
    SessionRegistry& registry_;
    Publisher& publisher_;
    Outbox& outbox_;
    Options options_;
    GuestBook own_guests_;                       // if the options have no other
    GuestBook& guests_;                          // of the guests whose tokens are valid
    std::map<TerminalId, Expected> expected_;    // terminals that may still connect in time
    std::map<table::Actor, Departed> departed_;  // guests who may still come back
    // No deadline in departed_ is before this; nothing only if it is empty.
    std::optional<Instant> departed_due_;
};

}  // namespace sicbo::server
