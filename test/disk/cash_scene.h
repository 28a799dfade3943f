// SPDX-License-Identifier: MIT
// The server and two cabinets, played on from what a power cut has left. Only for cash_cuts.
#pragma once

#include <memory>
#include <stdexcept>

#include "disk/cash_cuts.h"
#include "server/cabinet_controller.h"

namespace sicbo::disk {

// Thrown by CashScene when the power of the server has failed.
struct PowerCut {};

// Thrown by CashScene when something does not hold, or nothing goes on.
class CashFailure : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// When the power of a cabinet fails: at the save of this number, counted over both cabinets.
struct CabinetCut {
    std::uint64_t save = 0;    // 0: never
    bool before = false;       // what was to be saved is lost
    bool with_server = false;  // both lose their power
    bool forgets = false;      // the cabinet comes back without what it had to report
};

class CashScene {
public:
    // Everything below must outlive the scene. Switches the server on: mounts the disk.
    CashScene(Drive& drive, const Setting& setting, CashRemains& remains, CabinetCut cut = {});

    // Makes the property. Only on an empty disk.
    void set_up();

    // Starts the cabinets, then plays on with the player's plan to its end. Checks the money before
    // and after. Throws CashFailure and PowerCut.
    void play();

    // Ends as it should.
    void close() { process_->close(); }

    std::uint64_t saves() const { return saves_; }
    std::uint64_t resolved() const { return resolved_; }

private:
    struct Stage {
        bool (CashScene::*is_done)() const;
        void (CashScene::*act)();
    };
    static const std::vector<Stage>& plan();

    const table::State& state() const { return process_->loop().state(); }
    const table::Cabinet& known(std::size_t n) const;
    Money credit(std::size_t n) const;
    Money balance(ledger::AccountKind kind) const;
    const table::HandPay* hand_pay() const;

    server::Reply give(table::Actor actor, rules::Role role, TableId table, table::Order order);
    server::Reply give(rules::Role role, table::Order order);
    void must(const server::Reply& reply) const;
    void give_by_two(rules::Role first, table::Order order, rules::Role second);

    void power_on(std::size_t n);
    bool save(std::size_t n, const device::cabinet::CabinetMemory& memory);
    void connect(std::size_t n);
    void revive_cabinets();
    std::vector<std::pair<server::ConnectionId, std::string>> turn();
    void commit();
    void exchange();
    void settle();
    void hand_over();
    void check_money() const;
    void check_tickets() const;

    bool has_first_note() const { return remains_.cabinets[0].stacker >= Money::of_cents(5'000); }
    bool has_second_note() const { return remains_.cabinets[0].stacker >= Money::of_cents(6'000); }
    bool has_ticket_out() const { return credit(0) == Money() && !known(0).printing; }
    bool has_ticket_in() const { return remains_.printed.size() == remains_.stacked; }
    bool has_last_note() const { return remains_.cabinets[1].stacker >= Money::of_cents(1'000); }
    bool has_hand_pay() const { return hand_pay() || credit(1) == Money(); }
    bool is_paid() const { return !hand_pay() || hand_pay()->paid; }
    bool is_acknowledged() const { return !hand_pay(); }
    void insert_first_note() { cabinets_[0]->insert_note(Money::of_cents(5'000)); }
    void insert_second_note() { cabinets_[0]->insert_note(Money::of_cents(1'000)); }
    void insert_ticket() { cabinets_[1]->insert_ticket(remains_.printed.back().number); }
    void insert_last_note() { cabinets_[1]->insert_note(Money::of_cents(1'000)); }
    void cash_out_first() { cash_out(0); }
    void cash_out_second();
    void cash_out(std::size_t n);
    void pay_by_hand();
    void acknowledge();

    Drive& drive_;
    const Setting& setting_;
    CashRemains& remains_;
    CabinetCut cut_;
    History history_;
    server::PropertyPlan plan_;
    std::unique_ptr<Process> process_;
    std::unique_ptr<server::CabinetController> controller_;
    std::array<std::unique_ptr<device::cabinet::SimulatedCabinet>, 2> cabinets_;
    std::array<server::ConnectionId, 2> links_ = {};
    std::array<bool, 2> is_dead_ = {};
    std::uint64_t connections_ = 0;
    std::uint64_t saves_ = 0;
    std::uint64_t resolved_ = 0;
};

}  // namespace sicbo::disk
