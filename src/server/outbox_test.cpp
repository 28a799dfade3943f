// SPDX-License-Identifier: MIT
#include "server/outbox.h"

#include <gtest/gtest.h>

namespace sicbo::server {
namespace {

TEST(Outbox, CollectsOneDeliveryPerConnectionInTheListOfItsThread) {
    Outbox outbox(2);
    outbox.enqueue({4}, std::string("a"));
    outbox.enqueue({5}, std::string("b"));
    outbox.enqueue({4}, std::string("c"));
    outbox.limit_messages({4}, 100);
    outbox.close({5}, "done");
    const auto lists = outbox.take();
    ASSERT_EQ(lists.size(), 2u);
    ASSERT_EQ(lists[0].size(), 1u);
    EXPECT_EQ(lists[0][0].to, ConnectionId{4});
    ASSERT_EQ(lists[0][0].messages.size(), 2u);
    EXPECT_EQ(*lists[0][0].messages[1], "c");
    EXPECT_FALSE(lists[0][0].close_afterwards);
    ASSERT_EQ(lists[1].size(), 1u);
    EXPECT_TRUE(lists[1][0].close_afterwards);
}

TEST(Outbox, IsEmptyAfterItWasTaken) {
    Outbox outbox(1);
    outbox.reply({1}, 7);
    EXPECT_EQ(outbox.take().at(0).size(), 1u);
    EXPECT_TRUE(outbox.take().at(0).empty());
    outbox.refuse({1}, 8, "busy");
    EXPECT_NE(outbox.take().at(0).at(0).messages.at(0)->find("\"busy\""), std::string::npos);
}

TEST(Outbox, LetsSomeConnectionsGoFirst) {
    Outbox outbox(2);
    for (const std::uint64_t number : {4u, 5u, 6u}) {
        outbox.enqueue({number}, std::string("a"));
    }
    const std::vector<ConnectionId> first = {{5}, {4}, {9}};
    const auto early = outbox.take(first);
    ASSERT_EQ(early.at(0).size(), 1u);
    EXPECT_EQ(early[0][0].to, ConnectionId{4});
    ASSERT_EQ(early.at(1).size(), 1u);
    EXPECT_EQ(early[1][0].to, ConnectionId{5});
    outbox.enqueue({4}, std::string("b"));
    const auto rest = outbox.take();
    ASSERT_EQ(rest.at(0).size(), 2u);
    EXPECT_EQ(rest[0][0].to, ConnectionId{6});
    EXPECT_EQ(rest[0][1].to, ConnectionId{4});
    ASSERT_EQ(rest[0][1].messages.size(), 1u);
    EXPECT_EQ(*rest[0][1].messages[0], "b");
    EXPECT_TRUE(rest.at(1).empty());
}

TEST(Outbox, NeedsAThread) { EXPECT_THROW(Outbox(0), CheckFailed); }

}  // namespace
}  // namespace sicbo::server
