// SPDX-License-Identifier: MIT
// The steps of a round: their order, the close of betting, and commands that name a round.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "support/property.h"
#include "table/engine.h"

namespace sicbo::table {
namespace {

using rules::Cause;
using rules::Roll;
using rules::Step;
using test::bet_on;
using test::machine;
using test::Property;
using test::reason_of;
using test::Role;
using test::Settings;
using test::speaker;
using test::spot_id;

// The orders of a round, each with the step that it belongs to.
std::vector<std::pair<Step, Order>> step_orders(const Property& property, Roll roll) {
    const auto [first, second, third] = roll.dice();
    return {{Step::open, OpenBetting{}},
            {Step::close, CloseBetting{}},
            {Step::mix, StartCoveredMix{}},
            {Step::mix, EndMix{3}},
            {Step::uncover, Uncover{}},
            {Step::enter, KeyDice{{first, second, third}}},
            {Step::enter, EnterResult{roll}},
            {Step::illuminate, ReportLights{winning_spots(property.game(), roll)}},
            {Step::collect, SettleRound{}},
            {Step::clear, ClearLights{}}};
}

// Walks a round order by order. At each place every order is tried; the one that comes next is
// followed and all others are refused.
void walk_steps(std::string_view game, const Settings& settings) {
    Property property(game, settings);
    const Roll roll{1, 2, 4};
    const auto orders = step_orders(property, roll);
    for (int rounds = 0; rounds < 2; ++rounds) {
        std::vector<std::string> walked;
        do {
            const std::optional<Round>& round = property.table().round;
            const Step next = round ? next_step(property.rules(), *round)->step
                                    : property.rules().steps.front().step;
            std::optional<Order> following;
            for (const auto& [step, order] : orders) {
                const bool mixing = round && round->mixing;
                const bool keyed = round && round->keyed;
                bool wanted = step == next;
                if (holds<StartCoveredMix>(order)) wanted = wanted && !mixing;
                if (holds<EndMix>(order)) wanted = wanted && mixing;
                if (holds<EnterResult>(order)) wanted = wanted && keyed;
                Property here = property;
                const std::string reason = reason_of(here.give(Role::dealer, order));
                EXPECT_EQ(reason.empty(), wanted) << game << " before " << to_word(next)
                                                  << ", order " << order.index() << ": " << reason;
                if (!wanted) {
                    EXPECT_EQ(to_bytes(here.state), to_bytes(property.state));
                }
                if (wanted && (!following || keyed)) following = order;
            }
            ASSERT_TRUE(following) << game << " before " << to_word(next);
            property.must(Role::dealer, *following);
            walked.emplace_back(to_word(next));
        } while (property.table().round);
        // Mixing takes two orders, and so does the result; what is paid is paid with what is
        // collected, and the electronic games do both by themselves.
        std::vector<std::string> wanted;
        for (const rules::StepRule& rule : property.rules().steps) {
            const bool twice = rule.step == Step::mix || rule.step == Step::enter;
            const bool by_itself =
                rule.step == Step::pay || (rule.step == Step::collect && rule.by == Role::system);
            if (!by_itself) wanted.emplace_back(to_word(rule.step));
            if (twice) wanted.emplace_back(to_word(rule.step));
        }
        EXPECT_EQ(walked, wanted) << game;
    }
}

TEST(Steps, AreTakenInTheOrderOfTheDocumentAndInNoOther) {
    for (const rules::Game& game : rules::documents()) walk_steps(game.id, {});
}

TEST(Steps, AreTakenInTheOrderThatTheSwitchSets) {
    for (const char* game : {"rws-etg", "rws-taisai"}) {
        Settings settings;
        settings.switches[rules::SwitchName::mix_order] = "before-close";
        walk_steps(game, settings);
    }
}

TEST(Steps, AreRefusedOnATableThatIsClosedOrOutOfService) {
    for (const rules::Game& game : rules::documents()) {
        Property closed(game.id);
        closed.must(Role::supervisor, CloseTable{});
        Property out(game.id);
        out.must(Role::supervisor, TakeOutOfService{"a spill"});
        for (const auto& [step, order] : step_orders(closed, {1, 2, 4})) {
            if (step == Step::illuminate && !game.equipment.lights) continue;
            EXPECT_EQ(reason_of(closed.give(Role::dealer, order)), "table_closed");
            EXPECT_EQ(reason_of(out.give(Role::dealer, order)), "out_of_service");
        }
    }
}

// Whatever a terminal says, and at whatever time it is stamped, its bet after the close costs
// nothing.
RC_GTEST_PROP(CloseProperty, NoBetAfterItIsDebited, ()) {
    const std::string game =
        *rc::gen::element<std::string>("rws-etg", "rws-taisai", "maryland", "mbs-etg");
    Property property(game);
    property.go_past(Step::open);
    const auto any_bet = [&](int player) {
        const std::string spot = *rc::gen::element("big", "small", "single-1", "any-triple");
        return property.command(property.player(player),
                                bet_on(spot, *rc::gen::inRange<std::int64_t>(1, 100) * 100));
    };
    const auto early = *rc::gen::inRange(0, 10);
    Money staked;
    for (int i = 0; i < early; ++i) {
        const Decision decision = property.follow(any_bet(*rc::gen::inRange(1, 4)));
        for (const BetAnswer& answer : decision.answers) staked += answer.accepted;
    }
    RC_ASSERT(property.balance(ledger::escrow(Property::id)) == staked);
    const auto past = *rc::gen::element(Step::close, Step::uncover);
    property.go_past(past);
    const auto before = property.state.ledger.balances();
    for (int i = 0; i < 10; ++i) {
        const int player = *rc::gen::inRange(1, 4);
        Command late = any_bet(player);
        if (*rc::gen::inRange(0, 3) == 0) {
            late.order = WithdrawBets{{}, {{spot_id("big"), {}}}};
        }
        const auto shift = *rc::gen::inRange<std::int64_t>(-100'000, 100'000);
        late.stamp.at = property.at + shift;
        const Decision decision = property.follow(late);
        const std::string reason = reason_of(decision);
        RC_ASSERT(reason == (late.stamp.at < property.at ? "clock_wrong" : "betting_closed"));
        property.at = std::max(property.at, late.stamp.at);
        RC_ASSERT(property.state.ledger.balances() == before);
    }
}

TEST(LeastWindow, IsOverBeforeBettingCloses) {
    Settings settings;
    settings.configuration.betting_seconds_min = 15;
    for (const rules::Game& game : rules::documents()) {
        Property property(game.id, settings);
        property.go_past(Step::open);
        const Instant opened = property.at;
        if (next_step(property.rules(), *property.table().round)->step == Step::mix) {
            property.at = opened + 9'000;
            property.go_past(Step::mix);
        }
        property.at = opened + 14'999;
        EXPECT_EQ(reason_of(property.give(Role::dealer, CloseBetting{})), "window_too_short");
        EXPECT_EQ(reason_of(property.give(machine, CloseBetting{})), "window_too_short");
        property.at = opened + 15'000;
        EXPECT_EQ(reason_of(property.give(Role::dealer, CloseBetting{})), "");
    }
}

TEST(Rounds, AreNamedByCommandsThatAreMeantForThem) {
    Property property("rws-etg");
    const auto bet_in = [&](std::uint64_t round) {
        Command command = property.command(property.player(1), bet_on("big", 1'000));
        command.stamp.round = round;
        return command;
    };
    EXPECT_EQ(reason_of(property.follow(bet_in(1))), "wrong_round");  // none is in play yet
    property.go_past(Step::open);
    const Command first = bet_in(1);
    EXPECT_EQ(reason_of(property.follow(first)), "");
    EXPECT_EQ(reason_of(property.follow(bet_in(2))), "wrong_round");
    EXPECT_EQ(reason_of(property.follow(bet_in(0))), "");  // 0 is whichever is in play
    property.finish({1, 2, 4});
    property.go_past(Step::open);
    EXPECT_EQ(reason_of(property.follow(bet_in(1))), "wrong_round");
    EXPECT_EQ(reason_of(property.follow(bet_in(2))), "");
    // A resend gets its first answer, though its round is over.
    const Decision again = property.follow(first);
    EXPECT_EQ(reason_of(again), "");
    EXPECT_TRUE(again.events.empty());
}

TEST(Rounds, OfTheFirstOfTwoPeopleMustStillBeInPlay) {
    Property property("rws-etg");
    property.go_past(Step::open);
    Command asked = property.command(speaker(Role::shift_manager),
                                     AmendRounds{{{1, {}, {}}}, Cause::not_covered, "a reason"});
    asked.stamp.round = 1;
    const Decision requested = property.follow(asked);
    ASSERT_EQ(reason_of(requested), "");
    const Hash digest = get<AuthorisationRequested>(requested.events.at(0).fact).digest;
    property.finish({1, 2, 4});
    EXPECT_EQ(reason_of(property.give(Role::supervisor, Authorise{digest})), "wrong_round");
}

// A secret for a round without a commitment fails a check: nothing that is absent is read.
TEST(Apply, ASecretWithoutACommitmentFailsACheck) {
    Property property("rws-etg");
    property.table().past[1].number = 1;
    Event revealed;
    revealed.stamp.at = property.state.at;
    revealed.stamp.table = Property::id;
    revealed.fact = DiceRevealed{1, sha256("secret")};
    EXPECT_THROW(apply(property.state, revealed), CheckFailed);
}

}  // namespace
}  // namespace sicbo::table
