// SPDX-License-Identifier: MIT
#include "table/cage_check.h"

#include <map>

namespace sicbo::table {
namespace {

std::string at_counter(CounterId id) { return "counter " + std::to_string(id.number); }

// What the books of one currency must be.
struct CageBooks {
    Money cash;        // in the cage, beyond what the house put there
    Money difference;  // found by counts
};

std::map<CurrencyCode, CageBooks> books_of(const Cage& cage) {
    std::map<CurrencyCode, CageBooks> books;
    for (const auto& [id, counter] : cage.counters) {
        const CounterMeter& meter = counter.meter;
        const Money difference = meter.over - meter.missing;
        books[counter.currency].cash += meter.in - meter.out + difference;
        books[counter.currency].difference += difference;
    }
    for (const auto& [currency, vault] : cage.vault) {
        books[currency].cash += vault.counted;
        books[currency].difference += vault.over - vault.missing;
    }
    return books;
}

std::optional<std::string> tables_refer(const State& state) {
    for (const auto& [id, cash] : state.cage.tables) {
        const auto table = state.tables.find(id);
        if (table == state.tables.end()) return "an inventory is of no table";
        for (const auto& [seal, box] : cash.boxes) {
            const bool of_terminal = box.kind == BoxKind::stacker;
            if (of_terminal && !table->second.terminals.contains(box.terminal)) {
                return "a stacker is of no terminal";
            }
        }
    }
    for (const auto& [incident, dispute] : state.cage.disputes) {
        const auto table = state.tables.find(dispute.table);
        if (table == state.tables.end() || !table->second.incidents.contains(incident)) {
            return "a patron's dispute has no incident";
        }
    }
    return std::nullopt;
}

}  // namespace

std::optional<std::string> find_cage_discrepancy(const State& state) {
    for (const auto& [id, counter] : state.cage.counters) {
        if (counter.left < Money()) return at_counter(id) + ": less than nothing was left";
        if (!counter.shift) continue;
        const CashierShift& shift = *counter.shift;
        if (shift.expected() < Money()) return at_counter(id) + " holds less than nothing";
        if (shift.in > counter.meter.in || shift.out > counter.meter.out) {
            return at_counter(id) + ": a shift exceeds the meter of its counter";
        }
    }
    for (const auto& [incident, dispute] : state.cage.disputes) {
        const auto& terminals = state.tables.at(dispute.table).terminals;
        if (dispute.terminal && !terminals.at(dispute.terminal).locked) {
            return "a dispute is open, and its terminal is not locked";
        }
    }
    std::map<CurrencyCode, CageBooks> books = books_of(state.cage);
    for (const auto& [account, amount] : state.ledger.balances()) {
        const bool is_cage = account.kind == ledger::AccountKind::cage;
        if (is_cage || account.kind == ledger::AccountKind::variance) {
            books.try_emplace(CurrencyCode{account.owner});
        }
    }
    for (const auto& [currency, expected] : books) {
        const Money cash = -state.ledger.balance(ledger::cage(currency));
        if (cash != expected.cash) {
            return "the cage has " + to_text(cash) + " of " + ledger::letters_of(currency) +
                   ", its counters account for " + to_text(expected.cash);
        }
        const Money found = state.ledger.balance(ledger::variance(currency));
        if (found != expected.difference) {
            return "counts differ by " + to_text(expected.difference) + ", their account says " +
                   to_text(found);
        }
    }
    return std::nullopt;
}

std::optional<std::string> find_dangling_in_cage(const State& state) {
    if (find_error(state.cage.policy)) return "the policy of the cage is not valid";
    for (const auto& [id, counter] : state.cage.counters) {
        if (!id || ledger::letters_of(counter.currency).size() != 3) {
            return at_counter(id) + " has no currency";
        }
        if (counter.shift && !state.people.contains(counter.shift->cashier)) {
            return at_counter(id) + " has a shift of nobody";
        }
    }
    if (!state.cage.counters.empty() && !state.safety.safeguards) return "no caps bound the cage";
    return tables_refer(state);
}

}  // namespace sicbo::table
