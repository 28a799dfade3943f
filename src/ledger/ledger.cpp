// SPDX-License-Identifier: MIT
#include "ledger/ledger.h"

#include <utility>

namespace sicbo::ledger {

std::string letters_of(CurrencyCode code) {
    const std::uint32_t letters = code.number & ~training_bit;
    std::string text;
    for (const int shift : {16, 8, 0}) {
        const auto letter = static_cast<char>(letters >> shift & 0xff);
        if (letter != 0) text += letter;
    }
    return text;
}

Money Ledger::balance(Account account) const {
    const auto found = balances_.find(account);
    return found == balances_.end() ? Money() : found->second;
}

void Ledger::post(std::span<const Posting> postings) {
    const auto may_have = [](Account account, Money balance) {
        return (balance >= Money() || may_be_negative(account.kind)) &&
               (balance <= Money() || may_be_positive(account.kind));
    };
    // A single posting, as of every bet, is verified at once. Of several only the final balances
    // are: a payment may precede the collection that funds it.
    const bool only_one = postings.size() == 1;
    for (const Posting& posting : postings) {
        check(posting.amount > Money());
        check(posting.from != posting.to);
        const Money from = add(posting.from, -posting.amount);
        const Money to = add(posting.to, posting.amount);
        if (only_one) check(may_have(posting.from, from) && may_have(posting.to, to));
    }
    if (only_one) return;
    for (const Posting& posting : postings) {
        for (const Account account : {posting.from, posting.to}) {
            check(may_have(account, balance(account)));
        }
    }
}

Ledger Ledger::of_balances(std::map<Account, Money> balances) {
    Ledger ledger;
    ledger.balances_ = std::move(balances);
    return ledger;
}

Money Ledger::add(Account account, Money amount) {
    const auto entry = balances_.try_emplace(account).first;
    const Money balance = entry->second += amount;
    if (balance == Money()) balances_.erase(entry);
    return balance;
}

}  // namespace sicbo::ledger
