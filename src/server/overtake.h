// Some of what was heard goes before what others said. What its own sender said before it stays
// before it, so that nobody is answered out of order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <map>

namespace sicbo::server {

// `goes_first` says of one whether it does; each has a member `from`.
template <class Heard>
void overtake(std::deque<Heard>& heard, const auto& goes_first) {
    std::map<decltype(Heard::from), std::size_t> last;  // of each sender's that goes first
    for (std::size_t i = 0; i < heard.size(); ++i) {
        if (goes_first(heard[i])) last[heard[i].from] = i;
    }
    if (last.empty()) return;
    std::deque<Heard> first;
    std::deque<Heard> rest;
    for (std::size_t i = 0; i < heard.size(); ++i) {
        const auto found = last.find(heard[i].from);
        const bool goes = found != last.end() && i <= found->second;
        (goes ? first : rest).push_back(std::move(heard[i]));
    }
    std::ranges::move(rest, std::back_inserter(first));
    heard = std::move(first);
}

}  // namespace sicbo::server
