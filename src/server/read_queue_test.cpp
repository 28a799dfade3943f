// SPDX-License-Identifier: MIT
#include "server/read_queue.h"

#include <gtest/gtest.h>

namespace sicbo::server {
namespace {

using Verdict = ReadQueue::Verdict;

class Reads : public testing::Test {
protected:
    Reads() {
        for (std::uint64_t i = 1; i <= 4; ++i) queue.add({i}, i <= 3 ? 7 : 8, start);
    }
    Verdict ask(std::uint64_t connection) {
        return queue.ask({connection}, {++id, wire::ListRounds{}});
    }
    std::uint64_t take() {
        const auto next = queue.take();
        return next ? next->first.number : 0;
    }
    const Instant start{1'000'000};
    // A connection has 100 bytes and gets 10 per second; an address 150 and 50; a turn 1,000.
    ReadQueue queue{{.connection = {10, 100},
                     .address = {50, 150},
                     .all = {1'000, 10'000},
                     .turn_bytes = 1'000,
                     .queued_max = 2},
                    start};
    std::uint64_t id = 0;
};

TEST_F(Reads, WaitWhenTheirConnectionHasUsedItsBudget) {
    EXPECT_EQ(ask(1), Verdict::now);
    queue.charge({1}, 105);
    EXPECT_EQ(ask(1), Verdict::later);
    EXPECT_EQ(ask(1), Verdict::later);
    EXPECT_EQ(ask(1), Verdict::never);
    EXPECT_TRUE(queue.is_waiting({1}));
    EXPECT_EQ(queue.next_due(), start + 10);
    EXPECT_EQ(ask(2), Verdict::now);  // the address has some left
    queue.begin_turn(start + 400);
    EXPECT_EQ(take(), 0u);
    queue.begin_turn(start + 600);
    EXPECT_EQ(take(), 1u);
    queue.charge({1}, 1);
    EXPECT_EQ(take(), 0u);
    queue.remove({1});
    EXPECT_FALSE(queue.next_due());
}

TEST_F(Reads, WaitWhenTheirAddressHasUsedItsBudgetAndOthersDoNot) {
    queue.charge({1}, 90);
    queue.charge({2}, 90);
    EXPECT_EQ(ask(1), Verdict::later);
    EXPECT_EQ(ask(2), Verdict::later);
    EXPECT_EQ(ask(3), Verdict::later);  // it has used nothing itself
    EXPECT_EQ(ask(4), Verdict::now);    // another address
    queue.begin_turn(start + 700);
    EXPECT_EQ(take(), 3u);  // so it comes first
    queue.charge({3}, 100);
    EXPECT_EQ(take(), 0u);
}

TEST_F(Reads, AreLimitedInOneTurn) {
    queue.set_trusted({1}, true);
    EXPECT_EQ(ask(1), Verdict::now);
    queue.charge({1}, 1'000);
    EXPECT_EQ(ask(1), Verdict::later);
    EXPECT_EQ(ask(4), Verdict::later);
    EXPECT_EQ(take(), 0u);
    queue.begin_turn(start + 1);
    EXPECT_EQ(take(), 1u);
    EXPECT_EQ(take(), 4u);
}

TEST_F(Reads, AreAnsweredInOrder) {
    queue.charge({1}, 105);
    EXPECT_EQ(ask(1), Verdict::later);
    queue.begin_turn(start + 10'000);
    EXPECT_EQ(ask(1), Verdict::later);  // behind the one before, although there is room again
    EXPECT_EQ(queue.take()->second.id, 1u);
    EXPECT_EQ(queue.take()->second.id, 2u);
}

}  // namespace
}  // namespace sicbo::server
