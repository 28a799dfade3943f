// SPDX-License-Identifier: MIT
#include "wire/cage_view.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <set>

#include "table/authority.h"
#include "table/basis.h"
#include "table/sample_orders.h"
#include "wire/fields_json.h"
#include "wire/orders_view.h"

namespace sicbo::wire {
namespace {

namespace json = boost::json;
using namespace table;

// Adds the three letters of the currency, and whether it is play money.
json::object in_currency(CurrencyCode code, json::object object) {
    object["currency"] = ledger::letters_of(code);
    object["training"] = ledger::is_training(code);
    return object;
}

json::array duty_json(const State& state) {
    json::array array;
    for (const auto& [id, as] : state.safety.duty) {
        array.push_back(json::object{{"person", id.number},
                                     {"name", state.people.at(id).name},
                                     {"role", json::string(to_word(as.role))},
                                     {"since", as.since.milliseconds},
                                     {"session", as.number}});
    }
    return array;
}

// What a cashier must know before a customer is asked. Null without a cash policy: then there is no
// cage.
json::value policy_json(const State& state) {
    const CashPolicy* cash = find_policy(state.instruments, {});
    if (!cash) return nullptr;
    Money ticket_max = cash->ticket_max;
    if (state.safety.safeguards) {
        ticket_max = std::min(ticket_max, state.safety.safeguards->ticket_max);
    }
    json::array notes;
    for (const Money note : cash->notes) notes.emplace_back(note.cents());
    const CagePolicy& cage = state.cage.policy;
    return json::object{{"notes", std::move(notes)},
                        {"ticket_min", cash->ticket_min.cents()},
                        {"ticket_max", ticket_max.cents()},
                        {"identity_from", cage.identity_from.cents()},
                        {"identity_day_from", cage.identity_day_from.cents()}};
}

json::value shift_json(const State& state, const Counter& counter) {
    if (!counter.shift) return nullptr;
    const CashierShift& shift = *counter.shift;
    return json::object{{"cashier", shift.cashier.number},
                        {"name", state.people.at(shift.cashier).name},
                        {"opened_at", shift.opened_at.milliseconds},
                        {"opening", shift.opening.cents()},
                        {"in", shift.in.cents()},
                        {"out", shift.out.cents()},
                        {"vault_in", shift.vault_in.cents()},
                        {"vault_out", shift.vault_out.cents()},
                        {"adjusted", shift.adjusted.cents()},
                        {"expected", shift.expected().cents()}};
}

json::array counters_json(const State& state) {
    json::array array;
    for (const auto& [id, counter] : state.cage.counters) {
        array.push_back(in_currency(counter.currency, {{"counter", id.number},
                                                       {"shift", shift_json(state, counter)},
                                                       {"left", counter.left.cents()},
                                                       {"over", counter.meter.over.cents()},
                                                       {"missing", counter.meter.missing.cents()},
                                                       {"reader_locked", counter.reader_locked}}));
    }
    return array;
}

json::array hand_pays_json(const State& state) {
    json::array array;
    for (const auto& [id, pay] : state.instruments.hand_pays) {
        const auto pair = second_at_cage(state, CashHandPay{{}, id, {}});
        array.push_back(in_currency(state.tables.at(pay.table).configuration.currency_code(),
                                    {{"hand_pay", id.number},
                                     {"table", pay.table.number},
                                     {"terminal", pay.terminal.number},
                                     {"amount", pay.amount.cents()},
                                     {"kind", json::string(to_word(pay.kind))},
                                     {"requested_at", pay.requested_at.milliseconds},
                                     {"paid", pay.paid},
                                     {"second", pair_json(pair)}}));
    }
    return array;
}

// Players with unclaimed money or a debt, at all tables.
json::array accounts_json(const State& state) {
    std::set<StayId> stays;
    const auto& balances = state.ledger.balances();
    for (const auto kind : {ledger::AccountKind::receivable, ledger::AccountKind::unclaimed}) {
        for (auto one = balances.lower_bound({kind, 0});
             one != balances.end() && one->first.kind == kind; ++one) {
            if (one->second != Money()) stays.insert({one->first.owner});
        }
    }
    json::array array;
    for (const StayId id : stays) {
        const auto found = state.stays.find(id);
        if (found == state.stays.end()) continue;
        const Stay& stay = found->second;
        array.push_back(
            in_currency(state.tables.at(stay.table).configuration.currency_code(),
                        {{"stay", id.number},
                         {"table", stay.table.number},
                         {"terminal", stay.terminal.number},
                         {"player", stay.player},
                         {"owed", -state.ledger.balance(ledger::receivable(id)).cents()},
                         {"unclaimed", state.ledger.balance(ledger::unclaimed(id)).cents()}}));
    }
    return array;
}

json::value period_json(const TableCash& cash) {
    if (!cash.period) return nullptr;
    const InventoryPeriod& period = *cash.period;
    return json::object{{"opener", period.opener.cents()},   {"fills", period.fills.cents()},
                        {"credits", period.credits.cents()}, {"since", period.since.milliseconds},
                        {"drop_box", period.drop_box},       {"tip_box", period.tip_box}};
}

json::array boxes_json(const TableCash& cash) {
    json::array array;
    for (const auto& [seal, box] : cash.boxes) {
        array.push_back(json::object{{"seal", seal},
                                     {"kind", json::string(to_word(box.kind))},
                                     {"terminal", box.terminal.number},
                                     {"removed_at", box.removed_at.milliseconds}});
    }
    return array;
}

// The terminals of a table as ranges of numbers, since there may be thousands.
json::array terminal_ranges(const State& state, const Table& table) {
    json::array array;
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    const auto add = [&] {
        if (first > 0) array.push_back(json::array{first, last});
    };
    for (const auto& [id, terminal] : table.terminals) {
        if (state.retired.terminals.contains(id)) continue;
        if (first == 0 || id.number != last + 1) {
            add();
            first = id.number;
        }
        last = id.number;
    }
    add();
    return array;
}

json::array cage_tables_json(const State& state) {
    static const TableCash none;
    json::array array;
    for (const auto& [id, table] : state.tables) {
        if (state.retired.tables.contains(id)) continue;
        const rules::Equipment& equipment = rules_of(state, table).game->equipment;
        const auto found = state.cage.tables.find(id);
        const TableCash& cash = found == state.cage.tables.end() ? none : found->second;
        array.push_back(in_currency(
            table.configuration.currency_code(),
            {{"table", id.number},
             {"name", table.name},
             {"felt", !equipment.terminals},
             {"chips", json::string(to_word(cash.chips))},
             {"tip_box", equipment.duties.contains(rules::Duty::tip_box_approval)},
             {"period", period_json(cash)},
             {"closer", cash.periods > 0 ? json::value(cash.closer.cents()) : json::value(nullptr)},
             {"boxes", boxes_json(cash)},
             {"terminals", terminal_ranges(state, table)}}));
    }
    return array;
}

// What the house holds of its players' money, for each currency that a table or a counter has.
json::array cage_totals_json(const State& state) {
    std::set<CurrencyCode> currencies;
    for (const auto& [id, table] : state.tables) {
        if (!state.retired.tables.contains(id))
            currencies.insert(table.configuration.currency_code());
    }
    for (const auto& [id, counter] : state.cage.counters) currencies.insert(counter.currency);
    json::array array;
    for (const CurrencyCode code : currencies) {
        const auto balance = [&](ledger::Account account) {
            return state.ledger.balance(account).cents();
        };
        array.push_back(in_currency(code, {{"tickets", balance(ledger::tickets(code))},
                                           {"chips", balance(ledger::chips(code))},
                                           {"difference", balance(ledger::variance(code))}}));
    }
    return array;
}

// Orders about the inventory and the boxes of a table, which the cage has a part in.
bool is_of_inventory(const Order& order) {
    return holds<OpenInventory>(order) || holds<FillTable>(order) || holds<CreditTable>(order) ||
           holds<CountInventory>(order) || holds<RemoveStacker>(order) || holds<CountBox>(order);
}

// Orders that end a hand pay, given at its table. The cage pays, and its cashier may finish.
bool ends_hand_pay(const Order& order) {
    return holds<AcknowledgeHandPay>(order) || holds<CancelHandPay>(order);
}

json::object pending_json(const State& state, const Hash& digest, const Pending& pending,
                          const std::optional<Pair>& pair) {
    const Command& command = pending.command;
    const PersonId by{command.stamp.actor.number};
    return {{"digest", to_text(digest)},
            {"order", json::string(choice_names<OrderChoice>[command.order.index()])},
            {"table", command.stamp.table.number},
            {"by", by.number},
            {"name", state.people.at(by).name},
            {"role", json::string(to_word(command.stamp.role))},
            {"fields", visit([](const auto& one) { return json::value(Write::of(one)); },
                             command.order.choice())},
            {"missing", missing_json(pair, command.stamp.role)},
            {"expires_at", pending.expires_at.milliseconds}};
}

// Orders of the cage, and of inventories at all tables, that wait for a second person.
json::array all_pending_json(const State& state) {
    json::array array;
    for (const auto& [digest, one] : state.safety.pending) {
        if (!is_of_cage(one.command.order) || has_lapsed(state, one)) continue;
        array.push_back(pending_json(state, digest, one, second_at_cage(state, one.command.order)));
    }
    for (const auto& [id, table] : state.tables) {
        for (const auto& [digest, one] : table.pending) {
            if (!is_of_inventory(one.command.order) || has_lapsed(state, one)) continue;
            array.push_back(
                pending_json(state, digest, one, second_for(state, table, one.command.order)));
        }
    }
    return array;
}

json::object cage_orders_json(const State& state) {
    json::object orders;
    for (std::size_t i = 0; i < choice_names<OrderChoice>.size(); ++i) {
        const Order& order = sample_orders()[i];
        const bool at_table = is_of_inventory(order) || ends_hand_pay(order);
        if (!is_of_cage(order) && !at_table) continue;
        std::optional<Pair> pair = second_at_cage(state, order);
        RoleSet roles = authority_of(i).roles;
        if (at_table && !state.tables.empty()) {
            const Table& any_table = state.tables.begin()->second;
            pair = second_for(state, any_table, order);
            roles = roles_for(state, any_table, order);
        }
        json::object one{{"roles", roles_json(roles)}, {"second", pair_json(pair)}};
        if (holds<CloseShift>(order)) one["roles_for_another"] = roles_json(shift_of_another_roles);
        const std::string_view name = choice_names<OrderChoice>[i];
        orders[{name.data(), name.size()}] = std::move(one);
    }
    return orders;
}

}  // namespace

Parts cage_view(const State& state) {
    return {{"staff", json::serialize(duty_json(state))},
            {"policy", json::serialize(policy_json(state))},
            {"counters", json::serialize(counters_json(state))},
            {"hand_pays", json::serialize(hand_pays_json(state))},
            {"accounts", json::serialize(accounts_json(state))},
            {"tables", json::serialize(cage_tables_json(state))},
            {"totals", json::serialize(cage_totals_json(state))},
            {"pending", json::serialize(all_pending_json(state))},
            {"orders", json::serialize(cage_orders_json(state))}};
}

}  // namespace sicbo::wire
