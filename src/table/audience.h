// SPDX-License-Identifier: MIT
// Whose screens a fact changes. Facts declare it; wire/touched.h makes topics of it.
#pragma once

#include <cstdint>

namespace sicbo::table {

// Whose screens an event changes. A fact that declares no audience changes everybody's. Whatever a
// fact declares, the staff's list of places changes, and the screen of each player whose money its
// postings move; and the cage, unless the fact is of one player and moves only credit and stakes.
enum class Audience : std::uint8_t {
    // The table and its console, and the screens of its players; if the fact names a terminal or a
    // stay, of the players only that one's.
    everybody,
    table,  // the table, its console and the list of tables; nothing that belongs to a player
    // As `table`, and the players with bets in the round, or in the one before: what the fact
    // changes is shown to nobody else.
    bettors,
    player,  // one player; where players share a felt, everybody at the table sees the chips too
    // Everybody, and the consoles of all other tables: a set of dice is used at one table only.
    consoles,
    cage,  // of an event without a table: the cage, and nothing that a table or a player shows
};

}  // namespace sicbo::table
