// SPDX-License-Identifier: MIT
// The words of one command, read from left to right, and what could have stood where reading
// failed.
//
// Articles are dropped ("opens the table" is "opens table"), a text in quotes is one word, and a
// comma is a word of its own except inside a number (1,000.00). Each take_ function either takes
// what it names and advances, or leaves the position as it is and records what it expected. The
// expectations at the furthest position reached are what the line should have said there. Knows
// no names, patterns or tables.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/money.h"
#include "core/words.h"
#include "rules/roll.h"
#include "rules/spot_id.h"

namespace sicbo::scenario {

struct Word {
    std::string text;
    bool quoted = false;
};

// One thing that could have stood at a position: a word as it is written, or a description.
struct Alternative {
    enum class Sort : std::uint8_t { word, verb, spot, description };

    std::string text;
    Sort sort = Sort::word;
    std::vector<std::string> examples = {};  // candidates for "did you mean"
};

class Words {
public:
    explicit Words(std::string_view text);

    bool at_end() const { return at_ == words_.size(); }
    // The text of the word so many positions ahead; empty beyond the end.
    std::string_view peek(std::size_t ahead = 0) const;
    bool peek_quoted() const { return !at_end() && words_[at_].quoted; }
    // Takes the next word, whatever it is. Must not be called at the end.
    std::string next();
    // Takes all words that are left; quoted words get their quotes back.
    std::vector<std::string> rest();

    std::size_t position() const { return at_; }
    void back_to(std::size_t position) { at_ = position; }

    bool take_word(std::string_view word);
    bool take_verb(std::string_view verb);  // any form of it, see is_form_of()
    std::optional<Money> take_amount();
    std::optional<std::int64_t> take_number(std::int64_t max = 999'999'999'999'999'999);
    std::optional<rules::Roll> take_dice();  // "5 1 2", "5-1-2" or "512"
    std::optional<rules::SpotId> take_spot();
    std::optional<std::string> take_quoted();
    std::optional<std::int64_t> take_duration();  // in milliseconds

    // Takes a word of the enum.
    template <class Enum>
    std::optional<Enum> take_enum() {
        const auto value = peek_quoted() ? std::nullopt : parse_word<Enum>(peek());
        if (value) {
            ++at_;
        } else {
            for (const std::string_view word : words_of<Enum>) expect({std::string(word)});
        }
        return value;
    }

    // Records what could have stood at the current position. Ignored if something was expected
    // further on already.
    void expect(Alternative alternative);
    // Records that the line could have ended at the current position.
    void expect_end();
    // Records why the words at the current position are not accepted. The reason replaces what is
    // expected there.
    void reject(std::string why);

    std::size_t furthest() const { return furthest_; }
    const std::vector<Alternative>& alternatives() const { return alternatives_; }  // at furthest()

    // What is wrong at furthest(): "expected betting or table, not "bettings"".
    std::string what_is_wrong() const;

private:
    bool move_furthest();
    std::string text_from(std::size_t position) const;

    std::vector<Word> words_;
    std::size_t at_ = 0;
    std::size_t furthest_ = 0;
    std::vector<Alternative> alternatives_;  // at furthest_
    std::string rejected_;                   // at furthest_
};

// Returns true if the word is the verb or its third person: "opens", "goes", "certifies".
bool is_form_of(std::string_view word, std::string_view verb);

}  // namespace sicbo::scenario
