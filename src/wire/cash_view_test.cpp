// SPDX-License-Identifier: MIT
#include "wire/cash_view.h"

#include <gtest/gtest.h>

#include <boost/json/parse.hpp>

#include "support/cash_desk.h"

namespace sicbo::wire {
namespace {

using test::CashProperty;
namespace json = boost::json;

json::object cash_at(const CashProperty& p, int n) {
    const TableId table = p.state.tables.begin()->first;
    return json::parse(cash_part(p.state, table, p.terminal(n))).as_object();
}

TEST(CashView, IsNullWithoutAPolicy) { EXPECT_EQ(cash_part(table::State(), {1}, {1}), "null"); }

TEST(CashView, SaysWhatTheCabinetCanDo) {
    CashProperty p;
    json::object cash = cash_at(p, 1);
    EXPECT_TRUE(cash.at("cabinet").at("takes_notes").as_bool());
    EXPECT_EQ(cash.at("notes").as_array().size(), 3U);
    EXPECT_EQ(cash.at("credit_max").as_int64(), 200'000);
    EXPECT_TRUE(cash.at("note").is_null());
    EXPECT_TRUE(cash.at("hand_pay").is_null());
    p.connect(1, {.connected = true, .paper = table::Paper::out});
    cash = cash_at(p, 1);
    EXPECT_FALSE(cash.at("cabinet").at("prints").as_bool());
    EXPECT_EQ(cash.at("cabinet").at("paper").as_string(), "out");
}

TEST(CashView, ShowsWhatIsUnderWay) {
    CashProperty p;
    p.present_note(1, 5'000);
    EXPECT_EQ(cash_at(p, 1).at("note").as_int64(), 5'000);
    p.report_note(1, 5'000, true);
    EXPECT_TRUE(cash_at(p, 1).at("note").is_null());
    p.cash_out(1, 1);
    EXPECT_EQ(cash_at(p, 1).at("printing").as_int64(), 10'000);
    p.report_print(1, table::PrintResult::printed);
    EXPECT_TRUE(cash_at(p, 1).at("printing").is_null());
    p.present_ticket(2, 1);
    EXPECT_EQ(cash_at(p, 2).at("ticket").as_int64(), 10'000);
}

TEST(CashView, ShowsALockedReaderAndAHandPay) {
    CashProperty p;
    for (int number = 7; number < 10; ++number) p.present_ticket(1, number);
    EXPECT_TRUE(cash_at(p, 1).at("reader_locked").as_bool());
    EXPECT_FALSE(cash_at(p, 1).at("cabinet").at("takes_tickets").as_bool());
    p.connect(2, {.connected = false});
    p.cash_out(2, 2);
    const json::object pay = cash_at(p, 2).at("hand_pay").as_object();
    EXPECT_EQ(pay.at("amount").as_int64(), 5'000);
    EXPECT_FALSE(pay.at("paid").as_bool());
}

}  // namespace
}  // namespace sicbo::wire
