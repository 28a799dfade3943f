// SPDX-License-Identifier: MIT
// Chips and trays of live tables, boxes and stackers that are removed and counted, and disputes.
#include <algorithm>

#include "sim/participants.h"

namespace sicbo::sim {

using namespace table;  // the orders, all of them

namespace {

constexpr Money first_tray = Money::of_cents(20'000'000);

}  // namespace

const TableCash& Participants::table_cash(TableId table) const {
    static const TableCash none;
    const auto found = world_.state().cage.tables.find(table);
    return found == world_.state().cage.tables.end() ? none : found->second;
}

std::string Participants::next_seal(const char* kind) {
    return kind + std::to_string(world_.state().sequence) + "-" + std::to_string(++seals_);
}

// The chips that must be in the tray if nobody has made a mistake: what the table won by the
// ledger, less the chips that were sold for the cash in the drop box.
Money Participants::true_tray(TableId table) const {
    const TableCash& cash = table_cash(table);
    const ledger::Ledger& ledger = world_.state().ledger;
    const InventoryPeriod& period = *cash.period;
    Money drop = -ledger.balance(ledger::cash(table));
    for (const auto& [seal, box] : cash.boxes) {
        if (box.kind == BoxKind::drop) drop -= box.expected;
    }
    return period.opener + period.fills - period.credits +
           (ledger.balance(ledger::house(table)) - period.house) - drop;
}

void Participants::work_at_tray(TableId table) {
    count_boxes(table);
    if (!table_cash(table).period) return open_tray(table);
    const auto by_two = [&](Order order) {
        give(supervisor, table, std::move(order));
        authorise(dealer, table);
    };
    const Money amount = Money::of_cents(std::int64_t{500} * random_.from_to(1, 1'000));
    if (random_.chance(200)) by_two(FillTable{amount, next_seal("F")});
    if (random_.chance(200)) by_two(CreditTable{amount, next_seal("C")});
    if (happens(100)) give(supervisor, table, OpenInventory{first_tray, next_seal("D"), ""});
    // A table whose chips nobody keys shows little else, so it is soon closed and keyed again.
    const bool untracked = is_untracked(world_.state().cage, table);
    if (random_.chance(untracked ? 1500 : 300)) count_tray(table);
}

void Participants::open_tray(TableId table) {
    if (happens(500)) give(supervisor, table, FillTable{first_tray, "F"});
    const bool untracked = is_untracked(world_.state().cage, table);
    if (untracked ? random_.chance(3000) : happens(500)) change_chip_mode(table);
    if (!random_.chance(3000)) return;
    const bool tips = game(table).equipment.duties.contains(rules::Duty::tip_box_approval);
    const TableCash& cash = table_cash(table);
    const Money counted = cash.periods > 0 ? cash.closer : first_tray;
    if (happens(500)) give(supervisor, table, OpenInventory{counted, "", ""});
    give(supervisor, table,
         OpenInventory{counted, next_seal("D"), tips ? next_seal("T") : std::string()});
    authorise(dealer, table);
}

void Participants::count_tray(TableId table) {
    const TableCash& cash = table_cash(table);
    const bool keyed = cash.chips == ChipMode::tracked;
    const bool closes = !keyed || random_.chance(3000);
    const bool tips = game(table).equipment.duties.contains(rules::Duty::tip_box_approval);
    const std::string removed = cash.period->drop_box;
    if (true_tray(table) < first_tray) {
        give(supervisor, table, FillTable{first_tray, next_seal("F")});
        authorise(dealer, table);
    }
    Money counted = true_tray(table);
    if (!keyed) counted += Money::of_cents(std::int64_t{500} * random_.from_to(-200, 300));
    const bool wrong = happens(1000);
    if (wrong) world_.fault("tray counted wrong");
    if (wrong) counted += Money::of_cents(2'500);
    if (counted < Money()) return;
    const std::string drop_box = closes ? "" : next_seal("D");
    if (!closes && happens(500)) give(supervisor, table, CountInventory{counted, removed, ""});
    give(supervisor, table,
         CountInventory{counted, drop_box, closes || !tips ? "" : next_seal("T")});
    authorise(dealer, table);
    const auto box = table_cash(table).boxes.find(removed);
    if (!keyed || wrong || box == table_cash(table).boxes.end()) return;
    const Money by_count = box->second.expected + box->second.tray;
    if (by_count == box->second.win_by_ledger) return;
    world_.fail("table " + std::to_string(table.number) + " won " + to_text(by_count) +
                " by count and " + to_text(box->second.win_by_ledger) + " by ledger");
}

// Counts the boxes and stackers that wait, some of them wrongly.
void Participants::count_boxes(TableId table) {
    if (happens(100)) give(cashier, table, CountBox{"nothing", Money()});
    const auto boxes = table_cash(table).boxes;
    for (const auto& [seal, box] : boxes) {
        if (!random_.chance(3000)) continue;
        const bool keyed = table_cash(table).chips == ChipMode::tracked;
        Money counted = std::max(box.expected, Money());
        if (box.kind == BoxKind::tips || (box.kind == BoxKind::drop && !keyed)) {
            counted = Money::of_cents(std::int64_t{500} * random_.from_to(0, 400));
        }
        if (happens(1000)) counted += Money::of_cents(1'000);
        give(cashier, table, CountBox{seal, counted});
        if (happens(500)) authorise(dealer, table);
        authorise(supervisor, table);
    }
}

// Everybody leaves the felt, and from the next round on chips are keyed, or are no longer.
void Participants::change_chip_mode(TableId table) {
    const bool untracked = is_untracked(world_.state().cage, table);
    if (happens(2000)) give_system(table, SetChipMode{ChipMode::untracked});
    std::vector<StayId> here;
    for (const auto& [id, stay] : world_.state().stays) {
        if (stay.table == table && !stay.ended) here.push_back(id);
    }
    for (const StayId id : here) give(cashier, table, PayCredit{{}, id, {}});
    give_system(table, SetChipMode{untracked ? ChipMode::tracked : ChipMode::untracked});
}

// A player brings chips of the cage to the seat, or takes credit away as chips.
void Participants::carry_chips(TableId table, StayId stay) {
    if (world_.state().stays.at(stay).away) return;
    const CurrencyCode currency = at(table).configuration.currency_code();
    const Money out = world_.state().ledger.balance(ledger::chips(currency));
    const Money amount = Money::of_cents(std::int64_t{500} * random_.from_to(1, 60));
    if (random_.chance(5000)) {
        const Money brought = happens(1000) ? out + amount : std::min(out, amount);
        give(dealer, table, BringChips{stay, brought});
    } else {
        give(dealer, table, TakeChips{stay, random_.chance(3000) ? Money() : amount});
    }
}

void Participants::remove_stacker(TableId table, TerminalId id) {
    const std::string seal = next_seal("S");
    if (happens(1000)) give(supervisor, table, RemoveStacker{id, ""});
    give(supervisor, table, RemoveStacker{id, seal});
    authorise(dealer, table);
    if (happens(1000)) give(supervisor, table, RemoveStacker{id, seal});
}

// A patron disputes something at the terminal, or at the felt; a supervisor resolves it later.
void Participants::dispute(TableId table, TerminalId id) {
    give(cashier, table, OpenDispute{id, "it was more"});
    if (happens(3000)) give(cashier, table, OpenDispute{id, "it was much more"});
}

void Participants::close_disputes(TableId table) {
    std::vector<IncidentId> open;
    for (const auto& [incident, one] : world_.state().cage.disputes) {
        if (one.table == table) open.push_back(incident);
    }
    for (const IncidentId incident : open) {
        if (happens(500)) give(shift_manager, table, ResolveIncident{incident, "seen"});
        if (random_.chance(3000)) give(supervisor, table, CloseDispute{incident, "on the film"});
    }
}

}  // namespace sicbo::sim
