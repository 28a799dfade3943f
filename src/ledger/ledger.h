// SPDX-License-Identifier: MIT
// All balances of the property. They live here and nowhere else.
#pragma once

#include <map>
#include <span>

#include "ledger/account.h"

namespace sicbo::ledger {

class Ledger {
public:
    // Nothing for an account that was never used.
    Money balance(Account account) const;

    // All of them at once, in the order given. No account is left on the wrong side of nothing.
    void post(std::span<const Posting> postings);

    // The accounts that do not stand at nothing.
    const std::map<Account, Money>& balances() const { return balances_; }

    // What came from outside as bytes: balances as they were written.
    static Ledger of_balances(std::map<Account, Money> balances);

private:
    Money add(Account account, Money amount);  // what the account stands at then

    std::map<Account, Money> balances_;
};

}  // namespace sicbo::ledger
