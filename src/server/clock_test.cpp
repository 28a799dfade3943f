// SPDX-License-Identifier: MIT
#include "server/clock.h"

#include <gtest/gtest.h>

namespace sicbo::server {
namespace {

TEST(ClockMonitor, ReportsAJumpOnce) {
    ClockMonitor monitor;
    EXPECT_TRUE(monitor.is_due({5'000}));
    EXPECT_FALSE(monitor.compare({5'000}, {5'900}));  // drift
    EXPECT_FALSE(monitor.is_due({5'999}));
    EXPECT_TRUE(monitor.is_due({6'000}));
    const auto jump = monitor.compare({6'000}, {66'000});
    ASSERT_TRUE(jump);
    EXPECT_EQ(jump->expected, Instant{6'000});
    EXPECT_EQ(jump->actual, Instant{66'000});
    EXPECT_FALSE(monitor.compare({7'000}, {67'000}));
    const auto back = monitor.compare({8'000}, {8'000});
    ASSERT_TRUE(back);
    EXPECT_EQ(back->expected, Instant{68'000});
}

TEST(SteadyNow, NeverGoesBack) {
    const Instant first = steady_now();
    EXPECT_GE(steady_now(), first);
}

}  // namespace
}  // namespace sicbo::server
