// SPDX-License-Identifier: MIT
// What exports are made of: the rounds and the events of a period. For store/export*.cpp.
#pragma once

#include <functional>

#include "store/export.h"
#include "store/recover.h"
#include "store/round_history.h"

namespace sicbo::store {

// Calls `handle` with the rounds that began in the period, in that order, each as it stands at the
// end of the journal. Only rounds that may still be amended are kept in memory.
using RoundHandler = std::function<Result<void>(const RoundSummary&)>;
Result<void> rounds_of(const Store& journal, const Period& period, const RoundHandler& handle);

// Calls `handle` with the events of the period, of the table if one is given.
Result<void> events_of(const Store& journal, const Period& period,
                       const JournalEventHandler& handle);

// The states that the rows of a period are computed with.
struct PeriodStates {
    Recovered before;  // after the record that holds the last event before the period
    Recovered now;     // at the end of the journal, where everybody has a name
};
Result<PeriodStates> recover_period(const Store& journal, const Period& period,
                                    const Progress& progress);

// Returns true if the owner of such an account is a currency.
constexpr bool is_of_currency(ledger::AccountKind kind) {
    using enum ledger::AccountKind;
    return kind == tickets || kind == expired || kind == cage || kind == variance || kind == chips;
}

// Each calls `handle` with the heading and the rows of one kind.
Result<void> export_meters(const Store& journal, const Period& period, const RowHandler& handle,
                           const Progress& progress);
Result<void> export_incidents(const Store& journal, const Period& period, const RowHandler& handle,
                              const Progress& progress);
Result<void> export_staff(const Store& journal, const Period& period, const RowHandler& handle,
                          const Progress& progress);
Result<void> export_amendments(const Store& journal, const Period& period, const RowHandler& handle,
                               const Progress& progress);
Result<void> export_tickets(const Store& journal, const Period& period, const RowHandler& handle,
                            const Progress& progress);

}  // namespace sicbo::store
