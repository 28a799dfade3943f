// How many connections there are from each address.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace sicbo::server {

class Callers {
public:
    explicit Callers(std::size_t most) : most_(most) {}

    // Held for as long as the connection lives; none if there are too many already.
    std::shared_ptr<void> come(std::uint64_t address) {
        const std::lock_guard lock(mutex_);
        if (const auto found = counts_.find(address);
            found != counts_.end() && found->second >= most_) {
            return nullptr;
        }
        ++counts_[address];
        return {this, [address](Callers* callers) { callers->go(address); }};
    }

private:
    void go(std::uint64_t address) {
        const std::lock_guard lock(mutex_);
        const auto found = counts_.find(address);
        if (--found->second == 0) counts_.erase(found);
    }

    std::size_t most_;
    std::mutex mutex_;
    std::unordered_map<std::uint64_t, std::size_t> counts_;
};

}  // namespace sicbo::server
