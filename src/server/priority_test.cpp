// SPDX-License-Identifier: MIT
#include "server/priority.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace sicbo::server {
namespace {

struct Item {
    int from;
    std::string what;
};

std::vector<std::string> order_of(std::deque<Item> queue) {
    prioritise(queue, [](const Item& item) { return item.what.starts_with("close"); });
    std::vector<std::string> order;
    for (const Item& item : queue) order.push_back(item.what);
    return order;
}

using Order = std::vector<std::string>;

TEST(Prioritise, MovesUrgentItemsBeforeThoseOfOthers) {
    EXPECT_EQ(order_of({{1, "a"}, {2, "b"}, {3, "close"}, {1, "c"}}),
              (Order{"close", "a", "b", "c"}));
}

TEST(Prioritise, KeepsTheOrderOfOneSender) {
    EXPECT_EQ(order_of({{1, "a"}, {3, "came"}, {2, "b"}, {3, "open"}, {3, "close"}, {3, "after"}}),
              (Order{"came", "open", "close", "a", "b", "after"}));
}

TEST(Prioritise, KeepsTheOrderOfUrgentItems) {
    EXPECT_EQ(order_of({{1, "a"}, {2, "close 2"}, {1, "b"}, {3, "close 3"}, {2, "close 4"}}),
              (Order{"close 2", "close 3", "close 4", "a", "b"}));
}

TEST(Prioritise, ChangesNothingWithoutUrgentItems) {
    EXPECT_EQ(order_of({{1, "a"}, {2, "b"}}), (Order{"a", "b"}));
    EXPECT_EQ(order_of({}), Order{});
}

}  // namespace
}  // namespace sicbo::server
