// One terminal of the load: it sits down, watches, bets, takes bets back, comes back when it was
// cut off; and keeps its own books of what it was told, to hold the server to.
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
Instant wall_clock();

// What everybody at a table is told. One text goes to all, so it is read once for all.
struct TableSeen {
    TableId table;
    // The last text that was read.
    std::string text;
    std::uint64_t text_sequence = 0;
    std::uint64_t text_previous = 0;  // that it follows on; 0: it is a snapshot
    Instant text_at;
    std::uint64_t text_result = 0;  // the round whose dice it shows
    // How the table stands.
    std::uint64_t sequence = 0;
    std::uint64_t round = 0;
    bool betting = false;
    bool ended = false;
    std::optional<Instant> closes_at;
    Money least;  // that may be staked

    // What a layout pays on a roll, worked out once for all players.
    const rules::Payouts& payouts(const rules::Layout& layout, rules::Roll roll);
    std::map<const rules::Layout*, rules::Payouts> worked_out;
    std::optional<rules::Roll> worked_out_for;
};

// What all players together came to.
struct Tally {
    Latencies steady;      // from when a bet should have left to its answer
    Latencies burst;       // the same, of those shortly before a close
    Latencies shown;       // from when a result was entered to when it was here
    Latencies reconnects;  // from the cut to being in the picture again
    std::uint64_t orders = 0;
    std::uint64_t accepted = 0;   // orders to bet of which something was accepted
    std::uint64_t withdrawn = 0;  // orders that took something back
    std::uint64_t missed = 0;     // were due at a terminal that was just coming back
    std::uint64_t repeated = 0;   // bets of the round before, again
    std::uint64_t resent = 0;     // since no answer had come
    std::map<std::string, std::uint64_t> refused;
    std::uint64_t cuts = 0;    // that we made
    std::uint64_t closed = 0;  // by the server
    std::uint64_t gaps = 0;    // texts that did not follow on the one before
    std::uint64_t rounds = 0;  // of players, that they had bets in
    std::int64_t staked = 0;   // cents
    std::int64_t back = 0;
    std::uint64_t wrong = 0;
    std::vector<std::string> wrongs;  // the first of them

    void complain(std::string what);
};

class Player {
public:
    Player(const ServerAddress& server, TableSeen& table, Tally& tally, std::uint64_t seed);

    Result<void> connect();
    // Hangs up, and notes when.
    void cut();
    WebSocket& socket() { return socket_; }
    bool socket_closed() const { return socket_.is_closed(); }
    void read();

    const TableSeen& table() const { return table_; }
    bool is_playing() const { return socket_.is_open() && in_picture_; }
    bool is_answered() const { return orders_.empty() && asks_.empty(); }
    bool has_bets() const { return !bets_now_.empty(); }  // until the round has ended
    std::uint32_t number() const { return number_; }

    // A bet, now and then one taken back or those of the round before again; false if it can't now.
    bool act(Clock::time_point intended, bool burst);
    // Asks for what it has, to be compared.
    void ask_balance();
    // Whether what it has is what its own books say.
    void compare();

private:
    enum class Ask : std::uint8_t { sit, watch, rounds, top_up };
    struct Order {
        std::string text;
        Clock::time_point intended;
        bool burst = false;
        bool withdraws = false;
    };

    void ask(Ask what, const std::string& fields);
    void order(std::string_view name, const std::string& bets, Clock::time_point intended,
               bool burst);
    void take(const boost::json::object& message);
    void take_table(const boost::json::object& message);
    void take_own(const boost::json::object& message);
    void take_answer(const boost::json::object& message);
    void take_order_answer(const boost::json::object& message);
    void sat_down(const boost::json::object& message);
    void take_rounds(const boost::json::object& message);
    void take_round(const boost::json::object& round);
    void note_table();
    int pick(int of);
    std::string some_bets();

    const ServerAddress& server_;
    TableSeen& table_;
    Tally& tally_;
    std::minstd_rand random_;
    WebSocket socket_;
    std::optional<Clock::time_point> cut_at_;

    std::uint64_t next_id_ = 1;
    std::map<std::uint64_t, Ask> asks_;
    std::map<std::uint64_t, Order> orders_;  // that were not answered
    std::string token_;
    std::string topic_;
    std::uint32_t number_ = 0;
    const rules::Layout* layout_ = nullptr;
    bool in_picture_ = false;
    bool known_ = false;  // has its first balance
    bool topping_up_ = false;
    std::uint64_t table_sequence_ = 0;
    std::uint64_t own_sequence_ = 0;
    std::uint64_t shown_ = 0;  // the last round whose result it saw

    // As the server says, in cents.
    std::int64_t credit_ = 0;
    std::int64_t staked_now_ = 0;
    std::string bets_now_;
    std::string bets_before_;
    // Its own books, in cents.
    std::int64_t brought_ = 0;
    std::int64_t staked_ = 0;  // accepted, less what was taken back
    std::int64_t played_ = 0;  // of it, in rounds that have ended
    std::int64_t back_ = 0;
    std::uint64_t last_round_ = 0;
};

}  // namespace sicbo::load
