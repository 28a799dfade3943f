// SPDX-License-Identifier: MIT
// The two formulas of revenue agree to the cent over mixed rounds.
#include "table/revenue.h"

#include <gtest/gtest.h>

#include <array>

#include "support/cage_desk.h"

namespace sicbo::table {
namespace {

using namespace test;

void expect_same(const Property& p, const char* when) {
    EXPECT_EQ(revenue_by_play(p.state, sgd()).cents(), revenue_by_cash(p.state, sgd()).cents())
        << when;
}

AmendRounds corrected(std::uint64_t round, rules::Roll roll) {
    return {{{round, roll, {}}}, rules::Cause::wrong_result, "on the film"};
}

TEST(Revenue, IsTheSameByPlayAndByCash) {
    CageProperty p({.players = 3, .credit = cents(20'000)});
    p.open_shift(200'000);
    const std::array rolls = {rules::Roll{6, 5, 4}, rules::Roll{1, 1, 1}, rules::Roll{1, 2, 4},
                              rules::Roll{2, 2, 5}, rules::Roll{6, 6, 6}};
    for (std::size_t i = 0; i < 20; ++i) {
        p.go_on();
        p.bet(1, "big", 700);
        p.bet(2, "small", 500);
        p.bet(2, "double-2", 100);
        p.bet(3, "triple-6", 100);
        expect_same(p, "while bets are open");
        if (i % 4 == 3) {
            p.must(Role::dealer, Report{rules::Cause::exposed, ""});
        } else {
            p.finish(rolls[i % rolls.size()]);
        }
        expect_same(p, "after a round");
        if (i % 5 == 0) {
            p.present_note(1, 1'000);
            p.report_note(1, 1'000, true);
        }
        if (i % 7 == 2) {
            const auto number = static_cast<int>(i);
            p.print_ticket(2, number);
            EXPECT_EQ(reason_of(p.at_cage(p.redemption(number))), "");
            p.must(Role::cashier, PutCredit{Property::terminal(2), {}, cents(9'000)});
        }
        expect_same(p, "after money moved");
    }
    EXPECT_NE(revenue_by_play(p.state, sgd()), Money());
}

TEST(Revenue, IsTheSameAfterCorrectionsAndDebts) {
    CageProperty p({.players = 2, .credit = cents(1'000)});
    p.open_shift(100'000);
    p.go_on();
    p.bet(1, "big", 1'000);
    p.bet(2, "small", 1'000);
    p.finish({6, 5, 4});
    EXPECT_EQ(revenue_by_play(p.state, sgd()), Money());
    p.must(Role::cashier, PayCredit{Property::terminal(1), {}, {}});
    EXPECT_EQ(reason_of(p.by_two(corrected(1, {1, 2, 4}))), "");
    expect_same(p, "after a correction that leaves a debt");
    const StayId debtor = p.stay(1);
    EXPECT_EQ(p.balance(ledger::receivable(debtor)), cents(-2'000));
    p.at_cage_must(TakeReceivable{counter_1, debtor, cents(1'500), {}});
    expect_same(p, "after a part of the debt was paid");
    EXPECT_EQ(reason_of(p.by_two(corrected(1, {1, 1, 1}))), "");
    expect_same(p, "after another correction");
    // A waived debt is an expense that no round has led to.
    EXPECT_EQ(reason_of(p.by_two(WaiveReceivable{debtor, "goodwill"})), "");
    EXPECT_EQ(revenue_by_cash(p.state, sgd()),
              revenue_by_play(p.state, sgd()) + revenue_without_play(p.state, sgd()));
    EXPECT_EQ(revenue_without_play(p.state, sgd()), cents(-500));
}

TEST(Revenue, OfTicketsThatExpireIsNone) {
    CageProperty p({.players = 1, .credit = cents(5'000)});
    p.print_ticket(1, 1);
    p.at = p.at + 31LL * 86'400'000;
    p.must(machine, ExpireTickets{});
    EXPECT_EQ(revenue_by_play(p.state, sgd()), Money());
    EXPECT_EQ(revenue_by_cash(p.state, sgd()), Money());
}

TEST(Revenue, OfPlayMoneyIsApart) {
    Settings settings{.players = 1, .credit = cents(5'000)};
    settings.configuration.training = true;
    CageProperty p(settings);
    p.go_on();
    p.bet(1, "small", 1'000);
    p.finish({6, 5, 4});
    const CurrencyCode training = ledger::currency_code("SGD", true);
    EXPECT_EQ(revenue_by_play(p.state, training), cents(1'000));
    EXPECT_EQ(revenue_by_cash(p.state, training), cents(1'000));
    EXPECT_EQ(revenue_by_play(p.state, sgd()), Money());
    EXPECT_EQ(revenue_by_cash(p.state, sgd()), Money());
}

}  // namespace
}  // namespace sicbo::table
