// SPDX-License-Identifier: MIT
// Chips, table inventories and counts of boxes, through the engine. Every step is held to the
// invariants.
#include "table/inventory.h"

#include <gtest/gtest.h>

#include "support/cage_desk.h"

namespace sicbo::table {
namespace {

using namespace test;

Money chips_of(const Property& p) { return p.balance(ledger::chips(sgd())); }

// Gives the order by a supervisor and a dealer.
template <class P>
Decision by_pair(P& p, const Order& order) {
    return p.by_two(order, Role::supervisor, Role::dealer);
}
template <class P>
void must_by_pair(P& p, const Order& order) {
    const Decision decision = by_pair(p, order);
    if (decision.refusal) throw std::runtime_error(reason_of(decision));
}
template <class P>
Decision count_box(P& p, const std::string& seal, std::int64_t counted) {
    return p.by_two(CountBox{seal, cents(counted)}, Role::cashier, Role::supervisor);
}
const BoxCounted& counted_in(const Decision& decision) {
    return get<BoxCounted>(decision.events.at(1).fact);
}

TEST(Chips, AreALiabilityBetweenCageAndSeat) {
    LiveProperty p("rws-taisai", {.players = 1, .credit = cents(10'000)});
    p.open_shift(100'000);
    p.at_cage_must(SellChips{counter_1, cents(50'000), {}});
    EXPECT_EQ(chips_of(p), cents(50'000));
    EXPECT_EQ(p.drawer(), cents(150'000));
    EXPECT_EQ(reason_of(p.give(Role::dealer, BringChips{p.stay(1), cents(50'100)})),
              "not_enough_chips");
    p.must(Role::dealer, BringChips{p.stay(1), cents(20'000)});
    EXPECT_EQ(chips_of(p), cents(30'000));
    EXPECT_EQ(p.credit(1), cents(30'000));
    p.must(Role::dealer, TakeChips{p.stay(1), cents(5'000)});
    EXPECT_EQ(chips_of(p), cents(35'000));
    p.must(Role::dealer, TakeChips{p.stay(1), {}});
    EXPECT_EQ(chips_of(p), cents(60'000));
    EXPECT_TRUE(p.state.stays.at(p.stay(1)).ended);
    EXPECT_EQ(reason_of(p.at_cage(BuyChips{counter_1, cents(60'100), {}})), "not_enough_chips");
    p.at_cage_must(BuyChips{counter_1, cents(60'000), {}});
    EXPECT_EQ(chips_of(p), Money());
    EXPECT_EQ(p.drawer(), cents(90'000));
}

TEST(Chips, AreNotForTerminals) {
    CageProperty p;
    EXPECT_EQ(reason_of(p.give(Role::dealer, BringChips{p.stay(1), cents(100)})), "no_such_stay");
    EXPECT_EQ(reason_of(p.give(machine, SetChipMode{ChipMode::untracked})), "not_a_felt_game");
    EXPECT_EQ(reason_of(p.give(Role::supervisor, OpenInventory{cents(1), "D-1", ""})),
              "not_a_felt_game");
}

TEST(Chips, ThatNobodyKeysLeaveNoBetsToPlace) {
    LiveProperty p("rws-taisai", {.players = 0});
    p.must(machine, SetChipMode{ChipMode::untracked});
    EXPECT_EQ(reason_of(p.give(Role::dealer, TakeSeat{"somebody"})), "chips_untracked");
    p.go_on();
    EXPECT_EQ(reason_of(p.give(Role::dealer, bet_on("big", 1'000))), "chips_untracked");
    EXPECT_EQ(reason_of(p.give(machine, SetChipMode{ChipMode::tracked})), "round_in_play");
    p.finish({6, 5, 4});  // lights, dice and procedure are as ever
    EXPECT_EQ(p.table().rounds, 1u);
    p.must(machine, SetChipMode{ChipMode::tracked});
    EXPECT_EQ(reason_of(p.give(Role::dealer, TakeSeat{"somebody"})), "");
}

TEST(Inventory, IsCountedAgainstTheLastCloser) {
    LiveProperty p("rws-taisai", {.players = 0});
    EXPECT_EQ(reason_of(p.give(Role::supervisor, FillTable{cents(100), "F1"})), "inventory_closed");
    EXPECT_EQ(reason_of(p.give(Role::supervisor, OpenInventory{cents(100), "", ""})), "bad_seal");
    EXPECT_EQ(reason_of(p.give(Role::supervisor, OpenInventory{cents(100), "D1", "T1"})),
              "bad_seal");  // no tip box in this document
    must_by_pair(p, OpenInventory{cents(500'000), "D1", ""});
    EXPECT_EQ(reason_of(p.give(Role::supervisor, OpenInventory{cents(1), "D2", ""})),
              "inventory_open");
    must_by_pair(p, FillTable{cents(100'000), "F1"});
    must_by_pair(p, CreditTable{cents(30'000), "C1"});
    must_by_pair(p, CountInventory{cents(560'000), "", ""});
    const Decision again = by_pair(p, OpenInventory{cents(559'000), "D2", ""});
    const auto& opened = get<InventoryOpened>(again.events.at(1).fact);
    EXPECT_EQ(opened.expected, cents(560'000));
    EXPECT_EQ(opened.counted, cents(559'000));
    EXPECT_EQ(opened.period, 2u);
    EXPECT_EQ(reason_of(p.give(Role::supervisor, CountInventory{cents(1), "D1", ""})),
              "seal_used");  // that box waits for its count
}

TEST(Inventory, HasATipBoxApartWhereTheDocumentAsksForOne) {
    LiveProperty p("maryland", {.players = 0});
    EXPECT_EQ(reason_of(p.give(Role::supervisor, OpenInventory{cents(100), "D1", ""})), "bad_seal");
    EXPECT_EQ(reason_of(p.give(Role::supervisor, OpenInventory{cents(100), "D1", "D1"})),
              "seal_used");
    must_by_pair(p, OpenInventory{cents(100'000), "D1", "T1"});
    must_by_pair(p, CountInventory{cents(100'000), "", ""});
    const Decision tips = count_box(p, "T1", 4'200);
    EXPECT_EQ(counted_in(tips).kind, BoxKind::tips);
    EXPECT_TRUE(tips.events.at(1).postings.empty());  // the tips are not the house's
    EXPECT_EQ(reason_of(count_box(p, "T1", 4'200)), "no_such_box");
}

TEST(WinByCount, AgreesWithTheLedgerWhereBetsAreKeyed) {
    LiveProperty p("rws-taisai", {.players = 0});
    p.open_shift(100'000);
    must_by_pair(p, OpenInventory{cents(500'000), "D1", ""});
    p.must(Role::dealer, TakeSeat{"player 1"});
    const StayId stay{p.state.stays_begun};
    p.must(Role::dealer, PutCredit{{}, stay, cents(100'000)});  // cash into the box, chips out
    p.go_past(rules::Step::open);
    p.must({{ActorKind::seat, stay.number}, Role::player}, bet_on("big", 30'000));
    p.finish({1, 2, 4});
    EXPECT_EQ(p.balance(ledger::house(Property::id)), cents(30'000));
    p.must(Role::dealer, TakeChips{stay, {}});
    // 100,000 of the tray went to the player, 30,000 came back.
    must_by_pair(p, CountInventory{cents(430'000), "D2", ""});
    const Decision counted = count_box(p, "D1", 100'000);
    EXPECT_EQ(reason_of(counted), "");
    EXPECT_EQ(counted_in(counted).win_by_count, cents(30'000));
    EXPECT_EQ(counted_in(counted).win_by_ledger, cents(30'000));
    EXPECT_EQ(p.balance(ledger::cash(Property::id)), Money());
    EXPECT_EQ(p.balance(ledger::cage(sgd())), cents(-100'000));
    EXPECT_EQ(p.balance(ledger::variance(sgd())), Money());
    // The next period begins with that count, without a close.
    EXPECT_EQ(p.state.cage.tables.at(Property::id).period->opener, cents(430'000));
    must_by_pair(p, CountInventory{cents(430'000), "", ""});
    EXPECT_EQ(counted_in(count_box(p, "D2", 0)).win_by_count, Money());
}

TEST(WinByCount, PutsMissingCashOnRecord) {
    LiveProperty p("rws-taisai", {.players = 1, .credit = cents(100'000)});
    must_by_pair(p, OpenInventory{cents(500'000), "D1", ""});
    must_by_pair(p, CountInventory{cents(500'000), "", ""});
    const Decision counted = count_box(p, "D1", 99'000);
    EXPECT_EQ(counted_in(counted).expected, cents(100'000));
    EXPECT_EQ(p.balance(ledger::variance(sgd())), cents(-1'000));
    EXPECT_EQ(p.balance(ledger::cage(sgd())), cents(-99'000));
    EXPECT_EQ(p.balance(ledger::cash(Property::id)), Money());
}

TEST(WinByCount, IsTheWinWhereNobodyKeysBets) {
    LiveProperty p("rws-taisai", {.players = 0});
    p.open_shift(100'000);
    p.must(machine, SetChipMode{ChipMode::untracked});
    p.at_cage_must(SellChips{counter_1, cents(40'000), {}});
    must_by_pair(p, OpenInventory{cents(500'000), "D1", ""});
    must_by_pair(p, FillTable{cents(50'000), "F1"});
    // Players bought 60,000 at the table, and brought 40,000; 25,000 of these were lost.
    must_by_pair(p, CountInventory{cents(515'000), "D2", ""});
    const Decision counted = count_box(p, "D1", 60'000);
    EXPECT_EQ(counted_in(counted).win_by_count, cents(25'000));
    EXPECT_EQ(p.balance(ledger::house(Property::id)), cents(25'000));
    EXPECT_EQ(chips_of(p), cents(75'000));
    EXPECT_EQ(p.balance(ledger::cage(sgd())), cents(-100'000));
    // A loss of the house is chips that players took away.
    must_by_pair(p, CountInventory{cents(505'000), "D3", ""});
    EXPECT_EQ(counted_in(count_box(p, "D2", 0)).win_by_count, cents(-10'000));
    EXPECT_EQ(chips_of(p), cents(85'000));
    // More chips than are outstanding can't have been won.
    must_by_pair(p, CountInventory{cents(605'000), "", ""});
    EXPECT_EQ(counted_in(count_box(p, "D3", 0)).win_by_count, cents(100'000));
    EXPECT_EQ(chips_of(p), Money());
    EXPECT_EQ(p.balance(ledger::variance(sgd())), cents(-15'000));
}

TEST(Stackers, AreRemovedUnderASealAndCounted) {
    CageProperty p;
    p.present_note(1, 5'000);
    EXPECT_EQ(reason_of(p.give(Role::supervisor, RemoveStacker{Property::terminal(1), "S1"})),
              "reader_busy");
    p.report_note(1, 5'000, true);
    must_by_pair(p, RemoveStacker{Property::terminal(1), "S1"});
    p.present_note(1, 10'000);  // into the next stacker
    p.report_note(1, 10'000, true);
    must_by_pair(p, RemoveStacker{Property::terminal(1), "S2"});
    const Decision first = count_box(p, "S1", 5'000);
    EXPECT_EQ(counted_in(first).expected, cents(5'000));
    EXPECT_EQ(p.balance(ledger::stacker(Property::terminal(1))), cents(-10'000));
    count_box(p, "S2", 11'000);
    EXPECT_EQ(p.balance(ledger::stacker(Property::terminal(1))), Money());
    EXPECT_EQ(p.balance(ledger::variance(sgd())), cents(1'000));
    EXPECT_EQ(p.balance(ledger::cage(sgd())), cents(-16'000));
}

TEST(Counts, AreDoneBeforeATableOrATerminalIsRetired) {
    LiveProperty p("rws-taisai", {.players = 0});
    must_by_pair(p, OpenInventory{cents(100), "D1", ""});
    p.must(Role::supervisor, CloseTable{});
    EXPECT_EQ(reason_of(p.give(machine, RetireTable{"sold"})), "not_empty");
    must_by_pair(p, CountInventory{cents(100), "", ""});
    EXPECT_EQ(reason_of(p.give(machine, RetireTable{"sold"})), "not_empty");
    EXPECT_EQ(reason_of(count_box(p, "D1", 0)), "");
    EXPECT_EQ(reason_of(p.give(machine, RetireTable{"sold"})), "");

    CageProperty terminals({.players = 1, .credit = cents(1'000)});
    terminals.present_note(1, 1'000);
    terminals.report_note(1, 1'000, true);
    terminals.must(Role::cashier, PayCredit{Property::terminal(1), {}, {}});
    const RetireTerminal retire{Property::terminal(1), "broken"};
    EXPECT_EQ(reason_of(terminals.give(machine, retire)), "not_empty");
    must_by_pair(terminals, RemoveStacker{Property::terminal(1), "S1"});
    EXPECT_EQ(reason_of(terminals.give(machine, retire)), "not_empty");
    EXPECT_EQ(reason_of(count_box(terminals, "S1", 1'000)), "");
    EXPECT_EQ(reason_of(terminals.give(machine, retire)), "");
}

TEST(Counts, TakeTwoPeople) {
    LiveProperty p("rws-taisai", {.players = 0});
    const Decision opening = p.give(Role::supervisor, OpenInventory{cents(1), "D1", ""});
    EXPECT_TRUE(holds<AuthorisationRequested>(opening.events.at(0).fact));
    must_by_pair(p, OpenInventory{cents(1), "D1", ""});
    for (const Order& order : {Order(FillTable{cents(1), "F"}), Order(CreditTable{cents(1), "C"}),
                               Order(CountInventory{cents(1), "", ""})}) {
        const Decision asked = p.give(Role::supervisor, order);
        EXPECT_TRUE(holds<AuthorisationRequested>(asked.events.at(0).fact));
    }
    EXPECT_EQ(reason_of(p.give(Role::cashier, FillTable{cents(1), "F"})), "not_allowed");
}

}  // namespace
}  // namespace sicbo::table
