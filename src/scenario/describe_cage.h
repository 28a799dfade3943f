// SPDX-License-Identifier: MIT
// The facts of the cage in words. Private to src/scenario: included by describe.cpp only.
#pragma once

#include <optional>
#include <string>

#include "table/event.h"

namespace sicbo::scenario {

template <class F>
concept is_cage_fact = is_choice<F, table::CageFacts> || is_choice<F, table::InventoryFacts>;

struct CageDescriber {
    static std::string at(CounterId counter) {
        return " at counter " + std::to_string(counter.number);
    }

    // What was left before, if the count differs.
    static std::string expected(std::optional<Money> before, Money counted) {
        return before && *before != counted ? ", expected " + to_text(*before) : "";
    }

    std::string operator()(const table::CagePolicySet&) const { return "cage policy set"; }
    std::string operator()(const table::ShiftOpened& e) const {
        return "shift opened" + at(e.counter) + ": " + to_text(e.counted) +
               expected(e.expected, e.counted);
    }
    std::string operator()(const table::ShiftClosed& e) const {
        return "shift closed" + at(e.counter) + ": counted " + to_text(e.counted) + ", expected " +
               to_text(e.expected);
    }
    std::string operator()(const table::FloatMoved& e) const {
        return "float moved " + std::string(e.in ? "in" : "out") + at(e.counter) + ": " +
               to_text(e.amount);
    }
    std::string operator()(const table::CounterAdjusted& e) const {
        return "adjusted" + at(e.counter) + ": " + (e.more ? "" : "-") + to_text(e.amount);
    }
    std::string operator()(const table::TicketSold& e) const {
        return "ticket sold" + at(e.counter) + ": " + to_text(e.amount);
    }
    std::string operator()(const table::TicketCashed& e) const {
        return "ticket redeemed" + at(e.counter) + ": " + to_text(e.amount);
    }
    std::string operator()(const table::CounterTicketRejected& e) const {
        return "ticket rejected" + at(e.counter) + ": " + std::string(to_word(e.reason)) +
               (e.locked ? ", reader locked" : "");
    }
    std::string operator()(const table::CounterUnlocked& e) const {
        return "reader unlocked" + at(e.counter);
    }
    std::string operator()(const table::HandPayCashed& e) const {
        return "hand paid" + at(e.counter) + ": " + to_text(e.amount);
    }
    std::string operator()(const table::UnclaimedCashed& e) const {
        return "unclaimed money paid" + at(e.counter) + ": " + to_text(e.amount);
    }
    std::string operator()(const table::ReceivableTaken& e) const {
        return "debt paid" + at(e.counter) + ": " + to_text(e.amount);
    }

    std::string operator()(const table::ExpiredCashed& e) const {
        return "expired ticket paid" + at(e.counter) + ": " + to_text(e.amount);
    }

    std::string operator()(const table::ChipModeSet& e) const {
        return "chips " + std::string(to_word(e.mode));
    }
    std::string operator()(const table::ChipsSold& e) const {
        return "chips sold" + at(e.counter) + ": " + to_text(e.amount);
    }
    std::string operator()(const table::ChipsBought& e) const {
        return "chips bought" + at(e.counter) + ": " + to_text(e.amount);
    }
    std::string operator()(const table::ChipsBrought& e) const {
        return "chips brought: " + to_text(e.amount);
    }
    std::string operator()(const table::ChipsTaken& e) const {
        return "chips taken: " + to_text(e.amount);
    }
    std::string operator()(const table::InventoryOpened& e) const {
        return "inventory opened: " + to_text(e.counted) + expected(e.expected, e.counted);
    }
    std::string operator()(const table::TableFilled& e) const {
        return "fill: " + to_text(e.amount);
    }
    std::string operator()(const table::TableCredited& e) const {
        return "credit to the cage: " + to_text(e.amount);
    }
    std::string operator()(const table::InventoryCounted& e) const {
        return std::string(e.drop_box.empty() ? "inventory closed: " : "inventory counted: ") +
               to_text(e.counted);
    }
    std::string operator()(const table::StackerRemoved& e) const {
        return "stacker removed: seal " + e.seal;
    }
    std::string operator()(const table::BoxCounted& e) const {
        const std::string text = std::string(to_word(e.kind)) + " counted: " + to_text(e.counted);
        if (e.kind == table::BoxKind::tips) return text;
        const std::string books = text + ", expected " + to_text(e.expected);
        if (e.kind == table::BoxKind::stacker) return books;
        return books + ", win by count " + to_text(e.win_by_count) + ", by ledger " +
               to_text(e.win_by_ledger);
    }
    std::string operator()(const table::PatronDisputeOpened& e) const {
        return "dispute opened: " + e.statement;
    }
    std::string operator()(const table::PatronDisputeClosed& e) const {
        return "dispute closed: " + e.resolution;
    }
    std::string operator()(const table::CashAlertRaised& e) const {
        return "cash alert: in " + to_text(e.in) + ", out " + to_text(e.out) + ", played " +
               to_text(e.played);
    }
};

}  // namespace sicbo::scenario
