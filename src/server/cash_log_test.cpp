// SPDX-License-Identifier: MIT
#include "server/cash_log.h"

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

// The movements at terminals of a property with cabinets.
class CashLogOfTerminals : public testing::Test {
protected:
    void add(const Decision& decision) {
        log.on_committed(p.state, test::committed(p.state, decision));
    }
    json::array entries(int terminal) const {
        return json::parse(log.entries_of(CageProperty::terminal(terminal))).as_array();
    }
    json::object last(int terminal) const { return entries(terminal).back().as_object(); }

    CageProperty p;
    CashLog log;
};

TEST_F(CashLogOfTerminals, IsEmptyForATerminalWithoutMovements) {
    EXPECT_EQ(log.entries_of({1}), "[]");
    add(p.present_note(1, 5'000));  // not stacked yet
    EXPECT_TRUE(entries(1).empty());
}

TEST_F(CashLogOfTerminals, HasANoteOnceItIsStackedOrGivenBack) {
    add(p.present_note(1, 5'000));
    add(p.report_note(1, 5'000, true));
    EXPECT_EQ(last(1), json::parse(R"({"at":)" + std::to_string(p.at.milliseconds) +
                                   R"(,"kind":"note_in","amount":5000,"last_four":null})")
                           .as_object());
    add(p.present_note(1, 5'000));
    add(p.report_note(1, 5'000, false));
    EXPECT_EQ(last(1).at("kind"), "note_returned");
    EXPECT_TRUE(entries(2).empty());
}

TEST_F(CashLogOfTerminals, HasTicketsByTheirLastFourDigits) {
    add(p.cash_out(1, 42));
    EXPECT_EQ(last(1).at("kind"), "ticket_out");
    EXPECT_EQ(last(1).at("amount").as_int64(), 5'000);
    EXPECT_EQ(last(1).at("last_four"), "0042");
    add(p.report_print(1, PrintResult::printed));
    add(p.present_ticket(2, 42));
    add(p.report_ticket(2, true));
    EXPECT_EQ(last(2).at("kind"), "ticket_in");
    EXPECT_EQ(last(2).at("last_four"), "0042");
    EXPECT_EQ(entries(1).size(), 1u);
}

TEST_F(CashLogOfTerminals, DoesNotTellThePlayerWhyATicketWasRefused) {
    add(p.present_ticket(1, 99));
    EXPECT_EQ(last(1).at("kind"), "ticket_refused");
    EXPECT_FALSE(last(1).contains("reason"));
    EXPECT_TRUE(last(1).at("last_four").is_null());
}

TEST_F(CashLogOfTerminals, HasAPrintThatFailed) {
    add(p.cash_out(1, 7));
    add(p.report_print(1, PrintResult::unknown));
    EXPECT_EQ(last(1).at("kind"), "print_unknown");
    EXPECT_EQ(last(1).at("last_four"), "0007");
}

TEST_F(CashLogOfTerminals, HasAHandPayThatTheCagePays) {
    p.connect(3, {.connected = false});
    add(p.cash_out(3, 1));
    EXPECT_EQ(last(3).at("kind"), "hand_pay_requested");
    p.open_shift(100'000);
    add(p.at_cage_must(CashHandPay{counter_1, HandPayId{1}, {}}));
    EXPECT_EQ(last(3).at("kind"), "hand_paid");
    EXPECT_EQ(last(3).at("amount").as_int64(), 5'000);
}

TEST_F(CashLogOfTerminals, KeepsTheLastEntriesOfEach) {
    for (std::size_t n = 0; n < CashLog::entries_max + 3; ++n) {
        add(p.present_note(1, 1'000));
        add(p.report_note(1, 1'000, true));
    }
    add(p.present_note(2, 5'000));
    add(p.report_note(2, 5'000, true));
    EXPECT_EQ(entries(1).size(), CashLog::entries_max);
    EXPECT_EQ(entries(2).size(), 1u);
}

}  // namespace
}  // namespace sicbo::server
