// SPDX-License-Identifier: MIT
// The regulators' documents that the program carries, and their clauses.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/game.h"

namespace sicbo::rules {

// The four games, in the order in which they are listed everywhere.
std::span<const Game> documents();

// The rule set of a game as it was written.
std::string_view document_text(std::string_view game_id);

// A layout with the game it belongs to; nothing if there is none of that name.
struct Place {
    const Game* game = nullptr;
    const Layout* layout = nullptr;
};
std::optional<Place> find_layout(std::span<const Game> games, std::string_view layout_id);

// Whether any document offers the spot.
bool offered_anywhere(Spot spot);

// One clause of a document, in our own words.
struct Clause {
    std::string game;
    std::string number;  // "3.9.3"
    std::string kind;    // "payout"
    bool testable;       // whether software can show that it is kept
    std::string paraphrase;
};
std::span<const Clause> clauses();

}  // namespace sicbo::rules
