// SPDX-License-Identifier: MIT
// The report database: rounds, bets, ledger entries, balances and tickets, in a SQLite file of its
// own.
//
// Everything in it is derived from the journal, and it stores up to which event. It may be deleted
// at any time: the follower makes it again from the journal's beginning. One thread at a time.
#pragma once

#include <memory>

#include "store/sqlite.h"
#include "store/store.h"
#include "table/state.h"

namespace sicbo::store {

// Returns true if the fact updates the row of its table's latest round in the reports. The entered
// result is written with the settlement. (An amendment names the rounds that it updates itself.)
bool updates_report_row(const table::Fact& fact);

class Reports {
public:
    // Opens the database to write it, or creates it. One that can't be used (another format,
    // damaged, or being written when the machine stopped) is deleted and created empty.
    static Result<std::unique_ptr<Reports>> open(const std::string& path);
    // Opens an existing database to read it; an error if it can't be used.
    static Result<std::unique_ptr<Reports>> open_to_read(const std::string& path);
    ~Reports();
    Reports(const Reports&) = delete;
    Reports& operator=(const Reports&) = delete;

    // The last event that the reports cover, as of the last commit() or read_position().
    Position position() const { return position_; }
    // Reads the position from the database again.
    Result<void> read_position();
    // Deletes all rows; the position is 0 afterwards.
    Result<void> clear();

    // One transaction: begin(), add() for each event in order, with the state after it, then
    // commit() with the position of the last event. After an error the object must not be used.
    Result<void> begin();
    Result<void> add(const table::State& after, const table::Event& event, const Position& at);
    Result<void> commit(const Position& at);

    const Database& database() const { return database_; }

private:
    explicit Reports(Database database) : database_(std::move(database)) {}
    static Result<std::unique_ptr<Reports>> open_once(const std::string& path, Access access);
    Result<void> configure();
    Result<void> relax_durability();
    Result<void> prepare_statements();
    Result<void> write_entries(const table::Event& event, const Position& at);
    Result<void> write_round(const rules::Game& game, TableId table, const table::Round& round,
                             const table::Event& event, const Position& at);

    Database database_;
    Position position_;
    bool relaxed_ = false;     // commits are not synced
    std::uint64_t added_ = 0;  // the last event added
    Statement insert_round_;
    Statement remove_bets_;
    Statement insert_bet_;
    Statement insert_entry_;
    Statement change_balance_;
    Statement insert_ticket_;
    Statement set_position_;
};

}  // namespace sicbo::store
