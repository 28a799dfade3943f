// SPDX-License-Identifier: MIT
// The orders that may have led to a fact of the cage. Private to src/store: included by
// command_audit.cpp only.
#pragma once

#include <string>
#include <vector>

#include "table/state.h"

namespace sicbo::store {

struct CageOrders {
    using Orders = std::vector<table::Order>;

    const table::State& state;

    // Adds the payment of unclaimed money of which a debt was collected first. If the debt took all
    // of it (`cashed` is null), nothing says at which counter, and any of the cashier's will do.
    void add_cashed(Orders& orders, const table::Stamp& stamp, StayId stay,
                    const table::UnclaimedCashed* cashed) const {
        if (cashed) {
            orders.emplace_back(table::CashUnclaimed{cashed->counter, stay, cashed->patron});
            return;
        }
        for (const auto& [id, counter] : state.cage.counters) {
            const bool own = counter.shift && counter.shift->cashier.number == stamp.actor.number;
            if (own) orders.emplace_back(table::CashUnclaimed{id, stay, {}});
        }
    }

    // Adds the ways to take chips from a seat: all of them, or the part that was taken.
    void add_taken(Orders& orders, StayId stay, const table::ChipsTaken* taken) const {
        orders.emplace_back(table::TakeChips{stay, {}});
        if (taken) orders.emplace_back(table::TakeChips{stay, taken->amount});
    }

    Orders operator()(const table::ChipModeSet& e) const { return {table::SetChipMode{e.mode}}; }
    Orders operator()(const table::ChipsSold& e) const {
        return {table::SellChips{e.counter, e.amount, e.patron}};
    }
    Orders operator()(const table::ChipsBought& e) const {
        return {table::BuyChips{e.counter, e.amount, e.patron}};
    }
    Orders operator()(const table::ChipsBrought& e) const {
        return {table::BringChips{e.stay, e.amount}};
    }
    Orders operator()(const table::ChipsTaken& e) const {
        Orders orders;
        add_taken(orders, e.stay, &e);
        return orders;
    }
    Orders operator()(const table::PatronDisputeOpened& e) const {
        return {table::OpenDispute{e.terminal, e.statement}};
    }
    Orders operator()(const table::PatronDisputeClosed& e) const {
        return {table::CloseDispute{e.incident, e.resolution}};
    }
    Orders operator()(const table::CashAlertRaised&) const { return {}; }  // never comes first

    Orders operator()(const table::CagePolicySet& e) const {
        return {table::SetCagePolicy{e.policy}};
    }
    Orders operator()(const table::ShiftOpened& e) const {
        return {table::OpenShift{e.counter, ledger::letters_of(e.currency),
                                 ledger::is_training(e.currency), e.counted}};
    }
    Orders operator()(const table::ShiftClosed& e) const {
        return {table::CloseShift{e.counter, e.counted}};
    }
    Orders operator()(const table::TicketSold& e) const {
        return {table::SellTicket{e.counter, e.ticket, e.last_four, e.amount, e.patron}};
    }
    Orders operator()(const table::TicketCashed& e) const {
        const auto found = state.instruments.tickets.find(e.ticket);
        if (found == state.instruments.tickets.end()) return {};
        return {table::CashTicket{e.counter, e.ticket, table::four_digits(found->second.last_four),
                                  false, e.patron}};
    }
    Orders operator()(const table::CounterTicketRejected& e) const {
        const bool closed = e.reason == table::Reason::ticket_closed;
        return {table::CashTicket{e.counter, e.ticket, e.last_four, closed, {}}};
    }
    Orders operator()(const table::CounterUnlocked& e) const {
        return {table::UnlockCounter{e.counter}};
    }
    Orders operator()(const table::HandPayCashed& e) const {
        return {table::CashHandPay{e.counter, e.hand_pay, e.patron}};
    }
    Orders operator()(const table::UnclaimedCashed& e) const {
        return {table::CashUnclaimed{e.counter, e.stay, e.patron}};
    }
    Orders operator()(const table::ReceivableTaken& e) const {
        return {table::TakeReceivable{e.counter, e.stay, e.amount, e.patron}};
    }
    // Behind the approval of the second person.
    Orders operator()(const table::FloatMoved&) const { return {}; }
    Orders operator()(const table::CounterAdjusted&) const { return {}; }
    Orders operator()(const table::ExpiredCashed&) const { return {}; }
    Orders operator()(const table::InventoryOpened&) const { return {}; }
    Orders operator()(const table::TableFilled&) const { return {}; }
    Orders operator()(const table::TableCredited&) const { return {}; }
    Orders operator()(const table::InventoryCounted&) const { return {}; }
    Orders operator()(const table::StackerRemoved&) const { return {}; }
    Orders operator()(const table::BoxCounted&) const { return {}; }
};

}  // namespace sicbo::store
