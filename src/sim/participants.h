// SPDX-License-Identifier: MIT
// What people and devices do in the simulation: honest staff and players move rounds on; others
// make mistakes, send fuzzed commands, or cheat. Changes the property only through World.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "sim/world.h"

namespace sicbo::sim {

// How often things go wrong, in ten thousand. Drawn from the seed, so that runs differ.
struct Rates {
    int fuzzed = 300;    // a command with random contents
    int cut = 20;        // a power cut
    int trouble = 250;   // an irregularity
    int lost = 300;      // a message of a terminal that is lost
    int repeated = 500;  // a message that arrives twice
    int late = 300;      // a message that arrives a few turns later
    int offline = 100;   // a terminal that loses its connection while bets are open
    int amends = 300;    // an amendment of earlier rounds, between rounds
    int cheats = 300;    // a cheat; and, drawn again, a mistake of staff
    int extremes = 150;  // an extreme amount
    int checks = 10;     // a check of the program that fails
};

// The cabinet of a terminal as it really is: what it holds, and what it has yet to report.
struct CabinetModel {
    std::uint64_t notes = 0;  // counters of the notes, tickets and print jobs so far
    std::uint64_t tickets = 0;
    std::uint64_t job = 0;
    bool paper_came_out = false;        // of the last job
    bool lost = false;                  // it no longer reports; people resolve what it holds
    Money stacked;                      // notes that are really in the stacker
    std::vector<table::Order> reports;  // until the server has taken them
};

// The drawer of a counter as it really is.
struct Drawer {
    Money cash;
    bool miscounted = false;  // by the last count
};

class Participants {
public:
    // The references must outlive this object. The world may have players, dice and tickets.
    Participants(World& world, Random& random, const Rates& rates);

    // Advances the clock and issues the next orders at the table, perhaps with faults, mistakes or
    // cheats.
    void turn(TableId table);

    // Stops all faults, mistakes and cheats, and drops messages that are late.
    void stop_faults();

    // Delivers the last reports of the cabinets. Fails the world unless the notes in the stackers
    // are those that were credited. Call after stop_faults(); only in a world with a cash policy.
    void settle_cabinets();

private:
    std::int64_t clock_error();
    void ask_for_secret(TableId table);
    using Commands = std::vector<table::Command>;

    void send(table::Command command);  // over the network, which has its faults
    server::Reply give(StaffMember member, TableId table, table::Order order);
    server::Reply give_system(TableId table, table::Order order);
    // Authorises the latest order that waits for a second person.
    void authorise(StaffMember member, TableId table);
    bool happens(int rate) { return !faults_stopped_ && random_.chance(rate); }
    rules::Roll roll() { return rules::nth_roll(static_cast<int>(random_.below(216))); }

    void deliver_late();
    void send_fuzzed_command(TableId table);
    void repeat_request_of_former_stay(TableId table);
    void cheat(TableId table);
    void make_mistake(TableId table);
    void mistake_with_bets(TableId table, std::uint64_t kind);
    void mistake_with_money(TableId table, std::uint64_t kind);
    void mistake_with_equipment(TableId table, std::uint64_t kind);
    void mistake_with_configuration(TableId table, std::uint64_t kind);
    void send_extremes(TableId table);
    void fail_a_check(TableId table);
    bool switch_to_manual_entry(TableId table);
    void read_late(TableId table, std::uint64_t round, rules::Roll lie);
    void void_against_reading(TableId table);
    void void_before_reading(TableId table);
    void decide_contested_void(TableId table, const table::ContestedVoid& contested);
    void resolve_disputes(TableId table);
    void manage_accounts();
    void configure_caps();
    void appoint_beyond(TableId table);
    void trouble(TableId table);
    void back_in_service(TableId table);
    void open_table(TableId table);
    void inspect(TableId table);
    void decide_hold(TableId table);
    table::CertifyDice certificate(const table::Round& round);
    void commit(TableId table);
    void reveal(TableId table);
    void between_rounds(TableId table);
    void money(TableId table);
    void money_at_terminals(TableId table);
    void money_at_felt(TableId table);
    void cash_at_terminals(TableId table);
    void tend_cabinet(TableId table, TerminalId id);
    void attend(TableId table, TerminalId id);
    void play_with_cash(TableId table, TerminalId id);
    void insert_note(TableId table, TerminalId id);
    void insert_ticket(TableId table, TerminalId id);
    void cash_out(TableId table, TerminalId id);
    void guess_tickets(TableId table, TerminalId id);
    void void_a_ticket(TableId table);
    void print(TerminalId id);
    void lose_cabinet(TableId table, TerminalId id);
    void resolve_items(TableId table, TerminalId id);
    void maybe_cut_power(const char* when);
    server::Reply report(TableId table, table::Order order);  // by a cabinet
    const table::Cabinet& cabinet(TerminalId id) const;
    void work_at_cage();
    void check_drawer(CounterId id);
    Money count_drawer(Drawer& drawer);
    void keep_shift(CounterId id, StaffMember member);
    void serve_patrons(CounterId id, StaffMember member);
    void sell_at_cage(CounterId id, StaffMember member);
    void redeem_at_cage(CounterId id, StaffMember member);
    void guess_at_cage(CounterId id, StaffMember member);
    void trade_chips(CounterId id, StaffMember member);
    void move_float(CounterId id, StaffMember member);
    void pay_expired(CounterId id, StaffMember member);
    void mistake_at_cage(CounterId id, StaffMember member);
    bool pay_hand_pay_at_cage(HandPayId id);
    void settle_at_cage(StayId stay);
    bool by_two_at_cage(StaffMember first, StaffMember second, table::Order order);
    table::Patron some_patron();
    template <class O>
    bool give_at_cage(StaffMember member, O order);
    const table::Counter* find_counter(CounterId id) const;
    bool has_shift(CounterId id) const;
    void work_at_tray(TableId table);
    void open_tray(TableId table);
    void count_tray(TableId table);
    void count_boxes(TableId table);
    void change_chip_mode(TableId table);
    void carry_chips(TableId table, StayId stay);
    void remove_stacker(TableId table, TerminalId id);
    void dispute(TableId table, TerminalId id);
    void close_disputes(TableId table);
    Money true_tray(TableId table) const;
    const table::TableCash& table_cash(TableId table) const;
    std::string next_seal(const char* kind);
    void settle_debts(TableId table);
    void amend(TableId table);
    void recall(TableId table);
    void equipment(TableId table);
    void install(TableId table, rules::MixerKind kind, const std::string& seal);
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
    bool faults_stopped_ = false;
    std::vector<std::pair<int, table::Command>> late_;  // with the turns until they arrive
    std::uint32_t next_dice_ = 0;
    std::uint64_t next_ticket_ = 0;
    std::uint32_t next_player_ = 0;
    std::vector<std::string> tickets_;
    std::map<TerminalId, CabinetModel> cabinets_;
    std::vector<Hash> papers_;  // tickets in players' pockets, and copies of them
    std::vector<Hash> sold_;    // tickets that the cage has sold
    std::map<CounterId, Drawer> drawers_;
    std::uint64_t seals_ = 0;
    std::optional<rules::Roll> on_the_table_;  // how the dice lie
};

}  // namespace sicbo::sim
