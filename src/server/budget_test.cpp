// SPDX-License-Identifier: MIT
#include "server/budget.h"

#include <gtest/gtest.h>

namespace sicbo::server {
namespace {

TEST(Budget, GivesABurstAndThenItsRate) {
    Budget budget({.per_second = 10, .burst = 30}, 0);
    EXPECT_TRUE(budget.take(30, 0));
    EXPECT_FALSE(budget.take(1, 50));
    EXPECT_TRUE(budget.take(1, 100));
    EXPECT_FALSE(budget.take(1, 100));
    EXPECT_EQ(budget.balance(60'000), 30);
    EXPECT_TRUE(budget.is_full(60'000));
}

TEST(Budget, PaysADebtOffFirst) {
    Budget budget({.per_second = 10, .burst = 30}, 1'000);
    budget.charge(50, 1'000);
    EXPECT_EQ(budget.balance(1'000), -20);
    EXPECT_EQ(budget.balance(500), -20);  // time never goes back
    EXPECT_LT(budget.balance(2'900), 0);
    EXPECT_GT(budget.balance(3'100), 0);
}

TEST(Budgets, AreForgottenWhenTheyAreFullAgain) {
    Budgets<int> budgets({.per_second = 1, .burst = 1});
    for (int key = 0; key < 2'000; ++key) budgets.of(key, 0).charge(1, 0);
    EXPECT_EQ(budgets.size(), 2'000u);
    for (int key = 2'000; key < 5'000; ++key) budgets.of(key, 10'000).charge(1, 10'000);
    EXPECT_LT(budgets.size(), 4'000u);
}

}  // namespace
}  // namespace sicbo::server
