// SPDX-License-Identifier: MIT
// Passwords that wait to be checked, fair between addresses: each address has its turn, however
// many checks another one has asked for. One thread uses it.
#pragma once

#include <deque>
#include <map>
#include <optional>

#include "core/check.h"
#include "server/background_worker.h"

namespace sicbo::server {

class SignInQueue {
public:
    static constexpr std::size_t checks_max = 200;            // that wait in all
    static constexpr std::size_t checks_of_address_max = 50;  // that wait of one address

    // Adds a check behind those of its address. Returns the check that does not fit: the new one
    // if its address has too many already; otherwise, if the queue is full, the last one of the
    // address with the most.
    std::optional<PasswordCheck> push(PasswordCheck check) {
        std::deque<PasswordCheck>& own = waiting_[check.network];
        if (own.size() >= checks_of_address_max) return check;
        own.push_back(std::move(check));
        if (++size_ <= checks_max) return std::nullopt;
        auto longest = waiting_.begin();
        for (auto at = waiting_.begin(); at != waiting_.end(); ++at) {
            if (at->second.size() > longest->second.size()) longest = at;
        }
        return take(longest, false);
    }

    // Removes and returns the next check; nothing if none waits.
    std::optional<PasswordCheck> pop() {
        if (waiting_.empty()) return std::nullopt;
        auto next = waiting_.upper_bound(last_);
        if (next == waiting_.end()) next = waiting_.begin();
        last_ = next->first;
        return take(next, true);
    }

    std::size_t size() const { return size_; }

private:
    using Waiting = std::map<std::uint64_t, std::deque<PasswordCheck>>;

    PasswordCheck take(Waiting::iterator at, bool first) {
        std::deque<PasswordCheck>& checks = at->second;
        check(!checks.empty() && size_ > 0);
        PasswordCheck taken = std::move(first ? checks.front() : checks.back());
        if (first) {
            checks.pop_front();
        } else {
            checks.pop_back();
        }
        --size_;
        if (checks.empty()) waiting_.erase(at);
        return taken;
    }

    Waiting waiting_;  // by network; none is empty
    std::size_t size_ = 0;
    std::uint64_t last_ = 0;  // the network that had its turn
};

}  // namespace sicbo::server
