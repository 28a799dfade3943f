// SPDX-License-Identifier: MIT
#include "ledger/ledger.h"

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "core/map_search.h"

namespace sicbo::ledger {
namespace {

// Returns true if an account of this kind may have the balance.
bool may_have(Account account, Money balance) {
    return (balance >= Money() || may_be_negative(account.kind)) &&
           (balance <= Money() || may_be_positive(account.kind));
}

// Finds accounts with a search for each kind, since the postings of a settlement go through several
// kinds of accounts at once, and through each in the order of the stays.
class SearchByKind {
public:
    explicit SearchByKind(std::map<Account, Money>& balances) : balances_(&balances) {}

    Money& find_or_insert(Account account) {
        auto& search = searches_.at(static_cast<std::size_t>(account.kind));
        if (!search) search.emplace(*balances_);
        return search->find_or_insert(account);
    }

private:
    std::map<Account, Money>* balances_;
    std::array<std::optional<MapSearch<std::map<Account, Money>>>, words_of<AccountKind>.size()>
        searches_;
};

}  // namespace

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
    for (const Posting& posting : postings) {
        check(posting.amount > Money());
        check(posting.from != posting.to);
    }
    if (postings.size() == 1) {
        post_one(postings.front());
    } else {
        post_several(postings);
    }
}

void Ledger::post_one(const Posting& posting) {
    const auto add = [&](Account account, Money amount) {
        const auto entry = balances_.try_emplace(account).first;
        entry->second += amount;
        check(may_have(account, entry->second));
        if (entry->second == Money()) balances_.erase(entry);
    };
    add(posting.from, -posting.amount);
    add(posting.to, posting.amount);
}

// Only the final balances are verified: a payment may precede the collection that funds it.
void Ledger::post_several(std::span<const Posting> postings) {
    SearchByKind accounts(balances_);
    for (const Posting& posting : postings) {
        accounts.find_or_insert(posting.from) -= posting.amount;
        accounts.find_or_insert(posting.to) += posting.amount;
    }
    std::vector<Account> zeros;
    SearchByKind again(balances_);
    for (const Posting& posting : postings) {
        for (const Account account : {posting.from, posting.to}) {
            const Money balance = again.find_or_insert(account);
            check(may_have(account, balance));
            const bool repeats = !zeros.empty() && zeros.back() == account;
            if (balance == Money() && !repeats) zeros.push_back(account);
        }
    }
    for (const Account account : zeros) balances_.erase(account);
}

Ledger Ledger::of_balances(std::map<Account, Money> balances) {
    Ledger ledger;
    ledger.balances_ = std::move(balances);
    return ledger;
}

}  // namespace sicbo::ledger
