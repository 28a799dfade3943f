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
        std::deque<PasswordCheck>& own = queued_[check.network];
        if (own.size() >= checks_of_address_max) return check;
        own.push_back(std::move(check));
        if (++size_ <= checks_max) return std::nullopt;
        auto fullest = queued_.begin();
        for (auto at = queued_.begin(); at != queued_.end(); ++at) {
            if (at->second.size() > fullest->second.size()) fullest = at;
        }
        return take(fullest, false);
    }

    // Removes and returns the next check; nothing if none waits.
    std::optional<PasswordCheck> pop() {
        if (queued_.empty()) return std::nullopt;
        auto next = queued_.upper_bound(last_);
        if (next == queued_.end()) next = queued_.begin();
        last_ = next->first;
        return take(next, true);
    }

    std::size_t size() const { return size_; }

private:
    using ChecksByNetwork = std::map<std::uint64_t, std::deque<PasswordCheck>>;

    PasswordCheck take(ChecksByNetwork::iterator at, bool first) {
        std::deque<PasswordCheck>& checks = at->second;
        check(!checks.empty() && size_ > 0);
        PasswordCheck taken = std::move(first ? checks.front() : checks.back());
        if (first) {
            checks.pop_front();
        } else {
            checks.pop_back();
        }
        --size_;
        if (checks.empty()) queued_.erase(at);
        return taken;
    }

    ChecksByNetwork queued_;  // none is empty
    std::size_t size_ = 0;
    std::uint64_t last_ = 0;  // the network that had its turn
};

}  // namespace sicbo::server
