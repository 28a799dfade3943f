// SPDX-License-Identifier: MIT
#include "wire/cage_view.h"

#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <set>

#include "support/cage_desk.h"
#include "wire/touched.h"

namespace sicbo::wire {
namespace {

namespace json = boost::json;
using namespace table;
using test::CageProperty;
using test::cents;
using test::counter_1;
using test::Role;

json::value cage_part(const State& state, std::string_view name) {
    for (const Part& part : cage_view(state)) {
        if (part.name == name) return json::parse(part.json);
    }
    return nullptr;
}

TEST(CageView, HasNoPolicyWithoutCash) { EXPECT_TRUE(cage_part(State(), "policy").is_null()); }

TEST(CageView, ShowsAShiftByTheBooks) {
    CageProperty p;
    EXPECT_TRUE(cage_part(p.state, "counters").as_array().empty());
    p.open_shift(100'000);
    p.at_cage_must(p.sale(1, 5'000));
    const json::object counter = cage_part(p.state, "counters").as_array().at(0).as_object();
    EXPECT_EQ(counter.at("currency"), "SGD");
    EXPECT_FALSE(counter.at("training").as_bool());
    EXPECT_EQ(counter.at("shift").at("opening").as_int64(), 100'000);
    EXPECT_EQ(counter.at("shift").at("in").as_int64(), 5'000);
    EXPECT_EQ(counter.at("shift").at("expected").as_int64(), 105'000);
    p.at_cage_must(CloseShift{counter_1, cents(104'000)});
    const json::object closed = cage_part(p.state, "counters").as_array().at(0).as_object();
    EXPECT_TRUE(closed.at("shift").is_null());
    EXPECT_EQ(closed.at("left").as_int64(), 104'000);
    EXPECT_EQ(closed.at("missing").as_int64(), 1'000);
}

TEST(CageView, ListsHandPaysWithWhomTheyTake) {
    CageProperty p;
    p.connect(2, {.connected = false});
    p.cash_out(2, 2);
    const json::array pays = cage_part(p.state, "hand_pays").as_array();
    ASSERT_EQ(pays.size(), 1u);
    EXPECT_EQ(pays.at(0).at("terminal").as_int64(), 2);
    EXPECT_EQ(pays.at(0).at("amount").as_int64(), 5'000);
    EXPECT_FALSE(pays.at(0).at("paid").as_bool());
}

TEST(CageView, ListsWhatWaitsForASecondPerson) {
    CageProperty p;
    p.open_shift(100'000);
    p.at_cage_must(MoveFloat{counter_1, true, cents(50'000), "more small notes"});
    const json::array pending = cage_part(p.state, "pending").as_array();
    ASSERT_EQ(pending.size(), 1u);
    EXPECT_EQ(pending.at(0).at("order"), "MoveFloat");
    EXPECT_EQ(pending.at(0).at("fields").at("amount").as_int64(), 50'000);
    std::set<std::string> missing;
    for (const auto& role : pending.at(0).at("missing").as_array()) {
        missing.emplace(role.as_string());
    }
    EXPECT_EQ(missing, (std::set<std::string>{"supervisor", "pit-manager", "shift-manager"}));
}

TEST(CageView, SaysWhoMayGiveTheOrdersOfTheCage) {
    CageProperty p;
    const json::object orders = cage_part(p.state, "orders").as_object();
    EXPECT_EQ(orders.at("OpenShift").at("roles"), json::parse(R"(["cashier"])"));
    EXPECT_TRUE(orders.at("OpenShift").at("second").is_null());
    EXPECT_EQ(orders.at("CloseShift").at("roles_for_another"),
              json::parse(R"(["supervisor","pit-manager","shift-manager"])"));
    EXPECT_EQ(orders.at("AdjustCounter").at("second").at("decides"), "supervisor");
    EXPECT_EQ(orders.at("FillTable").at("second").at("with"), "dealer");
    EXPECT_FALSE(orders.contains("OpenBetting"));
    // The cage pays, and gives the terminal back; an attendant who pays there does so at the table.
    EXPECT_TRUE(orders.contains("AcknowledgeHandPay"));
    EXPECT_TRUE(orders.contains("CancelHandPay"));
    EXPECT_FALSE(orders.contains("PayByHand"));
}

// A count is made without the figure that it will be compared with.
TEST(CageView, HidesWhatABoxIsExpectedToHold) {
    CageProperty p;
    p.present_note(1, 5'000);
    p.report_note(1, 5'000, true);
    const Hash digest = [&] {
        const Decision asked = p.must(Role::dealer, RemoveStacker{{1}, "S-1"});
        return get<AuthorisationRequested>(asked.events.at(0).fact).digest;
    }();
    p.must(Role::supervisor, Authorise{digest});
    const json::object table = cage_part(p.state, "tables").as_array().at(0).as_object();
    const json::object box = table.at("boxes").as_array().at(0).as_object();
    EXPECT_EQ(box.at("seal"), "S-1");
    EXPECT_FALSE(box.contains("expected"));
}

TEST(CageView, NamesTerminalsByRanges) {
    CageProperty p;
    const json::object table = cage_part(p.state, "tables").as_array().at(0).as_object();
    EXPECT_EQ(table.at("terminals"), json::parse("[[1,3]]"));
}

TEST(TouchedTopics, OfTheCageAreTheCage) {
    CageProperty p;
    const Decision opened = p.at_cage_must(OpenShift{counter_1, "SGD", false, cents(100)});
    std::set<Topic> topics;
    for_each_touched(p.state, opened.events.at(0), [&](Topic topic) { topics.insert(topic); });
    EXPECT_EQ(topics, (std::set<Topic>{{TopicKind::cage, 0}}));
}

}  // namespace
}  // namespace sicbo::wire
