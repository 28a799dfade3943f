// SPDX-License-Identifier: MIT
// Exports what happened in a period as rows of text, for a spreadsheet or another program. Reads
// only; the caller formats the rows.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/words.h"
#include "store/recover.h"
#include "store/round_history.h"

namespace sicbo::store {

enum class ExportKind : std::uint8_t {
    rounds,
    bets,
    entries,
    meters,
    events,
    incidents,
    staff,
    amendments,
    tickets,
};

struct Period {
    Instant from;
    Instant to;          // exclusive
    TableId table = {};  // none: all tables
    // Only what has to do with play money, or only what has not; nothing: both. What is about no
    // table is real, except entries and tickets, whose currency says it.
    std::optional<bool> training = {};
    std::set<TableId> excluded = {};  // by `training`; export_rows() fills it in

    // Returns true if rows about the table belong to the export.
    bool includes(TableId id) const { return (!table || table == id) && !excluded.contains(id); }
};

// The first row that a handler receives holds the column names; every later row has as many fields.
using ExportRow = std::vector<std::string>;
using RowHandler = std::function<Result<void>(const ExportRow&)>;

// The columns and the row of a round in an export of rounds. `later` is a state at or after the
// round's last event; the names of people come from it.
ExportRow round_heading();
ExportRow round_row(const RoundSummary& round, const table::State& later);

// Calls `handle` with the rows: rounds that began in the period, their bets, the entries or events
// of the period, by how much each meter rose in it, incidents raised in it, log-ons of staff that
// overlap it, what each player got or gave back in a round that was amended in it, or tickets that
// were issued or closed in it. Everything is computed from the journal; snapshots only shorten the
// computation. Stops at the first error, of the journal or of `handle`, and returns it.
Result<void> export_rows(const Store& journal, ExportKind what, const Period& period,
                         const RowHandler& handle, const Progress& progress = {});

// Returns the sequence of the last event before that moment; 0 if there is none.
Result<std::uint64_t> last_before(const Store& journal, Instant at);

}  // namespace sicbo::store

namespace sicbo {

template <>
inline constexpr std::array words_of<store::ExportKind> =
    std::to_array<std::string_view>({"rounds", "bets", "entries", "meters", "events", "incidents",
                                     "staff", "amendments", "tickets"});

}  // namespace sicbo
