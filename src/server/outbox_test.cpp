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

TEST(Outbox, NeedsAThread) { EXPECT_THROW(Outbox(0), CheckFailed); }

}  // namespace
}  // namespace sicbo::server
