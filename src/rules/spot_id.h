// SPDX-License-Identifier: MIT
// The names of the spots: `total-9` for people and files, a small number for tables in memory.
//
// Every possible spot has a number, whether a document offers it or not, so that one array serves
// every layout. The order is that of the pay tables.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/words.h"
#include "rules/spot.h"

namespace sicbo::rules {

enum class SpotId : std::uint8_t {};

inline constexpr int spot_count = 117;

// Returns every spot, in order; its index is its number.
std::span<const Spot, spot_count> all_spots();

// Convert between a spot and its number. Both must be valid (on_felt; below spot_count).
SpotId id_of(Spot spot);
Spot spot_of(SpotId id);

// Write and read "small", "total-9", "domino-12", "four-6543", "three-126", "pair-113".
std::string to_text(Spot spot);
std::optional<Spot> parse_spot(std::string_view text);

}  // namespace sicbo::rules

namespace sicbo {

// clang-format off
template <> inline constexpr std::array words_of<rules::Kind> = std::to_array<std::string_view>({
    "small", "big", "odd", "even", "single", "total", "domino", "four", "double", "any-triple",
    "triple", "three", "pair"});
// clang-format on

}  // namespace sicbo
