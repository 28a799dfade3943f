// SPDX-License-Identifier: MIT
// Accounts, and postings that move money between two of them.
//
// A posting takes from one account what it adds to another, so the sum of all accounts is zero. The
// balances of `cash`, `cage`, `stacker` and `receivable` are negative: they show how much money
// came in from outside, or is owed by players, and was credited to other accounts. See
// docs/decisions/0006-accounts.md.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/check.h"
#include "core/fields.h"
#include "core/id.h"
#include "core/money.h"
#include "core/words.h"

namespace sicbo::ledger {

enum class AccountKind : std::uint8_t {
    credit,      // of a stay: what the player may bet or take away
    escrow,      // of a table: the stakes in play
    house,       // of a table: what the house has won there; negative if it has lost
    tickets,     // of a currency: issued and not yet redeemed
    cash,        // of a table or the cage: negative by what was paid in, less what was paid out
    receivable,  // of a stay: negative by what the player owes after an amendment
    unclaimed,   // of a stay: kept for a player who has left
    stacker,     // of a terminal: negative by the notes in its stacker
    expired,     // of a currency: tickets that were not redeemed in time
    cage,        // of a currency: negative by what the cage took in, less what it paid out
    variance,    // of a currency: what counts found more than the books said; negative: less
    chips,       // of a currency: chips and plaques that players hold
};

// The code of a currency is its three letters as a number that can own an account, and a bit for
// the play money of training tables. 0 owns what journals kept before each currency had accounts.
inline constexpr std::uint32_t training_bit = 1u << 31;

// Returns the code of a currency. `letters` must be three capital letters.
constexpr CurrencyCode currency_code(std::string_view letters, bool training) {
    check(letters.size() == 3);
    std::uint32_t number = 0;
    for (const char letter : letters) {
        check('A' <= letter && letter <= 'Z');
        number = number << 8 | static_cast<std::uint8_t>(letter);
    }
    return CurrencyCode{number | (training ? training_bit : 0)};
}
constexpr bool is_training(CurrencyCode code) { return (code.number & training_bit) != 0; }

// Returns the three letters; empty for the code 0.
std::string letters_of(CurrencyCode code);

// An account: its kind and its owner.
struct Account {
    AccountKind kind = AccountKind::credit;
    std::uint32_t owner = 0;  // a stay, table, terminal or currency; 0 for the cage

    friend constexpr auto operator<=>(Account, Account) = default;
};

constexpr Account credit(StayId stay) { return {AccountKind::credit, stay.number}; }
constexpr Account receivable(StayId stay) { return {AccountKind::receivable, stay.number}; }
constexpr Account unclaimed(StayId stay) { return {AccountKind::unclaimed, stay.number}; }
constexpr Account escrow(TableId table) { return {AccountKind::escrow, table.number}; }
constexpr Account house(TableId table) { return {AccountKind::house, table.number}; }
constexpr Account cash(TableId table) { return {AccountKind::cash, table.number}; }
constexpr Account tickets() { return {AccountKind::tickets, 0}; }
constexpr Account tickets(CurrencyCode currency) { return {AccountKind::tickets, currency.number}; }
constexpr Account expired(CurrencyCode currency) { return {AccountKind::expired, currency.number}; }
constexpr Account cage(CurrencyCode currency) { return {AccountKind::cage, currency.number}; }
constexpr Account variance(CurrencyCode currency) {
    return {AccountKind::variance, currency.number};
}
constexpr Account chips(CurrencyCode currency) { return {AccountKind::chips, currency.number}; }
constexpr Account stacker(TerminalId terminal) { return {AccountKind::stacker, terminal.number}; }

// Moves an amount from one account to another one.
struct Posting {
    Account from;
    Account to;
    Money amount;  // positive
};

// Return true if the balance of such an account may be negative, or positive.
constexpr bool may_be_negative(AccountKind kind) {
    return kind == AccountKind::house || kind == AccountKind::cash ||
           kind == AccountKind::receivable || kind == AccountKind::stacker ||
           kind == AccountKind::cage || kind == AccountKind::variance;
}
constexpr bool may_be_positive(AccountKind kind) {
    return kind != AccountKind::receivable && kind != AccountKind::stacker;
}

// Returns true if the owner of such an account is a stay.
constexpr bool is_of_stay(AccountKind kind) {
    return kind == AccountKind::credit || kind == AccountKind::receivable ||
           kind == AccountKind::unclaimed;
}

}  // namespace sicbo::ledger

namespace sicbo {

// clang-format off
template <> inline constexpr std::array words_of<ledger::AccountKind> =
    std::to_array<std::string_view>({"credit", "escrow", "house", "tickets", "cash", "receivable",
                                     "unclaimed", "stacker", "expired", "cage", "variance",
                                     "chips"});
// clang-format on

}  // namespace sicbo
