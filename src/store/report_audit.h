// SPDX-License-Identifier: MIT
// Compares the report database beside a journal with the journal as it is replayed: every ledger
// entry, every round with its bets, every ticket, every balance.
//
// Reports of another journal are not compared, only remarked on: the next start makes them again.
// Rounds that began after the last event that the reports cover are not compared.
// One object follows one replay, on one thread.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "store/reports.h"
#include "store/sqlite.h"
#include "store/store.h"

namespace sicbo::store {

class ReportAudit {
public:
    using Discrepancy = std::optional<std::string>;  // what differs; nothing if all agrees

    // Opens the journal's own reports, as of one moment. Compares nothing if there are none.
    explicit ReportAudit(const Store& journal);
    ReportAudit() = default;  // compares nothing

    // Why nothing is compared although there are reports.
    const std::optional<std::string>& remark() const { return remark_; }

    // Call before_event() with the state before each event: rounds that the event makes the state
    // forget are compared then. Call after_event() with the state after it, and after_record() at
    // the end of each record. Sequences must be passed in ascending order.
    Discrepancy before_event(const table::State& state, const table::Event& event,
                             std::uint64_t sequence);
    Discrepancy after_event(const table::State& state, const table::Event& event,
                            std::uint64_t sequence);
    Discrepancy after_record(const table::State& state, std::uint64_t sequence);

private:
    struct RoundProgress {
        std::uint64_t first = 0;  // event
        std::uint64_t last = 0;   // event that changed the round
        std::optional<Instant> ended_at;
    };
    using Key = std::pair<TableId, std::uint64_t>;

    Result<void> open(const Store& journal);
    void note_progress(const table::State& state, const table::Event& event, std::uint64_t number,
                       std::uint64_t sequence);
    Discrepancy compare_entries(const table::Event& event, std::uint64_t sequence);
    Discrepancy compare_forgotten(const table::State& state, TableId table,
                                  const table::Round& round, std::uint64_t sequence);
    Discrepancy compare_round(const table::State& state, TableId table, const table::Round& round);
    Discrepancy compare_bets(const table::State& state, TableId table, const table::Round& round);
    Discrepancy compare_balances(const table::State& state) const;
    Discrepancy compare_counts();
    Discrepancy compare_ticket(const table::State& state, const table::Event& event,
                               std::uint64_t sequence);

    std::unique_ptr<Reports> reports_;
    std::uint64_t end_ = 0;  // the last event that the reports cover; 0: nothing is compared
    std::uint64_t last_sequence_ = 0;
    std::optional<std::string> remark_;
    Statement entries_;
    Statement round_;
    Statement bets_;
    Statement ticket_;
    std::map<Key, RoundProgress> progress_;  // rounds that may still change
    std::set<Key> deferred_;                 // forgotten rounds that the reports say change later
    std::int64_t rounds_ = 0;
    std::int64_t bet_count_ = 0;
    std::int64_t ticket_count_ = 0;
};

}  // namespace sicbo::store
