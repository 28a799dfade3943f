// SPDX-License-Identifier: MIT
// One terminal of the load test: it joins a table, watches it, places and withdraws bets, and
// reconnects when it was cut off. It keeps its own account of what the server reported, and
// compares the two. It shares no network or session code with the server; payouts come from the
// same rules library. One thread runs all terminals.
#pragma once

#include <boost/json/object.hpp>
#include <chrono>
#include <map>
#include <optional>
#include <random>
#include <vector>

#include "core/id.h"
#include "core/money.h"
#include "core/time.h"
#include "load/latencies.h"
#include "load/websocket.h"
#include "rules/documents.h"
#include "rules/settle.h"

namespace sicbo::load {

using Clock = std::chrono::steady_clock;
Instant wall_clock();  // the time of day, as the server's messages carry it

// The state of a table, as its topic reports it. All terminals receive the same text, so it is
// parsed once for all of them.
struct TableFeed {
    TableId table;
    // The last text that was parsed.
    std::string text;
    std::uint64_t text_sequence = 0;
    std::uint64_t text_previous = 0;  // the sequence that it follows; 0: it is a snapshot
    Instant text_at;
    std::uint64_t text_result = 0;  // the round whose dice it shows
    // The state of the table after the newest text.
    std::uint64_t sequence = 0;
    std::uint64_t round = 0;
    bool betting = false;
    bool ended = false;
    std::optional<Instant> closes_at;
    Money stake_min;

    // Returns what the layout pays on the roll; computed once for all terminals.
    const rules::Payouts& payouts(const rules::Layout& layout, rules::Roll roll);
    std::map<const rules::Layout*, rules::Payouts> worked_out;
    std::optional<rules::Roll> worked_out_for;
};

// The results of all terminals together.
struct Tally {
    Latencies steady;      // from the time at which a bet was due to its reply
    Latencies burst;       // the same for bets shortly before a close
    Latencies shown;       // from the entry of a result to its arrival here
    Latencies reconnects;  // from the cut to being synchronised again
    std::uint64_t orders = 0;
    std::uint64_t accepted = 0;   // orders to bet of which at least a part was accepted
    std::uint64_t withdrawn = 0;  // orders that withdrew something
    std::uint64_t missed = 0;     // bets that were due at a terminal that was reconnecting
    std::uint64_t repeated = 0;   // orders that repeated the bets of the round before
    std::uint64_t resent = 0;     // orders sent again, since no reply had come
    std::map<std::string, std::uint64_t> refused;
    std::uint64_t cuts = 0;    // connections that the load test cut
    std::uint64_t closed = 0;  // connections that the server closed
    std::uint64_t gaps = 0;    // texts that did not follow the one before
    std::uint64_t rounds = 0;  // rounds with bets, summed over the terminals
    std::int64_t staked = 0;   // cents
    std::int64_t back = 0;
    std::uint64_t failures = 0;
    std::vector<std::string> failure_messages;  // the first ten

    // Counts a failure: something that a correct server never does.
    void record_failure(std::string what);
};

class LoadTerminal {
public:
    // `servers`, `table` and `tally` must outlive the terminal. It connects to the first of the
    // servers, and to the next one whenever a connection is not admitted or lost.
    LoadTerminal(const std::vector<ServerAddress>& servers, TableFeed& table, Tally& tally,
                 std::uint64_t seed);

    // Starts to connect and queues the request to join; returns at once.
    Result<void> connect();
    // Cuts the connection without a closing handshake, and remembers when.
    void cut();
    // Notes that the connection was lost, or not admitted.
    void on_closed();
    WebSocket& socket() { return socket_; }
    bool socket_closed() const { return socket_.is_closed(); }
    // Handles everything that the socket has received. Call it when the socket is readable.
    void read();

    const TableFeed& table() const { return table_; }
    // Returns true once it is connected and has its table and its balance.
    bool is_playing() const { return socket_.is_open() && synchronised_; }
    // Returns true if every request has been answered.
    bool is_answered() const { return orders_.empty() && requests_.empty(); }
    bool has_bets() const { return !bets_now_.empty(); }  // in a round that has not ended
    // The number of the terminal or seat that the server assigned; 0 before it did.
    std::uint32_t number() const { return number_; }

    // Sends one order: mostly a bet, now and then a withdrawal or the bets of the round before.
    // `intended` is when it was due. Returns false if the terminal can't send now.
    bool act(Clock::time_point intended, bool burst);
    // Requests the terminal's balance.
    void request_balance();
    // Compares the balance with the terminal's own account, and records a failure if they differ.
    void compare_balance();

private:
    enum class RequestKind : std::uint8_t { sit, watch, rounds, top_up, resume };
    struct Order {
        std::string text;
        Clock::time_point intended;
        bool burst = false;
        bool withdraws = false;
    };

    void send_request(RequestKind what, const std::string& fields);
    void send_order(std::string_view name, const std::string& bets, Clock::time_point intended,
                    bool burst);
    void handle(const boost::json::object& message);
    void handle_table(const boost::json::object& message);
    void handle_own(const boost::json::object& message);
    void handle_reply(const boost::json::object& message);
    void handle_order_reply(const boost::json::object& message);
    void on_joined(const boost::json::object& message);
    void handle_rounds(const boost::json::object& message);
    void handle_round(const boost::json::object& round);
    void note_table();
    void begin_session();
    void on_suspended();
    int pick(int of);
    std::string some_bets();

    const std::vector<ServerAddress>& servers_;
    std::size_t server_ = 0;  // which of them
    TableFeed& table_;
    Tally& tally_;
    std::minstd_rand random_;
    WebSocket socket_;
    std::optional<Clock::time_point> cut_at_;

    std::uint64_t next_id_ = 1;
    std::map<std::uint64_t, RequestKind> requests_;
    std::map<std::uint64_t, Order> orders_;  // without a reply
    std::string token_;
    std::string topic_;
    std::uint32_t number_ = 0;
    const rules::Layout* layout_ = nullptr;
    bool suspended_ = false;  // the gateway has lost the server
    bool synchronised_ = false;
    bool has_balance_ = false;
    bool topping_up_ = false;
    std::uint64_t table_sequence_ = 0;
    std::uint64_t own_sequence_ = 0;
    std::uint64_t shown_ = 0;  // the last round whose result was received

    // As the server reports, in cents.
    std::int64_t credit_ = 0;
    std::int64_t staked_now_ = 0;
    std::string bets_now_;
    std::string bets_before_;
    // Its own account, in cents.
    std::int64_t brought_ = 0;
    std::int64_t staked_ = 0;  // accepted stakes less withdrawn ones
    std::int64_t played_ = 0;  // the part of them in rounds that have ended
    std::int64_t back_ = 0;
    std::uint64_t last_round_ = 0;
};

}  // namespace sicbo::load
