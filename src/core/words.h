// SPDX-License-Identifier: MIT
// One spelling for each value of an enum, the same in files, messages and on screens.
//
// To give an enum spellings, specialise words_of with them, in the order of the enumerators.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sicbo {

template <class Enum>
inline constexpr int words_of = 0;

// Returns the spelling of the value, which must be one of the enum.
template <class Enum>
constexpr std::string_view to_word(Enum value) {
    return words_of<Enum>.at(static_cast<std::size_t>(value));
}

// Returns the value with this spelling; nothing if there is none.
template <class Enum>
constexpr std::optional<Enum> parse_word(std::string_view text) {
    for (std::size_t i = 0; i < words_of<Enum>.size(); ++i) {
        if (words_of<Enum>[i] == text) return static_cast<Enum>(i);
    }
    return std::nullopt;
}

// Returns all spellings, for an error message: "open, mix, close".
template <class Enum>
std::string list_words() {
    std::string list;
    for (const std::string_view word : words_of<Enum>) {
        list += (list.empty() ? "" : ", ") + std::string(word);
    }
    return list;
}

}  // namespace sicbo
