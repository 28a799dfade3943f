// SPDX-License-Identifier: MIT
#include "table/limits.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "rules/settle.h"
#include "support/property.h"

namespace sicbo::table {
namespace {

using rules::Step;
using test::cents;
using test::Property;
using test::reason_of;
using test::Role;
using test::Settings;
using test::spot_id;

std::int64_t accepted(const Decision& decision) {
    Money sum;
    for (const BetAnswer& answer : decision.answers) sum += answer.accepted;
    return sum.cents();
}

// The headroom on a spot for a player, in cents, and the limit that leaves no more.
std::pair<std::int64_t, std::string> headroom(const Property& property, int player,
                                              std::string_view spot) {
    const bool terminals = property.game().equipment.terminals;
    const std::uint8_t layout =
        terminals ? property.table().terminals.at(Property::terminal(player)).layout
                  : std::uint8_t{0};
    const Headroom found = headroom_for(property.state, property.table(), property.stay(player),
                                        layout, spot_id(spot));
    if (!found.amount) return {-1, "no limit"};
    return {found.amount->cents(), std::string(to_word(found.kind))};
}

using AmountAndLimit = std::pair<std::int64_t, std::string>;

Property open_with(std::string_view game, const Configuration& configuration) {
    Settings settings;
    settings.configuration = configuration;
    Property property(game, settings);
    property.go_past(Step::open);
    return property;
}

TEST(Headroom, IsWithoutLimitWhereNoneIsSet) {
    Property property = open_with("rws-etg", {});
    EXPECT_EQ(headroom(property, 1, "big"), AmountAndLimit(-1, "no limit"));
    EXPECT_EQ(accepted(property.bet(1, "big", 10'000'000)), 10'000'000);
    EXPECT_EQ(reason_of(property.bet(1, "big", 100)), "not_enough_credit");
}

TEST(Headroom, IsWhatTheMaximumOfTheSpotLeavesEachPlayer) {
    Configuration configuration;
    configuration.limit = {cents(1'000), cents(50'000)};
    configuration.limit_of[spot_id("any-triple")] = {cents(500), cents(5'000)};
    Property property = open_with("rws-etg", configuration);
    EXPECT_EQ(headroom(property, 1, "big"), AmountAndLimit(50'000, "spot"));
    EXPECT_EQ(headroom(property, 1, "any-triple"), AmountAndLimit(5'000, "spot"));
    EXPECT_EQ(accepted(property.bet(1, "big", 30'000)), 30'000);
    EXPECT_EQ(headroom(property, 1, "big"), AmountAndLimit(20'000, "spot"));
    EXPECT_EQ(headroom(property, 2, "big"), AmountAndLimit(50'000, "spot"));
    const Decision more = property.bet(1, "big", 20'100);  // the rest is taken, and it says so
    EXPECT_EQ(accepted(more), 20'000);
    EXPECT_EQ(more.answers.at(0).reason, Reason::spot_limit_reached);
    EXPECT_EQ(reason_of(property.bet(1, "big", 100)), "spot_limit_reached");
    EXPECT_EQ(accepted(property.bet(1, "any-triple", 9'900)), 5'000);
    EXPECT_EQ(accepted(property.withdraw(1, "big", 10'000)), 10'000);
    EXPECT_EQ(headroom(property, 1, "big"), AmountAndLimit(10'000, "spot"));
}

TEST(Minimum, IsForAllThatAPlayerHasOnTheSpot) {
    Configuration configuration;
    configuration.limit.min = cents(1'000);
    configuration.limit_of[spot_id("small")] = {cents(2'000), cents(2'500)};
    Property property = open_with("rws-etg", configuration);
    EXPECT_EQ(reason_of(property.bet(1, "big", 900)), "stake_below_minimum");
    EXPECT_EQ(accepted(property.bet(1, "big", 1'000)), 1'000);
    EXPECT_EQ(accepted(property.bet(1, "big", 100)), 100);
    // What is left there is enough, or nothing.
    EXPECT_EQ(reason_of(property.withdraw(1, "big", 200)), "stake_below_minimum");
    EXPECT_EQ(accepted(property.withdraw(1, "big", 100)), 100);
    EXPECT_EQ(accepted(property.withdraw(1, "big")), 1'000);
    EXPECT_EQ(reason_of(property.withdraw(1, "big")), "no_such_bet");
    EXPECT_EQ(accepted(property.bet(1, "small", 3'000)), 2'500);
    // Headroom for less than the minimum is no headroom.
    EXPECT_EQ(reason_of(property.bet(1, "small", 1'000)), "spot_limit_reached");
}

TEST(Stakes, AreInWholeChipsAndNeitherNothingNorLess) {
    Configuration configuration;
    configuration.chip = cents(500);
    Property property = open_with("rws-etg", configuration);
    EXPECT_EQ(reason_of(property.bet(1, "big", 750)), "not_in_chips");
    EXPECT_EQ(reason_of(property.bet(1, "big", 0)), "amount_out_of_range");
    EXPECT_EQ(reason_of(property.bet(1, "big", -500)), "amount_out_of_range");
    EXPECT_EQ(reason_of(property.bet(1, "big", money_max.cents() + 500)), "amount_out_of_range");
    EXPECT_EQ(accepted(property.bet(1, "big", 1'500)), 1'500);
    EXPECT_EQ(reason_of(property.withdraw(1, "big", 750)), "not_in_chips");
    EXPECT_EQ(reason_of(property.withdraw(1, "big", -500)), "no_such_bet");
    EXPECT_EQ(reason_of(property.withdraw(1, "big", 2'000)), "no_such_bet");
}

TEST(Stakes, ThatAreNegativeSpoilNoOtherBetOfTheirBatch) {
    Property property("rws-etg");
    property.go_past(Step::open);
    const Money credit = property.credit(1);
    const Decision placed = property.give(
        property.player(1),
        PlaceBets{{}, {{spot_id("small"), cents(-500)}, {spot_id("odd"), cents(1'000)}}, {}});
    EXPECT_EQ(placed.answers.at(0).accepted, cents(0));
    EXPECT_EQ(placed.answers.at(1).accepted, cents(1'000));
    EXPECT_EQ(property.credit(1), credit - cents(1'000));
    const Decision withdrawn = property.give(
        property.player(1),
        WithdrawBets{{}, {{spot_id("odd"), cents(-500)}, {spot_id("odd"), cents(1'000)}}});
    EXPECT_EQ(withdrawn.answers.at(0).accepted, cents(0));
    EXPECT_EQ(withdrawn.answers.at(1).accepted, cents(1'000));
    EXPECT_EQ(property.credit(1), credit);
}

TEST(RoundMaximum, IsForAllSpotsTogether) {
    Configuration configuration;
    configuration.limit.max = cents(40'000);
    configuration.round_max = cents(60'000);
    Property property = open_with("rws-etg", configuration);
    EXPECT_EQ(headroom(property, 1, "big"), AmountAndLimit(40'000, "spot"));
    property.bet(1, "big", 40'000);
    EXPECT_EQ(headroom(property, 1, "small"), AmountAndLimit(20'000, "round"));
    EXPECT_EQ(headroom(property, 2, "small"), AmountAndLimit(40'000, "spot"));
    // One batch is counted bet by bet.
    const Decision batch = property.give(
        property.player(1),
        PlaceBets{{}, {{spot_id("small"), cents(15'000)}, {spot_id("odd"), cents(15'000)}}, {}});
    EXPECT_EQ(batch.answers.at(0).accepted, cents(15'000));
    EXPECT_EQ(batch.answers.at(1).accepted, cents(5'000));
    EXPECT_EQ(batch.answers.at(1).reason, Reason::round_limit_reached);
    EXPECT_EQ(reason_of(property.bet(1, "even", 100)), "round_limit_reached");
    property.withdraw(1, "odd");
    EXPECT_EQ(headroom(property, 1, "even"), AmountAndLimit(5'000, "round"));
}

TEST(Boxes, AreSharedByAllPlayers) {
    Configuration configuration;
    configuration.limit.max = cents(50'000);
    Property property = open_with("rws-taisai", configuration);
    EXPECT_EQ(accepted(property.bet(1, "any-triple", 30'000)), 30'000);
    EXPECT_EQ(headroom(property, 2, "any-triple"), AmountAndLimit(20'000, "spot"));
    EXPECT_EQ(accepted(property.bet(2, "any-triple", 30'000)), 20'000);
    EXPECT_EQ(reason_of(property.bet(3, "any-triple", 100)), "spot_limit_reached");
    EXPECT_EQ(accepted(property.withdraw(1, "any-triple", 10'000)), 10'000);
    EXPECT_EQ(headroom(property, 3, "any-triple"), AmountAndLimit(10'000, "spot"));
}

TEST(Differential, IsBetweenBigAndSmallOfAllPlayers) {
    Configuration configuration;
    configuration.differential_max = cents(10'000);
    Property property = open_with("rws-taisai", configuration);
    EXPECT_EQ(headroom(property, 1, "big"), AmountAndLimit(10'000, "differential"));
    EXPECT_EQ(headroom(property, 1, "any-triple"), AmountAndLimit(-1, "no limit"));
    EXPECT_EQ(accepted(property.bet(1, "big", 15'000)), 10'000);
    EXPECT_EQ(headroom(property, 2, "small"), AmountAndLimit(20'000, "differential"));
    EXPECT_EQ(accepted(property.bet(2, "small", 30'000)), 20'000);
    EXPECT_EQ(headroom(property, 1, "big"), AmountAndLimit(20'000, "differential"));
    EXPECT_EQ(headroom(property, 1, "small"), AmountAndLimit(0, "differential"));
}

TEST(Rejections, TakeTheLastPlacedFirst) {
    Configuration configuration;
    configuration.differential_max = cents(10'000);
    Property property = open_with("rws-taisai", configuration);
    property.bet(1, "small", 10'000);
    property.bet(2, "big", 5'000);
    property.bet(3, "big", 8'000);
    property.bet(2, "big", 7'000);
    EXPECT_EQ(property.balance(ledger::escrow(Property::id)), cents(30'000));
    // With the small ones gone, ten of the twenty on big are too many: all of the last placed, and
    // part of the one before.
    const Decision decision = property.withdraw(1, "small");
    ASSERT_EQ(decision.events.size(), 2u);
    const auto& rejected = get<ExcessRejected>(decision.events[1].fact).rejections;
    ASSERT_EQ(rejected.size(), 2u);
    EXPECT_EQ(rejected[0].stay, property.stay(2));
    EXPECT_EQ(rejected[0].amount, cents(7'000));
    EXPECT_EQ(rejected[1].stay, property.stay(3));
    EXPECT_EQ(rejected[1].amount, cents(3'000));
    EXPECT_EQ(property.credit(1), cents(10'000'000));
    EXPECT_EQ(property.credit(2), cents(10'000'000 - 5'000));
    EXPECT_EQ(property.credit(3), cents(10'000'000 - 5'000));
    EXPECT_EQ(property.balance(ledger::escrow(Property::id)), cents(10'000));
}

TEST(Rejections, AddUpWhatOnePlayerLoses) {
    Configuration configuration;
    configuration.limit.max = cents(10'000);
    configuration.policy = Policy::advise;
    const rules::Game& game = Property("rws-taisai").game();
    const rules::SpotId big = spot_id("big");
    const std::vector<Placement> placements = {{{1}, big, cents(8'000)},
                                               {{2}, big, cents(4'000)},
                                               {{1}, big, cents(1'000)},
                                               {{2}, big, cents(2'000)}};
    const std::vector<Placement> list = rejections(configuration, game, placements);
    ASSERT_EQ(list.size(), 2u);
    EXPECT_EQ(list[0].stay, StayId{2});
    EXPECT_EQ(list[0].amount, cents(4'000));
    EXPECT_EQ(list[1].stay, StayId{1});
    EXPECT_EQ(list[1].amount, cents(1'000));
    // Taking off what was placed last leaves the earlier chips where they are.
    std::vector<Placement> left = placements;
    for (const Placement& one : list) remove_newest(left, one.stay, one.spot, one.amount);
    ASSERT_EQ(left.size(), 2u);
    EXPECT_EQ(left[0].amount, cents(8'000));
    EXPECT_EQ(left[1].amount, cents(2'000));
    EXPECT_TRUE(rejections(configuration, game, left).empty());
}

TEST(Advising, TakesTheBetsAndWarns) {
    Configuration configuration;
    configuration.limit = {cents(1'000), cents(10'000)};
    configuration.policy = Policy::advise;
    Property property = open_with("rws-taisai", configuration);
    EXPECT_EQ(headroom(property, 1, "odd"), AmountAndLimit(-1, "no limit"));
    const Decision decision = property.bet(1, "big", 12'000);
    EXPECT_EQ(accepted(decision), 12'000);
    ASSERT_EQ(decision.events.size(), 2u);
    EXPECT_EQ(get<LimitWarned>(decision.events[1].fact).over, cents(2'000));
    const Decision little = property.bet(2, "small", 500);
    EXPECT_EQ(accepted(little), 500);
    EXPECT_TRUE(holds<BelowMinimumWarned>(little.events.back().fact));
    property.must(Role::dealer, RejectExcess{});
    EXPECT_EQ(property.balance(ledger::escrow(Property::id)), cents(10'500));
    EXPECT_EQ(reason_of(property.give(Role::dealer, RejectExcess{})), "nothing_to_reject");
}

TEST(Exposure, LeavesRoomForWhatTheHouseCanStillLose) {
    Configuration configuration;
    configuration.exposure_max = cents(100'000);
    Property property = open_with("rws-etg", configuration);
    EXPECT_EQ(headroom(property, 1, "big"), AmountAndLimit(100'000, "exposure"));
    EXPECT_EQ(accepted(property.bet(1, "big", 150'000)), 100'000);
    EXPECT_EQ(reason_of(property.bet(2, "big", 100)), "table_limit_reached");
    // What lies on small pays for more on big.
    EXPECT_EQ(accepted(property.bet(2, "small", 50'000)), 50'000);
    EXPECT_EQ(headroom(property, 3, "big"), AmountAndLimit(50'000, "exposure"));
    EXPECT_EQ(accepted(property.bet(3, "big", 50'000)), 50'000);
    // A player may still take it away: then there is no room for more until others do too.
    EXPECT_EQ(accepted(property.withdraw(2, "small")), 50'000);
    EXPECT_EQ(headroom(property, 2, "big"), AmountAndLimit(0, "exposure"));
    EXPECT_EQ(accepted(property.withdraw(3, "big")), 50'000);
    EXPECT_EQ(headroom(property, 2, "big"), AmountAndLimit(0, "exposure"));
    EXPECT_EQ(accepted(property.withdraw(1, "big", 10'000)), 10'000);
    EXPECT_EQ(headroom(property, 2, "big"), AmountAndLimit(10'000, "exposure"));
}

TEST(Exposure, KeepsABetAtTheFeltThatMakesUpForOthers) {
    Configuration configuration;
    configuration.exposure_max = cents(100'000);
    Property property = open_with("maryland", configuration);
    EXPECT_EQ(accepted(property.bet(2, "small", 50'000)), 50'000);
    EXPECT_EQ(accepted(property.bet(1, "big", 150'000)), 150'000);
    EXPECT_EQ(reason_of(property.withdraw(2, "small")), "table_limit_reached");
    EXPECT_EQ(accepted(property.withdraw(1, "big")), 150'000);
    EXPECT_EQ(accepted(property.withdraw(2, "small")), 50'000);
}

// What the house loses on a roll, worked out again from what lies there.
std::int64_t loss_on(const Property& property, rules::Roll roll) {
    std::int64_t loss = 0;
    for (const auto& [stay, slip] : property.table().round->bet_slips) {
        const rules::Payouts payouts(property.game().layouts[slip.layout], roll);
        for (const Bet& bet : slip.bets) {
            loss += (payouts.returned(bet.spot, bet.stake) - bet.stake).cents();
        }
    }
    return loss;
}

RC_GTEST_PROP(ExposureProperty, NoRollEverCostsTheHouseMoreThanItsCap, ()) {
    Configuration configuration;
    const std::int64_t cap = *rc::gen::inRange<std::int64_t>(1, 500) * 1'000;
    configuration.exposure_max = cents(cap);
    const bool limited = *rc::gen::arbitrary<bool>();
    if (limited) configuration.limit = {cents(200), cents(20'000)};
    const std::string game =
        *rc::gen::element<std::string>("rws-etg", "mbs-etg", "maryland", "rws-taisai");
    static std::map<std::string, Property> built;
    if (!built.contains(game)) built.emplace(game, Property(game));
    Property property = built.at(game);
    configuration.rules = property.table().configuration.rules;
    configuration.approvals = property.table().configuration.approvals;
    property.table().configuration = configuration;
    property.go_past(Step::open);
    bool refused = false;
    Losses
        allowed;  // at terminals a withdrawal may exceed the cap; a bet never raises the loss more
    allowed.fill(cents(cap));
    for (int i = 0; i < 25; ++i) {
        const int player = *rc::gen::inRange(1, 4);
        const rules::SpotId spot = id_of(*rc::gen::elementOf(spots_of(property.layout(player))));
        const Money amount = cents(*rc::gen::inRange<std::int64_t>(1, 400) * 100);
        const auto slip = property.table().round->bet_slips.find(property.stay(player));
        Decision decision;
        if (*rc::gen::inRange(0, 4) == 0 && slip != property.table().round->bet_slips.end()) {
            const rules::SpotId mine = (*rc::gen::elementOf(slip->second.bets)).spot;
            decision = property.give(property.player(player), WithdrawBets{{}, {{mine, {}}}});
        } else {
            decision = property.give(property.player(player), PlaceBets{{}, {{spot, amount}}, {}});
        }
        for (const BetAnswer& answer : decision.answers) {
            refused = refused || answer.reason == Reason::table_limit_reached;
        }
        const bool is_withdrawal =
            !decision.events.empty() && holds<BetsWithdrawn>(decision.events.front().fact);
        const Losses now = losses_of(property.state, *property.table().round);
        for (std::size_t n = 0; n < now.size(); ++n) {
            if (is_withdrawal && property.game().equipment.terminals) {
                allowed[n] = std::max(cents(cap), now[n]);
            }
            RC_ASSERT(now[n] <= allowed[n]);
        }
    }
    RC_CLASSIFY(refused);
    const Losses losses = losses_of(property.state, *property.table().round);
    const std::array outcomes = rules::all_outcomes();
    for (std::size_t n = 0; n < outcomes.size(); ++n) {
        RC_ASSERT(losses.at(n).cents() == loss_on(property, outcomes.at(n)));
    }
}

// Whatever is asked for, what is taken is what headroom_for() said.
RC_GTEST_PROP(RoomProperty, IsExactlyWhatIsAccepted, ()) {
    Configuration configuration;
    configuration.limit.max = cents(*rc::gen::inRange<std::int64_t>(10, 200) * 100);
    if (*rc::gen::arbitrary<bool>()) {
        configuration.round_max = cents(*rc::gen::inRange<std::int64_t>(10, 400) * 100);
    }
    if (*rc::gen::arbitrary<bool>()) {
        configuration.exposure_max = cents(*rc::gen::inRange<std::int64_t>(10, 900) * 100);
    }
    const std::string game = *rc::gen::element<std::string>("rws-etg", "rws-taisai");
    if (game == "rws-taisai" && *rc::gen::arbitrary<bool>()) {
        configuration.differential_max = cents(*rc::gen::inRange<std::int64_t>(10, 100) * 100);
    }
    static std::map<std::string, Property> built;
    if (!built.contains(game)) built.emplace(game, Property(game));
    Property property = built.at(game);
    configuration.rules = property.table().configuration.rules;
    property.table().configuration = configuration;
    property.go_on();
    for (int i = 0; i < 20; ++i) {
        const int player = *rc::gen::inRange(1, 4);
        const std::string spot =
            *rc::gen::element<std::string>("big", "small", "any-triple", "single-3", "total-9");
        const auto amount = *rc::gen::inRange<std::int64_t>(1, 150) * 100;
        const auto [most, limit] = headroom(property, player, spot);
        const auto kind = parse_word<LimitKind>(limit);
        const Decision decision = property.bet(player, spot, amount);
        RC_ASSERT(accepted(decision) == std::min(amount, most));
        RC_ASSERT(decision.answers.at(0).reason.has_value() == (amount > most));
        if (amount > most) RC_ASSERT(*decision.answers.at(0).reason == reason_for(kind.value()));
    }
}

}  // namespace
}  // namespace sicbo::table
