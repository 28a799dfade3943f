// SPDX-License-Identifier: MIT
// What the events of chips, inventories, counts and disputes change.
#include "table/apply_cage.h"
#include "table/cash_alert.h"

namespace sicbo::table {
namespace {

TableCash& table_cash(const Target& t) { return t.state.cage.tables[t.id()]; }

CurrencyCode table_currency(const Target& t) { return t.table().configuration.currency_code(); }

InventoryPeriod& open_period(const Target& t) {
    check(table_cash(t).period.has_value());
    return *table_cash(t).period;
}

void begin_period(const Target& t, Money opener, const std::string& drop_box,
                  const std::string& tip_box) {
    check(!table_cash(t).period && opener >= Money() && !drop_box.empty());
    ++table_cash(t).periods;
    InventoryPeriod begun;
    begun.opener = opener;
    begun.house = t.state.ledger.balance(ledger::house(t.id()));
    begun.since = t.time();
    begun.drop_box = drop_box;
    begun.tip_box = tip_box;
    table_cash(t).period = std::move(begun);
}

void remove_box(const Target& t, const std::string& seal, RemovedBox box) {
    box.removed_at = t.time();
    const bool is_new = table_cash(t).boxes.emplace(seal, box).second;
    check(is_new);
}

// Adds an incident that the fact stands for.
void add_incident(const Target& t, IncidentId id, rules::Role resolves, std::string note) {
    check(id.number == t.state.incidents_raised + 1);
    t.state.incidents_raised = id.number;
    const std::uint64_t round = t.table().round ? t.table().round->number : 0;
    Incident incident{round, rules::Cause::not_covered, resolves, std::move(note)};
    t.table().incidents.emplace(id, std::move(incident));
}

}  // namespace

template <>
void apply_to(const Target& t, const ChipModeSet& e) {
    check(t.table_or_null && !t.table().round && !table_cash(t).period);
    table_cash(t).chips = e.mode;
}

template <>
void apply_to(const Target& t, const ChipsSold& e) {
    const CurrencyCode of = t.state.cage.counters.at(e.counter).currency;
    check(t.moves_only(ledger::cage(of), ledger::chips(of), e.amount));
    take_cash(t, e.counter, e.amount, e.patron);
}

template <>
void apply_to(const Target& t, const ChipsBought& e) {
    const CurrencyCode of = t.state.cage.counters.at(e.counter).currency;
    check(t.moves_only(ledger::chips(of), ledger::cage(of), e.amount));
    pay_cash(t, e.counter, e.amount, e.patron);
}

template <>
void apply_to(const Target& t, const ChipsBrought& e) {
    check(e.amount > Money() && !t.stay(e.stay).ended);
    check(t.moves_only(ledger::chips(table_currency(t)), ledger::credit(e.stay), e.amount));
    t.meter(e.stay).in += e.amount;
}

template <>
void apply_to(const Target& t, const ChipsTaken& e) {
    check(e.amount > Money() && !t.stay(e.stay).ended);
    check(t.moves_only(ledger::credit(e.stay), ledger::chips(table_currency(t)), e.amount));
    t.meter(e.stay).out += e.amount;
}

template <>
void apply_to(const Target& t, const InventoryOpened& e) {
    check(e.period == table_cash(t).periods + 1);
    check(!e.expected || *e.expected == table_cash(t).closer);
    begin_period(t, e.counted, e.drop_box, e.tip_box);
}

template <>
void apply_to(const Target& t, const TableFilled& e) {
    check(e.amount > Money() && !e.slip.empty());
    open_period(t).fills += e.amount;
}

template <>
void apply_to(const Target& t, const TableCredited& e) {
    check(e.amount > Money() && !e.slip.empty());
    open_period(t).credits += e.amount;
}

template <>
void apply_to(const Target& t, const InventoryCounted& e) {
    check(e.period == table_cash(t).periods && e.counted >= Money());
    const InventoryPeriod ended = open_period(t);
    table_cash(t).period.reset();
    RemovedBox drop;
    drop.period = e.period;
    drop.expected = e.drop_expected;
    drop.tray = e.counted + ended.credits - ended.opener - ended.fills;
    drop.win_by_ledger = e.win_by_ledger;
    remove_box(t, ended.drop_box, drop);
    if (!ended.tip_box.empty()) {
        RemovedBox tips;
        tips.kind = BoxKind::tips;
        tips.period = e.period;
        remove_box(t, ended.tip_box, tips);
    }
    table_cash(t).closer = e.counted;
    if (!e.drop_box.empty()) begin_period(t, e.counted, e.drop_box, e.tip_box);
}

template <>
void apply_to(const Target& t, const StackerRemoved& e) {
    check(t.table().terminals.contains(e.terminal) && e.expected >= Money());
    RemovedBox box;
    box.kind = BoxKind::stacker;
    box.terminal = e.terminal;
    box.expected = e.expected;
    remove_box(t, e.seal, box);
}

template <>
void apply_to(const Target& t, const BoxCounted& e) {
    using ledger::AccountKind;
    const auto found = table_cash(t).boxes.find(e.seal);
    check(found != table_cash(t).boxes.end() && found->second.kind == e.kind);
    check(found->second.expected == e.expected && e.counted >= Money());
    table_cash(t).boxes.erase(found);
    if (e.kind == BoxKind::tips) {
        check(t.event.postings.empty());
        return;
    }
    check(t.taken_from(AccountKind::cage) - t.given_to(AccountKind::cage) == e.counted);
    VaultMeter& vault = t.state.cage.vault[table_currency(t)];
    vault.counted += e.counted;
    vault.over += t.given_to(AccountKind::variance);
    vault.missing += t.taken_from(AccountKind::variance);
}

template <>
void apply_to(const Target& t, const PatronDisputeOpened& e) {
    check(!e.statement.empty());
    add_incident(t, e.incident, rules::Role::supervisor, e.statement);
    t.state.cage.disputes[e.incident] = PatronDispute{t.id(), e.terminal};
    if (e.terminal) t.terminal(e.terminal).locked = true;
}

template <>
void apply_to(const Target& t, const PatronDisputeClosed& e) {
    const std::size_t disputes = t.state.cage.disputes.erase(e.incident);
    const std::size_t incidents = t.table().incidents.erase(e.incident);
    check(disputes == 1 && incidents == 1 && !e.resolution.empty());
    if (e.terminal) unlock_terminal(t, e.terminal);
}

template <>
void apply_to(const Target& t, const CashAlertRaised& e) {
    check(e.in > Money() && e.out > Money() && e.played >= Money());
    const auto stay = t.state.meters.stays.find(e.terminal);
    if (stay != t.state.meters.stays.end()) stay->second.alerted = e.out;
    add_incident(t, e.incident, rules::Role::shift_manager, note_of(e));
}

std::string note_of(const CashAlertRaised& e) {
    const std::string text =
        "cash in " + to_text(e.in) + ", out " + to_text(e.out) + ", played " + to_text(e.played);
    return e.terminal ? text : text + ": a ticket that was sold and redeemed at the cage";
}

}  // namespace sicbo::table
