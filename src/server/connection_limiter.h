// SPDX-License-Identifier: MIT
// Limits how many connections one address may have open. No sockets: an address is a number.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "core/check.h"

namespace sicbo::server {

// All methods may be called from any thread. A limiter must outlive every slot that it gave out.
class ConnectionLimiter {
public:
    explicit ConnectionLimiter(std::size_t connections_max) : connections_max_(connections_max) {}

    // Reserves a slot for one connection from the address. The slot is free again when the last
    // copy of the returned pointer is gone. Returns null if the address has used up its slots.
    std::shared_ptr<void> reserve(std::uint64_t address) {
        const std::lock_guard lock(mutex_);
        if (const auto found = counts_.find(address);
            found != counts_.end() && found->second >= connections_max_) {
            return nullptr;
        }
        ++counts_[address];
        return {this, [address](ConnectionLimiter* limiter) { limiter->release(address); }};
    }

private:
    void release(std::uint64_t address) {
        const std::lock_guard lock(mutex_);
        const auto found = counts_.find(address);
        check(found != counts_.end() && found->second > 0);
        if (--found->second == 0) counts_.erase(found);
    }

    const std::size_t connections_max_;
    std::mutex mutex_;
    std::unordered_map<std::uint64_t, std::size_t> counts_;
};

}  // namespace sicbo::server
