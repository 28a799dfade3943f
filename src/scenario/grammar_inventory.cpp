// SPDX-License-Identifier: MIT
// The grammar of chips, the inventory of tables, counts of boxes, and disputes of patrons.
#include <optional>

#include "scenario/grammar_cage.h"

namespace sicbo::scenario {
namespace {

using namespace table;  // the orders
using Ran = Result<Decision>;

Money amount_in(const Invocation& call) { return call.with.get<Money>("amount"); }

std::string name_in(const Invocation& call, std::string_view label) {
    return call.with.find<std::string>(label).value_or("");
}

// Chips.

Ran sell_chips(const Invocation& call) {
    return perform_on_duty(call,
                           SellChips{counter_of(call.with), amount_in(call), patron_of(call.with)});
}
Ran buy_chips(const Invocation& call) {
    return perform_on_duty(call,
                           BuyChips{counter_of(call.with), amount_in(call), patron_of(call.with)});
}
Ran accept_chips(const Invocation& call) {
    return call.perform(BringChips{call.with.get<StayId>("player"), amount_in(call)});
}
// Without an amount all of the credit.
Ran give_chips(const Invocation& call) {
    const Money amount = call.with.find<Money>("amount").value_or(Money());
    return call.perform(TakeChips{call.with.get<StayId>("player"), amount});
}

// The inventory.

Ran open_inventory(const Invocation& call) {
    return call.perform(
        OpenInventory{amount_in(call), name_in(call, "drop"), name_in(call, "tips")});
}
Ran count_inventory(const Invocation& call) {
    return call.perform(
        CountInventory{amount_in(call), name_in(call, "drop"), name_in(call, "tips")});
}
Ran fill(const Invocation& call) {
    return call.perform(FillTable{amount_in(call), name_in(call, "name")});
}
Ran credit(const Invocation& call) {
    return call.perform(CreditTable{amount_in(call), name_in(call, "name")});
}

// Counts.

Ran remove_stacker(const Invocation& call) {
    const TerminalId terminal = call.with.get<TerminalId>("terminal");
    return perform_on_duty(call, RemoveStacker{terminal, name_in(call, "name")},
                           call.fixture.table_of(terminal));
}

// The seal of the box of this kind that was removed first and waits for its count; empty if there
// is none.
std::string first_seal(const Invocation& call, TableId table, BoxKind kind,
                       TerminalId terminal = {}) {
    const auto& tables = call.fixture.state().cage.tables;
    const auto found = tables.find(table);
    if (found == tables.end()) return {};
    std::string seal;
    std::optional<Instant> since;
    for (const auto& [one, box] : found->second.boxes) {
        if (box.kind != kind || box.terminal != terminal) continue;
        if (since && *since <= box.removed_at) continue;
        since = box.removed_at;
        seal = one;
    }
    return seal;
}

Ran count_box_of_table(const Invocation& call) {
    const TableId table{static_cast<std::uint32_t>(call.with.get<std::int64_t>("count"))};
    const BoxKind kind = call.with.has_word("drop") ? BoxKind::drop : BoxKind::tips;
    return perform_on_duty(call, CountBox{first_seal(call, table, kind), amount_in(call)}, table);
}
Ran count_stacker(const Invocation& call) {
    const TerminalId terminal = call.with.get<TerminalId>("terminal");
    const TableId table = call.fixture.table_of(terminal);
    const std::string seal = first_seal(call, table, BoxKind::stacker, terminal);
    return perform_on_duty(call, CountBox{seal, amount_in(call)}, table);
}
Ran count_box(const Invocation& call) {
    return call.perform(CountBox{name_in(call, "name"), amount_in(call)});
}

// Disputes.

TerminalId disputed_terminal(const Invocation& call) {
    return call.with.find<TerminalId>("terminal").value_or(TerminalId{});
}
Ran open_dispute(const Invocation& call) {
    return call.perform(OpenDispute{disputed_terminal(call), call.with.text_or("")});
}
Ran close_dispute(const Invocation& call) {
    IncidentId incident;
    for (const auto& [id, dispute] : call.fixture.state().cage.disputes) {
        if (dispute.terminal == disputed_terminal(call)) incident = id;
    }
    return call.perform(CloseDispute{incident, call.with.text_or("")});
}

// clang-format off
const std::vector<CommandForm> list_of_inventory_commands = {
    {"sell(s) chips <amount> [at counter <count>] [patron <patron:text>] "
     "[identity <identity:text>]", "cashier", sell_chips,
     {"cage sells chips 1,000"}, "", "`chips sold at counter 1: 1000.00`"},
    {"buy(s) chips <amount> [at counter <count>] [patron <patron:text>] [identity <identity:text>]",
     "cashier", buy_chips,
     {"cage buys chips 500"}, "", "`chips bought at counter 1: 500.00`, for cash"},
    {"accept(s) chips <amount> from <player>", "dealer", accept_chips,
     {"accept chips 500 from ann"}, "supervisor", "`chips brought: 500.00`: they are credit"},
    {"give(s) chips [<amount>] to <player>", "dealer", give_chips,
     {"give chips 200 to ann", "give chips to ann"}, "supervisor",
     "`chips taken: 200.00`; without an amount all of the credit. A debt is taken first"},
    {"open(s) inventory with <amount> drop box <drop:name> [tip box <tips:name>]", "supervisor",
     open_inventory,
     {"open inventory with 50,000 drop box D1"}, "dealer, to ask",
     "`inventory opened: 50000.00`, and the last closer if that differs; two people"},
    {"fill(s) table with <amount> slip <name>", "supervisor", fill,
     {"fill table with 5,000 slip F1"}, "dealer, to ask", "`fill: 5000.00`; two people"},
    {"credit(s) <amount> to cage slip <name>", "supervisor", credit,
     {"credit 2,000 to cage slip C1"}, "dealer, to ask",
     "`credit to the cage: 2000.00`; two people"},
    {"count(s) inventory <amount> drop box <drop:name> [tip box <tips:name>]", "supervisor",
     count_inventory,
     {"count inventory 52,000 drop box D2"}, "dealer, to ask",
     "`inventory counted: 52000.00`: a change of shifts, with the boxes swapped; two people"},
    {"close(s) inventory with <amount>", "supervisor", count_inventory,
     {"close inventory with 52,000"}, "dealer, to ask",
     "`inventory closed: 52000.00`; two people"},
    {"remove(s) stacker of <terminal> seal <name>", "supervisor", remove_stacker,
     {"remove stacker of T1 seal S1"}, "dealer, to ask",
     "`stacker removed: seal S1`; two people"},
    {"drop|tips of table <count> counted <amount>", "cashier", count_box_of_table,
     {"drop of table 3 counted 12,400", "tips of table 1 counted 80"}, "supervisor",
     "`drop counted: 12400.00, expected 12000.00, win by count 2400.00, by ledger 2000.00`: the "
     "box of the table that was removed first; two people"},
    {"stacker of <terminal> counted <amount>", "cashier", count_stacker,
     {"stacker of T1 counted 150"}, "supervisor",
     "`stacker counted: 150.00, expected 150.00`; two people"},
    {"box <name> counted <amount>", "cashier", count_box,
     {"box D1 counted 12,400"}, "supervisor", "the same for the box with that seal"},
    {"open(s) dispute [at <terminal>] <text>", "dealer", open_dispute,
     {"open dispute at T1 \"my note was a hundred\""}, "cashier",
     "`dispute opened: my note was a hundred`; the terminal is locked. It is an incident"},
    {"close(s) dispute [at <terminal>] <text>", "supervisor", close_dispute,
     {"close dispute at T1 \"the film shows a fifty\""}, "",
     "`dispute closed: the film shows a fifty`"},
};
// clang-format on

}  // namespace

std::span<const CommandForm> inventory_commands() { return list_of_inventory_commands; }

}  // namespace sicbo::scenario
