// SPDX-License-Identifier: MIT
#include "scenario/expected.h"

#include <algorithm>

namespace sicbo::scenario {
namespace {

std::vector<std::string> split_phrases(std::string_view text) {
    std::vector<std::string> phrases;
    std::size_t begin = 0;
    while (begin <= text.size()) {
        const std::size_t end = std::min(text.find(';', begin), text.size());
        std::string phrase(text.substr(begin, end - begin));
        phrase.erase(0, phrase.find_first_not_of(' '));
        phrase.erase(phrase.find_last_not_of(' ') + 1);
        if (!phrase.empty()) phrases.push_back(phrase);
        begin = end + 1;
    }
    return phrases;
}

// Returns true if the phrase begins with the expected text, up to the end of a word.
bool begins_with(const std::string& phrase, const std::string& expected) {
    if (!phrase.starts_with(expected)) return false;
    if (phrase.size() == expected.size()) return true;
    const char next = phrase[expected.size()];
    return next == ' ' || next == ':' || next == ',' || next == ';';
}

}  // namespace

std::string joined(const std::vector<std::string>& phrases) {
    std::string text;
    for (const std::string& phrase : phrases) text += (text.empty() ? "" : "; ") + phrase;
    return text;
}

bool as_expected(std::string_view expected, const std::vector<std::string>& phrases) {
    constexpr std::string_view only_mark = "only ";
    const bool only = expected.starts_with(only_mark);
    if (only) expected.remove_prefix(only_mark.size());
    const std::vector<std::string> wanted = split_phrases(expected);
    if (only && wanted.size() != phrases.size()) return false;
    auto at = phrases.begin();
    for (const std::string& one : wanted) {
        at = std::find_if(at, phrases.end(),
                          [&](const std::string& phrase) { return begins_with(phrase, one); });
        if (at == phrases.end()) return false;
        ++at;
    }
    return true;
}

}  // namespace sicbo::scenario
