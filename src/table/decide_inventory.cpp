// SPDX-License-Identifier: MIT
// Chips at the cage, the inventory of live tables, and the counts of boxes and stackers.
#include <algorithm>

#include "table/cage.h"
#include "table/inventory.h"

namespace sicbo::table {
namespace {

constexpr std::size_t seal_max = 40;  // bytes

const TableCash& cash_of(const State& state, TableId table) {
    static const TableCash none;
    const auto found = state.cage.tables.find(table);
    return found == state.cage.tables.end() ? none : found->second;
}

bool is_count_of_box(Money amount) { return amount >= Money() && amount <= credit_ceiling; }

// Returns why the seal can't be put on a box of the table; nothing if it can.
std::optional<Reason> refusal_for_seal(const TableCash& cash, const std::string& seal) {
    if (!is_valid_note(seal) || seal.size() > seal_max) return Reason::bad_seal;
    const bool in_place =
        cash.period && (cash.period->drop_box == seal || cash.period->tip_box == seal);
    if (in_place || cash.boxes.contains(seal)) return Reason::seal_used;
    return std::nullopt;
}

// The same for both boxes of a table. The tip box is apart where the document asks for one.
std::optional<Reason> refusal_for_boxes(const Context& c, const TableCash& cash,
                                        const std::string& drop_box, const std::string& tip_box) {
    const bool has_tips = c.game().equipment.duties.contains(rules::Duty::tip_box_approval);
    if (has_tips == tip_box.empty()) return Reason::bad_seal;
    if (auto reason = refusal_for_seal(cash, drop_box)) return reason;
    if (!has_tips) return std::nullopt;
    if (drop_box == tip_box) return Reason::seal_used;
    return refusal_for_seal(cash, tip_box);
}

// Returns the cash in the drop box by the books: what was paid in at the table since the last box.
Money drop_by_books(const State& state, TableId id, const TableCash& cash) {
    if (cash.chips == ChipMode::untracked) return Money();
    Money expected = -state.ledger.balance(ledger::cash(id));
    for (const auto& [seal, box] : cash.boxes) {
        if (box.kind == BoxKind::drop) expected -= box.expected;
    }
    return expected;
}

// Returns why so many chips can't be moved between cage and tray; nothing if they can. `moved` is
// what was moved before in this period.
std::optional<Reason> refusal_for_slip(const TableCash& cash, Money moved, Money amount,
                                       const std::string& slip) {
    if (!cash.period) return Reason::inventory_closed;
    if (!is_valid_note(slip) || slip.size() > seal_max) return Reason::bad_text;
    const auto total = plus(moved, amount);
    const bool fits = amount > Money() && total && *total <= credit_ceiling;
    return fits ? std::nullopt : std::optional(Reason::amount_out_of_range);
}

// Adds the posting of an amount that may be negative: then it goes the other way.
void add_signed(Postings& postings, ledger::Account from, ledger::Account to, Money amount) {
    if (amount > Money()) postings.push_back({from, to, amount});
    if (amount < Money()) postings.push_back({to, from, -amount});
}

}  // namespace

BoxCounted count_of(const State& state, TableId table, const std::string& seal, Money counted) {
    const RemovedBox& box = state.cage.tables.at(table).boxes.at(seal);
    BoxCounted count{seal, box.kind, box.period, box.expected, counted, {}, {}};
    if (box.kind != BoxKind::drop) return count;
    count.win_by_count = counted + box.tray;
    count.win_by_ledger = box.win_by_ledger;
    return count;
}

Postings count_postings(const State& state, TableId id, const BoxCounted& count) {
    const TableCash& cash = state.cage.tables.at(id);
    const CurrencyCode currency = state.tables.at(id).configuration.currency_code();
    const ledger::Account cage = ledger::cage(currency);
    const ledger::Account variance = ledger::variance(currency);
    Postings postings;
    if (count.kind == BoxKind::tips) return postings;  // it is not the house's
    if (count.kind == BoxKind::stacker || cash.chips == ChipMode::tracked) {
        const bool of_terminal = count.kind == BoxKind::stacker;
        const ledger::Account books =
            of_terminal ? ledger::stacker(cash.boxes.at(count.seal).terminal) : ledger::cash(id);
        add_signed(postings, cage, books, count.expected);
        add_signed(postings, cage, variance, count.counted - count.expected);
        return postings;
    }
    const ledger::Account chips = ledger::chips(currency);
    add_signed(postings, cage, chips, count.counted);
    const Money outstanding = state.ledger.balance(chips) + count.counted;
    const Money won = std::min(count.win_by_count, outstanding);
    add_signed(postings, chips, ledger::house(id), won);
    add_signed(postings, variance, ledger::house(id), count.win_by_count - won);
    return postings;
}

template <>
Decision decide_on(const Context& c, const SetChipMode& o) {
    const TableCash& cash = cash_of(c.state, c.id());
    if (cash.chips == o.mode) return Decision();
    if (c.game().equipment.terminals) return Reason::not_a_felt_game;
    if (c.table().round) return Reason::round_in_play;
    if (cash.period || !cash.boxes.empty()) return Reason::inventory_open;
    const bool seated = std::ranges::any_of(c.state.stays, [&](const auto& one) {
        return one.second.table == c.id() && !one.second.ended;
    });
    if (seated) return Reason::not_empty;
    return ChipModeSet{o.mode};
}

template <>
Decision decide_on(const Context& c, const OpenInventory& o) {
    if (c.game().equipment.terminals) return Reason::not_a_felt_game;
    if (!find_policy(c.state.instruments, c.id())) return Reason::bad_cash_policy;
    const TableCash& cash = cash_of(c.state, c.id());
    if (cash.period) return Reason::inventory_open;
    if (auto reason = refusal_for_boxes(c, cash, o.drop_box, o.tip_box)) return *reason;
    if (!is_count_of_box(o.counted)) return Reason::amount_out_of_range;
    const auto expected = cash.periods > 0 ? std::optional(cash.closer) : std::nullopt;
    return InventoryOpened{cash.periods + 1, expected, o.counted, o.drop_box, o.tip_box};
}

template <>
Decision decide_on(const Context& c, const FillTable& o) {
    const TableCash& cash = cash_of(c.state, c.id());
    const Money moved = cash.period ? cash.period->fills : Money();
    if (auto reason = refusal_for_slip(cash, moved, o.amount, o.slip)) return *reason;
    return TableFilled{o.amount, o.slip};
}

template <>
Decision decide_on(const Context& c, const CreditTable& o) {
    const TableCash& cash = cash_of(c.state, c.id());
    const Money moved = cash.period ? cash.period->credits : Money();
    if (auto reason = refusal_for_slip(cash, moved, o.amount, o.slip)) return *reason;
    return TableCredited{o.amount, o.slip};
}

template <>
Decision decide_on(const Context& c, const CountInventory& o) {
    const TableCash& cash = cash_of(c.state, c.id());
    if (!cash.period) return Reason::inventory_closed;
    const bool closes = o.drop_box.empty();
    if (closes && !o.tip_box.empty()) return Reason::bad_seal;
    if (closes && c.table().round) return Reason::round_in_play;
    if (!closes) {
        if (auto reason = refusal_for_boxes(c, cash, o.drop_box, o.tip_box)) return *reason;
    }
    if (!is_count_of_box(o.counted)) return Reason::amount_out_of_range;
    const Money house = c.state.ledger.balance(ledger::house(c.id()));
    const bool keyed = cash.chips == ChipMode::tracked;
    const Money by_ledger = keyed ? house - cash.period->house : Money();
    const Money drop = drop_by_books(c.state, c.id(), cash);
    return InventoryCounted{cash.periods, o.counted, by_ledger, drop, o.drop_box, o.tip_box};
}

template <>
Decision decide_on(const Context& c, const RemoveStacker& o) {
    if (!find_terminal(c, o.terminal)) return Reason::no_such_terminal;
    if (!policy_of(c)) return Reason::bad_cash_policy;
    const TableCash& cash = cash_of(c.state, c.id());
    if (auto reason = refusal_for_seal(cash, o.seal)) return *reason;
    if (cabinet_of(c.state, o.terminal).note) return Reason::reader_busy;
    Money expected = -c.state.ledger.balance(ledger::stacker(o.terminal));
    for (const auto& [seal, box] : cash.boxes) {
        if (box.kind == BoxKind::stacker && box.terminal == o.terminal) expected -= box.expected;
    }
    check(expected >= Money());
    return StackerRemoved{o.terminal, o.seal, expected};
}

template <>
Decision decide_on(const Context& c, const CountBox& o) {
    const TableCash& cash = cash_of(c.state, c.id());
    if (!cash.boxes.contains(o.seal)) return Reason::no_such_box;
    if (!is_count_of_box(o.counted)) return Reason::amount_out_of_range;
    const Safeguards* caps = safeguards_of(c);
    check(caps);
    const BoxCounted count = count_of(c.state, c.id(), o.seal, o.counted);
    const auto vault = c.state.cage.vault.find(c.configuration().currency_code());
    const Money before = vault == c.state.cage.vault.end() ? Money() : vault->second.counted;
    const Money house = c.state.ledger.balance(ledger::house(c.id())) + count.win_by_count;
    if (std::max({before + o.counted, house, -house}) > caps->meter_max) return Reason::meter_full;
    return Decision().add(count, count_postings(c.state, c.id(), count));
}

template <>
Decision decide_on(const Context& c, const SellChips& o) {
    const auto counter = own_counter(c, o.counter);
    if (!counter) return counter.error();
    if (auto reason = refusal_for_cash(c, **counter, Flow::in, o.amount, o.patron)) return *reason;
    const CurrencyCode currency = (*counter)->currency;
    return Decision().add(ChipsSold{o.counter, o.amount, o.patron},
                          {{ledger::cage(currency), ledger::chips(currency), o.amount}});
}

template <>
Decision decide_on(const Context& c, const BuyChips& o) {
    const auto counter = own_counter(c, o.counter);
    if (!counter) return counter.error();
    if (auto reason = refusal_for_cash(c, **counter, Flow::out, o.amount, o.patron)) return *reason;
    const CurrencyCode currency = (*counter)->currency;
    const ledger::Account chips = ledger::chips(currency);
    if (o.amount > c.state.ledger.balance(chips)) return Reason::not_enough_chips;
    return Decision().add(ChipsBought{o.counter, o.amount, o.patron},
                          {{chips, ledger::cage(currency), o.amount}});
}

}  // namespace sicbo::table
