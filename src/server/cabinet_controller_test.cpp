// SPDX-License-Identifier: MIT
#include "server/cabinet_controller.h"

#include <gtest/gtest.h>

#include <set>

#include "device/simulated_cabinet.h"
#include "device/ticket_number.h"
#include "support/property.h"
#include "support/sessions.h"

namespace sicbo::server {
namespace {

using namespace table;
using device::cabinet::CabinetFault;
using device::cabinet::SimulatedCabinet;
using test::cents;

const device::SigningKey server_key = device::key_of(sha256("server"));
const Hash ticket_key = sha256("tickets");

SimulatedCabinet::Options options_of(std::uint32_t terminal) {
    SimulatedCabinet::Options options;
    options.seed = sha256("cabinet " + std::to_string(terminal));
    options.server = server_key.public_key();
    return options;
}

// Terminals 101 and 102 of table 1 have cabinets.
PropertyPlan plan_with_cabinets() {
    PropertyPlan plan = test::small_plan();
    CashPlan& cash = plan.cash.emplace();
    cash.message = "Thank you";
    cash.policy.notes = {cents(1'000), cents(5'000)};
    TerminalsPlan& terminals = plan.tables.front().terminals.front();
    for (const std::uint32_t n : {101U, 102U}) {
        terminals.cabinet_keys.push_back(SimulatedCabinet(options_of(n)).public_key());
    }
    return plan;
}

// Cabinets and the server, without a network: lines are carried by exchange().
class CabinetRoom : public ::testing::Test {
protected:
    CabinetRoom() : house(plan_with_cabinets()) {
        start();
        for (const std::uint32_t n : {101U, 102U}) {
            power_on(n);
            connect(n);
            tell_online(n);
        }
        exchange();
    }

    // A start of the server on the same journal.
    void start() {
        controller.emplace(*house.loop,
                           CabinetController::Options{&house.plan, server_key, ticket_key, 2,
                                                      [this](const Hash& ticket) {
                                                          ++closed_asked;
                                                          return known_closed.contains(ticket);
                                                      }});
        house.loop->set_completion([this](const State& state, Command& command) {
            controller->complete(state, command);
            if (const auto* order = get_if<CashOut>(&command.order)) last_cash_out = *order;
        });
        controller->start();
        turn();
    }
    void restart() {
        for (auto& [n, one] : cabinets) one->disconnect();
        links.clear();
        controller.reset();
        house.loop = test::start_loop(house.journal);
        start();
    }

    void power_on(std::uint32_t n, device::cabinet::CabinetMemory memory = {}) {
        SimulatedCabinet::Options options = options_of(n);
        options.memory = std::move(memory);
        options.present = [this](const device::TicketFace& face) { presented.push_back(face); };
        cabinets[n] = std::make_unique<SimulatedCabinet>(std::move(options));
    }
    void connect(std::uint32_t n) {
        const ConnectionId connection{++connections};
        std::erase_if(links, [&](const auto& one) { return one.second == n; });
        links[connection] = n;
        controller->on_connect(connection, house.now);
        cabinets.at(n)->connect();
    }
    void disconnect(std::uint32_t n) {
        for (const auto& [connection, terminal] : std::map(links)) {
            if (terminal != n) continue;
            controller->on_disconnect(connection);
            links.erase(connection);
        }
        cabinets.at(n)->disconnect();
        turn();
    }
    void tell_online(std::uint32_t n) {
        house.loop->execute_system({1}, ReportTerminal{{n}, true});
    }

