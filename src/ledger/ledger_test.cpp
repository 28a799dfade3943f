// SPDX-License-Identifier: MIT
#include "ledger/ledger.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>
#include <map>
#include <vector>

#include "ledger/meter.h"

namespace sicbo::ledger {
namespace {

constexpr StayId ann = {1};
constexpr StayId bob = {2};
constexpr TableId table = {1};

Money cents(std::int64_t amount) { return Money::of_cents(amount); }

Ledger after(const std::vector<Posting>& postings) {
    Ledger ledger;
    ledger.post(postings);
    return ledger;
}

Money sum_of(const Ledger& ledger) {
    Money sum;
    for (const auto& [account, amount] : ledger.balances()) sum += amount;
    return sum;
}

TEST(Ledger, TakesFromOneAccountWhatItGivesToAnother) {
    Ledger ledger = after({{cash(table), credit(ann), cents(10'000)}});
    EXPECT_EQ(ledger.balance(cash(table)), cents(-10'000));
    EXPECT_EQ(ledger.balance(credit(ann)), cents(10'000));
    ledger.post(std::vector<Posting>{{credit(ann), escrow(table), cents(2'500)},
                                     {escrow(table), house(table), cents(2'500)}});
    EXPECT_EQ(ledger.balance(credit(ann)), cents(7'500));
    EXPECT_EQ(ledger.balance(house(table)), cents(2'500));
}

TEST(Ledger, HasNothingOnAnAccountThatWasNeverUsed) {
    EXPECT_EQ(Ledger().balance(credit(ann)), Money());
    EXPECT_TRUE(Ledger().balances().empty());
}

TEST(Ledger, KeepsAccountsOfDifferentOwnersAndKindsApart) {
    const Ledger ledger = after({{cash(table), credit(ann), cents(100)},
                                 {cash(TableId{2}), credit(bob), cents(200)},
                                 {house(table), unclaimed(ann), cents(50)}});
    EXPECT_EQ(ledger.balance(credit(ann)), cents(100));
    EXPECT_EQ(ledger.balance(credit(bob)), cents(200));
    EXPECT_EQ(ledger.balance(unclaimed(ann)), cents(50));
    EXPECT_EQ(ledger.balance(cash(TableId{2})), cents(-200));
}

TEST(Ledger, ForgetsAccountsThatStandAtNothing) {
    Ledger ledger = after({{cash(table), credit(ann), cents(100)}});
    EXPECT_EQ(ledger.balances().size(), 2u);
    ledger.post(std::vector<Posting>{{credit(ann), cash(table), cents(100)}});
    EXPECT_TRUE(ledger.balances().empty());
}

TEST(Ledger, LeavesNoAccountOnTheWrongSide) {
    const auto refused = [](Account from, Account to) {
        EXPECT_THROW(after({{from, to, cents(1)}}), CheckFailed)
            << to_word(from.kind) << " to " << to_word(to.kind);
    };
    for (const Account never_below : {credit(ann), escrow(table), tickets(), unclaimed(ann)}) {
        refused(never_below, house(table));
    }
    refused(house(table), receivable(ann));
    EXPECT_NO_THROW(after({{house(table), credit(ann), cents(1)}}));
    EXPECT_NO_THROW(after({{cash(table), house(table), cents(1)}}));
    EXPECT_NO_THROW(after({{receivable(ann), house(table), cents(1)}}));
}

TEST(Ledger, AsksForTheSideWhenAllIsPosted) {
    // The credit is taken before it is filled; in the end nothing is wrong.
    const Ledger ledger =
        after({{credit(ann), escrow(table), cents(100)}, {cash(table), credit(ann), cents(100)}});
    EXPECT_EQ(ledger.balance(escrow(table)), cents(100));
    EXPECT_EQ(ledger.balances().size(), 2u);
}

TEST(Ledger, PostsNoAmountThatIsNotMoreThanNothing) {
    EXPECT_THROW(after({{cash(table), credit(ann), Money()}}), CheckFailed);
    EXPECT_THROW(after({{cash(table), credit(ann), cents(-1)}}), CheckFailed);
    EXPECT_THROW(after({{cash(table), cash(table), cents(1)}}), CheckFailed);
}

TEST(Ledger, NeverWraps) {
    const Money most = cents(std::numeric_limits<std::int64_t>::max());
    Ledger ledger = after({{cash(table), credit(ann), most}});
    EXPECT_THROW(ledger.post(std::vector<Posting>{{cash(TableId{2}), credit(ann), cents(1)}}),
                 CheckFailed);
}

TEST(Ledger, IsTheSameFromItsBalances) {
    const Ledger ledger =
        after({{cash(table), credit(ann), cents(100)}, {credit(ann), escrow(table), cents(30)}});
    EXPECT_EQ(Ledger::of_balances(ledger.balances()).balances(), ledger.balances());
}

RC_GTEST_PROP(LedgerProperty, AllAccountsTogetherComeToNothing, ()) {
    Ledger ledger;
    const auto count = *rc::gen::inRange(0, 40);
    for (int i = 0; i < count; ++i) {
        const auto any_account = [] {
            return Account{*rc::gen::inRange(0, 7) == 0 ? AccountKind::cash : AccountKind::house,
                           *rc::gen::inRange<std::uint32_t>(0, 4)};
        };
        // House and cash may stand on either side, so that everything can be posted.
        const Account from = any_account();
        const Account to = any_account();
        if (from == to) continue;
        ledger.post(std::vector<Posting>{{from, to, cents(*rc::gen::inRange(1, 1'000'000))}});
        RC_ASSERT(sum_of(ledger) == Money());
        for (const auto& [account, amount] : ledger.balances()) RC_ASSERT(amount != Money());
    }
}

// An entry of many postings searches for its accounts in another way than single postings do.
RC_GTEST_PROP(LedgerProperty, AnEntryLeavesTheSumOfItsPostings, ()) {
    const auto any_account = [] {
        return Account{*rc::gen::inRange(0, 2) == 0 ? AccountKind::cash : AccountKind::house,
                       *rc::gen::inRange<std::uint32_t>(0, 30)};
    };
    std::vector<Posting> postings;
    std::map<Account, Money> expected;
    const auto count = *rc::gen::inRange(0, 60);
    for (int i = 0; i < count; ++i) {
        const Posting posting = {any_account(), any_account(), cents(*rc::gen::inRange(1, 4))};
        if (posting.from == posting.to) continue;
        postings.push_back(posting);
        expected[posting.from] -= posting.amount;
        expected[posting.to] += posting.amount;
    }
    std::erase_if(expected, [](const auto& one) { return one.second == Money(); });
    RC_ASSERT(after(postings).balances() == expected);
}

RC_GTEST_PROP(LedgerProperty, WhateverIsPostedAccountsStandOnTheirSide, ()) {
    Ledger ledger;
    for (int i = 0; i < 20; ++i) {
        const auto any_account = [] {
            return Account{
                static_cast<AccountKind>(*rc::gen::inRange<int>(0, words_of<AccountKind>.size())),
                *rc::gen::inRange<std::uint32_t>(0, 2)};
        };
        const Account from = any_account();
        const Account to = any_account();
        const Money amount = cents(*rc::gen::inRange(1, 100));
        Ledger next = ledger;
        try {
            next.post(std::vector<Posting>{{from, to, amount}});
        } catch (const CheckFailed&) {
            continue;
        }
        ledger = next;
        RC_ASSERT(sum_of(ledger) == Money());
        for (const auto& [account, stands] : ledger.balances()) {
            RC_ASSERT(stands > Money() || may_be_negative(account.kind));
            RC_ASSERT(stands < Money() || may_be_positive(account.kind));
        }
    }
}

TEST(Meter, SaysWhatTheTerminalHolds) {
    Meter meter;
    EXPECT_EQ(meter.credit(), Money());
    meter.in = cents(10'000);
    EXPECT_EQ(meter.credit(), cents(10'000));
    meter.staked = cents(3'000);
    EXPECT_EQ(meter.credit(), cents(7'000));
    meter.won = cents(4'000);
    meter.returned = cents(500);
    EXPECT_EQ(meter.credit(), cents(11'500));
    meter.recovered = cents(1'000);
    meter.out = cents(10'500);
    EXPECT_EQ(meter.credit(), Money());
    meter.games = 7;
    EXPECT_EQ(meter.credit(), Money());
}

// A terminal's credit in the books and on its meters, through any play.
RC_GTEST_PROP(MeterProperty, MetersAgreeWithTheBooks, ()) {
    Ledger ledger;
    Meter meter;
    const auto move = [&](Account from, Account to, Money amount, Money Meter::* counts) {
        if (amount == Money()) return;
        ledger.post(std::vector<Posting>{{from, to, amount}});
        meter.*counts += amount;
    };
    const auto up_to = [](Money most) {
        return cents(*rc::gen::inRange<std::int64_t>(0, most.cents() + 1));
    };
    for (int i = 0; i < 30; ++i) {
        const Money held = ledger.balance(credit(ann));
        const Money staked = ledger.balance(escrow(table));
        switch (*rc::gen::inRange(0, 6)) {
            case 0: move(cash(table), credit(ann), up_to(cents(10'000)), &Meter::in); break;
            case 1: move(credit(ann), cash(table), up_to(held), &Meter::out); break;
            case 2: move(credit(ann), escrow(table), up_to(held), &Meter::staked); break;
            case 3: move(escrow(table), credit(ann), up_to(staked), &Meter::returned); break;
            case 4: move(house(table), credit(ann), up_to(cents(10'000)), &Meter::won); break;
            default: move(credit(ann), house(table), up_to(held), &Meter::recovered); break;
        }
        RC_ASSERT(meter.credit() == ledger.balance(credit(ann)));
    }
}

}  // namespace
}  // namespace sicbo::ledger
