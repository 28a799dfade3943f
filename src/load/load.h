// SPDX-License-Identifier: MIT
// The load test: many terminals from one thread against a running server, for `sicbo load` and
// bench/server.
//
// It is an open loop: bets are due at times that do not depend on the server's replies, and the
// latency of a bet counts from the time at which it was due. A slow server can't hide its slowness
// by being asked less. All methods run on the caller's thread and block.
#pragma once

#include <deque>
#include <functional>
#include <memory>

#include "load/load_terminal.h"

namespace sicbo::load {

struct LoadPlan {
    ServerAddress server;
    // Others that may lead instead. With them a lost connection is no failure: the terminal goes
    // round all servers until one admits it.
    std::vector<ServerAddress> others = {};
    std::vector<TableId> tables;
    std::uint32_t terminals = 100;  // over all tables
    double bets = 50;               // per second over all tables, while betting is open
    double burst = 0;               // per second during burst_time before a close; 0: no burst
    std::chrono::milliseconds burst_time{2'000};
    double reconnects = 0;  // terminals per second that are cut off and reconnect
    std::uint64_t seed = 1;
};

class Load {
public:
    // Called once a second. Returning false ends the present phase early.
    using Progress = std::function<bool(const Load&)>;

    // The plan must name at least one table.
    explicit Load(LoadPlan plan, Progress progress = {});
    Load(const Load&) = delete;
    Load& operator=(const Load&) = delete;
    ~Load();

    // Connects all terminals. Returns an error if one of them can't join its table in time.
    Result<void> connect_all(std::chrono::seconds timeout);
    // Places bets for this long.
    void play(std::chrono::milliseconds time);
    // Cuts off `count` terminals at once. Returns how long it took until all were back; an error if
    // that took longer than `timeout`.
    Result<std::chrono::milliseconds> reconnect_at_once(std::uint32_t count,
                                                        std::chrono::seconds timeout);
    // Places no more bets, waits until the rounds have ended, and compares every terminal's balance
    // with its own account.
    void finish(std::chrono::seconds timeout);

    const Tally& tally() const { return tally_; }
    // Returns how many terminals are connected and synchronised.
    std::uint32_t playing() const;
    // Returns the time since the load was made.
    std::chrono::milliseconds lasted() const;

private:
    struct Table {
        TableFeed feed;
        std::vector<LoadTerminal*> terminals;
        Clock::time_point due;  // the next bet
        bool open = false;      // bets are due
    };

    void on_closed(LoadTerminal& terminal);
    std::string describe_cut(LoadTerminal& terminal) const;
    void turn(Clock::time_point until);
    void act(Clock::time_point now);
    void act_at(Table& table, Clock::time_point now);
    void reconnect_some(Clock::time_point now);
    void watch_socket(LoadTerminal& terminal);
    Result<void> reconnect(LoadTerminal& terminal);
    bool wait_for(const std::function<bool()>& ready, std::chrono::seconds timeout);

    LoadPlan plan_;
    std::vector<ServerAddress> servers_;
    Progress progress_;
    Tally tally_;
    std::deque<Table> tables_;
    std::deque<LoadTerminal> terminals_;
    std::minstd_rand random_;
    int epoll_ = -1;
    bool betting_ = false;
    bool interrupted_ = false;  // `progress` returned false
    Clock::time_point begun_;
    Clock::time_point progress_due_;
    Clock::time_point reconnect_due_;
    std::deque<std::pair<Clock::time_point, LoadTerminal*>> returning_;  // cut off by the server
};

}  // namespace sicbo::load
