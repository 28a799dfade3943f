// SPDX-License-Identifier: MIT
#include "wire/bet_log_entry.h"

#include <gtest/gtest.h>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include "support/property.h"

namespace sicbo::wire {
namespace {

namespace json = boost::json;
using namespace table;
using test::bet_on;
using test::cents;
using test::Property;
using test::Role;

// A property whose table shares its boxes, with players who bet at a felt. Collects the entries of
// every decision.
class BetLogEntries : public testing::Test {
protected:
    // Gives the order and returns the entries that its events add: "2 reduced".
    std::string give(const test::Speaker& by, Order order) {
        return entries_of(property.give(by, std::move(order)));
    }
    std::string by_two(Order order) { return entries_of(property.by_two(std::move(order))); }
    std::string entries_of(const Decision& decision) {
        EXPECT_EQ(test::reason_of(decision), "");
        std::string text;
        for (const Event& event : decision.events) {
            for_each_bet_log_entry(property.state, event, property.state.sequence,
                                   [&](StayId stay, std::string entry) {
                                       last[stay] = json::parse(entry).as_object();
                                       text += (text.empty() ? "" : ", ") +
                                               std::to_string(player_of(stay)) + " " +
                                               std::string(last[stay].at("what").as_string());
                                   });
        }
        return text;
    }
    int player_of(StayId stay) const {
        for (int n = 1; n <= 3; ++n) {
            if (property.stay(n) == stay) return n;
        }
        return 0;
    }
    const json::object& entry(int player) { return last[property.stay(player)]; }
    std::string bets(int player) { return json::serialize(entry(player).at("bets")); }

    static test::Settings felt() {
        test::Settings settings;
        settings.configuration.chip = cents(500);
        settings.configuration.limit = {cents(5'000), cents(100'000)};
        settings.configuration.policy = Policy::advise;
        return settings;
    }

    Property property{"rws-taisai", felt()};
    std::map<StayId, json::object> last;
};

TEST_F(BetLogEntries, AreForWhatThePlayerDidNotOrder) {
    property.go_past(rules::Step::open);
    EXPECT_EQ(give(property.player(1), bet_on("big", 10'000)), "");
    const BetOrder small{test::spot_id("small"), cents(5'000)};
    EXPECT_EQ(
        give(test::speaker(Role::supervisor), PlaceBets{property.stay(1), {small}, "50 on small"}),
        "1 placed");
    EXPECT_EQ(bets(1), R"([{"spot":"small","amount":5000}])");
    EXPECT_TRUE(entry(1).at("by_staff").as_bool());
    EXPECT_EQ(entry(1).at("round"), 1);
    EXPECT_EQ(entry(1).at("at"), property.at.milliseconds);
    EXPECT_EQ(give(test::speaker(Role::supervisor),
                   WithdrawOnBehalf{property.stay(1), {{small.spot, {}}}, "not on small"}),
              "1 withdrawn");
    EXPECT_EQ(bets(1), R"([{"spot":"small","amount":5000}])");
}

TEST_F(BetLogEntries, SayWhichPartOfAStakeCounts) {
    property.go_past(rules::Step::open);
    property.bet(1, "total-9", 100'000);
    property.bet(2, "total-9", 100'000);
    property.bet(3, "big", 5'000);
    EXPECT_EQ(give(test::speaker(Role::dealer), CloseBetting{}), "1 reduced, 2 reduced");
    EXPECT_EQ(bets(1), R"([{"spot":"total-9","amount":50000}])");
    EXPECT_FALSE(last.contains(property.stay(3)));
    EXPECT_TRUE(entry(1).at("by_staff").as_bool());
}

// Players who were told that a part does not count are told again when that changes.
TEST_F(BetLogEntries, SayItAgainWhenSharesAreComputedAnew) {
    property.go_past(rules::Step::open);
    property.bet(1, "total-9", 100'000);
    property.bet(2, "total-9", 100'000);
    property.bet(3, "total-9", 100'000);
    property.go_past(rules::Step::close);
    const auto return_bets = [&](int player) {
        return by_two(AmendRounds{
            {{1, {}, property.stay(player)}}, rules::Cause::not_covered, "not these chips"});
    };
    EXPECT_EQ(return_bets(3), "3 returned, 1 reduced, 2 reduced");
    EXPECT_EQ(entry(3).at("amount"), 100'000);
    EXPECT_EQ(bets(1), R"([{"spot":"total-9","amount":50000}])");
    EXPECT_EQ(return_bets(2), "2 returned, 1 in_full");
    EXPECT_EQ(bets(1), "[]");
}

TEST_F(BetLogEntries, HaveTheMoneyOfTheRoundAndOfItsCorrection) {
    property.go_past(rules::Step::open);
    property.bet(1, "big", 10'000);
    property.bet(2, "small", 5'000);
    property.go_past(rules::Step::enter, {6, 5, 4});
    std::string settled;
    while (property.table().round) {
        const std::size_t before = property.commands.size();
        Property copy = property;
        property.go_on({6, 5, 4});
        // go_on() gives the command; its decision is made again on the state before it.
        for (std::size_t i = before; i < property.commands.size(); ++i) {
            const Decision decision = decide(copy.state, property.commands[i]);
            for (const Event& event : decision.events) apply(copy.state, event);
            const std::string entries = entries_of(decision);
            if (!entries.empty()) settled = entries;
        }
    }
    EXPECT_EQ(settled, "1 settled, 2 settled");
    EXPECT_EQ(entry(1).at("amount"), 20'000);
    EXPECT_EQ(entry(1).at("staked"), 10'000);
    EXPECT_EQ(entry(2).at("amount"), 0);
    EXPECT_EQ(by_two(AmendRounds{
                  {{1, rules::Roll{1, 2, 4}, {}}}, rules::Cause::wrong_result, "seen on the film"}),
              "1 corrected, 2 corrected");
    EXPECT_EQ(entry(1).at("amount"), 0);
    EXPECT_EQ(entry(2).at("amount"), 10'000);
    EXPECT_EQ(entry(2).at("cause"), "wrong-result");
}

TEST_F(BetLogEntries, NameTheCauseOfAVoidRound) {
    property.go_past(rules::Step::open);
    property.bet(1, "big", 10'000);
    EXPECT_EQ(give(test::speaker(Role::supervisor), Report{rules::Cause::exposed, ""}), "1 void");
    EXPECT_EQ(entry(1).at("amount"), 10'000);
    EXPECT_EQ(entry(1).at("cause"), "exposed");
    EXPECT_EQ(entry(1).at("round"), 1);
}

TEST_F(BetLogEntries, SayWhatWasRejectedAsExcess) {
    property.go_past(rules::Step::open);
    property.bet(1, "total-9", 100'000);
    property.bet(2, "total-9", 30'000);
    EXPECT_EQ(give(test::speaker(Role::dealer), RejectExcess{}), "2 rejected");
    EXPECT_EQ(bets(2), R"([{"spot":"total-9","amount":30000}])");
}

}  // namespace
}  // namespace sicbo::wire