    // One turn of the server. Returns the lines that leave after it.
    std::vector<std::pair<ConnectionId, std::string>> turn() {
        house.now = house.now + 1;
        house.loop->tick(house.now);
        controller->begin_turn(house.now);
        controller->on_committed(house.commit());
        std::vector<std::pair<ConnectionId, std::string>> lines;
        for (auto& list : controller->take_outbox()) {
            for (Delivery& delivery : list) {
                for (const SharedMessage& text : delivery.messages) {
                    lines.emplace_back(delivery.to, *text);
                }
                if (delivery.close_afterwards) closed.emplace_back(delivery.close_reason);
            }
        }
        return lines;
    }
    // Carries lines both ways until nobody has anything to say.
    void exchange() {
        for (bool quiet = false; !quiet;) {
            quiet = true;
            for (const auto& [connection, n] : links) {
                while (const auto line = cabinets.at(n)->next_line(house.now)) {
                    controller->on_line(connection, *line, house.now);
                    quiet = false;
                }
            }
            for (const auto& [connection, line] : turn()) {
                const auto at = links.find(connection);
                if (at == links.end()) continue;
                (void)cabinets.at(at->second)->handle_line(line, house.now);
                quiet = false;
            }
        }
    }
    Reply cash_out(std::uint32_t n) {
        Command command;
        command.stamp.actor = {ActorKind::terminal, n};
        command.stamp.role = rules::Role::player;
        command.stamp.request = last_request(house.loop->state(), command.stamp.actor) + 1;
        command.stamp.table = {1};
        command.stamp.session = session_of(house.loop->state(), command.stamp.actor, {1});
        command.order = CashOut{{n}, {}, {}};
        return house.loop->execute(std::move(command));
    }
    Money credit(std::uint32_t n) const {
        const State& state = house.loop->state();
        const StayId stay = state.tables.at({1}).terminals.at({n}).stay;
        return stay ? state.ledger.balance(ledger::credit(stay)) : Money();
    }
    const Cabinet& known(std::uint32_t n) const {
        return house.loop->state().instruments.cabinets.at({n});
    }
    void insert_note(std::uint32_t n, std::int64_t amount) {
        ASSERT_TRUE(cabinets.at(n)->insert_note(cents(amount)));
        exchange();
    }

