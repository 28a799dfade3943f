// SPDX-License-Identifier: MIT
// A layout of a game: the spots it offers, their names, odds and positions on the felt.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rules/odds.h"
#include "rules/spot_id.h"

namespace sicbo::rules {

// A text in the languages of the screens.
struct Text {
    std::string en;
    std::string zh;       // 简体
    std::string zh_hant;  // 繁體

    friend bool operator==(const Text&, const Text&) = default;
};

// The odds of one, two and three hits. Only a single can hit more than once; other spots have no
// odds for two and three hits.
using Payoff = std::array<Odds, 3>;

// A row of the pay table, as the document prints it. All its spots have the same odds.
struct PayRow {
    Kind kind;
    std::string name;                  // "Total Sum Combination (No 4 or 17) Bet"
    std::vector<std::string> clauses;  // that say what wins and what it pays
    std::vector<Spot> spots;
    Payoff payoff;
    Odds edge;  // as the rule set states it: what the house keeps of 216 units, one on each roll
    int line;   // of the odds in the rule set file
};

// A rectangle of the felt: its spots in rows of equal height, or a printed caption.
struct Group {
    std::string name;
    std::string caption;  // "1 wins {pair}": caption_of() replaces a kind in braces by its odds
    int row = 0;
    int column = 0;
    int rows = 0;
    int columns = 0;
    std::vector<std::vector<std::optional<Spot>>> spots;  // none is a gap
};

// Where the spots are, on a grid.
struct Felt {
    int rows = 0;
    int columns = 0;
    std::string note;  // how legible the document's picture was
    std::vector<Group> groups;
};

// Stands for a row of the pay table where no row has the spot.
inline constexpr std::uint8_t not_offered = 0xff;

// A layout of a game.
struct Layout {
    std::string id;
    std::string name;  // "Appendix A"
    std::string terminal;
    std::vector<std::string> clauses;
    std::vector<PayRow> rows;
    // The index of the row that has the spot, by spot id; not_offered if none has it. index_rows()
    // sets it.
    std::array<std::uint8_t, spot_count> row_of = {};
    std::vector<std::optional<Text>> names;  // by Kind; none if the kind is not offered
    Felt felt;
    bool double_on_triple = true;  // a double also wins if all three dice show its face
};

// Writes "12", or "1, 2, 12" for a single.
std::string spell(const Payoff& payoff);

// Returns the caption with the odds of the layout in place of the kinds in braces.
std::string caption_of(const Layout& layout, const Group& group);

// Sets `row_of` from the rows. Must be called once the rows are complete; a layout has fewer than
// 255 rows.
void index_rows(Layout& layout);

// Returns the row of the pay table that has the spot; null if the layout does not offer it. The
// number of a spot must be valid (below spot_count).
const PayRow* find_row(const Layout& layout, Spot spot);
const PayRow* find_row(const Layout& layout, SpotId spot);

// Returns the spots that the layout offers, in the order of all_spots().
std::vector<Spot> spots_of(const Layout& layout);

// Returns the odds of the spot on the roll; no odds if it loses. The layout must offer the spot.
Odds odds_on(const Layout& layout, Spot spot, Roll roll);

// The same with the row of the spot, for callers that have it.
Odds odds_in(const Layout& layout, const PayRow& row, Spot spot, Roll roll);

// Returns the document's name of the kind of bet. The layout must offer it.
const Text& name_of(const Layout& layout, Kind kind);

}  // namespace sicbo::rules
