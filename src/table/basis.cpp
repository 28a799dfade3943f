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
constexpr Dependencies dependencies<EnterResult> = {.round = true, .hold = true};
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

// Returns the number of the hold in force, or of the last one from edition 1 on: a request outlasts
// no hold.
std::uint64_t hold_of(const State& state, TableId id, const Table& table) {
    if (has_edition(state, 1)) return memory_of(state, id).hold;
    return table.held ? table.held->number : 0;
}

// Adds the rounds that the order names: the last amendment of any, and the round in play if it is
// one of them, since a round that is settled in the meantime is amended in another way, and since
// more may have become known of its dice.
void add_rounds(Basis& basis, const State& state, TableId id, const Table& table,
                const AmendRounds& order) {
    for (const Amendment& amendment : order.amendments) {
        if (table.round && table.round->number == amendment.round) {
            basis.round = amendment.round;
            basis.bets_settled = table.round->bets_settled;
            basis.hold = hold_of(state, id, table);
            basis.amendment =
                std::max({basis.amendment, table.round->amended, memory_of(state, id).dice_known});
        }
        const auto past = table.past.find(amendment.round);
        if (past != table.past.end()) {
            basis.amendment = std::max(basis.amendment, past->second.amended);
        }
    }
}

}  // namespace

Basis basis_of(const State& state, TableId id, const Order& order) {
    const Table& table = state.tables.at(id);
    Basis basis;
    visit(
        [&]<class O>(const O& one) {
            constexpr Dependencies on = dependencies<O>;
            if (on.round && table.round) {
                basis.round = table.round->number;
                basis.bets_settled = table.round->bets_settled;
            }
            // Under edition 0 the entry of a result depended on no hold.
            const bool on_hold =
                on.hold && (has_edition(state, 1) || !std::is_same_v<O, EnterResult>);
            if (on_hold) basis.hold = hold_of(state, id, table);
            if (on.configuration) basis.configuration = table.configured;
            if constexpr (on.debt) {
                basis.owed = -state.ledger.balance(ledger::receivable(one.stay));
            }
            if constexpr (on.amendments) add_rounds(basis, state, id, table, one);
        },
        order.choice());
    return basis;
}

bool has_lapsed(const State& state, const Pending& pending) {
    const Command& command = pending.command;
    return basis_of(state, command.stamp.table, command.order) != pending.basis;
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
