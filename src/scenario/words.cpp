// SPDX-License-Identifier: MIT
#include "scenario/words.h"

#include <algorithm>
#include <utility>

#include "core/check.h"
#include "core/text.h"
#include "scenario/hint.h"
#include "scenario/line.h"

namespace sicbo::scenario {
namespace {

// Returns true if the comma separates thousands: a digit before it, and exactly three after it.
bool parts_thousands(std::string_view text, std::size_t comma) {
    if (comma == 0 || comma + 3 >= text.size() || !is_digit(text[comma - 1])) return false;
    for (std::size_t i = comma + 1; i <= comma + 3; ++i) {
        if (!is_digit(text[i])) return false;
    }
    return comma + 4 == text.size() || !is_digit(text[comma + 4]);
}

bool is_article(std::string_view word) { return word == "the" || word == "a" || word == "an"; }

// The expectation that fits the text: only digits are no amount because it is too large.
std::string amount_wanted(std::string_view text) {
    const bool well_formed = !text.empty() && std::ranges::all_of(text, is_digit);
    return well_formed ? "an amount up to " + to_text(money_max)
                       : "an amount with up to two decimals, such as 10 or 0.50";
}

}  // namespace

Words::Words(std::string_view text) {
    std::string word;
    const auto flush = [&] {
        if (!word.empty() && !is_article(word)) words_.push_back({word, false});
        word.clear();
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"') {
            flush();
            const std::size_t end = text.find('"', i + 1);
            const std::size_t stop = end == std::string_view::npos ? text.size() : end;
            words_.push_back({std::string(text.substr(i + 1, stop - i - 1)), true});
            i = stop;
        } else if (c == ' ' || c == '\t') {
            flush();
        } else if (c == ',' && !parts_thousands(text, i)) {
            flush();
            words_.push_back({",", false});
        } else if (c == ',' || (c == ':' && (i + 1 == text.size() || text[i + 1] == ' '))) {
            // part of a number, or a colon that only introduces
        } else {
            word.push_back(c);
        }
    }
    flush();
}

std::string_view Words::peek(std::size_t ahead) const {
    return at_ + ahead < words_.size() ? std::string_view(words_[at_ + ahead].text)
                                       : std::string_view();
}

std::string Words::next() {
    check(!at_end());
    return words_[at_++].text;
}

std::vector<std::string> Words::rest() {
    std::vector<std::string> all;
    for (; !at_end(); ++at_) {
        const Word& word = words_[at_];
        all.push_back(word.quoted ? "\"" + word.text + "\"" : word.text);
    }
    return all;
}

bool Words::take_word(std::string_view word) {
    if (at_end() || words_[at_].quoted || words_[at_].text != word) {
        expect({std::string(word)});
        return false;
    }
    ++at_;
    return true;
}

bool Words::take_verb(std::string_view verb) {
    const bool same = !at_end() && !words_[at_].quoted && is_form_of(words_[at_].text, verb);
    if (same) {
        ++at_;
    } else {
        expect({std::string(verb), Alternative::Sort::verb});
    }
    return same;
}

std::optional<Money> Words::take_amount() {
    std::string_view text = peek();
    const bool negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
    const Result<Money> amount = parse_money(text);
    if (!amount) {
        expect({amount_wanted(text), Alternative::Sort::description});
        return std::nullopt;
    }
    ++at_;
    return negative ? -*amount : *amount;
}

std::optional<std::int64_t> Words::take_number(std::int64_t max) {
    const std::string_view text = peek();
    const bool digits = !text.empty() && text.size() <= 18 && std::ranges::all_of(text, is_digit);
    std::int64_t value = 0;
    if (digits) {
        for (const char digit : text) value = value * 10 + (digit - '0');
    }
    if (!digits || value > max) {
        std::string wanted = "a whole number";
        if (digits) wanted += " up to " + std::to_string(max);
        expect({wanted, Alternative::Sort::description});
        return std::nullopt;
    }
    ++at_;
    return value;
}

std::optional<rules::Roll> Words::take_dice() {
    const std::size_t begin = at_;
    std::vector<int> dice;
    while (!at_end() && dice.size() < 3) {
        const std::string_view text = peek();
        std::vector<int> faces;
        for (const char c : text) {
            if (c == '-' || c == ',') continue;
            faces.push_back(c - '0');
        }
        const bool fine = std::ranges::all_of(faces, rules::is_face);
        if (!fine) break;
        dice.insert(dice.end(), faces.begin(), faces.end());
        ++at_;
    }
    if (dice.size() != 3) {
        at_ = begin;
        expect({"three dice from 1 to 6, such as 5 1 2", Alternative::Sort::description});
        return std::nullopt;
    }
    return rules::Roll{dice[0], dice[1], dice[2]};
}

std::optional<rules::SpotId> Words::take_spot() {
    const auto spot = rules::parse_spot(peek());
    if (!spot) {
        expect({"a spot such as big or total-9", Alternative::Sort::spot});
        return std::nullopt;
    }
    ++at_;
    return id_of(*spot);
}

std::optional<std::string> Words::take_quoted() {
    if (peek_quoted()) return next();
    expect({"a text in quotes", Alternative::Sort::description});
    return std::nullopt;
}

std::optional<std::int64_t> Words::take_duration() {
    const auto value = parse_duration(peek());
    if (value) {
        ++at_;
    } else {
        expect({"a time such as 20s or 1m30s", Alternative::Sort::description});
    }
    return value;
}

// Makes the current position the furthest one; false if something was expected further on.
bool Words::move_furthest() {
    if (at_ < furthest_) return false;
    if (at_ > furthest_) {
        alternatives_.clear();
        rejected_.clear();
    }
    furthest_ = at_;
    return true;
}

void Words::expect(Alternative alternative) {
    if (!move_furthest()) return;
    const bool known = std::ranges::any_of(
        alternatives_, [&](const Alternative& one) { return one.text == alternative.text; });
    if (!known) alternatives_.push_back(std::move(alternative));
}

void Words::expect_end() { move_furthest(); }

void Words::reject(std::string why) {
    check(!why.empty());
    if (move_furthest() && rejected_.empty()) rejected_ = std::move(why);
}

std::string Words::text_from(std::size_t position) const {
    std::string text;
    for (std::size_t i = position; i < words_.size(); ++i) {
        text += (text.empty() ? "" : " ") + words_[i].text;
    }
    return text;
}

std::string Words::what_is_wrong() const {
    if (!rejected_.empty()) return rejected_;
    const std::string rest = shortened(text_from(furthest_));
    if (alternatives_.empty()) return "nothing more was expected, but \"" + rest + "\"";
    std::string text = "expected " + listed(alternatives_);
    if (furthest_ >= words_.size()) return text + ", but the line ends";
    text += ", not \"" + rest + "\"";
    if (const auto near = nearest(words_[furthest_].text, alternatives_))
        text += did_you_mean(*near);
    return text;
}

bool is_form_of(std::string_view word, std::string_view verb) {
    if (word == verb) return true;
    if (verb.size() > 1 && verb.back() == 'y') {
        constexpr std::string_view vowels = "aeiou";
        const std::string_view stem = verb.substr(0, verb.size() - 1);
        const bool ies = vowels.find(stem.back()) == std::string_view::npos;
        if (ies && word.starts_with(stem) && word.substr(stem.size()) == "ies") return true;
    }
    if (!word.starts_with(verb)) return false;
    const std::string_view end = word.substr(verb.size());
    return end == "s" || end == "es";
}

}  // namespace sicbo::scenario
