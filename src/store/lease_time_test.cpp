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

}  // namespace
}  // namespace sicbo::store
