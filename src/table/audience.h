// SPDX-License-Identifier: MIT
// Whose screens a fact changes. Facts declare it; wire/touched.h makes topics of it.
#pragma once

#include <cstdint>

namespace sicbo::table {

// Whose screens an event changes. A fact that declares none changes everybody's: what the table and
// its console show, and what belongs to the players there; to one player alone where it names the
// terminal or the stay. Whatever a fact declares, the staff's list of places changes, and so does
// what belongs to each player whose money its postings move.
enum class Audience : std::uint8_t {
    everybody,
    table,   // the table, its console and the list of tables; nothing that belongs to a player
    player,  // one player; where players share a felt, everybody at the table sees the chips too
};

}  // namespace sicbo::table
