// SPDX-License-Identifier: MIT
// Accounts, and money that moves between two of them.
//
// A posting takes from one account what it gives to another, so that it can't be out of balance.
// What the house has received from outside (cash) and what players still owe it (receivable) stand
// below nothing: the money that came in from there is elsewhere now. See
// docs/decisions/0006-accounts.md.
#pragma once

#include <array>
#include <compare>
#include <cstdint>

#include "core/fields.h"
#include "core/id.h"
#include "core/money.h"
#include "core/words.h"

namespace sicbo::ledger {

enum class AccountKind : std::uint8_t {
    credit,      // of a stay: what the player may bet or take away
    escrow,      // of a table: bets in play
    house,       // of a table
    tickets,     // issued and not yet redeemed
    cash,        // of a table, or of the cage: paid in is below nothing
    receivable,  // of a stay: what the player could not pay back, below nothing
    unclaimed,   // of a stay: what the player is owed after leaving
};

struct Account {
    AccountKind kind = AccountKind::credit;
    std::uint32_t owner = 0;  // a stay or a table; 0 for tickets and the cage

    friend constexpr auto operator<=>(Account, Account) = default;
};

constexpr Account credit(StayId stay) { return {AccountKind::credit, stay.number}; }
constexpr Account receivable(StayId stay) { return {AccountKind::receivable, stay.number}; }
constexpr Account unclaimed(StayId stay) { return {AccountKind::unclaimed, stay.number}; }
constexpr Account escrow(TableId table) { return {AccountKind::escrow, table.number}; }
constexpr Account house(TableId table) { return {AccountKind::house, table.number}; }
constexpr Account cash(TableId table) { return {AccountKind::cash, table.number}; }
constexpr Account tickets() { return {AccountKind::tickets, 0}; }

struct Posting {
    Account from;
    Account to;
    Money amount;  // more than nothing
};

// Whether the account may ever stand below nothing, or above it.
constexpr bool may_be_negative(AccountKind kind) {
    return kind == AccountKind::house || kind == AccountKind::cash ||
           kind == AccountKind::receivable;
}
constexpr bool may_be_positive(AccountKind kind) { return kind != AccountKind::receivable; }

}  // namespace sicbo::ledger

namespace sicbo {

// clang-format off
template <> inline constexpr std::array words_of<ledger::AccountKind> =
    std::to_array<std::string_view>({"credit", "escrow", "house", "tickets", "cash", "receivable",
                                     "unclaimed"});
// clang-format on

}  // namespace sicbo
