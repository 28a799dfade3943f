// SPDX-License-Identifier: MIT
#include "server/sign_in_queue.h"

#include <gtest/gtest.h>

#include "server/sign_in_throttle.h"

namespace sicbo::server {
namespace {

PasswordCheck check_from(std::uint64_t network, std::uint64_t id) {
    PasswordCheck check;
    check.network = network;
    check.id = id;
    return check;
}

TEST(SignInQueue, IsFairBetweenAddresses) {
    SignInQueue queue;
    EXPECT_FALSE(queue.pop());
    for (std::uint64_t id = 1; id <= 40; ++id) EXPECT_FALSE(queue.push(check_from(1, id)));
    EXPECT_FALSE(queue.push(check_from(2, 100)));
    EXPECT_FALSE(queue.push(check_from(3, 101)));
    std::vector<std::uint64_t> order;
    for (int i = 0; i < 5; ++i) order.push_back(queue.pop()->id);
    EXPECT_EQ(order, (std::vector<std::uint64_t>{1, 100, 101, 2, 3}));
}

TEST(SignInQueue, RefusesTheOneWhoAsksMost) {
    SignInQueue queue;
    for (std::uint64_t id = 1; id <= SignInQueue::checks_of_address_max; ++id) {
        EXPECT_FALSE(queue.push(check_from(1, id)));
    }
    EXPECT_EQ(queue.push(check_from(1, 1'000))->id, 1'000u);
    for (std::uint64_t network = 2; queue.size() < SignInQueue::checks_max; ++network) {
        for (std::uint64_t id = 0; id < 30 && queue.size() < SignInQueue::checks_max; ++id) {
            EXPECT_FALSE(queue.push(check_from(network, id)));
        }
    }
    const auto refused = queue.push(check_from(99, 7));  // an address that asks for the first time
    ASSERT_TRUE(refused);
    EXPECT_EQ(refused->network, 1u);
    EXPECT_EQ(refused->id, SignInQueue::checks_of_address_max);
    EXPECT_EQ(queue.size(), SignInQueue::checks_max);
}

TEST(SignInThrottle, DelaysGrowAndEnd) {
    SignInThrottle throttle(2);
    const Instant now{1'000'000'000};
    EXPECT_EQ(throttle.delay("a", now), 0);
    std::vector<std::int64_t> delays;
    for (int i = 0; i < 10; ++i) {
        throttle.on_failure("a", now);
        delays.push_back(throttle.delay("a", now));
    }
    EXPECT_EQ(delays, (std::vector<std::int64_t>{0, 0, 1'000, 2'000, 4'000, 8'000, 16'000, 32'000,
                                                 60'000, 60'000}));
    EXPECT_EQ(throttle.delay("b", now), 0);
    EXPECT_EQ(throttle.delay("a", now + 59'000), 1'000);
    EXPECT_EQ(throttle.delay("a", now + 60'000), 0);
    throttle.on_failure("a", now + SignInThrottle::memory + 1);
    EXPECT_EQ(throttle.delay("a", now + SignInThrottle::memory + 1), 0);
    throttle.on_failure("a", now + SignInThrottle::memory + 2);
    throttle.on_success("a");
    EXPECT_EQ(throttle.delay("a", now), 0);
}

}  // namespace
}  // namespace sicbo::server
