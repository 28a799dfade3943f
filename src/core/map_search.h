// SPDX-License-Identifier: MIT
// Finds elements of a std::map by keys that come in ascending order, or nearly.
//
// A search begins where the one before it ended and looks at the next few elements; only if the key
// is not among them does it begin at the root. Keys in any order give the same results, at the cost
// of a few comparisons more than std::map::find takes.
#pragma once

#include <map>
#include <type_traits>
#include <utility>

#include "core/check.h"

namespace sicbo {

// `Map` is a std::map, const for a search that doesn't change it. The map must outlive the search,
// and no element may be erased from it meanwhile.
template <class Map>
class MapSearch {
    using Key = Map::key_type;
    using Value = std::conditional_t<std::is_const_v<Map>, const typename Map::mapped_type,
                                     typename Map::mapped_type>;

public:
    explicit MapSearch(Map& map) : map_(&map), last_(map.begin()) {}

    // Returns the value of the key; null if the map doesn't have it.
    Value* find(const Key& key) {
        last_ = lower_bound(key);
        return last_ != map_->end() && last_->first == key ? &last_->second : nullptr;
    }

    // Returns the value of the key, which the map must have.
    Value& at(const Key& key) {
        Value* const value = find(key);
        check(value != nullptr);
        return *value;
    }

    // Returns the value of the key, after adding a default one if the map doesn't have it.
    Value& find_or_insert(const Key& key)
        requires(!std::is_const_v<Map>)
    {
        last_ = map_->try_emplace(lower_bound(key), key);
        return last_->second;
    }

private:
    static constexpr int steps_max = 4;

    // Returns the first element whose key is not less.
    auto lower_bound(const Key& key) {
        auto at = last_;
        if (at == map_->end() || key < at->first) return map_->lower_bound(key);
        for (int step = 0; step <= steps_max; ++step, ++at) {
            if (at == map_->end() || !(at->first < key)) return at;
        }
        return map_->lower_bound(key);
    }

    Map* map_;
    decltype(std::declval<Map&>().begin()) last_;  // where the last search ended
};

}  // namespace sicbo
