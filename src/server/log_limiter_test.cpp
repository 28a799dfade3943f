// SPDX-License-Identifier: MIT
#include "server/log_limiter.h"

#include <gtest/gtest.h>

namespace sicbo::server {
namespace {

constexpr std::int64_t minute = LogLimiter::interval_milliseconds;

TEST(LogLimiter, LogsTheFirstLineAndThenOneAMinuteWithTheNumberSuppressed) {
    LogLimiter limiter;
    const Instant start{5'000};
    EXPECT_EQ(limiter.admit("1 failed", start), 0);
    EXPECT_FALSE(limiter.admit("1 failed", start + 1).has_value());
    EXPECT_FALSE(limiter.admit("1 failed", start + (minute - 1)).has_value());
    EXPECT_FALSE(limiter.is_due("1 failed", start + (minute - 1)));
    EXPECT_TRUE(limiter.is_due("1 failed", start + minute));
    EXPECT_EQ(limiter.admit("1 failed", start + minute), 2);
    EXPECT_FALSE(limiter.admit("1 failed", start + (minute + 1)).has_value());
    EXPECT_EQ(limiter.admit("1 failed", start + 3 * minute), 1);
}

TEST(LogLimiter, KeepsKeysApart) {
    LogLimiter limiter;
    EXPECT_EQ(limiter.admit("1 failed", {}), 0);
    EXPECT_EQ(limiter.admit("2 failed", {}), 0);
    EXPECT_TRUE(limiter.is_due("3 failed", {}));
}

}  // namespace
}  // namespace sicbo::server
