// SPDX-License-Identifier: MIT
// Patterns of scenario lines, "install(s) dice <count> [in <mixer>]", and matching words with them.
//
//   open        the word itself
//   open(s)     the verb in any form: open, opens (is_form_of() in scenario/words.h); also go(es)
//   a|b         one of the words
//   <amount>    an argument of that kind, see argument_kinds() in scenario/arguments.h
//   <to:amount> the same under another label, where a pattern has two of a kind
//   [a <b>|c]   one of the sequences, or nothing
//
// A pattern knows no handler and no table: scenario/grammar.h joins them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/check.h"
#include "scenario/arguments.h"
#include "scenario/words.h"

namespace sicbo::scenario {

// What the words of a line gave for a pattern: its arguments by label, and which of its words.
class Arguments {
public:
    // Returns true if the line has this word of the pattern; a verb counts as it is in the pattern.
    bool has_word(std::string_view word) const;

    // The argument with the label. find() returns nothing if the line leaves it out; get() must be
    // called only for arguments that the pattern requires. T must be the type of the kind.
    template <class T>
    std::optional<T> find(std::string_view label) const {
        const Value* value = find_value(label);
        if (!value) return std::nullopt;
        check(std::holds_alternative<T>(*value));
        return std::get<T>(*value);
    }
    template <class T>
    T get(std::string_view label) const {
        auto value = find<T>(label);
        check(value.has_value());
        return *std::move(value);
    }
    // The quoted text, or another one if the line has none.
    std::string text_or(std::string otherwise) const {
        return find<std::string>("text").value_or(std::move(otherwise));
    }

private:
    friend class Pattern;
    const Value* find_value(std::string_view label) const;

    std::vector<std::string_view> words_;  // of the pattern, which must outlive this
    std::vector<std::pair<std::string_view, Value>> values_;
};

class Pattern {
public:
    struct Item;
    using Sequence = std::vector<Item>;
    struct Item {
        enum class Sort : std::uint8_t { word, verb, argument, one_of, optional };

        Sort sort = Sort::word;
        std::string text;                    // the word, or the label of the argument
        const ArgumentKind* kind = nullptr;  // of an argument
        std::vector<Sequence> branches;      // of one_of and optional
    };

    // The text must be a well-formed pattern that names existing kinds only. Implicit, so that the
    // tables of the grammar are tables of texts.
    Pattern(const char* text);  // NOLINT(google-explicit-constructor)

    std::string_view text() const { return text_; }
    const Sequence& items() const { return items_; }

    // Returns the arguments if the pattern accepts all words from the current position to the end.
    // Otherwise returns nothing, restores the position, and the words know what was expected.
    std::optional<Arguments> match(Words& words, const Context& context) const;

    // Returns true if the words begin with the fixed words that the pattern begins with. False if
    // it begins with none.
    bool key_matches(const Words& words) const;

private:
    std::string text_;
    Sequence items_;
};

}  // namespace sicbo::scenario
