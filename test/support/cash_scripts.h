// SPDX-License-Identifier: MIT
// Commands that lead to every fact about instruments and the cage at least once.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "support/cage_desk.h"

namespace sicbo::test {

// Notes and tickets that are taken, refused, given back and resolved by people; tickets that
// are printed, not printed, void and expired; hand pays that are paid and cancelled.
inline std::vector<table::Command> instruments_script() {
    using namespace table;
    CashProperty p({.players = 4, .credit = cents(15'000)});
    const TerminalId last = Property::terminal(4);
    const auto by_two = [&](const Order& order) {
        EXPECT_EQ(reason_of(p.by_two(order, Role::supervisor, Role::dealer)), "");
    };
    p.present_note(1, 1'000);
    p.report_note(1, 1'000, false);
    p.present_note(1, 777);
    p.present_note(1, 5'000);
    by_two(ResolveBanknote{Property::terminal(1), p.cabinet(1).note_counter, true, "seen"});
    p.print_ticket(1, 1);
    p.present_ticket(2, 1);
    p.report_ticket(2, false);
    p.present_ticket(2, 1);
    p.report_ticket(2, true);
    for (int number = 11; number <= 13; ++number) p.present_ticket(3, number);
    p.must(Role::supervisor, UnlockReader{Property::terminal(3)});
    p.cash_out(3, 2);
    p.report_print(3, PrintResult::not_printed);
    p.cash_out(3, 3);
    p.report_print(3, PrintResult::unknown);
    by_two(ResolvePrint{Property::terminal(3), p.cabinet(3).job, true, "found it"});
    by_two(VoidTicket{ticket_named(3), "torn"});
    p.print_ticket(2, 4);
    p.connect(4, {.connected = true, .paper = Paper::out});
    p.cash_out(4, 5);
    p.must(Role::cashier, CancelHandPay{HandPayId{1}, "the player plays on"});
    p.cash_out(4, 6);
    p.must(Role::cashier, PayByHand{HandPayId{2}});
    p.must(Role::cashier, AcknowledgeHandPay{HandPayId{2}});
    EXPECT_FALSE(p.table().terminals.at(last).stay);
    p.at = p.at + 31LL * 86'400'000;
    p.must(machine, ExpireTickets{});
    return p.commands;
}

// Shifts with differences, tickets that are sold, redeemed and refused, payments and debts.
inline std::vector<table::Command> cage_script() {
    using namespace table;
    CageProperty p({.players = 3, .credit = cents(1'000)});
    p.at_cage_must(machine, SetCagePolicy{identity_policy(100'000, 100'000)});
    p.open_shift(50'000);
    p.at_cage_must(p.sale(1, 2'000, {"P-1", ""}));
    p.at_cage_must(p.redemption(1, false, {"P-1", "passport"}));
    for (int number = 11; number <= 13; ++number) p.at_cage(p.redemption(number));
    p.at_cage_must(speaker(Role::supervisor), UnlockCounter{counter_1});
    p.connect(1, {.connected = true, .paper = Paper::out});
    p.cash_out(1, 2);
    p.at_cage_must(CashHandPay{counter_1, HandPayId{1}, {}});
    p.must(Role::cashier, AcknowledgeHandPay{HandPayId{1}});
    const ClearTerminal clear{Property::terminal(2), false, "left"};
    EXPECT_EQ(reason_of(p.by_two(clear, Role::supervisor, Role::dealer)), "");
    p.at_cage_must(CashUnclaimed{counter_1, p.stay(2), {}});
    p.go_on();
    EXPECT_EQ(reason_of(p.bet(3, "big", 1'000)), "");
    p.finish({6, 5, 4});
    p.must(Role::cashier, PayCredit{Property::terminal(3), {}, {}});
    const AmendRounds lose{
        {{1, rules::Roll{1, 2, 4}, {}}}, rules::Cause::wrong_result, "on the film"};
    EXPECT_EQ(reason_of(p.by_two(lose)), "");
    p.at_cage_must(TakeReceivable{counter_1, p.stay(3), cents(500), {}});
    p.at_cage_by_two(MoveFloat{counter_1, true, cents(1'000), "coins"});
    p.at_cage_by_two(AdjustCounter{counter_1, false, cents(100), "a wrong receipt"});
    p.at_cage_must(p.sale(21, 700));
    p.at_cage_by_two(VoidSoldTicket{ticket_named(21), "illegible"});
    p.at_cage_by_two(CashExpired{counter_1, ticket_named(21), "the paper was shown", {}});
    p.at_cage_must(CloseShift{counter_1, cents(49'999)});
    p.open_shift(50'000);
    return p.commands;
}

// Chips, an inventory with a change of shifts, counts, a stacker, a dispute and an alert: at a live
// table, and at terminals.
inline std::vector<table::Command> inventory_script() {
    using namespace table;
    LiveProperty p("rws-taisai", {.players = 0});
    const auto by_pair = [&](const Order& order) {
        EXPECT_EQ(reason_of(p.by_two(order, Role::supervisor, Role::dealer)), "");
    };
    const auto count = [&](const std::string& seal, std::int64_t counted) {
        const CountBox order{seal, cents(counted)};
        EXPECT_EQ(reason_of(p.by_two(order, Role::cashier, Role::supervisor)), "");
    };
    p.open_shift(100'000);
    p.at_cage_must(SellChips{counter_1, cents(50'000), {"P-1", ""}});
    by_pair(OpenInventory{cents(500'000), "D1", ""});
    p.must(Role::dealer, TakeSeat{"somebody"});
    const StayId stay{p.state.stays_begun};
    p.must(Role::dealer, PutCredit{{}, stay, cents(10'000)});
    p.must(Role::dealer, BringChips{stay, cents(20'000)});
    by_pair(FillTable{cents(10'000), "F1"});
    by_pair(CreditTable{cents(5'000), "C1"});
    p.must(Role::dealer, TakeChips{stay, cents(1'000)});
    p.must(Role::dealer, TakeChips{stay, {}});
    by_pair(CountInventory{cents(495'000), "D2", ""});
    count("D1", 9'000);
    by_pair(CountInventory{cents(495'000), "", ""});
    count("D2", 0);
    p.at_cage_must(BuyChips{counter_1, cents(10'000), {}});
    p.must(machine, SetChipMode{ChipMode::untracked});
    by_pair(OpenInventory{cents(495'000), "D3", ""});
    by_pair(CountInventory{cents(490'000), "", ""});
    count("D3", 2'000);
    p.must(Role::dealer, OpenDispute{{}, "my chips were on big"});
    p.must(Role::supervisor, CloseDispute{IncidentId{p.state.incidents_raised}, "they were not"});
    return p.commands;
}

// A stacker that is removed and counted, a dispute at a terminal, and an alert.
inline std::vector<table::Command> terminal_cash_script() {
    using namespace table;
    CageProperty p({.players = 1, .credit = cents(1'000)});
    const TerminalId terminal = Property::terminal(1);
    CagePolicy policy;
    policy.alert_from = cents(5'000);
    p.at_cage_must(machine, SetCagePolicy{policy});
    p.must(Role::cashier, PayCredit{terminal, {}, {}});
    p.present_note(1, 10'000);
    p.report_note(1, 10'000, true);
    EXPECT_EQ(reason_of(p.by_two(RemoveStacker{terminal, "S1"}, Role::supervisor, Role::dealer)),
              "");
    const CountBox order{"S1", cents(9'900)};
    EXPECT_EQ(reason_of(p.by_two(order, Role::cashier, Role::supervisor)), "");
    p.must(Role::cashier, OpenDispute{terminal, "the note was a hundred"});
    p.must(Role::supervisor, CloseDispute{IncidentId{p.state.incidents_raised}, "it was"});
    p.print_ticket(1, 1);
    return p.commands;
}

}  // namespace sicbo::test
