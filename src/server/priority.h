// SPDX-License-Identifier: MIT
// Moves urgent items of a queue to its front, without changing the order of one sender's items.
#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <map>

#include "core/check.h"

namespace sicbo::server {

// Moves the items for which `is_urgent` returns true, and everything that their senders queued
// before them, in front of all else. Within both groups the order stays, so that no sender gets
// replies out of order. Item must have a member `from` that identifies the sender.
template <class Item>
void prioritise(std::deque<Item>& queue, const auto& is_urgent) {
    std::map<decltype(Item::from), std::size_t> last_urgent;  // index, by sender
    for (std::size_t i = 0; i < queue.size(); ++i) {
        if (is_urgent(queue[i])) last_urgent[queue[i].from] = i;
    }
    if (last_urgent.empty()) return;
    std::deque<Item> first;
    std::deque<Item> rest;
    for (std::size_t i = 0; i < queue.size(); ++i) {
        const auto at = last_urgent.find(queue[i].from);
        const bool goes_first = at != last_urgent.end() && i <= at->second;
        (goes_first ? first : rest).push_back(std::move(queue[i]));
    }
    check(first.size() + rest.size() == queue.size());
    std::ranges::move(rest, std::back_inserter(first));
    queue = std::move(first);
}

}  // namespace sicbo::server
