// SPDX-License-Identifier: MIT
// The part of load_game() that reads a layout. Private to src/rules. Errors are recorded in the
// TomlTable.
#pragma once

#include "core/toml.h"
#include "rules/game.h"

namespace sicbo::rules {

// Returns the spot with that name. Records an error at the key if there is none.
std::optional<Spot> read_spot(const TomlTable& table, std::string_view key,
                              const std::string& text);

// Reads a text in all languages.
Text read_text(const TomlTable& table);

// Reads a layout. The switches of `game` that change odds must be read already.
Layout read_layout(const TomlTable& table, const Game& game);

}  // namespace sicbo::rules
