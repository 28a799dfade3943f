// SPDX-License-Identifier: MIT
// Budgets: how much of something (bytes of answers, work, attempts) a client may use per second. No
// clock: the caller brings the time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>

namespace sicbo::server {

// What a budget gets per second, and the most that it holds.
struct BudgetSize {
    double per_second = 0;
    double burst = 0;
};

// An account that fills up with time. The cost of an answer is known only when it is there, so a
// charge may leave the account in debt; nothing more is given before the debt is paid off.
class Budget {
public:
    // Starts full.
    Budget(BudgetSize size, std::int64_t now_milliseconds)
        : size_(size), balance_(size.burst), at_(now_milliseconds) {}

    // What may be used now; negative: a debt. A time before the last one counts as the last one.
    double balance(std::int64_t now_milliseconds) {
        constexpr double milliseconds_per_second = 1'000;
        if (now_milliseconds > at_) {
            const double seconds =
                static_cast<double>(now_milliseconds - at_) / milliseconds_per_second;
            balance_ = std::min(balance_ + seconds * size_.per_second, size_.burst);
            at_ = now_milliseconds;
        }
        return balance_;
    }

    // Charges the cost, whatever the balance is: it may become a debt.
    void charge(double cost, std::int64_t now_milliseconds) {
        balance_ = balance(now_milliseconds) - cost;
    }

    // Charges the cost if the balance covers it; returns false, and charges nothing, if not.
    bool take(double cost, std::int64_t now_milliseconds) {
        if (balance(now_milliseconds) < cost) return false;
        balance_ -= cost;
        return true;
    }

    bool is_full(std::int64_t now_milliseconds) { return balance(now_milliseconds) >= size_.burst; }

private:
    BudgetSize size_;
    double balance_;
    std::int64_t at_;
};

// One budget of the same size for each key. Those that are full again are forgotten, so that the
// number of keys stays that of clients that are busy.
template <class Key>
class Budgets {
public:
    explicit Budgets(BudgetSize size) : size_(size) {}

    Budget& of(const Key& key, std::int64_t now_milliseconds) {
        if (budgets_.size() >= sweep_at_) sweep(now_milliseconds);
        return budgets_.try_emplace(key, size_, now_milliseconds).first->second;
    }

    std::size_t size() const { return budgets_.size(); }

private:
    void sweep(std::int64_t now_milliseconds) {
        for (auto next = budgets_.begin(); next != budgets_.end();) {
            next = next->second.is_full(now_milliseconds) ? budgets_.erase(next) : std::next(next);
        }
        sweep_at_ = std::max(sweep_min, budgets_.size() * 2);
    }

    static constexpr std::size_t sweep_min = 1'024;
    BudgetSize size_;
    std::map<Key, Budget> budgets_;
    std::size_t sweep_at_ = sweep_min;
};

}  // namespace sicbo::server
