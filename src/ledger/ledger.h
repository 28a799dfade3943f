// SPDX-License-Identifier: MIT
// The balances of all accounts of the property. No balance is stored anywhere else.
#pragma once

#include <map>
#include <span>

#include "ledger/account.h"

namespace sicbo::ledger {

class Ledger {
public:
    // Returns the balance; zero for an account that was never used.
    Money balance(Account account) const;

    // Applies all postings as one entry. Every amount must be positive and `from` must not be `to`;
    // afterwards the balance of every account touched must have a sign that its kind allows
    // (may_be_negative, may_be_positive). Fails a check otherwise; the ledger is then unusable.
    void post(std::span<const Posting> postings);

    // Returns all accounts whose balance is not zero.
    const std::map<Account, Money>& balances() const { return balances_; }

    // Makes a ledger of decoded balances. The caller must verify them
    // (table::find_inconsistency).
    static Ledger of_balances(std::map<Account, Money> balances);

private:
    void post_one(const Posting& posting);
    void post_several(std::span<const Posting> postings);

    std::map<Account, Money> balances_;
};

}  // namespace sicbo::ledger
