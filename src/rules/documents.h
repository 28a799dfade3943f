// SPDX-License-Identifier: MIT
// The regulators' documents that are built into the program, and their clauses.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/hash.h"
#include "rules/game.h"

namespace sicbo::rules {

// Returns the four games, in the order in which they are listed everywhere. They live as long as
// the program.
std::span<const Game> documents();

// Returns the text of the game's rule set file. The game must be one of documents().
std::string_view document_text(std::string_view game_id);

// Returns true if the text with this hash was a built-in document of an earlier release. Journals
// have adopted it.
bool is_former_document(const Hash& hash_of_text);

// A layout with the game that it belongs to.
struct LayoutInGame {
    const Game* game = nullptr;
    const Layout* layout = nullptr;
};

// Returns the layout with that id among all games; nothing if there is none.
std::optional<LayoutInGame> find_layout(std::span<const Game> games, std::string_view layout_id);

// Returns true if any of documents() offers the spot.
bool offered_anywhere(Spot spot);

// One clause of a document, in our own words.
struct Clause {
    std::string game;
    std::string number;  // "3.9.3"
    std::string kind;    // "payout"
    bool testable;       // a test of the software can show that the clause is kept
    std::string paraphrase;
};

// Returns all clauses of documents().
std::span<const Clause> clauses();

}  // namespace sicbo::rules
