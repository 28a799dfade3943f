// SPDX-License-Identifier: MIT
#include "server/device_controller.h"

#include <gtest/gtest.h>

#include "support/sessions.h"

namespace sicbo::server {
namespace {

using namespace table;
using test::SmallHouse;

class Devices : public testing::Test {
protected:
    Devices()
        : devices({&house.plan, sha256("seed"), device::key_of(sha256("server")),
                   [this] { return house.now; }, [] {}}) {}

    // Receives messages for a while, until one leads to an order.
    std::optional<Order> receive(TableId table) {
        for (int tries = 0; tries < 100; ++tries) {
            if (auto order = devices.receive(house.loop->state(), table, house.now)) return order;
            devices.log_connection(table, house.now);
            const auto asked = devices.next_order(*house.loop, table, house.now);
            EXPECT_TRUE(asked);
            if (asked && *asked) return **asked;
            house.now = house.now + 100;
        }
        return std::nullopt;
    }
    SmallHouse house;
    DeviceController devices;
};

TEST_F(Devices, AskATrainingTumblerToPromiseItsDice) {
    const auto order = receive({1});
    ASSERT_TRUE(order);
    ASSERT_TRUE(holds<CommitDice>(*order));
    EXPECT_EQ(get<CommitDice>(*order).round, 1u);
}

TEST_F(Devices, DoNothingAtATableWithout) {
    EXPECT_FALSE(devices.receive(house.loop->state(), {9}, house.now));
    const auto order = devices.next_order(*house.loop, {9}, house.now);
    ASSERT_TRUE(order);
    EXPECT_FALSE(*order);
    EXPECT_EQ(devices.next_due({9}), std::nullopt);
    EXPECT_EQ(devices.uneven_round({9}), 0u);
}

TEST_F(Devices, FailOnRequestIfTheyAreSimulated) {
    EXPECT_TRUE(devices.inject_fault({3}, "stuck"));
    EXPECT_TRUE(devices.inject_fault({3}, "not-flat"));
    EXPECT_FALSE(devices.inject_fault({1}, "stuck"));  // has no lights
    EXPECT_FALSE(devices.inject_fault({1}, "laugh"));
    EXPECT_FALSE(devices.inject_fault({9}, "not-flat"));
}

}  // namespace
}  // namespace sicbo::server
