// SPDX-License-Identifier: MIT
// An amount of money: a 64-bit integer of the smallest unit (cents).
//
// Overflow is an error and never wraps: the operators check() it, for amounts that were validated
// already; plus() and times() report it, for amounts from outside. Nothing is rounded.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/check.h"
#include "core/result.h"

namespace sicbo {

class Money {
public:
    constexpr Money() = default;
    static constexpr Money of_cents(std::int64_t cents) { return Money(cents); }

    constexpr std::int64_t cents() const { return cents_; }

    friend constexpr auto operator<=>(Money, Money) = default;

    constexpr Money& operator+=(Money other) {
        std::int64_t sum = 0;
        check(!__builtin_add_overflow(cents_, other.cents_, &sum));
        cents_ = sum;
        return *this;
    }
    constexpr Money& operator-=(Money other) {
        std::int64_t difference = 0;
        check(!__builtin_sub_overflow(cents_, other.cents_, &difference));
        cents_ = difference;
        return *this;
    }
    friend constexpr Money operator+(Money a, Money b) { return a += b; }
    friend constexpr Money operator-(Money a, Money b) { return a -= b; }
    friend constexpr Money operator-(Money a) { return Money() - a; }

private:
    constexpr explicit Money(std::int64_t cents) : cents_(cents) {}

    std::int64_t cents_ = 0;
};

// The largest amount that is accepted from outside: ten million million, in cents. It is far above
// any table's limits, and low enough that the highest odds can be paid on it.
inline constexpr Money money_max = Money::of_cents(1'000'000'000'000'000);

constexpr std::optional<Money> plus(Money a, Money b) {
    std::int64_t sum = 0;
    if (__builtin_add_overflow(a.cents(), b.cents(), &sum)) return std::nullopt;
    return Money::of_cents(sum);
}

constexpr std::optional<Money> times(Money a, std::int64_t n) {
    std::int64_t product = 0;
    if (__builtin_mul_overflow(a.cents(), n, &product)) return std::nullopt;
    return Money::of_cents(product);
}

// Reads "10" or "0.50": digits, then at most two decimals; no sign, exponent or separators. The
// amount is from 0 to money_max.
Result<Money> parse_money(std::string_view text);

// Writes "1235.00" or "-0.05".
std::string to_text(Money amount);

}  // namespace sicbo