    test::SmallHouse house;
    std::optional<CabinetController> controller;
    std::map<std::uint32_t, std::unique_ptr<SimulatedCabinet>> cabinets;
    std::map<ConnectionId, std::uint32_t> links;
    std::uint64_t connections = 0;
    std::vector<device::TicketFace> presented;
    std::vector<std::string> closed;
    CashOut last_cash_out;
    std::set<Hash> known_closed;  // what the reports know
    int closed_asked = 0;
};

// A ticket that was redeemed long ago is no guess: the reader says so and is not locked.
TEST_F(CabinetRoom, RefusesATicketThatTheEngineForgotAsClosed) {
    constexpr std::int64_t week = 7 * 86'400'000LL;
    const auto redeem = [&] {
        insert_note(101, 5'000);
        EXPECT_FALSE(cash_out(101).refusal);
        exchange();
        ASSERT_TRUE(cabinets.at(102)->insert_ticket(presented.back().number));
        exchange();
        known_closed.insert(last_cash_out.ticket);
    };
    redeem();
    const std::string number = presented.back().number;
    const Hash name = last_cash_out.ticket;
    EXPECT_EQ(closed_asked, 0);
    house.now = house.now + week + 1;
    redeem();
    EXPECT_FALSE(house.loop->state().instruments.tickets.contains(name));
    const Money before = credit(102);
    for (int i = 0; i < 4; ++i) {
        EXPECT_TRUE(cabinets.at(102)->insert_ticket(number));
        exchange();
    }
    EXPECT_EQ(closed_asked, 4);
    EXPECT_EQ(credit(102), before);
    EXPECT_FALSE(known(102).reader_locked);
    EXPECT_EQ(known(102).misses, 0);
    known_closed.clear();  // the reports are gone: then it is unknown, and counts as a miss
    EXPECT_TRUE(cabinets.at(102)->insert_ticket(number));
    exchange();
    EXPECT_EQ(known(102).misses, 1);
}

TEST_F(CabinetRoom, KnowsWhichCabinetsAreThere) {
    EXPECT_TRUE(known(101).status.connected);
    EXPECT_EQ(controller->ready(), 2U);
    EXPECT_EQ(controller->configured(), 2U);
    cabinets.at(101)->inject_fault(CabinetFault::paper_low);
    exchange();
    EXPECT_EQ(known(101).status.paper, Paper::low);
    disconnect(101);
    EXPECT_FALSE(known(101).status.connected);
    EXPECT_EQ(known(101).status.paper, Paper::low);
    EXPECT_EQ(controller->ready(), 1U);
}

TEST_F(CabinetRoom, CreditsANoteOnceItIsStacked) {
    insert_note(101, 5'000);
    EXPECT_EQ(credit(101), cents(5'000));
    EXPECT_EQ(cabinets.at(101)->memory().stacker, cents(5'000));
    EXPECT_FALSE(cabinets.at(101)->memory().held_note);  // acknowledged
    insert_note(101, 2'000);                             // no such denomination is taken
    EXPECT_EQ(credit(101), cents(5'000));
    EXPECT_EQ(cabinets.at(101)->memory().stacker, cents(5'000));
}

TEST_F(CabinetRoom, SendsNothingBeforeTheCommit) {
    ASSERT_TRUE(cabinets.at(101)->insert_note(cents(5'000)));
    const ConnectionId connection = links.begin()->first;
    controller->on_line(connection, *cabinets.at(101)->next_line(house.now), house.now);
    for (const auto& list : controller->take_outbox()) EXPECT_TRUE(list.empty());
    EXPECT_FALSE(turn().empty());
}

TEST_F(CabinetRoom, PrintsACashOutAndTakesTheTicketElsewhere) {
    insert_note(101, 5'000);
    EXPECT_FALSE(cash_out(101).refusal);
    exchange();
    EXPECT_EQ(credit(101), Money());
    ASSERT_EQ(presented.size(), 1U);
    const device::TicketFace& face = presented.front();
    EXPECT_EQ(face.amount, cents(5'000));
    EXPECT_EQ(face.number.size(), device::training_digits);
    EXPECT_EQ(face.marking, device::Marking::no_value);
    EXPECT_EQ(face.house, "Test House");
    EXPECT_EQ(face.terminal, "Terminal 101");
    EXPECT_EQ(face.message, "Thank you");
    EXPECT_EQ(last_cash_out.ticket, device::ticket_name(ticket_key, face.number));
    EXPECT_EQ(last_cash_out.last_four, face.number.substr(12));
    ASSERT_TRUE(cabinets.at(102)->insert_ticket(face.number));
    exchange();
    EXPECT_EQ(credit(102), cents(5'000));
    ASSERT_TRUE(cabinets.at(101)->insert_ticket(face.number));  // a copy
    exchange();
    EXPECT_EQ(credit(101), Money());
    EXPECT_EQ(cabinets.at(101)->memory().tickets_stacked, 0U);
}

TEST_F(CabinetRoom, LocksAReaderThatIsFedWithGuesses) {
    for (int i = 0; i < ticket_misses_max; ++i) {
        ASSERT_TRUE(cabinets.at(101)->insert_ticket(device::new_ticket_number(0)));
        exchange();
    }
    EXPECT_TRUE(known(101).reader_locked);
    cabinets.at(102)->inject_fault(CabinetFault::misread);
    ASSERT_TRUE(cabinets.at(102)->insert_ticket(device::new_ticket_number(0)));
    exchange();
    EXPECT_EQ(known(102).misses, 0);  // a misread is no guess
}

TEST_F(CabinetRoom, GivesASpecimenBack) {
    const Money before = credit(101);
    const std::string number = device::new_ticket_number(device::specimen_system);
    ASSERT_TRUE(cabinets.at(101)->insert_ticket(number));
    exchange();
    EXPECT_EQ(credit(101), before);
    EXPECT_EQ(cabinets.at(101)->memory().tickets_stacked, 0U);
    EXPECT_FALSE(known(101).ticket);
}

TEST_F(CabinetRoom, GivesBackTheCreditOfATicketThatWasNotPrinted) {
    insert_note(101, 5'000);
    cabinets.at(101)->inject_fault(CabinetFault::print_fails);
    EXPECT_FALSE(cash_out(101).refusal);
    exchange();
    EXPECT_EQ(credit(101), cents(5'000));
    EXPECT_TRUE(presented.empty());
    cabinets.at(101)->inject_fault(CabinetFault::print_unknown);
    EXPECT_FALSE(cash_out(101).refusal);
    exchange();
    EXPECT_EQ(credit(101), Money());
    ASSERT_TRUE(known(101).printing);
    EXPECT_EQ(house.loop->state().instruments.tickets.at(*known(101).printing).state,
              TicketState::print_unknown);
}

TEST_F(CabinetRoom, AsksForAHandPayWhereNothingCanBePrinted) {
    insert_note(101, 5'000);
    cabinets.at(101)->inject_fault(CabinetFault::paper_out);
    exchange();
    EXPECT_FALSE(cash_out(101).refusal);
    exchange();
    EXPECT_EQ(house.loop->state().instruments.hand_pays.size(), 1U);
    EXPECT_TRUE(presented.empty());
}

// The server ends after the ticket is in the journal and before the printer has it.
TEST_F(CabinetRoom, DoesNotPrintAfterARestartWhatWasIssuedBefore) {
    insert_note(101, 5'000);
    EXPECT_FALSE(cash_out(101).refusal);
    house.commit();  // and the power fails
    restart();
    EXPECT_FALSE(known(101).status.connected);
    connect(101);
    exchange();
    EXPECT_TRUE(presented.empty());
    EXPECT_FALSE(known(101).printing);
    EXPECT_EQ(credit(101), cents(5'000));
}

TEST_F(CabinetRoom, CreditsANoteThatWasStackedWhileTheServerWasAway) {
    ASSERT_TRUE(cabinets.at(101)->insert_note(cents(5'000)));
    cabinets.at(101)->inject_fault(CabinetFault::no_report);
    exchange();  // stacked, but not reported
    EXPECT_EQ(credit(101), Money());
    EXPECT_EQ(cabinets.at(101)->memory().stacker, cents(5'000));
    restart();
    connect(101);
    exchange();
    EXPECT_EQ(credit(101), cents(5'000));
    connect(101);
    exchange();
    EXPECT_EQ(credit(101), cents(5'000));  // once
}

TEST_F(CabinetRoom, ReplacesAConnectionOfTheSameCabinet) {
    const std::size_t before = closed.size();
    cabinets.at(101)->disconnect();
    connect(101);  // the server has not noticed the end of the first one
    exchange();
    EXPECT_EQ(closed.size(), before + 1);
    EXPECT_TRUE(known(101).status.connected);
    insert_note(101, 1'000);
    EXPECT_EQ(credit(101), cents(1'000));
}

TEST_F(CabinetRoom, EndsConnectionsOfStrangersAndOfNonsense) {
    SimulatedCabinet stranger(options_of(999));
    const ConnectionId connection{++connections};
    controller->on_connect(connection, house.now);
    stranger.connect();
    controller->on_line(connection, *stranger.next_line(house.now), house.now);
    turn();
    ASSERT_EQ(closed.size(), 1U);
    EXPECT_EQ(closed.back(), "the line is broken");
    cabinets.at(101)->inject_fault(CabinetFault::nonsense);
    ASSERT_TRUE(cabinets.at(101)->insert_note(cents(5'000)));
    exchange();
    ASSERT_EQ(closed.size(), 2U);
    EXPECT_EQ(closed.back(), "the message is invalid");
    EXPECT_FALSE(known(101).status.connected);
    controller->on_connect({++connections}, house.now);
    house.now = house.now + 10'000;
    turn();
    EXPECT_EQ(closed.back(), "the line was not opened in time");
}

// The power of the cabinet fails at every step of a note, a cash-out and a ticket.
TEST_F(CabinetRoom, LosesAndDoublesNothingWhereverThePowerOfTheCabinetFails) {
    Money expected;
    for (int cut = 1; cut <= 20; ++cut) {
        device::cabinet::CabinetMemory durable = cabinets.at(101)->memory();
        const Money stacked_before = durable.stacker;
        int steps = 0;
        SimulatedCabinet::Options options = options_of(101);
        options.memory = durable;
        options.save = [&](const device::cabinet::CabinetMemory& memory) {
            if (++steps > cut) return false;
            durable = memory;
            return steps < cut;
        };
        options.present = [this](const device::TicketFace& face) { presented.push_back(face); };
        disconnect(101);
        cabinets[101] = std::make_unique<SimulatedCabinet>(std::move(options));
        connect(101);
        exchange();
        if (cabinets.at(101)->insert_note(cents(1'000))) exchange();
        power_on(101, durable);
        connect(101);
        exchange();
        expected += cabinets.at(101)->memory().stacker - stacked_before;
        EXPECT_EQ(credit(101), expected) << cut;
        EXPECT_FALSE(known(101).note) << cut;
    }
    EXPECT_GT(expected, Money());
}

}  // namespace
}  // namespace sicbo::server
