// Holds the reports beside a journal against the journal as it is played again: every entry, every
// round with its bets, every balance.
//
// A start makes reports anew that are of another journal; those are remarked on and not compared.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "store/reports.h"
#include "store/sqlite_store.h"

namespace sicbo::store {

class ReportsCheck {
public:
    using Wrong = std::optional<std::string>;

    // Of the journal's own reports, as of one moment.
    explicit ReportsCheck(const SqliteStore& journal);
    ReportsCheck() = default;  // of none

    const std::optional<std::string>& remark() const { return remark_; }

    // What the reports say otherwise. Asked before each event for the rounds that it makes the
    // state forget, after each, and after each record.
    Wrong before(const table::State& state, const table::Event& event, std::uint64_t sequence);
    Wrong after(const table::State& state, const table::Event& event, std::uint64_t sequence);
    Wrong after_record(const table::State& state, std::uint64_t sequence);

private:
    struct Seen {
        std::uint64_t first = 0;
        std::uint64_t last = 0;
        std::optional<Instant> ended_at;
    };
    using Key = std::pair<TableId, std::uint64_t>;

    Result<void> open(const SqliteStore& journal);
    void see(const table::State& state, const table::Event& event, std::uint64_t number,
             std::uint64_t sequence);
    Wrong compare_entries(const table::Event& event, std::uint64_t sequence);
    Wrong compare_round(const table::State& state, TableId table, const table::Round& round);
    Wrong compare_balances(const table::State& state) const;
    Wrong compare_counts();

    std::unique_ptr<Reports> reports_;
    std::uint64_t to_ = 0;  // how far they go; 0 compares nothing
    std::optional<std::string> remark_;
    Statement entries_;
    Statement round_;
    Statement bets_;
    std::map<Key, Seen> seen_;  // rounds that may still change
    std::int64_t rounds_ = 0;
    std::int64_t bet_count_ = 0;
};

}  // namespace sicbo::store
