// One line of a scenario, taken apart into words.
//
// Articles are dropped ("opens the table" is "opens table"), a text in quotes is one word, a comma
// is a word of its own except inside a number (1,000.00). Whoever asks for a word that does not
// come is remembered: what was asked for at the furthest place is what the line should have said
// there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/money.h"
#include "core/result.h"
#include "core/words.h"
#include "rules/roll.h"
#include "rules/spot_id.h"

namespace sicbo::scenario {

struct Word {
    std::string text;
    bool quoted = false;
};

// What a line could have said: a word as it stands, or something described.
struct Choice {
    enum class Sort : std::uint8_t { word, verb, spot, other };

    std::string text;
    Sort sort = Sort::word;
    std::vector<std::string> examples = {};  // to find what may be meant
};

class Words {
public:
    explicit Words(std::string_view text);

    bool at_end() const { return at_ == words_.size(); }
    std::string_view peek(std::size_t ahead = 0) const;
    bool peek_quoted() const { return !at_end() && words_[at_].quoted; }
    std::string next();
    std::size_t place() const { return at_; }
    void back_to(std::size_t place) { at_ = place; }

    // Takes the words if they come next. The first may end in s ("opens"), as people speak.
    template <class... Rest>
    bool take(std::string_view verb, Rest... rest) {
        const std::size_t begin = at_;
        if (take_verb(verb) && (take_word(rest) && ...)) return true;
        at_ = begin;
        return false;
    }
    bool take_word(std::string_view word);

    std::optional<Money> amount();
    std::optional<std::int64_t> number(std::int64_t most = 999'999'999'999'999'999);
    std::optional<rules::Roll> dice();
    std::optional<rules::SpotId> spot();
    std::optional<std::string> quoted();
    std::optional<std::int64_t> duration();  // in milliseconds

    // A word of the enum.
    template <class Enum>
    std::optional<Enum> word() {
        const auto value = peek_quoted() ? std::nullopt : parse_word<Enum>(peek());
        if (value) {
            ++at_;
        } else {
            for (const std::string_view word : words_of<Enum>) expect({std::string(word)});
        }
        return value;
    }

    // Says what should have come next. It counts only if nothing was expected further on.
    void expect(Choice choice);
    std::size_t furthest() const { return furthest_; }
    const std::vector<Choice>& choices() const { return choices_; }
    // What is wrong at the furthest place: "expected betting or table, not "bettings"".
    std::string what_is_wrong() const;

private:
    bool take_verb(std::string_view verb);
    std::string rest_from(std::size_t place) const;

    std::vector<Word> words_;
    std::size_t at_ = 0;
    std::size_t furthest_ = 0;
    std::vector<Choice> choices_;  // at the furthest place
};

// "1h2m3s", "250ms", "1d" in milliseconds.
std::optional<std::int64_t> parse_duration(std::string_view text);

struct Line {
    int number = 0;
    std::optional<std::string> time;  // "5s", "+5s"
    std::string command;
    std::optional<std::string> expected;
    std::string indent;  // as it stood before the command, to write the line anew
};

// The lines that say something, without comments.
std::vector<Line> split_lines(std::string_view text);

}  // namespace sicbo::scenario
