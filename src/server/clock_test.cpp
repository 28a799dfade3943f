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

TEST(ClockMonitor, KnowsAClockThatWasBehindAtTheStart) {
    ClockMonitor monitor(-60'000);
    EXPECT_FALSE(monitor.compare({100'000}, {40'000}));
    EXPECT_TRUE(monitor.compare({101'000}, {101'000}));
}

constexpr std::int64_t one_minute = 60'000;
constexpr std::int64_t one_year = std::int64_t{365} * 86'400'000;
const Instant last_event{one_year * 56};

table::State played(std::uint64_t clock_behind = 0) {
    table::State state;
    state.sequence = 1;
    state.at = last_event;
    state.machine.clock_behind = clock_behind;
    return state;
}

TEST(StartClock, IsTheMachinesUnlessItContradictsTheJournal) {
    for (const std::int64_t off : {std::int64_t{0}, std::int64_t{-5'000}, one_minute, one_year}) {
        const StartClock start = start_clock(played(), last_event + off, {});
        EXPECT_EQ(start.doubt, "") << off;
        EXPECT_EQ(start.ahead, off < 0 ? -off : 0) << off;
        EXPECT_FALSE(start.is_news) << off;
    }
    EXPECT_EQ(start_clock({}, {0}, {}).doubt, "");  // a new journal
}

TEST(StartClock, NeedsAPersonIfItIsBehindOrFarAhead) {
    const StartClock behind = start_clock(played(), last_event + -5'001, {});
    EXPECT_NE(behind.doubt.find("behind by 5 seconds"), std::string::npos) << behind.doubt;
    EXPECT_EQ(behind.ahead, 5'001);
    const StartClock ahead = start_clock(played(), last_event + 2 * one_year, {});
    EXPECT_NE(ahead.doubt.find("ahead by 730 days"), std::string::npos) << ahead.doubt;
    EXPECT_EQ(ahead.ahead, 0);
    EXPECT_TRUE(behind.is_news && ahead.is_news);
    const ClockLimits wide{std::chrono::minutes(2), std::chrono::days(1'000)};
    EXPECT_EQ(start_clock(played(), last_event + -one_minute, wide).doubt, "");
    EXPECT_EQ(start_clock(played(), last_event + 2 * one_year, wide).doubt, "");
}

TEST(StartClock, NeedsNobodyAgainUntilItWasRight) {
    const table::State state = played(one_year);  // accepted before
    EXPECT_EQ(start_clock(state, last_event + -one_year, {}).doubt, "");
    EXPECT_FALSE(start_clock(state, last_event + -one_year, {}).is_news);
    EXPECT_EQ(start_clock(state, last_event + -one_minute, {}).doubt, "");
    EXPECT_NE(start_clock(state, last_event + -one_year + -one_minute, {}).doubt, "");
    const StartClock right = start_clock(state, last_event + one_minute, {});
    EXPECT_EQ(right.doubt, "");
    EXPECT_TRUE(right.is_news);
}

TEST(StartClock, OfOrdersWithoutAServerMayBeBehindButNotFarAhead) {
    EXPECT_TRUE(refuse_future(played(), last_event + -one_year));
    EXPECT_TRUE(refuse_future(played(), last_event + one_minute));
    EXPECT_FALSE(refuse_future(played(), last_event + 2 * one_year));
}

TEST(SteadyNow, NeverGoesBack) {
    const Instant first = steady_now();
    EXPECT_GE(steady_now(), first);
}

}  // namespace
}  // namespace sicbo::server
