// SPDX-License-Identifier: MIT
#include "ledger/ledger.h"

#include <utility>

namespace sicbo::ledger {

Money Ledger::balance(Account account) const {
    const auto found = balances_.find(account);
    return found == balances_.end() ? Money() : found->second;
}

void Ledger::post(std::span<const Posting> postings) {
    const auto may_stand = [](Account account, Money at) {
        return (at >= Money() || may_be_negative(account.kind)) &&
               (at <= Money() || may_be_positive(account.kind));
    };
    const bool only_one = postings.size() == 1;  // as with every bet: it is asked on the way
    for (const Posting& posting : postings) {
        check(posting.amount > Money());
        check(posting.from != posting.to);
        const Money from = add(posting.from, -posting.amount);
        const Money to = add(posting.to, posting.amount);
        if (only_one) check(may_stand(posting.from, from) && may_stand(posting.to, to));
    }
    if (only_one) return;
    // Asked when all is posted: a collection may pass through an account before it is filled.
    for (const Posting& posting : postings) {
        for (const Account account : {posting.from, posting.to}) {
            check(may_stand(account, balance(account)));
        }
    }
}

Ledger Ledger::of_balances(std::map<Account, Money> balances) {
    Ledger ledger;
    ledger.balances_ = std::move(balances);
    return ledger;
}

Money Ledger::add(Account account, Money amount) {
    const auto at = balances_.try_emplace(account).first;
    const Money stands = at->second += amount;
    if (stands == Money()) balances_.erase(at);
    return stands;
}

}  // namespace sicbo::ledger
