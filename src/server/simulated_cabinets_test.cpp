// SPDX-License-Identifier: MIT
#include "server/simulated_cabinets.h"

#include <gtest/gtest.h>

#include <boost/json/parse.hpp>

#include "support/sessions.h"

namespace sicbo::server {
namespace {

using namespace table;

PropertyPlan plan_with_simulated_cabinets() {
    PropertyPlan plan = test::small_plan();
    plan.cash.emplace().policy.notes = {Money::of_cents(1'000), Money::of_cents(5'000)};
    plan.tables.front().simulated_cabinets = true;  // terminals 101 to 103
    return plan;
}

// The demonstration without a network: sessions, the controller and simulated cabinets.
class Demonstration : public ::testing::Test {
protected:
    Demonstration() : house(plan_with_simulated_cabinets()) { start(); }

    void start() {
        const device::SigningKey key = device::key_of(sha256("server"));
        controller.emplace(*house.loop,
                           CabinetController::Options{&house.plan, key, sha256("tickets"), 2});
        house.loop->set_completion(
            [this](const State& state, Command& command) { controller->complete(state, command); });
        controller->start();
        cabinets.emplace(*house.loop, house.plan, key.public_key(), sha256("seed"), *controller);
        settle();
    }
    void restart() {
        cabinets.reset();
        controller.reset();
        house.loop = test::start_loop(house.journal);
        start();
    }
    void turn() {
        house.now = house.now + 1;
        house.loop->tick(house.now);
        controller->begin_turn(house.now);
        cabinets->begin_turn(house.now);
        const auto events = house.commit();
        controller->on_committed(events);
        cabinets->on_committed(events);
        log.on_committed(house.loop->state(), events);
        auto lists = controller->take_outbox();
        cabinets->take_deliveries(lists, house.now);
        for (const auto& list : lists) EXPECT_TRUE(list.empty());
    }
    void settle() {
        do turn();
        while (cabinets->has_lines());
    }
    void cash_out(std::uint32_t n) {
        house.loop->execute_system({1}, ReportTerminal{{n}, true});
        Command command;
        command.stamp.actor = {ActorKind::terminal, n};
        command.stamp.role = rules::Role::player;
        command.stamp.request = last_request(house.loop->state(), command.stamp.actor) + 1;
        command.stamp.table = {1};
        command.stamp.session = session_of(house.loop->state(), command.stamp.actor, {1});
        command.order = CashOut{{n}, {}, {}};
        EXPECT_FALSE(house.loop->execute(std::move(command)).refusal);
    }
    Money credit(std::uint32_t n) const {
        const State& state = house.loop->state();
        const StayId stay = state.tables.at({1}).terminals.at({n}).stay;
        return stay ? state.ledger.balance(ledger::credit(stay)) : Money();
    }
    boost::json::array tickets(std::uint32_t n) const {
        return boost::json::parse(cabinets->tickets_of({n})).as_array();
    }

    test::SmallHouse house;
    std::optional<CabinetController> controller;
    std::optional<SimulatedCabinets> cabinets;
    CashLog log;
};

TEST_F(Demonstration, HasACabinetAtEachTerminalOfTheTable) {
    EXPECT_EQ(controller->ready(), 3U);
    EXPECT_FALSE(cabinets->insert_note({201}, Money::of_cents(1'000)));
    EXPECT_EQ(cabinets->tickets_of({201}), "null");
    EXPECT_EQ(cabinets->tickets_of({101}), "[]");
}

TEST_F(Demonstration, PlaysTheWholeCycle) {
    ASSERT_TRUE(cabinets->insert_note({101}, Money::of_cents(5'000)));
    settle();
    EXPECT_EQ(credit(101), Money::of_cents(5'000));
    cash_out(101);
    EXPECT_TRUE(tickets(101).empty());  // not before the journal has it as printed
    settle();
    ASSERT_EQ(tickets(101).size(), 1U);
    const boost::json::object ticket = tickets(101).front().as_object();
    EXPECT_EQ(ticket.at("amount").as_string(), "50.00");
    EXPECT_EQ(ticket.at("marking").as_string(), "NO VALUE");
    const std::string number(ticket.at("number").as_string());
    ASSERT_TRUE(cabinets->insert_ticket({102}, number));
    settle();
    EXPECT_EQ(credit(102), Money::of_cents(5'000));
    EXPECT_TRUE(tickets(101).empty());  // the reader keeps the paper
    ASSERT_TRUE(cabinets->insert_ticket({103}, number));
    settle();
    EXPECT_EQ(credit(103), Money());
    const auto of_103 = boost::json::parse(log.entries_of({103})).as_array();
    ASSERT_EQ(of_103.size(), 1U);
    EXPECT_EQ(of_103[0].at("kind").as_string(), "ticket_refused");
    EXPECT_TRUE(of_103[0].at("last_four").is_null());
    const auto of_101 = boost::json::parse(log.entries_of({101})).as_array();
    ASSERT_EQ(of_101.size(), 2U);
    EXPECT_EQ(of_101[0].at("kind").as_string(), "note_in");
    EXPECT_EQ(of_101[1].at("kind").as_string(), "ticket_out");
    EXPECT_EQ(of_101[1].at("last_four").as_string(), number.substr(12));
}

TEST_F(Demonstration, KeepsTheLastMovements) {
    for (std::size_t i = 0; i < CashLog::entries_max + 2; ++i) {
        ASSERT_TRUE(cabinets->insert_note({101}, Money::of_cents(1'000)));
        settle();
    }
    EXPECT_EQ(boost::json::parse(log.entries_of({101})).as_array().size(), CashLog::entries_max);
    EXPECT_EQ(log.entries_of({102}), "[]");
}

// The server is killed at whatever turn: a note is credited or given back, a ticket that nobody has
// seen is credit again.
TEST_F(Demonstration, LosesNothingOverARestart) {
    Money put_in;
    for (int turns = 0; turns < 8; ++turns) {
        ASSERT_TRUE(cabinets->insert_note({101}, Money::of_cents(1'000)));
        const Money before = credit(101);
        for (int i = 0; i < turns; ++i) turn();
        restart();
        const Cabinet& known = house.loop->state().instruments.cabinets.at({101});
        EXPECT_FALSE(known.note) << turns;
        EXPECT_TRUE(known.status.connected);
        put_in += credit(101) - before;
    }
    EXPECT_GT(put_in, Money());
    EXPECT_EQ(credit(101), put_in);
    for (int turns = 0; turns < 3; ++turns) {
        cash_out(101);
        for (int i = 0; i < turns; ++i) turn();
        restart();
        const State& state = house.loop->state();
        EXPECT_FALSE(state.instruments.cabinets.at({101}).printing) << turns;
        if (credit(101) == Money()) break;  // printed
        EXPECT_EQ(credit(101), put_in) << turns;
    }
}

}  // namespace
}  // namespace sicbo::server
