// An amount of money: a 64-bit integer of the smallest unit (cents).
//
// Overflow is an error, never a wrap. Sums of amounts that are already inside are held to that by
// check(); whoever adds up what came from outside asks plus() and times() first. Nothing is
// rounded.
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

// The largest amount that is taken from outside: ten million million, in cents. Far above any
// table, and low enough that every odds on the felt can pay it.
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

// "10" or "0.50": digits, then at most two decimals; no sign, no exponent, no separators. Between
// nothing and money_max.
Result<Money> parse_money(std::string_view text);

// "1235.00", "-0.05".
std::string to_text(Money amount);

}  // namespace sicbo
