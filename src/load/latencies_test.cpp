// SPDX-License-Identifier: MIT
#include "load/latencies.h"

#include <gtest/gtest.h>

namespace sicbo::load {
namespace {

using namespace std::chrono_literals;

TEST(Latencies, AreZeroWithoutAny) {
    const Latencies none;
    EXPECT_EQ(none.total(), 0u);
    EXPECT_EQ(none.milliseconds(500), 0);
    EXPECT_EQ(none.max(), 0);
}

TEST(Latencies, HaveQuantilesWithinTwoPercent) {
    Latencies latencies;
    for (int n = 1; n <= 1'000; ++n) latencies.add(std::chrono::milliseconds(n));
    EXPECT_EQ(latencies.total(), 1'000u);
    for (const std::uint64_t quantile : {1u, 10u, 500u, 900u, 990u, 999u}) {
        const auto exact = static_cast<double>(quantile);
        EXPECT_NEAR(latencies.milliseconds(quantile), exact, exact * 0.02) << quantile;
    }
    EXPECT_EQ(latencies.milliseconds(1'000), 1'000);
    EXPECT_EQ(latencies.max(), 1'000);
}

TEST(Latencies, CountSeveralAtOnceAndNothingBelowZero) {
    Latencies latencies;
    latencies.add(-5ms);
    latencies.add(10ms, 99);
    EXPECT_EQ(latencies.total(), 100u);
    EXPECT_EQ(latencies.milliseconds(10), 0);
    EXPECT_NEAR(latencies.milliseconds(20), 10, 0.2);
    latencies.clear();
    EXPECT_EQ(latencies.total(), 0u);
}

}  // namespace
}  // namespace sicbo::load
