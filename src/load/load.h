// Many terminals at once, from one thread, against a running server: what `sicbo load` and
// bench/server measure with.
//
// Bets are due at moments that do not depend on how the server answers (an open loop), and how long
// one took is counted from the moment it was due: a server that is slow can't hide it by being
// asked less.
#pragma once

#include <deque>
#include <functional>
#include <memory>

#include "load/player.h"

namespace sicbo::load {

struct LoadPlan {
    ServerAddress server;
    std::vector<TableId> tables;
    std::uint32_t terminals = 100;  // in all
    double bets = 50;               // a second, in all, while betting is open
    double burst = 0;               // a second, shortly before a close; 0: none
    std::chrono::milliseconds burst_time{2'000};
    double reconnects = 0;  // terminals a second that are cut off and come back
    std::uint64_t seed = 1;
};

class Load {
public:
    // Asked once a second; false: enough, go on to the end.
    using Progress = std::function<bool(const Load&)>;

    explicit Load(LoadPlan plan, Progress progress = {});
    Load(const Load&) = delete;
    Load& operator=(const Load&) = delete;
    ~Load();

    // Everybody sits down. An error if somebody can't.
    Result<void> arrive(std::chrono::seconds patience);
    void play(std::chrono::milliseconds time);
    // So many are cut off at once. How long until all are back; an error if that takes too long.
    Result<std::chrono::milliseconds> storm(std::uint32_t count, std::chrono::seconds patience);
    // No more bets; rounds end, and everybody compares what he has with his own books.
    void finish(std::chrono::seconds patience);

    const Tally& tally() const { return tally_; }
    std::uint32_t playing() const;
    std::chrono::milliseconds lasted() const;

private:
    struct Table {
        TableSeen seen;
        std::vector<Player*> players;
        Clock::time_point due;  // the next bet
        bool open = false;      // bets are due
    };

    void turn(Clock::time_point until);
    void act(Clock::time_point now);
    void act_at(Table& table, Clock::time_point now);
    void reconnect_some(Clock::time_point now);
    void listen_to(Player& player);
    Result<void> come_back(Player& player);
    bool wait_for(const std::function<bool()>& ready, std::chrono::seconds patience);

    LoadPlan plan_;
    Progress progress_;
    Tally tally_;
    std::deque<Table> tables_;
    std::deque<Player> players_;
    std::minstd_rand random_;
    int epoll_ = -1;
    bool betting_ = false;
    bool enough_ = false;
    Clock::time_point begun_;
    Clock::time_point progress_due_;
    Clock::time_point reconnect_due_;
    std::deque<std::pair<Clock::time_point, Player*>> returning_;  // whom the server cut off
};

}  // namespace sicbo::load
