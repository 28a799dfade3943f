// SPDX-License-Identifier: MIT
// A felt of a game: the spots it offers, what a document calls them, what they pay, where they lie.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rules/odds.h"
#include "rules/spot_id.h"

namespace sicbo::rules {

// What people read, in the languages of the screens.
struct Text {
    std::string en;
    std::string zh;       // 简体
    std::string zh_hant;  // 繁體

    friend bool operator==(const Text&, const Text&) = default;
};

// What one, two and three hits pay. Only a single can hit more than once; the others leave the
// second and third at none.
using Payoff = std::array<Odds, 3>;

// A row of the pay table, as the document prints it. Its spots pay alike.
struct PayRow {
    Kind kind;
    std::string name;                  // "Total Sum Combination (No 4 or 17) Bet"
    std::vector<std::string> clauses;  // where the document fixes what wins and what it pays
    std::vector<Spot> spots;
    Payoff payoff;
    Odds edge;  // what the house keeps of 216 units, one on each roll, as the rule set states it
    int line;   // of the odds in the rule set
};

// A rectangle of the felt, filled evenly by the rows of its spots; or a printed caption.
struct Group {
    std::string name;
    std::string caption;  // "1 wins {pair}": a kind in braces stands for its odds
    int row = 0;
    int column = 0;
    int rows = 0;
    int columns = 0;
    std::vector<std::vector<std::optional<Spot>>> spots;  // nothing leaves a gap
};

struct Felt {
    int rows = 0;
    int columns = 0;
    std::string note;  // how far the document's picture could be read
    std::vector<Group> groups;
};

struct Layout {
    std::string id;
    std::string name;  // "Appendix A"
    std::string terminal;
    std::vector<std::string> clauses;
    std::vector<PayRow> rows;
    std::vector<std::optional<Text>> names;  // by Kind; nothing where the kind is not offered
    Felt felt;
    bool double_on_triple = true;  // whether a double also wins when all three dice show it
};

// "12", or "1, 2, 12" for a single.
std::string spell(const Payoff& payoff);

// The caption with the odds of the layout in place of the kinds in braces.
std::string caption_of(const Layout& layout, const Group& group);

// The row of the pay table that the spot stands in, or nothing if the layout does not offer it.
const PayRow* find_row(const Layout& layout, Spot spot);

// The spots on offer, in the order of all_spots().
std::vector<Spot> spots_of(const Layout& layout);

// What the spot pays on the roll; no odds if it loses. The layout offers the spot.
Odds odds_on(const Layout& layout, Spot spot, Roll roll);

// The same for a spot whose row has been found.
Odds odds_in(const Layout& layout, const PayRow& row, Spot spot, Roll roll);

// What the document calls the kind of bet. The layout offers it.
const Text& name_of(const Layout& layout, Kind kind);

}  // namespace sicbo::rules
