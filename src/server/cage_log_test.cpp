// SPDX-License-Identifier: MIT
#include "server/cage_log.h"

#include <gtest/gtest.h>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>

#include "support/cage_desk.h"
#include "support/committed.h"

namespace sicbo::server {
namespace {

namespace json = boost::json;
using namespace table;
using test::CageProperty;
using test::cents;
using test::counter_1;
using test::LiveProperty;
using test::Role;
using test::speaker;

// A log that is told of every decision of the test.
struct Log {
    // Returns the newest entry; empty if there is none.
    json::object add(const State& state, const Decision& decision) {
        log.on_committed(state, test::committed(state, decision));
        const json::array entries = all();
        return entries.empty() ? json::object() : entries.back().as_object();
    }
    json::array all() const { return json::parse(log.entries()).as_array(); }

    CageLog log;
};

OpenShift shift_of(std::int64_t counted) { return {counter_1, "SGD", false, cents(counted)}; }

TEST(CageLog, IsEmptyBeforeAnythingMoves) {
    EXPECT_EQ(CageLog().entries(), "[]");
    CageProperty p;
    Log log;
    p.go_on();
    EXPECT_TRUE(log.add(p.state, p.bet(1, "big", 1'000)).empty());  // not of the cage
}

TEST(CageLog, HasTheCountsOfAShift) {
    CageProperty p;
    Log log;
    const json::object opened = log.add(p.state, p.at_cage_must(shift_of(100'000)));
    EXPECT_EQ(opened.at("kind"), "shift_opened");
    EXPECT_EQ(opened.at("seq").to_number<std::uint64_t>(), p.state.sequence);
    EXPECT_EQ(opened.at("at").as_int64(), p.at.milliseconds);
    EXPECT_EQ(opened.at("counter").as_int64(), 1);
    EXPECT_EQ(opened.at("table").as_int64(), 0);
    EXPECT_EQ(opened.at("by"), "cashier");
    EXPECT_TRUE(opened.at("with").is_null());
    EXPECT_EQ(opened.at("currency"), "SGD");
    EXPECT_FALSE(opened.at("training").as_bool());
    EXPECT_TRUE(opened.at("expected").is_null());  // the counter was never used before
    EXPECT_EQ(opened.at("counted").as_int64(), 100'000);
    const json::object closed =
        log.add(p.state, p.at_cage_must(CloseShift{counter_1, cents(99'000)}));
    EXPECT_EQ(closed.at("kind"), "shift_closed");
    EXPECT_EQ(closed.at("expected").as_int64(), 100'000);
    EXPECT_EQ(closed.at("counted").as_int64(), 99'000);
}

TEST(CageLog, NamesTicketsByTheirLastFourDigits) {
    CageProperty p;
    Log log;
    p.open_shift(100'000);
    const json::object sold =
        log.add(p.state, p.at_cage_must(p.sale(7, 2'000, {"P-1", "passport"})));
    EXPECT_EQ(sold.at("kind"), "ticket_sold");
    EXPECT_EQ(sold.at("amount").as_int64(), 2'000);
    EXPECT_EQ(sold.at("last_four"), "0007");
    EXPECT_EQ(sold.at("reference"), "P-1");
    EXPECT_EQ(sold.at("identity"), "passport");
    const json::object cashed = log.add(p.state, p.at_cage_must(p.redemption(7)));
    EXPECT_EQ(cashed.at("kind"), "ticket_cashed");
    EXPECT_EQ(cashed.at("last_four"), "0007");
    EXPECT_TRUE(cashed.at("reference").is_null());
    EXPECT_EQ(log.log.entries().find(to_text(test::ticket_named(7))), std::string::npos);
}

TEST(CageLog, SaysWhyATicketWasRefused) {
    CageProperty p;
    Log log;
    p.open_shift(100'000);
    const json::object unknown = log.add(p.state, p.at_cage(p.redemption(9)));
    EXPECT_EQ(unknown.at("kind"), "ticket_refused");
    EXPECT_EQ(unknown.at("reason"), "no_such_ticket");
    EXPECT_EQ(unknown.at("last_four"), "0009");
    EXPECT_EQ(unknown.at("amount").as_int64(), 0);
}

TEST(CageLog, HasATicketOfTheCageThatWasMadeVoid) {
    CageProperty p;
    Log log;
    p.open_shift(100'000);
    p.at_cage_must(p.sale(7, 2'000));
    const json::object voided =
        log.add(p.state, p.at_cage_by_two(VoidSoldTicket{test::ticket_named(7), "illegible"}));
    EXPECT_EQ(voided.at("kind"), "ticket_voided");
    EXPECT_EQ(voided.at("amount").as_int64(), 2'000);
    EXPECT_EQ(voided.at("last_four"), "0007");
    EXPECT_EQ(voided.at("text"), "illegible");
    EXPECT_EQ(voided.at("currency"), "SGD");
    EXPECT_EQ(voided.at("counter").as_int64(), 0);
    EXPECT_EQ(voided.at("table").as_int64(), 0);
    // One that a terminal has printed is no matter of the cage.
    p.print_ticket(1, 8);
    const Decision at_table =
        p.by_two(VoidTicket{test::ticket_named(8), "illegible"}, Role::supervisor, Role::dealer);
    EXPECT_EQ(test::reason_of(at_table), "");
    EXPECT_EQ(log.add(p.state, at_table).at("last_four"), "0007");
}

TEST(CageLog, NamesBothPeopleOfAnOrderForTwo) {
    CageProperty p;
    Log log;
    p.open_shift(100'000);
    const Decision asked = p.at_cage_must(MoveFloat{counter_1, true, cents(5'000), "coins"});
    EXPECT_TRUE(log.add(p.state, asked).empty());
    const Hash digest = get<AuthorisationRequested>(asked.events.at(0).fact).digest;
    const json::object moved =
        log.add(p.state, p.at_cage_must(speaker(Role::supervisor), Authorise{digest}));
    EXPECT_EQ(moved.at("kind"), "float_in");
    EXPECT_EQ(moved.at("text"), "coins");
    EXPECT_EQ(moved.at("by"), "cashier");
    EXPECT_EQ(moved.at("with"), "supervisor");
    // What the second person does alone afterwards has no first one.
    for (int number = 11; number <= 13; ++number) p.at_cage(p.redemption(number));
    const json::object unlocked =
        log.add(p.state, p.at_cage_must(speaker(Role::supervisor), UnlockCounter{counter_1}));
    EXPECT_EQ(unlocked.at("kind"), "reader_unlocked");
    EXPECT_EQ(unlocked.at("by"), "supervisor");
    EXPECT_TRUE(unlocked.at("with").is_null());
}

TEST(CageLog, HasTheInventoryOfATable) {
    LiveProperty p("rws-taisai", {.players = 0});
    Log log;
    const auto by_two = [&](const Order& order, Role first, Role second) {
        return log.add(p.state, p.by_two(order, first, second));
    };
    const json::object opened =
        by_two(OpenInventory{cents(500'000), "D1", ""}, Role::supervisor, Role::dealer);
    EXPECT_EQ(opened.at("kind"), "inventory_opened");
    EXPECT_EQ(opened.at("table").as_int64(), 1);
    EXPECT_EQ(opened.at("counter").as_int64(), 0);
    EXPECT_EQ(opened.at("currency"), "SGD");
    EXPECT_EQ(opened.at("seal"), "D1");
    const json::object filled =
        by_two(FillTable{cents(10'000), "F1"}, Role::supervisor, Role::dealer);
    EXPECT_EQ(filled.at("kind"), "table_filled");
    EXPECT_EQ(filled.at("slip"), "F1");
    const json::object closed =
        by_two(CountInventory{cents(510'000), "", ""}, Role::supervisor, Role::dealer);
    EXPECT_EQ(closed.at("kind"), "inventory_closed");
    const json::object counted =
        by_two(CountBox{"D1", cents(9'000)}, Role::cashier, Role::supervisor);
    EXPECT_EQ(counted.at("kind"), "box_counted");
    EXPECT_EQ(counted.at("box"), "drop");
    EXPECT_EQ(counted.at("win_by_count").as_int64(), 9'000);
    EXPECT_EQ(counted.at("by"), "cashier");
    EXPECT_EQ(counted.at("with"), "supervisor");
}

TEST(CageLog, KeepsTheLastEntries) {
    CageProperty p;
    Log log;
    p.open_shift(100'000);
    for (std::size_t n = 0; n < CageLog::entries_max + 5; ++n) {
        log.add(p.state, p.at_cage_must(p.sale(static_cast<int>(n) + 1, 100)));
    }
    const json::array entries = log.all();
    ASSERT_EQ(entries.size(), CageLog::entries_max);
    EXPECT_EQ(entries.front().at("last_four"), "0006");
    EXPECT_EQ(entries.back().at("seq").to_number<std::uint64_t>(), p.state.sequence);
}

}  // namespace
}  // namespace sicbo::server
