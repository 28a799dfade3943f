// SPDX-License-Identifier: MIT
#include "scenario/line.h"

#include <algorithm>
#include <utility>

#include "core/text.h"

namespace sicbo::scenario {
namespace {

std::string_view trim(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) {
        text.remove_suffix(1);
    }
    return text;
}

// Returns the position of the mark outside quotes, or npos.
std::size_t find_outside_quotes(std::string_view text, std::string_view mark) {
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '"') quoted = !quoted;
        if (!quoted && text.substr(i).starts_with(mark)) return i;
    }
    return std::string_view::npos;
}

std::string_view without_comment(std::string_view line) {
    if (trim(line).starts_with('#')) return {};
    return line.substr(0, std::min(line.size(), find_outside_quotes(line, " #")));
}

// The milliseconds of the unit that the text begins with, which is removed; 0 if there is none.
std::int64_t take_unit(std::string_view& text) {
    using Unit = std::pair<std::string_view, std::int64_t>;
    for (const auto& [name, milliseconds] : {Unit{"ms", 1}, Unit{"s", 1000}, Unit{"m", 60'000},
                                             Unit{"h", 3'600'000}, Unit{"d", 86'400'000}}) {
        if (!text.starts_with(name)) continue;
        text.remove_prefix(name.size());
        return milliseconds;
    }
    return 0;
}

}  // namespace

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
        const std::int64_t unit = take_unit(text);
        if (unit == 0) return std::nullopt;
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
