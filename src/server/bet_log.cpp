// SPDX-License-Identifier: MIT
#include "server/bet_log.h"

#include "wire/bet_log_entry.h"

namespace sicbo::server {
namespace {

constexpr std::size_t entries_max = 12;  // of one stay; they are sent whole with each change

}  // namespace

void BetLog::on_committed(const table::State& state, std::span<const CommittedEvent> events) {
    for (const CommittedEvent& committed : events) {
        wire::for_each_bet_log_entry(state, committed.event, committed.at.sequence,
                                     [this](StayId stay, std::string entry) {
                                         std::deque<std::string>& list = entries_[stay];
                                         list.push_back(std::move(entry));
                                         if (list.size() > entries_max) list.pop_front();
                                     });
        if (const auto* ended = get_if<table::StayEnded>(&committed.event.fact)) {
            entries_.erase(ended->stay);
        }
    }
}

std::string BetLog::entries_of(StayId stay) const {
    std::string all = "[";
    const auto found = entries_.find(stay);
    if (found == entries_.end()) return all += ']';
    check(found->second.size() <= entries_max);
    for (const std::string& entry : found->second) {
        if (all.size() > 1) all += ',';
        all += entry;
    }
    return all += ']';
}

}  // namespace sicbo::server
