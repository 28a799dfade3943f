// SPDX-License-Identifier: MIT
// Amounts that are as large as anybody may send, from those who handle money.
#include <gtest/gtest.h>

#include "support/property.h"
#include "table/limits.h"

namespace sicbo::table {
namespace {

using test::bet_on;
using test::cents;
using test::machine;
using test::Property;
using test::reason_of;
using test::Role;
using test::Settings;

Property capped(std::string_view game, const Safeguards& caps, Settings settings = {}) {
    settings.players = settings.players == 3 ? 2 : settings.players;
    Property property(game, std::move(settings));
    property.must(machine, SetSafeguards{caps});
    return property;
}

Settings advisory() {
    Settings settings;
    settings.configuration.policy = Policy::advise;
    settings.configuration.limit = {cents(100), cents(10'000)};
    settings.configuration.differential_max = cents(5'000);
    return settings;
}

std::string first_reason(const Decision& decision) {
    return decision.answers.empty() || !decision.answers.front().reason
               ? reason_of(decision)
               : std::string(to_word(*decision.answers.front().reason));
}

TEST(Caps, NoCreditIsTakenThatACloseCouldNotShare) {
    Property property = capped("rws-taisai", {}, advisory());
    for (int player = 1; player <= 2; ++player) {
        const Decision put =
            property.give(Role::dealer, PutCredit{{}, property.stay(player), money_max});
        EXPECT_EQ(reason_of(put), "amount_out_of_range");
        const PutCredit most{{}, property.stay(player), credit_ceiling};
        EXPECT_EQ(reason_of(property.give(Role::dealer, most)), "credit_above_maximum");
        const Money left = credit_ceiling - property.credit(player);
        property.must(Role::dealer, PutCredit{{}, property.stay(player), left});
    }
    property.go_on();
    ASSERT_EQ(reason_of(property.bet(1, "big", credit_ceiling.cents())), "");
    EXPECT_EQ(first_reason(property.bet(2, "big", credit_ceiling.cents())),
              "round_stakes_above_maximum");
    property.finish({6, 5, 4});
    EXPECT_FALSE(property.table().round);
}

TEST(Caps, TheBoxesOfAFeltAreSharedWhateverIsOnThem) {
    // As programs decided that knew no caps: the sum of a box exceeds what one bet may be.
    Settings settings = advisory();
    settings.credit = money_max;
    Property property("rws-taisai", settings);
    property.go_on();
    ASSERT_EQ(reason_of(property.bet(1, "big", money_max.cents())), "");
    ASSERT_EQ(reason_of(property.bet(2, "big", money_max.cents())), "");
    property.finish({6, 5, 4});
    EXPECT_FALSE(property.table().round);
}

TEST(Caps, EachIsRefusedForItsOwnReason) {
    Safeguards caps;
    caps.credit_max = cents(20'000'000);
    caps.stake_max = cents(5'000);
    caps.stakes_max = cents(8'000);
    caps.ticket_max = cents(9'000'000);
    Property property = capped("rws-etg", caps);
    const PutCredit put{Property::terminal(1), {}, cents(10'000'001)};
    EXPECT_EQ(reason_of(property.give(Role::cashier, put)), "credit_above_maximum");
    const IssueTicket issue{Property::terminal(1), "100000000000000001"};
    EXPECT_EQ(reason_of(property.give(property.player(1), issue)), "ticket_above_maximum");
    property.go_on();
    EXPECT_EQ(first_reason(property.bet(1, "big", 5'100)), "stake_above_maximum");
    ASSERT_EQ(reason_of(property.bet(1, "big", 3'000)), "");
    EXPECT_EQ(first_reason(property.bet(1, "small", 2'100)), "stake_above_maximum");
    ASSERT_EQ(reason_of(property.bet(1, "small", 2'000)), "");
    EXPECT_EQ(first_reason(property.bet(2, "big", 3'100)), "round_stakes_above_maximum");
    ASSERT_EQ(reason_of(property.bet(2, "big", 3'000)), "");
    property.finish({6, 5, 4});
}

TEST(Caps, AMeterThatIsFullTakesNoMoreMoneyAndEndsNoRound) {
    Safeguards caps;
    caps.meter_max = cents(30'000'000);
    Property property = capped("rws-etg", caps);
    const PutCredit put{Property::terminal(1), {}, cents(9'000'000)};
    const PayCredit pay{Property::terminal(1), {}, cents(9'000'000)};
    int times = 0;
    while (property.give(Role::cashier, put).refusal == std::nullopt) {
        property.must(Role::cashier, pay);
        ASSERT_LT(++times, 10);
    }
    EXPECT_EQ(times, 2);
    EXPECT_EQ(reason_of(property.give(Role::cashier, put)), "meter_full");
    property.go_on();
    ASSERT_EQ(reason_of(property.bet(1, "big", 1'000)), "");
    property.finish({6, 5, 4});
    property.go_on();
    State full = property.state;
    full.tables.at(Property::id).layout_meters.at(0).won = caps.meter_max + cents(1);
    const Command bet = property.command(property.player(2), bet_on("big", 1'000));
    EXPECT_EQ(reason_of(decide(full, bet)), "meter_full");
    EXPECT_EQ(reason_of(decide(property.state, bet)), "");
}

TEST(Caps, AmendmentsRaiseNoMeterBeyondItsLimit) {
    Property property = capped("rws-etg", {});
    property.go_on();
    ASSERT_EQ(reason_of(property.bet(1, "big", 1'000)), "");
    property.finish({6, 5, 4});
    const AmendRounds amend{{{1, rules::Roll{1, 2, 5}, {}}}, rules::Cause::wrong_result, "film"};
    State full = property.state;
    full.tables.at(Property::id).layout_meters.at(0).recovered = amended_meter_max;
    const Command asked = property.command(test::speaker(Role::shift_manager), amend);
    EXPECT_EQ(reason_of(decide(full, asked)), "meter_full");
    EXPECT_EQ(reason_of(property.by_two(amend)), "");
}

TEST(Caps, AreWithinTheirCeilings) {
    Property property("rws-etg");
    for (Money Safeguards::* cap :
         {&Safeguards::credit_max, &Safeguards::stake_max, &Safeguards::stakes_max,
          &Safeguards::ticket_max, &Safeguards::meter_max}) {
        for (const Money wrong : {Money(), cents(-1), meter_ceiling + cents(1)}) {
            Safeguards caps;
            caps.*cap = wrong;
            EXPECT_EQ(reason_of(property.give(machine, SetSafeguards{caps})), "bad_safeguards");
        }
    }
    EXPECT_FALSE(property.state.safety.safeguards);
    EXPECT_EQ(property.must(machine, SetSafeguards{}).events.size(), 1u);
    EXPECT_TRUE(property.must(machine, SetSafeguards{}).events.empty());
    // One round at the highest odds, and an amendment of as many as one order may name.
    static_assert(times(stakes_ceiling, 1 + rules::odds_max.halves / 2).value() + meter_ceiling <=
                  Money::of_cents(9'007'199'254'740'991));  // which a browser reads exactly
    static_assert(times(stakes_ceiling, 1'000 * (1 + rules::odds_max.halves / 2)).has_value());
    static_assert(times(amended_meter_max, 2 * tables_max).has_value());
}

TEST(Preview, OfAnOrderThatFailsACheckIsARefusal) {
    Property property("rws-taisai", advisory());
    property.go_on();
    ASSERT_EQ(reason_of(property.bet(1, "big", 1'000)), "");
    State broken = property.state;  // too much on a box, and no whole number of chips
    broken.tables.at(Property::id).round->bet_slips.begin()->second.bets.front().stake =
        cents(20'001);
    const Command close = property.command(test::speaker(Role::dealer), CloseBetting{});
    EXPECT_THROW(decide(broken, close), CheckFailed);
    EXPECT_EQ(reason_of(preview(broken, close).decision), "request_put_aside");
}

TEST(Caps, TheSystemOfAnOldJournalIsNotHeldToThem) {
    Property property("rws-taisai", advisory());
    const PutCredit put{{}, property.stay(1), money_max - property.credit(1)};
    EXPECT_EQ(reason_of(property.give(Role::dealer, put)), "");
}

}  // namespace
}  // namespace sicbo::table
