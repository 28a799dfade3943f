// SPDX-License-Identifier: MIT
// What players allow themselves, through the engine: limits of loss and time, and breaks.
#include <gtest/gtest.h>

#include "support/property.h"

namespace sicbo::table {
namespace {

using namespace test;

constexpr std::int64_t minute = 60'000;

Decision limit_loss(Property& p, std::optional<std::int64_t> max) {
    const auto amount = max ? std::optional(cents(*max)) : std::nullopt;
    return p.give(p.player(1), LimitLoss{amount});
}
Decision limit_time(Property& p, std::optional<std::uint32_t> minutes) {
    return p.give(p.player(1), LimitTime{minutes});
}
std::string bet(Property& p, std::int64_t amount) { return reason_of(p.bet(1, "big", amount)); }
void pass(Property& p, std::int64_t minutes) { p.at = p.at + minutes * minute; }

TEST(OwnLimits, RefuseABetThatCouldLoseMore) {
    for (const char* game : {"rws-etg", "rws-taisai", "maryland", "mbs-etg"}) {
        Property p(game);
        p.go_past(rules::Step::open);
        EXPECT_EQ(bet(p, 3'000), "") << game;
        p.must(p.player(1), LimitLoss{cents(5'000)});  // what is in play counts
        EXPECT_EQ(bet(p, 2'500), "own_loss_limit_reached") << game;
        EXPECT_EQ(bet(p, 2'000), "") << game;
        EXPECT_EQ(bet(p, 500), "own_loss_limit_reached") << game;
        EXPECT_EQ(reason_of(p.withdraw(1, "big", 1'000)), "");
        EXPECT_EQ(bet(p, 1'000), "") << game;
        EXPECT_EQ(reason_of(p.bet(2, "big", 10'000)), "");  // of one player only
        p.finish({1, 2, 4});
        EXPECT_EQ(p.state.play.limits.at(p.stay(1)).lost, cents(5'000)) << game;
        p.go_past(rules::Step::open);
        EXPECT_EQ(bet(p, 500), "own_loss_limit_reached") << game;
    }
}

TEST(OwnLimits, CountWhatIsWonAndCorrected) {
    Property p("rws-etg");
    p.must(p.player(1), LimitLoss{cents(2'000)});
    p.go_past(rules::Step::open);
    EXPECT_EQ(bet(p, 2'000), "");
    p.finish({6, 5, 4});
    EXPECT_EQ(p.state.play.limits.at(p.stay(1)).lost, cents(-2'000));
    const AmendRounds lose{
        {{1, rules::Roll{1, 2, 4}, {}}}, rules::Cause::wrong_result, "on the film"};
    EXPECT_EQ(reason_of(p.by_two(lose)), "");
    EXPECT_EQ(p.state.play.limits.at(p.stay(1)).lost, cents(2'000));
    p.go_past(rules::Step::open);
    EXPECT_EQ(bet(p, 100), "own_loss_limit_reached");
}

TEST(OwnLimits, OfABatchAreJudgedBetByBet) {
    Property p("rws-etg");
    p.must(p.player(1), LimitLoss{cents(1'000)});
    p.go_past(rules::Step::open);
    const Decision decision =
        p.give(p.player(1),
               PlaceBets{{}, {{spot_id("big"), cents(800)}, {spot_id("odd"), cents(800)}}, {}});
    EXPECT_EQ(reason_of(decision), "");
    EXPECT_EQ(decision.answers.at(0).accepted, cents(800));
    EXPECT_EQ(decision.answers.at(1).reason, Reason::own_loss_limit_reached);
}

TEST(OwnLimits, ALowerLossHoldsAtOnceAHigherOneLater) {
    Property p("rws-etg");
    p.must(p.player(1), LimitLoss{cents(5'000)});
    p.must(p.player(1), LimitLoss{cents(1'000)});
    p.go_past(rules::Step::open);
    EXPECT_EQ(bet(p, 2'000), "own_loss_limit_reached");
    p.must(p.player(1), LimitLoss{cents(4'000)});
    pass(p, 10);
    EXPECT_TRUE(limit_loss(p, 4'000).events.empty());  // the same again: the moment stays
    EXPECT_EQ(bet(p, 2'000), "own_loss_limit_reached");
    pass(p, 5);
    EXPECT_EQ(bet(p, 2'000), "");
    p.must(p.player(1), LimitLoss{});
    EXPECT_EQ(bet(p, 3'000), "own_loss_limit_reached");
    p.must(p.player(1), LimitLoss{cents(3'000)});  // a lower one takes the place of what was asked
    pass(p, 20);
    EXPECT_EQ(bet(p, 1'500), "own_loss_limit_reached");
    EXPECT_EQ(bet(p, 1'000), "");
}

TEST(OwnLimits, EndTheTimeOfAPlayer) {
    Property p("rws-etg");
    p.go_past(rules::Step::open);
    p.must(p.player(1), LimitTime{30});
    pass(p, 29);
    EXPECT_EQ(bet(p, 1'000), "");
    p.must(p.player(1), LimitTime{60});  // later: in fifteen minutes
    pass(p, 1);
    EXPECT_EQ(bet(p, 1'000), "own_time_limit_reached");
    EXPECT_EQ(reason_of(p.withdraw(1, "big")), "");  // a bet can be taken back at any time
    pass(p, 14);
    EXPECT_EQ(bet(p, 1'000), "");
    p.must(p.player(1), LimitTime{});
    p.must(p.player(1), LimitTime{1});  // earlier: at once
    pass(p, 1);
    EXPECT_EQ(bet(p, 1'000), "own_time_limit_reached");
}

TEST(OwnLimits, KeepTheBreakOfAPlayer) {
    Property p("rws-taisai");
    p.go_past(rules::Step::open);
    p.must(p.player(1), TakeBreak{10});
    EXPECT_EQ(bet(p, 1'000), "on_a_break");
    EXPECT_TRUE(p.give(p.player(1), TakeBreak{5}).events.empty());  // no shorter one
    const Decision on_behalf = p.give(
        Role::dealer, PlaceBets{p.stay(1), {{spot_id("big"), cents(1'000)}}, "a tenner on big"});
    EXPECT_EQ(reason_of(on_behalf), "on_a_break");
    pass(p, 10);
    EXPECT_EQ(bet(p, 1'000), "");
}

TEST(OwnLimits, AreOfTheStayAndOfItsPlayer) {
    Property p("rws-etg");
    EXPECT_EQ(reason_of(limit_loss(p, 0)), "amount_out_of_range");
    EXPECT_EQ(reason_of(limit_time(p, 0)), "minutes_out_of_range");
    EXPECT_EQ(reason_of(limit_time(p, own_minutes_max + 1)), "minutes_out_of_range");
    EXPECT_EQ(reason_of(p.give(p.player(1), TakeBreak{0})), "minutes_out_of_range");
    EXPECT_TRUE(limit_loss(p, std::nullopt).events.empty());
    EXPECT_TRUE(limit_time(p, std::nullopt).events.empty());
    EXPECT_EQ(reason_of(p.give(Role::shift_manager, LimitLoss{cents(100)})), "not_allowed");
    p.must(p.player(1), LimitLoss{cents(100)});
    p.must(Role::cashier, PayCredit{Property::terminal(1), {}, {}});
    EXPECT_TRUE(p.state.play.empty());
    EXPECT_EQ(reason_of(limit_loss(p, 100)), "no_such_stay");
    p.must(Role::cashier, PutCredit{Property::terminal(1), {}, cents(10'000)});
    p.go_past(rules::Step::open);
    EXPECT_EQ(bet(p, 1'000), "");
}

TEST(OwnLimits, OutlastASnapshot) {
    Property p("rws-etg");
    const auto before = to_bytes(p.state);
    p.must(p.player(1), LimitLoss{cents(5'000)});
    p.must(p.player(1), LimitTime{30});
    const auto bytes = to_bytes(p.state);
    ByteReader from(bytes);
    const State read = decode<State>(from);
    EXPECT_TRUE(!from.failed() && from.left() == 0);
    EXPECT_EQ(to_bytes(read), bytes);
    EXPECT_EQ(find_inconsistency(read), std::nullopt);
    EXPECT_EQ(find_own_limits(read, p.stay(1))->loss.next, cents(5'000));
    p.must(Role::cashier, PayCredit{Property::terminal(1), {}, {}});
    EXPECT_LT(to_bytes(p.state).size(), to_bytes(read).size());
    EXPECT_NE(before, to_bytes(read));
}

}  // namespace
}  // namespace sicbo::table
