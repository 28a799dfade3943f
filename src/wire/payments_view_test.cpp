// SPDX-License-Identifier: MIT
#include "wire/payments_view.h"

#include <gtest/gtest.h>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include "support/property.h"

namespace sicbo::wire {
namespace {

using rules::Roll;
using rules::Step;
using test::cents;
using test::Property;

test::Settings with_maximum(std::int64_t max) {
    test::Settings settings;
    settings.configuration.chip = cents(500);
    settings.configuration.limit.max = cents(max);
    settings.configuration.policy = table::Policy::advise;
    return settings;
}

boost::json::value payments(const Property& p) { return payments_json(p.state, p.table()); }

std::int64_t amount(const boost::json::value& of, const char* name) {
    return of.at(name).to_number<std::int64_t>();
}

TEST(PaymentsView, IsThereFromTheResultToTheSettlement) {
    Property property("rws-taisai");
    EXPECT_TRUE(payments(property).is_null());
    property.go_past(Step::open);
    property.bet(1, "big", 1'000);
    EXPECT_TRUE(payments(property).is_null());
    property.go_past(Step::illuminate, {6, 5, 1});
    EXPECT_EQ(amount(payments(property), "round"), 1);
    EXPECT_EQ(amount(payments(property), "total"), 1'000);
    property.go_past(Step::pay);
    EXPECT_TRUE(payments(property).is_null());
}

TEST(PaymentsView, IsNotForTerminals) {
    Property property("rws-etg");
    property.go_past(Step::open);
    property.bet(1, "big", 1'000);
    property.go_past(Step::enter, {6, 5, 1});
    EXPECT_TRUE(payments(property).is_null());
}

TEST(PaymentsView, ListsWinnersWithTheirBetsAndTheChipsToCut) {
    Property property("rws-taisai", with_maximum(100'000));
    property.go_past(Step::open);
    property.bet(1, "big", 1'000);
    property.bet(1, "single-6", 500);
    property.bet(1, "odd", 500);
    property.bet(2, "small", 1'000);
    property.go_past(Step::illuminate, {6, 5, 1});
    const auto all = payments(property);
    const auto& players = all.at("players").as_array();
    ASSERT_EQ(players.size(), 1u);
    EXPECT_EQ(amount(players[0], "stay"), property.stay(1).number);
    EXPECT_EQ(amount(players[0], "winnings"), 1'500);
    EXPECT_EQ(players[0].at("bets").as_array().size(), 2u);
    const auto& chips = players[0].at("chips").as_array();
    ASSERT_EQ(chips.size(), 2u);
    EXPECT_EQ(amount(chips[0], "size"), 1'000);
    EXPECT_EQ(amount(chips[1], "size"), 500);
}

// What the list says is what the order then does, where bets count pro rata too.
TEST(PaymentsView, SaysWhatSettleRoundPays) {
    for (const Roll roll : {Roll{6, 5, 4}, Roll{1, 2, 4}, Roll{4, 4, 4}}) {
        Property property("rws-taisai", with_maximum(10'000));
        property.go_past(Step::open);
        property.bet(1, "big", 12'000);
        property.bet(2, "big", 8'000);
        property.bet(3, "single-4", 500);
        property.go_past(Step::illuminate, roll);
        std::map<int, std::int64_t> before;
        for (const int n : {1, 2, 3}) before[n] = property.credit(n).cents();
        std::map<int, std::int64_t> due;
        const auto all = payments(property);
        for (const auto& player : all.at("players").as_array()) {
            for (const int n : {1, 2, 3}) {
                if (amount(player, "stay") != property.stay(n).number) continue;
                due[n] = amount(player, "winnings") + amount(player, "returned");
                // The stake that won goes back to the player's credit too.
                for (const auto& bet : player.at("bets").as_array()) {
                    if (amount(bet, "winnings") > 0) due[n] += amount(bet, "counts");
                }
            }
        }
        const bool big = roll == Roll{6, 5, 4};
        EXPECT_EQ(amount(all, "total"), (big ? 10'000 : 0) + (roll == Roll{4, 4, 4} ? 6'000 : 500));
        property.go_past(Step::pay);
        for (const int n : {1, 2, 3}) EXPECT_EQ(property.credit(n).cents() - before[n], due[n]);
    }
}

TEST(PaymentsView, CutsAsFewChipsAsTheSizesAllow) {
    const auto counts = [](std::int64_t amount, const std::vector<Money>& sizes) {
        std::vector<std::pair<std::int64_t, std::int64_t>> list;
        for (const Chips& one : cut(cents(amount), sizes)) {
            list.emplace_back(one.size.cents(), one.count);
        }
        return list;
    };
    using List = std::vector<std::pair<std::int64_t, std::int64_t>>;
    table::Configuration configuration;
    configuration.chip = cents(500);
    const std::vector<Money> sizes = chip_sizes(configuration);
    EXPECT_EQ(counts(18'500, sizes),
              (List{{10'000, 1}, {5'000, 1}, {2'000, 1}, {1'000, 1}, {500, 1}}));
    EXPECT_EQ(counts(0, sizes), List());
    EXPECT_EQ(counts(750, sizes), (List{{500, 1}, {250, 1}}));
    configuration.chip = cents(2'500);
    EXPECT_EQ(chip_sizes(configuration).back(), cents(2'500));
    EXPECT_EQ(counts(10'000, chip_sizes(configuration)), (List{{10'000, 1}}));
}

}  // namespace
}  // namespace sicbo::wire
