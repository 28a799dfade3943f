// SPDX-License-Identifier: MIT
// The words of chips, boxes and counts.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/words.h"

namespace sicbo::table {

// Whether the bets of a live table are placed on its screens, or only as chips that nobody keys.
enum class ChipMode : std::uint8_t { tracked, untracked };

// What is removed under a seal and counted: the drop box and the tip box of a table, and the note
// stacker of a terminal.
enum class BoxKind : std::uint8_t { drop, tips, stacker };

}  // namespace sicbo::table

namespace sicbo {

// clang-format off
template <> inline constexpr std::array words_of<table::ChipMode> =
    std::to_array<std::string_view>({"tracked", "untracked"});
template <> inline constexpr std::array words_of<table::BoxKind> =
    std::to_array<std::string_view>({"drop", "tips", "stacker"});
// clang-format on

}  // namespace sicbo
