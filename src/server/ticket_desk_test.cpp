// SPDX-License-Identifier: MIT
#include "server/ticket_desk.h"

#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>

#include "device/ticket_number.h"
#include "support/sessions.h"
#include "wire/bytes.h"

namespace sicbo::server {
namespace {

using namespace table;
using test::SmallHouse;
using test::SmallSessions;
using wire::CashierRequest;
using wire::TopicKind;

constexpr PersonId cashier = {5};
constexpr CounterId first_counter = {1};

PropertyPlan plan_with_cash() {
    PropertyPlan plan = test::small_plan();
    plan.cash.emplace();
    return plan;
}

// A cashier is signed in at a cage window, with an open shift and 1,000.00 in the drawer.
class CageWindow : public ::testing::Test {
protected:
    CageWindow() : all(plan_with_cash()) {
        all.house.add(cashier, "cashier", rules::Role::cashier);
        window = all.connect();
        all.sign_in(window, "cashier");
        EXPECT_EQ(order(LogOn{}), "ok");
        EXPECT_EQ(order(OpenShift{first_counter, "SGD", true, Money::of_cents(100'000)}), "ok");
    }
    std::string order(Order given) {
        wire::OrderRequest request;
        request.order = std::move(given);
        return all.outcome(window, request);
    }
    static CashierRequest by(std::uint64_t request = 0) {
        CashierRequest cashier_request;
        cashier_request.counter = first_counter;
        cashier_request.request = request;
        return cashier_request;
    }
    boost::json::object sell(std::int64_t amount, std::uint64_t request = 0) {
        return all.ask(window, wire::SellTicketRequest{by(request), Money::of_cents(amount)});
    }
    std::string sold_number(std::int64_t amount) {
        return std::string(sell(amount).at("ticket").at("number").as_string());
    }
    Money drawer() const {
        return all.house.loop->state().cage.counters.at(first_counter).shift->expected();
    }

    SmallSessions all;
    ConnectionId window;
};

TEST_F(CageWindow, SellsATicketWhoseNumberOnlyTheReplyHas) {
    const boost::json::object reply = sell(3'750);
    const std::string number(reply.at("ticket").at("number").as_string());
    EXPECT_TRUE(device::is_ticket_number(number));
    EXPECT_EQ(reply.at("ticket").at("amount"), "37.50");
    EXPECT_EQ(reply.at("ticket").at("terminal"), "Cage 1");
    EXPECT_EQ(reply.at("ticket").at("house"), "Test House");
    EXPECT_TRUE(reply.at("svg").as_string().starts_with("<?xml") ||
                reply.at("svg").as_string().starts_with("<svg"));
    EXPECT_EQ(drawer(), Money::of_cents(103'750));
    // Neither the state, from which snapshots are made, nor the topic of the cage has it.
    EXPECT_EQ(to_bytes(all.house.loop->state()).find(number), std::string::npos);
    all.ask(window, wire::Watch{{TopicKind::cage, 0}});
    for (const std::string& text : all.received[window.number]) {
        EXPECT_EQ(text.find(number), std::string::npos);
    }
}

TEST_F(CageWindow, SendsTheTicketOfASaleAgain) {
    const std::uint64_t request = all.id + 1;
    const boost::json::object first = sell(1'000, request);
    const boost::json::object again = sell(1'000, request);
    EXPECT_EQ(first.at("ticket"), again.at("ticket"));
    EXPECT_EQ(drawer(), Money::of_cents(101'000));
    all.wait(TicketDesk::sold_milliseconds);
    EXPECT_EQ(SmallSessions::outcome_of(sell(1'000, request)), "request_too_old");
    EXPECT_EQ(drawer(), Money::of_cents(101'000));
}

TEST_F(CageWindow, ReadsATicketAndRedeemsItOnce) {
    const std::string number = sold_number(2'500);
    const boost::json::object read = all.ask(window, wire::ReadTicket{by(), number});
    EXPECT_EQ(read.at("read").at("amount").as_int64(), 2'500);
    EXPECT_TRUE(read.at("read").at("refused").is_null());
    EXPECT_EQ(drawer(), Money::of_cents(102'500));  // to read it moves nothing
    const boost::json::object paid = all.ask(window, wire::CashTicketRequest{by(), number});
    EXPECT_EQ(paid.at("amount").as_int64(), 2'500);
    EXPECT_EQ(drawer(), Money::of_cents(100'000));
    const boost::json::object again = all.ask(window, wire::CashTicketRequest{by(), number});
    EXPECT_EQ(SmallSessions::outcome_of(again), "ticket_redeemed");
    EXPECT_NE(again.at("detail").as_string().find("at the cage"), std::string_view::npos);
}

TEST_F(CageWindow, DoesNotSayThatARefusedTicketWasPaidIfItIsSentAgain) {
    const std::uint64_t request = all.id + 1;
    const wire::CashTicketRequest redeem{by(request), std::string(16, '7')};
    EXPECT_EQ(all.outcome(window, redeem), "no_such_ticket");
    EXPECT_EQ(all.outcome(window, redeem), "request_too_old");
}

TEST_F(CageWindow, LocksItsReaderAfterThreeUnknownNumbersThatWereOnlyRead) {
    for (const char digit : {'1', '2', '3'}) {
        EXPECT_EQ(all.outcome(window, wire::ReadTicket{by(), std::string(16, digit)}),
                  "no_such_ticket");
    }
    EXPECT_TRUE(all.house.loop->state().cage.counters.at(first_counter).reader_locked);
    EXPECT_EQ(all.outcome(window, wire::ReadTicket{by(), "12"}), "reader_locked");
}

// System 99 is that of specimens, which no ticket that can be redeemed ever has.
TEST_F(CageWindow, RefusesASpecimen) {
    const std::string number = device::new_ticket_number(device::specimen_system);
    EXPECT_EQ(all.outcome(window, wire::ReadTicket{by(), number}), "no_such_ticket");
    EXPECT_EQ(all.outcome(window, wire::CashTicketRequest{by(), number}), "no_such_ticket");
    EXPECT_EQ(drawer(), Money::of_cents(100'000));
}

TEST_F(CageWindow, CallsAnythingThatIsNoNumberMisread) {
    EXPECT_EQ(all.outcome(window, wire::ReadTicket{by(), "12 34"}), "ticket_misread");
}

TEST_F(CageWindow, SaysThatAnIdentityIsAskedFor) {
    CagePolicy policy;
    policy.identity_from = Money::of_cents(2'000);
    ASSERT_FALSE(all.house.loop->execute_system({}, SetCagePolicy{policy}).refusal);
    EXPECT_EQ(SmallSessions::outcome_of(sell(2'000)), "identity_needed");
    wire::SellTicketRequest sale{by(), Money::of_cents(2'000)};
    sale.by.patron.identity = "passport 12";
    const boost::json::object sold = all.ask(window, sale);
    const std::string number(sold.at("ticket").at("number").as_string());
    const boost::json::object read = all.ask(window, wire::ReadTicket{by(), number});
    EXPECT_EQ(read.at("read").at("refused"), "identity_needed");
}

// Whoever reads the journal knows the names of tickets: a name must not be enough.
TEST_F(CageWindow, TakesNoOrderThatNamesATicket) {
    const Hash name = device::ticket_name(sha256("tickets"), sold_number(5'000));
    EXPECT_EQ(order(CashTicket{first_counter, name, "0000", false, {}}), "not_allowed");
    EXPECT_EQ(order(SellTicket{first_counter, name, "0000", Money::of_cents(100), {}}),
              "not_allowed");
    EXPECT_EQ(drawer(), Money::of_cents(105'000));
}

TEST_F(CageWindow, IsWatchedByThoseOfTheCageOnly) {
    EXPECT_EQ(all.outcome(window, wire::Watch{{TopicKind::cage, 0}}), "ok");
    const ConnectionId console = all.connect();
    EXPECT_EQ(all.outcome(console, wire::Watch{{TopicKind::cage, 0}}), "not_allowed");
    all.sign_in(console, "dealer");
    EXPECT_EQ(all.outcome(console, wire::Watch{{TopicKind::cage, 0}}), "not_allowed");
    all.sign_in(console, "supervisor");
    EXPECT_EQ(all.outcome(console, wire::Watch{{TopicKind::cage, 0}}), "ok");
}

TEST_F(CageWindow, ShowsWhatItDidWithBothWhoSigned) {
    all.ask(window, wire::Watch{{TopicKind::cage, 0}});
    sell(1'000);
    wire::OrderRequest move;
    move.order = MoveFloat{first_counter, true, Money::of_cents(700), "small notes"};
    const boost::json::object asked = all.ask(window, move);
    all.sign_in(window, "supervisor");
    wire::OrderRequest authorise;
    authorise.person = SmallHouse::supervisor;
    authorise.order = LogOn{};
    EXPECT_EQ(all.outcome(window, authorise), "ok");
    all.wait(300);
    authorise.order = Authorise{*parse_hash(std::string(asked.at("authorisation").as_string()))};
    all.ask(window, authorise);
    all.wait(300);
    std::string log;
    for (const std::string& text : all.received[window.number]) {
        const boost::json::object message = boost::json::parse(text).as_object();
        if (!message.contains("delta") || !message.at("state").as_object().contains("log"))
            continue;
        const boost::json::array& entries = message.at("state").at("log").as_array();
        log = boost::json::serialize(entries.back());
    }
    const boost::json::object last = boost::json::parse(log).as_object();
    EXPECT_EQ(last.at("kind"), "float_in");
    EXPECT_EQ(last.at("by"), "cashier");
    EXPECT_EQ(last.at("with"), "supervisor");
    EXPECT_EQ(last.at("text"), "small notes");
}

}  // namespace
}  // namespace sicbo::server
