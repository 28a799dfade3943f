// SPDX-License-Identifier: MIT
#include "wire/felt_view.h"

#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>

#include "support/property.h"

namespace sicbo::wire {
namespace {

using test::cents;
using test::Property;

test::Settings advising() {
    test::Settings settings;
    settings.configuration.chip = cents(500);
    settings.configuration.limit = {cents(5'000), cents(100'000)};
    settings.configuration.differential_max = cents(60'000);
    settings.configuration.policy = table::Policy::advise;
    return settings;
}

std::string totals(const Property& p) {
    return boost::json::serialize(totals_json(p.state, p.table()));
}
std::string differences(const Property& p) {
    return boost::json::serialize(differences_json(p.state, p.table()));
}
std::string below_min(const Property& p) {
    return boost::json::serialize(below_min_json(p.state, p.table()));
}

TEST(FeltView, IsEmptyBetweenRounds) {
    const Property property("rws-taisai", advising());
    EXPECT_EQ(totals(property), "[]");
    EXPECT_EQ(below_min(property), "[]");
    EXPECT_EQ(differences(property).find("\"over\":true"), std::string::npos);
}

TEST(FeltView, AddsUpThePlayersAndMarksWhatIsOverAMaximum) {
    Property property("rws-taisai", advising());
    property.go_past(rules::Step::open);
    property.bet(1, "total-9", 60'000);
    property.bet(2, "total-9", 40'000);
    EXPECT_EQ(totals(property), R"([{"spot":"total-9","stake":100000,"over_max":false}])");
    property.bet(3, "total-9", 5'000);
    EXPECT_EQ(totals(property), R"([{"spot":"total-9","stake":105000,"over_max":true}])");
}

// Each player at a terminal has a maximum of their own, whatever all have staked together.
TEST(FeltView, HasNoSharedMaximumAtTerminals) {
    test::Settings settings;
    settings.configuration.limit = {cents(100), cents(10'000)};
    Property property("rws-etg", settings);
    property.go_past(rules::Step::open);
    property.bet(1, "big", 10'000);
    property.bet(2, "big", 10'000);
    EXPECT_EQ(totals(property), R"([{"spot":"big","stake":20000,"over_max":false}])");
    EXPECT_EQ(differences(property), "[]");
}

TEST(FeltView, ComparesOpposingBoxes) {
    Property property("rws-taisai", advising());
    property.go_past(rules::Step::open);
    const auto pair = [&]() -> boost::json::object {
        for (const auto& one : differences_json(property.state, property.table())) {
            const auto& spots = one.at("spots").as_array();
            if (spots[0] == "big" || spots[1] == "big") return one.as_object();
        }
        return {};
    };
    property.bet(1, "big", 80'000);
    property.bet(2, "small", 20'000);
    EXPECT_EQ(pair().at("apart"), 60'000);
    EXPECT_EQ(pair().at("max"), 60'000);
    EXPECT_FALSE(pair().at("over").as_bool());
    property.bet(3, "big", 5'000);
    EXPECT_EQ(pair().at("apart"), 65'000);
    EXPECT_TRUE(pair().at("over").as_bool());
}

TEST(FeltView, ListsBetsBelowTheMinimumOfTheirSpot) {
    Property property("rws-taisai", advising());
    property.go_past(rules::Step::open);
    property.bet(1, "total-9", 5'000);
    EXPECT_EQ(below_min(property), "[]");
    property.bet(2, "total-9", 2'500);
    EXPECT_EQ(below_min(property),
              R"([{"stay":)" + std::to_string(property.stay(2).number) +
                  R"(,"player":"player 2","spot":"total-9","stake":2500,"min":5000}])");
}

}  // namespace
}  // namespace sicbo::wire
