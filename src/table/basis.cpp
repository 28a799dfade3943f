// SPDX-License-Identifier: MIT
#include "table/basis.h"

#include <algorithm>

namespace sicbo::table {
namespace {

// Which parts of the state an order depends on.
struct Dependencies {
    bool round = false;          // the round in play
    bool hold = false;           // the hold of that round
    bool configuration = false;  // of the table
    bool amendments = false;     // of the rounds that the order names
    bool debt = false;           // of the stay that the order names
};

template <class O>
constexpr Dependencies dependencies = {};
template <>
constexpr Dependencies dependencies<Configure> = {.configuration = true};
template <>
constexpr Dependencies dependencies<WaiveReceivable> = {.debt = true};
template <>
constexpr Dependencies dependencies<EnterResult> = {.round = true};
template <>
constexpr Dependencies dependencies<DecideHold> = {.round = true, .hold = true};
template <>
constexpr Dependencies dependencies<ConcludeHold> = {.round = true, .hold = true};
template <>
constexpr Dependencies dependencies<Certify> = {.round = true, .hold = true};
template <>
constexpr Dependencies dependencies<CertifyDice> = {.round = true, .hold = true};
template <>
constexpr Dependencies dependencies<AmendRounds> = {.amendments = true};

// Adds the rounds that the order names: the last amendment of any, and the round in play if it is
// one of them, since a round that is settled in the meantime is amended in another way.
void add_rounds(Basis& basis, const Table& table, const AmendRounds& order) {
    for (const Amendment& amendment : order.amendments) {
        if (table.round && table.round->number == amendment.round) {
            basis.round = amendment.round;
            basis.bets_settled = table.round->bets_settled;
            basis.hold = table.held ? table.held->number : 0;
            basis.amendment = std::max(basis.amendment, table.round->amended);
        }
        const auto past = table.past.find(amendment.round);
        if (past != table.past.end()) {
            basis.amendment = std::max(basis.amendment, past->second.amended);
        }
    }
}

}  // namespace

Basis basis_of(const State& state, const Table& table, const Order& order) {
    Basis basis;
    visit(
        [&]<class O>(const O& one) {
            constexpr Dependencies on = dependencies<O>;
            if (on.round && table.round) {
                basis.round = table.round->number;
                basis.bets_settled = table.round->bets_settled;
            }
            if (on.hold && table.held) basis.hold = table.held->number;
            if (on.configuration) basis.configuration = table.configured;
            if constexpr (on.debt) {
                basis.owed = -state.ledger.balance(ledger::receivable(one.stay));
            }
            if constexpr (on.amendments) add_rounds(basis, table, one);
        },
        order.choice());
    return basis;
}

bool has_lapsed(const State& state, const Table& table, const Pending& pending) {
    return basis_of(state, table, pending.command.order) != pending.basis;
}

std::vector<std::string> dependencies_of(const Order& order) {
    std::vector<std::string> words;
    visit(
        [&]<class O>(const O&) {
            constexpr Dependencies on = dependencies<O>;
            if (on.round) words.emplace_back("round");
            if (on.hold) words.emplace_back("hold");
            if (on.configuration) words.emplace_back("configuration");
            if (on.amendments) words.emplace_back("named rounds");
            if (on.debt) words.emplace_back("debt");
        },
        order.choice());
    return words;
}

}  // namespace sicbo::table
