// SPDX-License-Identifier: MIT
#include "scenario/pattern.h"

#include <algorithm>
#include <array>
#include <span>

#include "core/check.h"

namespace sicbo::scenario {
namespace {

using Item = Pattern::Item;
using Sequence = Pattern::Sequence;
using Sort = Item::Sort;

constexpr std::array<std::string_view, 2> verb_marks = {"(s)", "(es)"};

// Cuts the text at `mark` wherever it is outside brackets and angles.
std::vector<std::string_view> split(std::string_view text, char mark) {
    std::vector<std::string_view> parts;
    int depth = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        const char c = i < text.size() ? text[i] : mark;
        if (c == '[' || c == '<') ++depth;
        if (c == ']' || c == '>') --depth;
        check(depth >= 0);
        if (c != mark || (depth > 0 && i < text.size())) continue;
        if (i > begin) parts.push_back(text.substr(begin, i - begin));
        begin = i + 1;
    }
    check(depth == 0);
    return parts;
}

Sequence parse(std::string_view text);

Item parse_item(std::string_view text) {
    check(!text.empty());
    if (text.front() == '[') {
        Item item{Sort::optional, {}, nullptr, {}};
        for (const auto branch : split(text.substr(1, text.size() - 2), '|')) {
            item.branches.push_back(parse(branch));
        }
        return item;
    }
    if (text.front() == '<') {
        const std::string_view inside = text.substr(1, text.size() - 2);
        const std::size_t colon = inside.find(':');
        const bool labelled = colon != std::string_view::npos;
        const std::string label(inside.substr(0, labelled ? colon : inside.size()));
        const ArgumentKind* kind = find_kind(labelled ? inside.substr(colon + 1) : inside);
        check(kind != nullptr);
        return {Sort::argument, label, kind, {}};
    }
    if (const auto words = split(text, '|'); words.size() > 1) {
        Item item{Sort::one_of, {}, nullptr, {}};
        for (const auto word : words) item.branches.push_back({parse_item(word)});
        return item;
    }
    for (const std::string_view mark : verb_marks) {
        if (!text.ends_with(mark)) continue;
        text.remove_suffix(mark.size());
        return {Sort::verb, std::string(text), nullptr, {}};
    }
    return {Sort::word, std::string(text), nullptr, {}};
}

Sequence parse(std::string_view text) {
    Sequence sequence;
    for (const auto item : split(text, ' ')) sequence.push_back(parse_item(item));
    return sequence;
}

// What is still to be matched: the items, then those of the sequences around them.
struct Rest {
    std::span<const Item> items;
    const Rest* outer = nullptr;
};

// Matches with backtracking over optional parts and branches; the first way that fits wins.
class Matcher {
public:
    using Labelled = std::pair<std::string_view, Value>;

    Matcher(Words& words, const Context& context, std::vector<std::string_view>& taken,
            std::vector<Labelled>& values)
        : words_(words), context_(context), taken_(taken), values_(values) {}

    bool match(const Rest& rest) {
        if (!rest.items.empty()) return match_item(rest.items.front(), after(rest));
        if (rest.outer) return match(*rest.outer);
        if (words_.at_end()) return true;
        words_.expect_end();
        return false;
    }

private:
    static Rest after(const Rest& rest) { return {rest.items.subspan(1), rest.outer}; }

    bool match_item(const Item& item, const Rest& rest) {
        const std::size_t begin = words_.position();
        const std::size_t taken = taken_.size();
        const std::size_t values = values_.size();
        const auto undo = [&] {
            words_.back_to(begin);
            taken_.resize(taken);
            values_.erase(values_.begin() + static_cast<std::ptrdiff_t>(values), values_.end());
            return false;
        };
        switch (item.sort) {
            case Sort::word:
            case Sort::verb: {
                const bool verb = item.sort == Sort::verb;
                if (!(verb ? words_.take_verb(item.text) : words_.take_word(item.text))) {
                    return false;
                }
                taken_.push_back(item.text);
                return match(rest) || undo();
            }
            case Sort::argument: {
                std::optional<Value> value = item.kind->take(words_, context_);
                if (!value) return undo();
                values_.emplace_back(item.text, *std::move(value));
                return match(rest) || undo();
            }
            case Sort::one_of:
            case Sort::optional:
                for (const Sequence& branch : item.branches) {
                    if (match({branch, &rest})) return true;
                    undo();
                }
                return item.sort == Sort::optional && match(rest);
        }
        unreachable();
    }

    Words& words_;
    const Context& context_;
    std::vector<std::string_view>& taken_;
    std::vector<Labelled>& values_;
};

// Takes a word, a verb, or one of several such.
bool take_fixed(Words& words, const Item& item) {
    if (item.sort == Sort::one_of) {
        return std::ranges::any_of(item.branches, [&](const Sequence& branch) {
            return take_fixed(words, branch.front());
        });
    }
    check(item.sort == Sort::word || item.sort == Sort::verb);
    return item.sort == Sort::verb ? words.take_verb(item.text) : words.take_word(item.text);
}

}  // namespace

bool Arguments::has_word(std::string_view word) const {
    return std::ranges::find(words_, word) != words_.end();
}

const Value* Arguments::find_value(std::string_view label) const {
    for (const auto& [name, value] : values_) {
        if (name == label) return &value;
    }
    return nullptr;
}

Pattern::Pattern(const char* text) : text_(text), items_(parse(text_)) { check(!items_.empty()); }

std::optional<Arguments> Pattern::match(Words& words, const Context& context) const {
    Arguments arguments;
    Matcher matcher(words, context, arguments.words_, arguments.values_);
    if (!matcher.match({items_, nullptr})) return std::nullopt;
    check(words.at_end());
    return arguments;
}

bool Pattern::key_matches(const Words& words) const {
    Words trial = words;
    std::size_t matched = 0;
    for (const Item& item : items_) {
        if (item.sort == Sort::argument || item.sort == Sort::optional) break;
        if (!take_fixed(trial, item)) return false;
        ++matched;
    }
    return matched > 0;
}

}  // namespace sicbo::scenario
