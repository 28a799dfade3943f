// SPDX-License-Identifier: MIT
// What people and devices do in the simulation: honest staff and players move rounds on; others
// make mistakes, send fuzzed commands, or cheat. Depends on the world only through World.
#pragma once

#include <optional>
#include <vector>

#include "sim/world.h"

namespace sicbo::sim {

// How often things go wrong, in ten thousand. Drawn from the seed, so that worlds differ.
struct Rates {
    int fuzzed = 300;    // a command with random contents
    int cut = 20;        // power
    int trouble = 250;   // an irregularity
    int lost = 300;      // a message of a terminal
    int repeated = 500;  // a message that arrives twice
    int late = 300;      // a message that arrives a few turns later
    int offline = 100;   // a terminal, while bets are open
    int amends = 300;    // between rounds: somebody corrects or voids earlier ones
    int cheats = 300;
};

class Participants {
public:
    // The references must outlive this object. Continues a world that already has players, dice
    // and tickets.
    Participants(World& world, Random& random, const Rates& rates);

    // Lets time pass and does the next thing at the table, and perhaps something wrong.
    void turn(TableId table);

    // Stops all faults, mistakes and cheats, and forgets messages that are late.
    void calm_down();

private:
    using Commands = std::vector<table::Command>;

    void send(table::Command command);  // over the network, which has its faults
    server::Reply give(Post post, TableId table, table::Order order);
    server::Reply give_system(TableId table, table::Order order);
    void authorise(Post post, TableId table);  // what was asked for last
    bool happens(int rate) { return !calm_ && random_.chance(rate); }
    rules::Roll roll() { return rules::nth_roll(static_cast<int>(random_.below(216))); }

    void deliver_late();
    void send_fuzzed_command(TableId table);
    void cheat(TableId table);
    void blunder(TableId table);
    void mistake_with_bets(TableId table, std::uint64_t kind);
    void mistake_with_money(TableId table, std::uint64_t kind);
    void mistake_with_equipment(TableId table, std::uint64_t kind);
    void mistake_with_configuration(TableId table, std::uint64_t kind);
    void trouble(TableId table);
    void back_in_service(TableId table);
    void open_table(TableId table);
    void inspect(TableId table);
    void decide_hold(TableId table);
    void commit(TableId table);
    void reveal(TableId table);
    void between_rounds(TableId table);
    void money(TableId table);
    void money_at_terminals(TableId table);
    void money_at_felt(TableId table);
    void settle_debts(TableId table);
    void amend(TableId table);
    void equipment(TableId table);
    void staff(TableId table);
    void bets(TableId table);
    void bet(TableId table, table::Actor actor, StayId stay, std::uint8_t layout);
    void next(TableId table);
    void mix(TableId table);
    void enter(TableId table);
    void lights(TableId table);

    const table::Table& at(TableId table) const { return world_.state().tables.at(table); }
    const rules::Game& game(TableId table) const {
        return *rules_of(world_.state(), at(table)).game;
    }

    World& world_;
    Random& random_;
    Rates rates_;
    bool calm_ = false;
    std::vector<std::pair<int, table::Command>> late_;  // turns left
    std::uint32_t next_dice_ = 0;
    std::uint64_t next_ticket_ = 0;
    std::uint32_t next_player_ = 0;
    std::vector<std::string> tickets_;
    std::optional<rules::Roll> on_the_table_;  // how the dice lie
};

}  // namespace sicbo::sim
