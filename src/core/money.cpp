// SPDX-License-Identifier: MIT
#include "core/money.h"

#include <algorithm>

namespace sicbo {
namespace {

bool all_digits(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) { return '0' <= c && c <= '9'; });
}

}  // namespace

Result<Money> parse_money(std::string_view text) {
    const auto point = text.find('.');
    const std::string_view whole = text.substr(0, point);
    std::string_view decimals = "0";
    if (point != std::string_view::npos) decimals = text.substr(point + 1);
    if (!all_digits(whole) || !all_digits(decimals) || decimals.size() > 2) {
        return failure("\"" + std::string(text) +
                       "\" is not an amount of money with up to two decimals, such as 10 or 0.50");
    }
    std::string digits(whole);
    digits += decimals;
    if (decimals.size() == 1) digits += '0';
    Money amount;
    for (const char c : digits) {
        amount = Money::of_cents(amount.cents() * 10 + (c - '0'));
        if (amount > money_max) {
            return failure("\"" + std::string(text) + "\" is more than the largest amount, " +
                           to_text(money_max));
        }
    }
    return amount;
}

std::string to_text(Money amount) {
    const bool negative = amount.cents() < 0;
    auto cents = static_cast<std::uint64_t>(amount.cents());
    if (negative) cents = 0 - cents;  // unsigned, so that the least amount has a text too
    std::string decimals = std::to_string(cents % 100);
    if (decimals.size() == 1) decimals.insert(0, "0");
    return (negative ? "-" : "") + std::to_string(cents / 100) + "." + decimals;
}

}  // namespace sicbo
