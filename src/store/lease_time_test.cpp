// SPDX-License-Identifier: MIT
// What a server knows of its lease, without a clock or a database.
#include <gtest/gtest.h>

#include "store/lease_keeper.h"

namespace sicbo::store {
namespace {

using std::chrono::milliseconds;

TEST(LeaseTime, CountsFromTheTimeTheRequestWasSent) {
    LeaseTime time(milliseconds(1'000));
    EXPECT_FALSE(time.is_held(milliseconds(0)));
    time.on_renewed(milliseconds(10'000));
    EXPECT_TRUE(time.is_held(milliseconds(10'949)));
    EXPECT_FALSE(time.is_held(milliseconds(10'950)));  // the rest is for clocks that differ
    time.on_renewed(milliseconds(10'900));
    EXPECT_TRUE(time.is_held(milliseconds(11'800)));
}

TEST(LeaseTime, EndsWhenAnotherServerLeads) {
    LeaseTime time(milliseconds(1'000));
    time.on_renewed(milliseconds(0));
    time.on_lost();
    EXPECT_TRUE(time.is_lost());
    EXPECT_FALSE(time.is_held(milliseconds(1)));
    time.on_renewed(milliseconds(2));  // an answer that comes late changes nothing
    EXPECT_FALSE(time.is_held(milliseconds(3)));
}

TEST(LeaseTime, FindsALoopThatIsStuckWithoutALease) {
    LeaseTime time(milliseconds(1'000));
    EXPECT_FALSE(time.is_loop_stuck(milliseconds(100'000)));  // it has never had one
    time.on_renewed(milliseconds(10'000));                    // until 10'950
    time.on_loop(milliseconds(10'100));
    EXPECT_FALSE(time.is_loop_stuck(milliseconds(14'949)));
    EXPECT_TRUE(time.is_loop_stuck(milliseconds(14'950)));
    // A loop that has waited for the lease since then ends by itself.
    time.on_loop(milliseconds(14'900));
    EXPECT_FALSE(time.is_loop_stuck(milliseconds(18'899)));
    EXPECT_TRUE(time.is_loop_stuck(milliseconds(18'900)));
    // So does a process that was stopped.
    time.on_resumed(milliseconds(40'000));
    EXPECT_FALSE(time.is_loop_stuck(milliseconds(43'999)));
    EXPECT_TRUE(time.is_loop_stuck(milliseconds(44'000)));
    // While the lease is held, an append may wait for a standby for as long as it takes.
    time.on_renewed(milliseconds(50'000));
    EXPECT_FALSE(time.is_loop_stuck(milliseconds(50'900)));
}

TEST(LeaseTime, FindsALoopThatWaitsAtAServerWhichIsNoLongerAsked) {
    LeaseTime time(milliseconds(1'000));
    time.on_loop(milliseconds(10'000));
    time.on_reconnected(milliseconds(10'500));
    for (milliseconds now(10'500); now < milliseconds(15'000); now += milliseconds(200)) {
        time.on_renewed(now);
        EXPECT_EQ(time.is_loop_stuck(now), now >= milliseconds(14'000)) << now.count();
    }
    time.on_loop(milliseconds(15'000));
    time.on_renewed(milliseconds(100'000));
    EXPECT_FALSE(time.is_loop_stuck(milliseconds(100'100)));
}

}  // namespace
}  // namespace sicbo::store
