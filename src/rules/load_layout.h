// SPDX-License-Identifier: MIT
// The part of load_game that reads a layout.
#pragma once

#include "core/toml.h"
#include "rules/game.h"

namespace sicbo::rules {

// The spot of that name; notes an unknown one at the key.
std::optional<Spot> read_spot(const TomlTable& table, std::string_view key,
                              const std::string& text);

Text read_text(const TomlTable& table);

// The switches of the game that bear on odds are already read.
Layout read_layout(const TomlTable& table, const Game& game);

}  // namespace sicbo::rules
