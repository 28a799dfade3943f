// What reports are made from: rounds, bets, entries and balances, in a database of their own.
//
// All of it comes from the journal and says how far it has got. It may be thrown away; it is made
// again by following the journal from the start.
#pragma once

#include <memory>

#include "store/sqlite.h"
#include "store/store.h"
#include "table/state.h"

namespace sicbo::store {

class Reports {
public:
    // One that can't be used (another format, damaged, open when the machine stopped) is thrown
    // away and begun anew.
    static Result<std::unique_ptr<Reports>> open(const std::string& path);
    static Result<std::unique_ptr<Reports>> open_to_read(const std::string& path);
    ~Reports();
    Reports(const Reports&) = delete;
    Reports& operator=(const Reports&) = delete;

    Position position() const { return position_; }
    Result<void> read_position();
    Result<void> clear();

    // Several events, and then how far they go, are taken over together.
    Result<void> begin();
    Result<void> take(const table::State& after, const table::Event& event, const Position& at);
    Result<void> commit(const Position& at);

    const Database& database() const { return database_; }

private:
    explicit Reports(Database database) : database_(std::move(database)) {}
    static Result<std::unique_ptr<Reports>> open_once(const std::string& path, Access access);
    Result<void> set_up();
    Result<void> hurry();
    Result<void> prepare();
    Result<void> write_round(const rules::Game& game, TableId table, const table::Round& round,
                             const table::Event& event, const Position& at);

    Database database_;
    Position position_;
    bool hurried_ = false;
    Statement insert_round_;
    Statement remove_bets_;
    Statement insert_bet_;
    Statement insert_entry_;
    Statement change_balance_;
    Statement move_;
};

}  // namespace sicbo::store
