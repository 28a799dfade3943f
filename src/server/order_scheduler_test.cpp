// SPDX-License-Identifier: MIT
#include "server/order_scheduler.h"

#include <gtest/gtest.h>

#include "support/sessions.h"

namespace sicbo::server {
namespace {

using namespace table;
using test::SmallHouse;

// The house with its simulated devices, driven turn by turn without a clock.
class Scheduler : public testing::Test {
protected:
    Scheduler()
        : devices({&house.plan, sha256("seed"), device::key_of(sha256("server")),
                   [this] { return house.now; }, [] {}}),
          scheduler(house.plan, devices, dealer) {}

    // One turn, as the server does it.
    void turn() {
        house.loop->tick(house.now);
        while (true) {
            auto command = scheduler.next_command(*house.loop, house.now);
            ASSERT_TRUE(command);
            if (!*command) break;
            const TableId table = (*command)->stamp.table;
            orders.push_back((*command)->order);
            if (house.loop->execute(std::move(**command)).refusal) {
                ++refused;
                scheduler.on_refused(table, house.now);
            }
        }
        scheduler.on_committed(house.commit());
        house.now = house.now + 100;
    }
    const Table& table(std::uint32_t number) const {
        return house.loop->state().tables.at({number});
    }

    SmallHouse house;
    AutoDealer dealer;
    DeviceController devices;
    OrderScheduler scheduler;
    std::vector<Order> orders;
    int refused = 0;
};

TEST_F(Scheduler, PlaysWholeRoundsAtAnAutomaticTable) {
    for (int turns = 0; turns < 2'000 && table(1).past.size() < 2; ++turns) turn();
    ASSERT_GE(table(1).past.size(), 2u);
    for (const auto& [number, round] : table(1).past) {
        EXPECT_EQ(round.ended, RoundEnd::settled) << number;
        EXPECT_TRUE(round.proof) << number;
    }
    EXPECT_EQ(refused, 0);
}

TEST_F(Scheduler, LeavesTheDealingToPeopleElsewhere) {
    for (int turns = 0; turns < 200; ++turns) turn();
    EXPECT_EQ(table(2).phase, Phase::closed);
    EXPECT_EQ(table(3).phase, Phase::closed);
}

TEST_F(Scheduler, EndsWithTheRoundInPlayWhenRoundsAreToStop) {
    for (int turns = 0; turns < 1'000 && !table(1).round; ++turns) turn();
    ASSERT_TRUE(table(1).round);
    dealer.stop_rounds();
    for (int turns = 0; turns < 1'000; ++turns) turn();
    EXPECT_FALSE(table(1).round);
    EXPECT_EQ(table(1).past.size(), 1u);
}

TEST_F(Scheduler, TriesNothingForAWhileAfterARefusal) {
    scheduler.on_refused({1}, house.now);
    scheduler.on_refused({2}, house.now);
    scheduler.on_refused({3}, house.now);
    const auto command = scheduler.next_command(*house.loop, house.now);
    ASSERT_TRUE(command);
    EXPECT_FALSE(*command);
}

}  // namespace
}  // namespace sicbo::server
