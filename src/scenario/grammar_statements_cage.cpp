// SPDX-License-Identifier: MIT
// The grammar of statements about the cage: drawers, chips, inventories, boxes, disputes, revenue.
#include "scenario/grammar_cage.h"
#include "scenario/grammar_statements.h"
#include "table/revenue.h"

namespace sicbo::scenario {
namespace {

using namespace table;  // the state

const Counter* find_counter(const Fixture& fixture, const Arguments& with) {
    const auto& counters = fixture.state().cage.counters;
    const auto found = counters.find(counter_of(with));
    return found == counters.end() ? nullptr : &found->second;
}

Checked drawer_holds(const Fixture& fixture, const Arguments& with) {
    const Counter* counter = find_counter(fixture, with);
    if (!counter) return "there is no such counter";
    return equals(counter->shift ? counter->shift->expected() : counter->left, with);
}

Checked counter_meter_is(const Fixture& fixture, const Arguments& with) {
    const Counter* counter = find_counter(fixture, with);
    const CounterMeter meter = counter ? counter->meter : CounterMeter();
    const Money shown = with.has_word("in")     ? meter.in
                        : with.has_word("out")  ? meter.out
                        : with.has_word("over") ? meter.over
                                                : meter.missing;
    return equals(shown, with);
}

Checked counter_reader_is(const Fixture& fixture, const Arguments& with) {
    const Counter* counter = find_counter(fixture, with);
    const bool locked = counter && counter->reader_locked;
    return holds(locked == with.has_word("locked"), locked ? "it is locked" : "it is not locked");
}

Checked cage_has(const Fixture& fixture, const Arguments& with) {
    return equals(-balance(fixture, ledger::cage(fixture.currency())), with);
}
Checked differences_are(const Fixture& fixture, const Arguments& with) {
    return equals(balance(fixture, ledger::variance(fixture.currency())), with);
}
Checked chips_are(const Fixture& fixture, const Arguments& with) {
    return equals(balance(fixture, ledger::chips(fixture.currency())), with);
}

Checked sold_ticket_is(const Fixture& fixture, const Arguments& with) {
    const auto number = with.find<std::int64_t>("number");
    const std::uint64_t sale =
        number ? static_cast<std::uint64_t>(*number) : fixture.sold_tickets();
    const auto& tickets = fixture.state().instruments.tickets;
    const auto found = tickets.find(sold_ticket_name(sale).hash);
    if (found == tickets.end()) return "there is no such ticket";
    return holds(found->second.state == with.get<TicketState>("ticket-state"),
                 "it is " + std::string(to_word(found->second.state)));
}

const TableCash* find_cash(const Fixture& fixture) {
    const auto& tables = fixture.state().cage.tables;
    const auto found = tables.find(Fixture::table_id);
    return found == tables.end() ? nullptr : &found->second;
}
Checked inventory_is(const Fixture& fixture, const Arguments& with) {
    const TableCash* cash = find_cash(fixture);
    const bool open = cash && cash->period;
    return holds(open == with.has_word("open"), open ? "it is open" : "it is closed");
}
Checked boxes_are(const Fixture& fixture, const Arguments& with) {
    std::size_t boxes = 0;
    for (const auto& [id, cash] : fixture.state().cage.tables) boxes += cash.boxes.size();
    return equals_count(static_cast<std::int64_t>(boxes), with);
}
Checked disputes_are(const Fixture& fixture, const Arguments& with) {
    return equals_count(static_cast<std::int64_t>(fixture.state().cage.disputes.size()), with);
}

// Both formulas must give it: from the meters of play, and from cash and what is owed.
Checked revenue_is(const Fixture& fixture, const Arguments& with) {
    const State& state = fixture.state();
    const CurrencyCode currency = fixture.currency();
    const Money by_cash = revenue_by_cash(state, currency);
    const Money by_play = revenue_by_play(state, currency) + revenue_without_play(state, currency);
    if (by_play != by_cash) {
        return "it is " + to_text(by_play) + " by play and " + to_text(by_cash) + " by cash";
    }
    return equals(by_cash, with);
}

// clang-format off
const std::vector<Statement> list_of_cage_statements = {
    {"counter <count> hold(s) <amount>", drawer_holds,
     {"counter 1 holds 10,050.00"}, "what the drawer of a counter holds by the books"},
    {"counter <count> meter in|out|over|missing [is] <amount>", counter_meter_is,
     {"counter 1 meter in is 100.00"},
     "what a counter has taken, paid, and had over or missing, in all of its shifts"},
    {"counter <count> reader is locked|unlocked", counter_reader_is,
     {"counter 1 reader is locked"}, "whether unknown numbers have locked it"},
    {"cage has <amount>", cage_has,
     {"cage has -50.00"}, "cash at the cage beyond what the house put there"},
    {"differences are <amount>", differences_are,
     {"differences are -5.00"}, "what counts have found more than the books said"},
    {"chips outstanding are <amount>", chips_are,
     {"chips outstanding are 500.00"}, "chips in the hands of players"},
    {"sold ticket [<number>] is <ticket-state>", sold_ticket_is,
     {"sold ticket is printed"}, "the last ticket that the cage has sold, or that with the number"},
    {"inventory is open|closed", inventory_is,
     {"inventory is open"}, "of the table"},
    {"boxes <number>", boxes_are,
     {"boxes 1"}, "boxes and stackers that were removed and wait for their count"},
    {"disputes <number>", disputes_are,
     {"disputes 0"}, "disputes of patrons that are not closed"},
    {"revenue is <amount>", revenue_is,
     {"revenue is 50.00"},
     "what the house has won in the currency of the table, computed twice: from the meters of play "
     "and from cash and what is owed"},
};
// clang-format on

}  // namespace

std::span<const Statement> cage_statements() { return list_of_cage_statements; }

}  // namespace sicbo::scenario
