#include "ledger/ledger.h"

#include <utility>

namespace sicbo::ledger {

Money Ledger::balance(Account account) const {
    const auto found = balances_.find(account);
    return found == balances_.end() ? Money() : found->second;
}

void Ledger::post(std::span<const Posting> postings) {
    for (const Posting& posting : postings) {
        check(posting.amount > Money());
        check(posting.from != posting.to);
        add(posting.from, -posting.amount);
        add(posting.to, posting.amount);
    }
    // Asked when all is posted: a collection may pass through an account before it is filled.
    for (const Posting& posting : postings) {
        for (const Account account : {posting.from, posting.to}) {
            const Money stands = balance(account);
            check(stands >= Money() || may_be_negative(account.kind));
            check(stands <= Money() || may_be_positive(account.kind));
        }
    }
}

Ledger Ledger::of_balances(std::map<Account, Money> balances) {
    Ledger ledger;
    ledger.balances_ = std::move(balances);
    return ledger;
}

void Ledger::add(Account account, Money amount) {
    const auto at = balances_.try_emplace(account).first;
    at->second += amount;
    if (at->second == Money()) balances_.erase(at);
}

}  // namespace sicbo::ledger
