// SPDX-License-Identifier: MIT
#include "table/settlement.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>

#include "rules/settle.h"
#include "support/property.h"

namespace sicbo::table {
namespace {

using rules::Cause;
using rules::Roll;
using rules::Step;
using test::cents;
using test::Property;
using test::reason_of;
using test::Role;
using test::Settings;

Roll any_roll() { return rules::nth_roll(*rc::gen::inRange(0, rules::roll_count)); }

// A property of the game as it is built, with the credit that each player gets. Built once.
Property property_built_once(const std::string& game, Money credit) {
    static std::map<std::pair<std::string, Money>, Property> kept;
    const std::pair key(game, credit);
    if (!kept.contains(key)) {
        Settings settings;
        settings.credit = credit;
        kept.emplace(key, Property(game, settings));
    }
    return kept.at(key);
}

std::string any_game() {
    return *rc::gen::element<std::string>("rws-etg", "mbs-etg", "rws-taisai", "maryland");
}

// Random bets of random players on what their layouts offer.
void bet_at_random(Property& property, int count, std::int64_t chips_max) {
    for (int i = 0; i < count; ++i) {
        const int player = *rc::gen::inRange(1, 4);
        const rules::SpotId spot = id_of(*rc::gen::elementOf(spots_of(property.layout(player))));
        const Money amount = cents(*rc::gen::inRange<std::int64_t>(1, chips_max) * 100);
        property.give(property.player(player), PlaceBets{{}, {{spot, amount}}, {}});
    }
}

const RoundSettled& settled_in(const Decision& decision) {
    for (const Event& event : decision.events) {
        if (const auto* settled = get_if<RoundSettled>(&event.fact)) return *settled;
    }
    throw std::runtime_error("not settled");
}

// What the bets of one player come to if the round ends so; nothing as the roll: void.
Money result_of(const Property& property, const Round& round, StayId stay,
                std::optional<Roll> roll) {
    Money sum;
    const auto slip = round.bet_slips.find(stay);
    if (slip == round.bet_slips.end() || !roll) return sum;
    const rules::Payouts payouts(property.game().layouts[slip->second.layout], *roll);
    for (const Bet& bet : slip->second.bets) {
        sum += payouts.returned(bet.spot, bet.stake) - bet.stake;
    }
    return sum;
}

RC_GTEST_PROP(SettlementProperty, PaysEachBetWhatTheLayoutSays, ()) {
    Property property = property_built_once(any_game(), cents(10'000'000));
    property.go_past(Step::open);
    bet_at_random(property, *rc::gen::inRange(0, 20), 500);
    const Roll roll = any_roll();
    const bool by_system = property.game().equipment.terminals;
    property.go_past(by_system ? Step::uncover : Step::illuminate, roll);
    const Round round = *property.table().round;
    Property before = property;
    Decision decision;
    if (by_system) {
        const auto [first, second, third] = roll.dice();
        property.must(Role::dealer, KeyDice{{first, second, third}});
        decision = property.must(Role::dealer, EnterResult{roll});
    } else {
        decision = property.must(Role::dealer, SettleRound{});
    }
    const std::vector<Money>& backs = settled_in(decision).back;
    std::size_t i = 0;
    for (const auto& [stay, slip] : round.bet_slips) {
        const rules::Payouts payouts(property.game().layouts[slip.layout], roll);
        Money sum;
        for (const Bet& bet : slip.bets) {
            RC_ASSERT(backs.at(i) == payouts.returned(bet.spot, bet.stake));
            sum += backs.at(i++);
        }
        const ledger::Account account = ledger::credit(stay);
        RC_ASSERT(property.balance(account) == before.balance(account) + sum);
    }
    RC_ASSERT(i == backs.size());
    RC_ASSERT(property.balance(ledger::escrow(Property::id)) == Money());
}

RC_GTEST_PROP(SettlementProperty, CollectsEverythingBeforeItPaysAnything, ()) {
    Property property = property_built_once("rws-etg", cents(10'000'000));
    property.go_past(Step::open);
    bet_at_random(property, 15, 500);
    property.go_past(Step::uncover);
    const Roll roll = any_roll();
    const auto [first, second, third] = roll.dice();
    property.must(Role::dealer, KeyDice{{first, second, third}});
    const Decision decision = property.must(Role::dealer, EnterResult{roll});
    for (const Event& event : decision.events) {
        bool paying = false;
        for (const ledger::Posting& posting : event.postings) {
            const bool collects = posting.to == ledger::house(Property::id);
            RC_ASSERT(!(collects && paying));
            paying = paying || !collects;
        }
    }
}

TEST(Settlement, ReturnsTheExcessWhateverTheDiceShow) {
    Settings settings;
    settings.configuration.limit.max = cents(10'000);
    settings.configuration.policy = Policy::advise;
    for (const Roll roll : {Roll{6, 5, 4}, Roll{1, 2, 4}}) {
        Property property("rws-taisai", settings);
        property.go_on();
        property.bet(1, "big", 12'000);
        property.bet(2, "big", 8'000);
        property.finish(roll);
        const bool won = roll.total() >= 11;
        EXPECT_EQ(property.credit(1), cents(10'000'000 + (won ? 6'000 : -6'000)));
        EXPECT_EQ(property.credit(2), cents(10'000'000 + (won ? 4'000 : -4'000)));
    }
}

TEST(Settlement, KeepsWhatAPlayerWonWhoWalkedAway) {
    Property property("rws-taisai");
    property.go_on();
    property.bet(1, "big", 10'000);
    property.must(Role::dealer, WalkAway{property.stay(1)});
    property.finish({6, 5, 4});
    EXPECT_EQ(property.credit(1), cents(10'000'000 - 10'000));
    EXPECT_EQ(property.balance(ledger::unclaimed(property.stay(1))), cents(20'000));
    property.must(Role::cashier, PayUnclaimed{property.stay(1)});
    EXPECT_EQ(property.balance(ledger::unclaimed(property.stay(1))), Money());
}

TEST(Voids, ReturnEveryStakeOnce) {
    for (const rules::Game& game : rules::documents()) {
        Property property(game.id);
        property.go_past(Step::open);
        property.bet(1, "big", 10'000);
        property.bet(2, "any-triple", 5'000);
        property.go_past(Step::close);
        if (!is_done(property.rules(), *property.table().round, Step::mix)) {
            property.go_past(Step::mix);
        }
        property.must(Role::dealer, Uncover{false});
        EXPECT_FALSE(property.table().round);
        EXPECT_EQ(property.table().past.at(1).ended, RoundEnd::void_);
        EXPECT_EQ(property.credit(1), cents(10'000'000));
        EXPECT_EQ(property.credit(2), cents(10'000'000));
        EXPECT_EQ(property.balance(ledger::house(Property::id)), Money());
    }
}

// Three rounds, and what each of them came to in the end.
struct Story {
    std::map<std::uint64_t, std::optional<Roll>> outcome;
    std::map<StayId, Money> put;  // by each player, less what was taken away again
};

void play_three_rounds(Property& property, Story& story, std::int64_t chips_max, bool leave) {
    for (int player = 1; player <= 3; ++player) {
        story.put[property.stay(player)] = property.credit(player);
    }
    for (std::uint64_t round = 1; round <= 3; ++round) {
        property.go_past(Step::open);
        bet_at_random(property, 6, chips_max);
        const Roll roll = any_roll();
        property.finish(roll);
        story.outcome[round] = roll;
        if (!leave || *rc::gen::inRange(0, 2) == 0) continue;
        // Somebody takes some of the credit away, or all of it and goes.
        const int player = *rc::gen::inRange(1, 4);
        const StayId stay = property.stay(player);
        if (property.state.stays.at(stay).ended) continue;
        const bool terminals = property.game().equipment.terminals;
        const Money credit = property.credit(player);
        const Money some = *rc::gen::arbitrary<bool>() ? Money() : cents(credit.cents() / 2);
        const PayCredit pay = {terminals ? Property::terminal(player) : TerminalId{},
                               terminals ? StayId{} : stay, some};
        const Money before = property.balance(ledger::cash(Property::id));
        property.give(Role::cashier, pay);
        story.put[stay] -= property.balance(ledger::cash(Property::id)) - before;
    }
}

// Corrections and voids by two people, one round or several at a time.
void amend_at_random(Property& property, Story& story, int depth) {
    for (int i = 0; i < depth; ++i) {
        AmendRounds order{{}, Cause::wrong_result, "seen on the recording"};
        std::map<std::uint64_t, std::optional<Roll>> next = story.outcome;
        for (auto& [round, outcome] : next) {
            const int what = *rc::gen::inRange(0, 8);
            if (!outcome || what < 4) continue;  // a void round stays void
            const Roll roll = any_roll();
            if (roll == *outcome) continue;
            if (what < 7) outcome = roll;
            if (what == 7) outcome.reset();
            order.amendments.push_back({round, outcome, {}});
        }
        if (order.amendments.empty()) continue;
        const Decision decision = property.by_two(order);
        RC_ASSERT(reason_of(decision) == "");
        story.outcome = next;
        for (const auto& [account, amount] : property.state.ledger.balances()) {
            RC_ASSERT(amount > Money() || may_be_negative(account.kind));
        }
    }
}

// What a player has, is owed, and owes.
Money worth(const Property& property, StayId stay) {
    return property.balance(ledger::credit(stay)) + property.balance(ledger::unclaimed(stay)) +
           property.balance(ledger::receivable(stay));
}

Money worth_settled_directly(const Property& property, const Story& story, StayId stay) {
    Money sum = story.put.at(stay);
    for (const auto& [round, outcome] : story.outcome) {
        sum += result_of(property, property.table().past.at(round), stay, outcome);
    }
    return sum;
}

RC_GTEST_PROP(AmendmentsProperty, EndWhereADirectSettlementWouldHave, ()) {
    Property property = property_built_once(any_game(), cents(100'000'000));
    Story story;
    play_three_rounds(property, story, 100, false);
    amend_at_random(property, story, 5);
    Money players;
    for (int player = 1; player <= 3; ++player) {
        const StayId stay = property.stay(player);
        RC_ASSERT(property.credit(player) == worth_settled_directly(property, story, stay));
        RC_ASSERT(property.balance(ledger::receivable(stay)) == Money());
        RC_ASSERT(property.balance(ledger::unclaimed(stay)) == Money());
        players += property.credit(player) - cents(100'000'000);
    }
    RC_ASSERT(property.balance(ledger::house(Property::id)) == -players);
    for (const auto& [round, outcome] : story.outcome) {
        RC_ASSERT(property.table().past.at(round).roll == outcome);
    }
}

RC_GTEST_PROP(AmendmentsProperty, LeaveADebtWhereThereIsNoCreditAndNeverLessThanNothing, ()) {
    Property property = property_built_once(any_game(), cents(20'000));
    Story story;
    play_three_rounds(property, story, 150, true);
    amend_at_random(property, story, 5);
    bool debt = false;
    for (int player = 1; player <= 3; ++player) {
        const StayId stay = property.stay(player);
        RC_ASSERT(worth(property, stay) == worth_settled_directly(property, story, stay));
        debt = debt || property.balance(ledger::receivable(stay)) < Money();
    }
    RC_CLASSIFY(debt);
}

// The same rounds, settled at once on what they came to: the books end alike.
RC_GTEST_PROP(AmendmentsProperty, LeaveTheBooksOfRoundsThatWereRightAtOnce, ()) {
    const std::string game = any_game();
    Property property = property_built_once(game, cents(100'000'000));
    Story story;
    play_three_rounds(property, story, 100, false);
    amend_at_random(property, story, 3);
    Property direct = property_built_once(game, cents(100'000'000));
    for (const auto& [number, outcome] : story.outcome) {
        direct.go_past(Step::open);
        for (const auto& [stay, slip] : property.table().past.at(number).bet_slips) {
            for (int player = 1; player <= 3; ++player) {
                if (direct.stay(player) != stay) continue;
                for (const Bet& bet : slip.bets) {
                    direct.must(direct.player(player), PlaceBets{{}, {{bet.spot, bet.stake}}, {}});
                }
            }
        }
        while (outcome && direct.table().round) direct.go_on(*outcome);
        if (outcome) continue;
        if (!is_done(direct.rules(), *direct.table().round, Step::mix)) direct.go_past(Step::mix);
        if (!is_done(direct.rules(), *direct.table().round, Step::close)) {
            direct.go_past(Step::close);
        }
        direct.must(Role::dealer, Uncover{false});
    }
    RC_ASSERT(property.state.ledger.balances() == direct.state.ledger.balances());
}

TEST(Amendments, MeetWhatIsOwedFromEarlierFirst) {
    Settings settings;
    settings.credit = cents(10'000);
    Property property("rws-etg", settings);
    property.go_on();
    property.bet(1, "big", 10'000);
    property.finish({6, 6, 5});
    property.must(Role::cashier, PayCredit{{1}, {}, {}});
    const StayId stay = property.stay(1);
    const auto correct = [&](Roll roll) {
        EXPECT_EQ(reason_of(property.by_two(
                      AmendRounds{{{1, roll, {}}}, Cause::wrong_result, "read wrongly"})),
                  "");
    };
    correct({1, 2, 4});
    EXPECT_EQ(property.balance(ledger::receivable(stay)), cents(-20'000));
    correct({6, 6, 4});
    EXPECT_EQ(property.balance(ledger::receivable(stay)), Money());
    EXPECT_EQ(property.balance(ledger::unclaimed(stay)), Money());
    // Whoever sits there next has nothing to do with it.
    correct({1, 2, 4});
    property.must(Role::cashier, PutCredit{{1}, {}, cents(50'000)});
    EXPECT_NE(property.table().terminals.at({1}).stay, stay);
    EXPECT_EQ(reason_of(property.by_two(WaiveReceivable{stay, "goodwill"})), "");
    EXPECT_EQ(property.balance(ledger::credit(property.table().terminals.at({1}).stay)),
              cents(50'000));
}

TEST(Amendments, ReachNoRoundThatIsVoidOrGone) {
    Settings settings;
    settings.configuration.rounds_kept = 2;
    Property property("rws-etg", settings);
    for (int i = 0; i < 3; ++i) {
        property.go_on();
        property.finish({1, 2, 4});
    }
    const auto amend_round = [&](std::uint64_t round, std::optional<Roll> roll) {
        return reason_of(
            property.by_two(AmendRounds{{{round, roll, {}}}, Cause::wrong_result, "why"}));
    };
    EXPECT_EQ(amend_round(1, Roll{1, 2, 5}), "round_too_old");
    EXPECT_EQ(amend_round(4, Roll{1, 2, 5}), "no_such_round");
    EXPECT_EQ(amend_round(2, Roll{1, 2, 4}), "same_result");
    EXPECT_EQ(amend_round(2, {}), "");
    EXPECT_EQ(amend_round(2, {}), "round_amended_void");
    EXPECT_EQ(amend_round(2, Roll{1, 2, 5}), "round_amended_void");
    EXPECT_EQ(reason_of(property.by_two(AmendRounds{
                  {{3, Roll{1, 1, 1}, {}}, {3, Roll{1, 1, 2}, {}}}, Cause::wrong_result, "why"})),
              "no_such_round");
}

TEST(Amendments, ReturnTheBetsOfOneStayAndLeaveTheOthers) {
    Property property("rws-etg");
    property.go_on();
    property.bet(1, "big", 10'000);
    property.bet(2, "big", 10'000);
    property.finish({1, 2, 4});
    EXPECT_EQ(reason_of(property.by_two(
                  AmendRounds{{{1, {}, property.stay(1)}}, Cause::not_covered, "by decision"})),
              "");
    EXPECT_EQ(property.credit(1), cents(10'000'000));
    EXPECT_EQ(property.credit(2), cents(10'000'000 - 10'000));
    // What was returned stays returned, whatever the dice are said to have been.
    EXPECT_EQ(reason_of(property.by_two(
                  AmendRounds{{{1, Roll{6, 6, 5}, {}}}, Cause::wrong_result, "read wrongly"})),
              "");
    EXPECT_EQ(property.credit(1), cents(10'000'000));
    EXPECT_EQ(property.credit(2), cents(10'000'000 + 10'000));
}

TEST(Amendments, VoidASettledRoundWhoseLightsAreNotYetCleared) {
    Property property("maryland");
    property.go_past(Step::open);
    property.bet(1, "big", 10'000);
    property.bet(2, "small", 10'000);
    property.go_past(Step::pay, {6, 6, 5});
    ASSERT_TRUE(property.table().round && property.table().round->bets_settled);
    EXPECT_EQ(reason_of(property.by_two(
                  AmendRounds{{{1, {}, {}}}, Cause::damaged_dice, "chipped, as we saw later"})),
              "");
    EXPECT_FALSE(property.table().round);
    EXPECT_EQ(property.table().past.at(1).ended, RoundEnd::void_);
    EXPECT_EQ(property.credit(1), cents(10'000'000));
    EXPECT_EQ(property.credit(2), cents(10'000'000));
}

TEST(Amendments, CountStakesOfAVoidRoundAsReturnedNotWon) {
    Property property("rws-etg");
    property.go_on();
    property.bet(1, "big", 10'000);
    property.bet(2, "small", 10'000);
    property.finish({1, 2, 4});
    EXPECT_EQ(reason_of(property.by_two(
                  AmendRounds{{{1, {}, {}}}, Cause::damaged_dice, "chipped, as we saw later"})),
              "");
    const Table& table = property.table();
    const auto of_terminal = [&](std::uint32_t n) {
        return table.terminals.at(TerminalId{n}).meter;
    };
    EXPECT_EQ(of_terminal(1).won, Money());
    EXPECT_EQ(of_terminal(1).returned, cents(10'000));
    EXPECT_EQ(of_terminal(2).won, cents(20'000));
    EXPECT_EQ(of_terminal(2).recovered, cents(10'000));
    // Each sits at a layout of their own.
    EXPECT_EQ(table.layout_meters.at(0).returned, cents(10'000));
    EXPECT_EQ(table.layout_meters.at(0).won, Money());
    EXPECT_EQ(table.layout_meters.at(1).won, cents(20'000));
    EXPECT_EQ(table.layout_meters.at(1).recovered, cents(10'000));
}

}  // namespace
}  // namespace sicbo::table
