// What to say about a line that is not understood: the choices there were, and what may be meant.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scenario/line.h"

namespace sicbo::scenario {

// The verb itself, or with s or es at its end: "opens", "goes".
bool is_form_of(std::string_view word, std::string_view verb);

// What is in the choices and most like the word; nothing if none is alike.
std::optional<std::string> nearest(std::string_view word, std::span<const Choice> choices);

// "; did you mean "big"?"
std::string did_you_mean(std::string_view word);

// "betting, table or a time such as 20s"
std::string listed(std::span<const Choice> choices);

// The text, cut to so many characters where it is longer, and never inside one.
inline constexpr std::size_t echo_max = 100;
std::string shortened(std::string_view text, std::size_t most = echo_max);

}  // namespace sicbo::scenario
