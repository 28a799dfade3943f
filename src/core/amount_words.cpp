// SPDX-License-Identifier: MIT
#include "core/amount_words.h"

#include <algorithm>
#include <array>

namespace sicbo {
namespace {

struct Currency {
    std::string_view code;
    std::string_view one;   // "Singapore dollar"
    std::string_view many;  // "Singapore dollars"
    std::string_view chinese;
};
constexpr std::array currencies = std::to_array<Currency>({
    {"SGD", "Singapore dollar", "Singapore dollars", "新加坡元"},
    {"USD", "US dollar", "US dollars", "美元"},
    {"MOP", "Macau pataca", "Macau patacas", "澳门元"},
    {"HKD", "Hong Kong dollar", "Hong Kong dollars", "港元"},
    {"AUD", "Australian dollar", "Australian dollars", "澳元"},
});

Currency find_currency(std::string_view code) {
    const auto found = std::ranges::find(currencies, code, &Currency::code);
    return found == currencies.end() ? Currency{code, code, code, code} : *found;
}

constexpr std::array<std::string_view, 20> below_twenty = {
    "zero",     "one",     "two",     "three",     "four",     "five",    "six",
    "seven",    "eight",   "nine",    "ten",       "eleven",   "twelve",  "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"};
constexpr std::array<std::string_view, 10> tens = {"",      "",      "twenty",  "thirty", "forty",
                                                   "fifty", "sixty", "seventy", "eighty", "ninety"};

void append_word(std::string& text, std::string_view word) {
    if (!text.empty()) text += ' ';
    text += word;
}

std::string english_below_hundred(std::int64_t number) {
    check(0 <= number && number < 100);
    const auto index = static_cast<std::size_t>(number);
    if (index < below_twenty.size()) return std::string(below_twenty[index]);
    std::string text(tens[index / 10]);
    if (index % 10 != 0) text.append("-").append(below_twenty[index % 10]);
    return text;
}

// Groups of three digits, the highest first: one trillion is a million million.
std::string english(std::int64_t number) {
    if (number == 0) return "zero";
    constexpr std::array<std::pair<std::int64_t, std::string_view>, 5> groups = {
        {{1'000'000'000'000, "trillion"},
         {1'000'000'000, "billion"},
         {1'000'000, "million"},
         {1'000, "thousand"},
         {1, ""}}};
    std::string text;
    for (const auto& [size, name] : groups) {
        const std::int64_t group = number / size;
        number %= size;
        if (group == 0) continue;
        if (group >= 100) {
            append_word(text, below_twenty[static_cast<std::size_t>(group / 100)]);
            append_word(text, "hundred");
        }
        if (group % 100 != 0) append_word(text, english_below_hundred(group % 100));
        if (!name.empty()) append_word(text, name);
    }
    return text;
}

// The digits that banks use, which no stroke turns into another.
constexpr std::array<std::string_view, 10> chinese_digits = {"零", "壹", "贰", "叁", "肆",
                                                             "伍", "陆", "柒", "捌", "玖"};

// Chinese groups four digits: 拾, 佰, 仟, then 万 (10^4), 亿 (10^8), 万亿 (10^12). A run of zeros
// between other digits is one 零.
std::string chinese(std::int64_t number) {
    if (number == 0) return "零";
    constexpr std::array<std::string_view, 4> places = {"", "拾", "佰", "仟"};
    constexpr std::array<std::string_view, 4> groups = {"", "万", "亿", "万亿"};
    const std::string digits = std::to_string(number);
    std::string text;
    bool zero_pending = false;
    bool group_has_digit = false;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        const std::size_t place = digits.size() - 1 - i;
        const auto digit = static_cast<std::size_t>(digits[i] - '0');
        if (digit == 0) {
            zero_pending = true;
        } else {
            if (zero_pending && !text.empty()) text += chinese_digits[0];
            zero_pending = false;
            group_has_digit = true;
            text.append(chinese_digits[digit]).append(places[place % 4]);
        }
        if (place % 4 == 0) {
            if (group_has_digit) text += groups[place / 4];
            group_has_digit = false;
        }
    }
    return text;
}

void check_amount(Money amount) { check(amount >= Money() && amount <= money_max); }

}  // namespace

std::string amount_in_english(Money amount, std::string_view currency) {
    check_amount(amount);
    const Currency name = find_currency(currency);
    const std::int64_t whole = amount.cents() / 100;
    const std::int64_t cents = amount.cents() % 100;
    std::string text = english(whole);
    append_word(text, whole == 1 ? name.one : name.many);
    if (cents == 0) return text;
    append_word(text, "and");
    append_word(text, english_below_hundred(cents));
    append_word(text, cents == 1 ? "cent" : "cents");
    return text;
}

std::string amount_in_chinese(Money amount, std::string_view currency) {
    check_amount(amount);
    const std::int64_t whole = amount.cents() / 100;
    const auto tenths = static_cast<std::size_t>(amount.cents() / 10 % 10);
    const auto cents = static_cast<std::size_t>(amount.cents() % 10);
    std::string text(find_currency(currency).chinese);
    if (whole != 0 || (tenths == 0 && cents == 0)) text.append(chinese(whole)).append("元");
    if (tenths != 0) text.append(chinese_digits[tenths]).append("角");
    if (tenths == 0 && cents != 0 && whole != 0) text += chinese_digits[0];
    if (cents != 0) return text.append(chinese_digits[cents]).append("分");
    return text.append("整");
}

}  // namespace sicbo
