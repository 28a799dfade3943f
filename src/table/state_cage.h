// SPDX-License-Identifier: MIT
// The part of the state (table/state.h) about the cage: its counters with their shifts, and what
// patrons have paid in and out today.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "core/id.h"
#include "core/time.h"
#include "ledger/account.h"
#include "table/cage_policy.h"
#include "table/state_inventory.h"

namespace sicbo::table {

inline constexpr std::size_t counters_max = 999;

// An open shift of a cashier.
struct CashierShift {
    PersonId cashier;
    Instant opened_at;
    Money opening;  // counted when it was opened
    Money in;       // taken from players, and paid to them
    Money out;
    Money vault_in;  // moved from the vault, and to it
    Money vault_out;
    Money adjusted;  // up, less down

    // Returns what the drawer holds by the books.
    Money expected() const { return opening + in - out + vault_in - vault_out + adjusted; }
};

// What a counter has taken, paid, and had over or short, in all of its shifts. None of these ever
// decreases.
struct CounterMeter {
    Money in;
    Money out;
    Money over;
    Money missing;
};

// One drawer of the cage.
struct Counter {
    CurrencyCode currency;
    std::optional<CashierShift> shift;
    Money left;               // what the last shift left in the drawer
    std::uint8_t misses = 0;  // unknown numbers in a row
    bool reader_locked = false;
    CounterMeter meter;
};

// What one patron has paid in and been paid in the gaming day.
struct PatronDay {
    Money in;
    Money out;
};

struct Cage {
    CagePolicy policy;
    std::map<CounterId, Counter> counters;
    std::uint64_t day = 0;  // the gaming day of `patrons`
    std::map<std::string, PatronDay> patrons;
    std::map<TableId, TableCash> tables;
    std::map<CurrencyCode, VaultMeter> vault;
    std::map<IncidentId, PatronDispute> disputes;  // not closed
    std::map<TerminalId, StayStart> starts;        // kept while the policy has alerts

    bool empty() const;
};

inline bool Cage::empty() const {
    return policy == CagePolicy{} && counters.empty() && tables.empty() && disputes.empty();
}

// Returns true if nobody keys the bets of the table.
inline bool is_untracked(const Cage& cage, TableId table) {
    const auto found = cage.tables.find(table);
    return found != cage.tables.end() && found->second.chips == ChipMode::untracked;
}

}  // namespace sicbo::table
