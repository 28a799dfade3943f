// SPDX-License-Identifier: MIT
// Reports about the cage, as rows of text: shifts, balances, money that
// is kept for or owed by players, tickets outstanding, hand pays that wait. Reads only; the caller
// formats the rows.
#pragma once

#include <array>
#include <string_view>

#include "core/words.h"
#include "store/export.h"

namespace sicbo::store {

enum class CageReport : std::uint8_t {
    shifts,       // of cashiers, opened in the period
    balances,     // of the accounts of each currency
    unclaimed,    // money that is kept for players who have left
    receivables,  // what players owe after a correction
    tickets,      // outstanding
    hand_pays,    // that wait to be paid or acknowledged
};

// Calls `handle` with the heading and the rows, as of the end of the journal. Real money and play
// money are never in one report: `training` says which. The period is for shifts alone.
Result<void> report_cage(const Store& journal, CageReport what, bool training, const Period& period,
                         const RowHandler& handle, const Progress& progress = {});

}  // namespace sicbo::store

namespace sicbo {

template <>
inline constexpr std::array words_of<store::CageReport> = std::to_array<std::string_view>(
    {"shifts", "balances", "unclaimed", "receivables", "tickets", "hand-pays"});

}  // namespace sicbo
