#include "scenario/line.h"

#include <algorithm>
#include <limits>

#include "core/check.h"
#include "scenario/hint.h"

namespace sicbo::scenario {
namespace {

bool is_digit(char c) { return '0' <= c && c <= '9'; }

// A comma that parts thousands: digits before it, and exactly three after it.
bool parts_thousands(std::string_view text, std::size_t comma) {
    if (comma == 0 || comma + 3 >= text.size() || !is_digit(text[comma - 1])) return false;
    for (std::size_t i = comma + 1; i <= comma + 3; ++i) {
        if (!is_digit(text[i])) return false;
    }
    return comma + 4 == text.size() || !is_digit(text[comma + 4]);
}

bool is_article(std::string_view word) { return word == "the" || word == "a" || word == "an"; }

std::string_view trim(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) {
        text.remove_suffix(1);
    }
    return text;
}

// Where a mark stands outside quotes, or npos.
std::size_t find_outside_quotes(std::string_view text, std::string_view mark) {
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '"') quoted = !quoted;
        if (!quoted && text.substr(i).starts_with(mark)) return i;
    }
    return std::string_view::npos;
}

// What is only digits is no amount because it is too large.
std::string amount_wanted(std::string_view text) {
    const bool well_formed = !text.empty() && std::ranges::all_of(text, is_digit);
    return well_formed ? "an amount up to " + to_text(money_max)
                       : "an amount with up to two decimals, such as 10 or 0.50";
}

std::string_view without_comment(std::string_view line) {
    if (trim(line).starts_with('#')) return {};
    return line.substr(0, std::min(line.size(), find_outside_quotes(line, " #")));
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
        expect({std::string(verb), Choice::Sort::verb});
    }
    return same;
}

std::optional<Money> Words::amount() {
    std::string_view text = peek();
    const bool negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
    const Result<Money> amount = parse_money(text);
    if (!amount) {
        expect({amount_wanted(text), Choice::Sort::other});
        return std::nullopt;
    }
    ++at_;
    return negative ? -*amount : *amount;
}

std::optional<std::int64_t> Words::number(std::int64_t most) {
    const std::string_view text = peek();
    const bool digits = !text.empty() && text.size() <= 18 && std::ranges::all_of(text, is_digit);
    std::int64_t value = 0;
    if (digits) {
        for (const char digit : text) value = value * 10 + (digit - '0');
    }
    if (!digits || value > most) {
        std::string wanted = "a whole number";
        if (digits) wanted += " up to " + std::to_string(most);
        expect({wanted, Choice::Sort::other});
        return std::nullopt;
    }
    ++at_;
    return value;
}

// "5 1 2", "5-1-2" or "5,1,2".
std::optional<rules::Roll> Words::dice() {
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
        expect({"three dice from 1 to 6, such as 5 1 2", Choice::Sort::other});
        return std::nullopt;
    }
    return rules::Roll{dice[0], dice[1], dice[2]};
}

std::optional<rules::SpotId> Words::spot() {
    const auto spot = rules::parse_spot(peek());
    if (!spot) {
        expect({"a spot such as big or total-9", Choice::Sort::spot});
        return std::nullopt;
    }
    ++at_;
    return id_of(*spot);
}

std::optional<std::string> Words::quoted() {
    if (peek_quoted()) return next();
    expect({"a text in quotes", Choice::Sort::other});
    return std::nullopt;
}

std::optional<std::int64_t> Words::duration() {
    const auto value = parse_duration(peek());
    if (value) {
        ++at_;
    } else {
        expect({"a time such as 20s or 1m30s", Choice::Sort::other});
    }
    return value;
}

void Words::expect(Choice choice) {
    if (at_ < furthest_) return;
    if (at_ > furthest_) choices_.clear();
    furthest_ = at_;
    const bool known =
        std::ranges::any_of(choices_, [&](const Choice& one) { return one.text == choice.text; });
    if (!known) choices_.push_back(std::move(choice));
}

std::string Words::rest_from(std::size_t place) const {
    std::string rest;
    for (std::size_t i = place; i < words_.size(); ++i) {
        rest += (rest.empty() ? "" : " ") + words_[i].text;
    }
    return rest;
}

std::string Words::what_is_wrong() const {
    // Words that are left over after all that was asked for.
    if (at_ > furthest_)
        return "nothing more was expected, but \"" + shortened(rest_from(at_)) + "\"";
    const bool ends = furthest_ >= words_.size();
    std::string text = "expected " + listed(choices_);
    if (ends) return text + ", but the line ends";
    text += ", not \"" + shortened(rest_from(furthest_)) + "\"";
    if (const auto near = nearest(words_[furthest_].text, choices_)) text += did_you_mean(*near);
    return text;
}

std::optional<std::int64_t> parse_duration(std::string_view text) {
    if (text.empty()) return std::nullopt;
    std::int64_t total = 0;
    while (!text.empty()) {
        std::int64_t count = 0;
        std::size_t digits = 0;
        while (digits < text.size() && is_digit(text[digits])) {
            if (digits > 8) return std::nullopt;
            count = count * 10 + (text[digits++] - '0');
        }
        if (digits == 0) return std::nullopt;
        text.remove_prefix(digits);
        std::int64_t unit = 0;
        std::size_t letters = 1;
        if (text.starts_with("ms")) {
            unit = 1;
            letters = 2;
        } else if (text.starts_with('s')) {
            unit = 1000;
        } else if (text.starts_with('m')) {
            unit = 60'000;
        } else if (text.starts_with('h')) {
            unit = 3'600'000;
        } else if (text.starts_with('d')) {
            unit = 86'400'000;
        } else {
            return std::nullopt;
        }
        text.remove_prefix(letters);
        total += count * unit;
        constexpr std::int64_t century = 3'155'760'000'000;
        if (total > century) return std::nullopt;
    }
    return total;
}

std::vector<Line> split_lines(std::string_view text) {
    std::vector<Line> lines;
    int number = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view whole = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        ++number;
        whole = without_comment(whole);
        std::string_view rest = trim(whole);
        if (rest.empty()) continue;
        Line line;
        line.number = number;
        const std::string_view first = rest.substr(0, rest.find_first_of(" \t"));
        const std::string_view after = first.starts_with('+') ? first.substr(1) : first;
        if (parse_duration(after)) {
            line.time = std::string(first);
            rest = trim(rest.substr(first.size()));
        }
        const std::size_t columns = find_outside_quotes(rest, "  ");
        const std::size_t arrow = find_outside_quotes(rest, " -> ");
        const std::size_t split = std::min(columns, arrow);
        if (split != std::string_view::npos) {
            std::string_view expected = trim(rest.substr(split));
            if (expected.starts_with("->")) expected = trim(expected.substr(2));
            if (!expected.empty()) line.expected = std::string(expected);
            rest = trim(rest.substr(0, split));
        }
        line.command = std::string(rest);
        line.indent = std::string(whole.substr(0, whole.find(rest.empty() ? first : rest)));
        lines.push_back(std::move(line));
    }
    return lines;
}

}  // namespace sicbo::scenario
