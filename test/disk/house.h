// SPDX-License-Identifier: MIT
// A small house that plays by itself: people, one table, three players, some rounds. What is next
// follows from the state alone, so that it goes on wherever a restart has left it.
#pragma once

#include <string>

#include "server/loop.h"
#include "sim/random.h"

namespace sicbo::disk {

class House {
public:
    struct Options {
        std::string game = "rws-etg";
        std::uint64_t rounds = 2;
        std::size_t bets = 3;                    // in each round
        std::optional<std::uint64_t> seed = {};  // to vary stakes, rolls and readings
    };
    explicit House(Options options);

    // Gives the loop the orders of one turn; false when there is nothing left to play. The caller
    // commits. An order that is refused is thrown: this house makes no mistakes.
    bool turn(server::Loop& loop);

    // A restart is a little later.
    Instant later() const { return at_ + 10'000; }
    void go_on_after(const server::Loop& loop);

private:
    bool set_up();
    void add_people();
    void add_table();
    void seat_players();
    void open_table();
    void decide_hold();
    void bet();
    void step(rules::Step step);
    void enter();
    void read_dice();
    bool has_bets() const;

    const table::State& state() const { return loop_->state(); }
    const table::Table& table() const;
    rules::Roll roll();
    void give(rules::Role role, table::Order order);
    void give(table::Actor actor, rules::Role role, table::Order order);

    Options options_;
    sim::Random random_;
    Instant at_;
    server::Loop* loop_ = nullptr;
    std::map<table::Actor, std::uint64_t> requests_;
};

}  // namespace sicbo::disk
