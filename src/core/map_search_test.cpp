// SPDX-License-Identifier: MIT
#include "core/map_search.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <vector>

namespace sicbo {
namespace {

TEST(MapSearch, FindsNothingInAnEmptyMap) {
    const std::map<int, int> map;
    MapSearch search(map);
    EXPECT_EQ(search.find(1), nullptr);
    EXPECT_EQ(search.find(0), nullptr);
}

TEST(MapSearch, FindsKeysBehindThoseThatWereAddedMeanwhile) {
    std::map<int, int> map;
    MapSearch search(map);
    search.find_or_insert(5) = 50;
    search.find_or_insert(3) = 30;
    search.find_or_insert(4) = 40;
    EXPECT_EQ(search.at(5), 50);
    EXPECT_EQ(search.at(3), 30);
    EXPECT_EQ(search.at(4), 40);
    EXPECT_EQ(map.size(), 3u);
}

// An element may stand right before the end, beyond it, or further on than a search steps.
RC_GTEST_PROP(MapSearch, PropertyFindsWhatTheMapFinds, (std::map<int, int> map)) {
    const auto keys = *rc::gen::container<std::vector<int>>(rc::gen::inRange(-20, 20));
    MapSearch<const std::map<int, int>> search(map);
    for (const int key : keys) {
        const auto found = map.find(key);
        const int* const expected = found == map.end() ? nullptr : &found->second;
        RC_ASSERT(search.find(key) == expected);
    }
}

RC_GTEST_PROP(MapSearch, PropertyAddsWhatTheMapAdds, ()) {
    const auto keys = *rc::gen::container<std::vector<int>>(rc::gen::inRange(-20, 20));
    std::map<int, int> expected;
    std::map<int, int> map;
    MapSearch search(map);
    for (const int key : keys) {
        ++expected[key];
        ++search.find_or_insert(key);
    }
    RC_ASSERT(map == expected);
}

}  // namespace
}  // namespace sicbo
