// SPDX-License-Identifier: MIT
// Shifts and payments at the cage, through the engine. Every step is held to the invariants.
#include "table/cage.h"

#include <gtest/gtest.h>

#include "support/cage_desk.h"

namespace sicbo::table {
namespace {

using namespace test;

const Speaker other_cashier = speaker(Role::cashier, true);

Money cage_of(const CageProperty& p) { return p.balance(ledger::cage(sgd())); }
Money variance_of(const CageProperty& p) { return p.balance(ledger::variance(sgd())); }

TEST(Shifts, BeginWithACountedFloatAndEndWithACount) {
    CageProperty p;
    p.open_shift(100'000);
    EXPECT_EQ(p.drawer(), cents(100'000));
    EXPECT_EQ(cage_of(p), Money());  // the float is the house's own
    p.at_cage_must(p.sale(1, 20'000));
    const Decision closed = p.at_cage_must(CloseShift{counter_1, cents(120'000)});
    const auto& fact = get<ShiftClosed>(closed.events.at(0).fact);
    EXPECT_EQ(fact.expected, cents(120'000));
    EXPECT_EQ(fact.cashier, person(Role::cashier));
    EXPECT_TRUE(closed.events.at(0).postings.empty());
    EXPECT_FALSE(p.counter().shift.has_value());
}

TEST(Shifts, PutTheDifferenceOnRecord) {
    CageProperty p;
    p.open_shift(100'000);
    p.at_cage_must(p.sale(1, 20'000));
    p.at_cage_must(CloseShift{counter_1, cents(119'500)});
    EXPECT_EQ(variance_of(p), cents(-500));
    EXPECT_EQ(cage_of(p), cents(-19'500));
    // The incoming cashier counts for themselves, and finds what the outgoing one overlooked.
    const Decision opened =
        p.at_cage_must(other_cashier, OpenShift{counter_1, "SGD", false, cents(119'900)});
    EXPECT_EQ(get<ShiftOpened>(opened.events.at(0).fact).expected, cents(119'500));
    EXPECT_EQ(variance_of(p), cents(-100));
    EXPECT_EQ(p.counter().meter.over, cents(400));
    EXPECT_EQ(p.counter().meter.missing, cents(500));
    EXPECT_EQ(p.drawer(), cents(119'900));
}

TEST(Shifts, AreRefusedWhereAnotherOneIsOpen) {
    CageProperty p;
    const OpenShift open{counter_1, "SGD", false, cents(100)};
    p.open_shift(100);
    EXPECT_EQ(reason_of(p.at_cage(other_cashier, open)), "counter_in_use");
    EXPECT_EQ(reason_of(p.at_cage(OpenShift{counter_2, "SGD", false, cents(100)})), "shift_open");
    p.open_shift(100, counter_2, true);
    EXPECT_EQ(reason_of(p.at_cage(OpenShift{{3}, "USD", false, cents(1)})), "other_currency");
    EXPECT_EQ(reason_of(p.at_cage(OpenShift{{3}, "SGD", true, cents(1)})), "other_currency");
    EXPECT_EQ(reason_of(p.at_cage(OpenShift{{3}, "sgd", false, cents(1)})), "bad_text");
    EXPECT_EQ(reason_of(p.at_cage(OpenShift{{}, "SGD", false, cents(1)})), "no_such_counter");
    EXPECT_EQ(reason_of(p.at_cage(OpenShift{{3}, "SGD", false, cents(-1)})), "amount_out_of_range");
}

TEST(Shifts, AreTheCashiersOwn) {
    CageProperty p;
    EXPECT_EQ(reason_of(p.at_cage(p.sale(1, 1'000))), "no_such_counter");
    p.open_shift(10'000);
    EXPECT_EQ(reason_of(p.at_cage(other_cashier, p.sale(1, 1'000))), "shift_of_another");
    EXPECT_EQ(reason_of(p.at_cage(other_cashier, CloseShift{counter_1, cents(1)})),
              "shift_of_another");
    EXPECT_EQ(reason_of(p.give(Role::cashier, p.sale(1, 1'000))), "not_at_the_cage");
    // A supervisor closes the shift of a cashier who has left.
    p.at_cage_must(speaker(Role::supervisor), CloseShift{counter_1, cents(10'000)});
    EXPECT_EQ(reason_of(p.at_cage(p.sale(1, 1'000))), "no_open_shift");
    p.at_cage_must(LogOff{});
    EXPECT_EQ(reason_of(p.at_cage(OpenShift{counter_1, "SGD", false, cents(1)})), "not_logged_on");
}

TEST(Shifts, MoveCashFromAndToTheVaultByTwo) {
    CageProperty p;
    p.open_shift(10'000);
    EXPECT_EQ(reason_of(p.at_cage_by_two(MoveFloat{counter_1, true, cents(5'000), "short of 50s"})),
              "");
    EXPECT_EQ(p.drawer(), cents(15'000));
    EXPECT_EQ(reason_of(p.at_cage_by_two(MoveFloat{counter_1, false, cents(14'000), "surplus"})),
              "");
    EXPECT_EQ(p.drawer(), cents(1'000));
    EXPECT_EQ(cage_of(p), Money());
    EXPECT_EQ(reason_of(p.at_cage(MoveFloat{counter_1, false, cents(1'001), "all"})),
              "not_enough_cash");
    EXPECT_EQ(reason_of(p.at_cage(MoveFloat{counter_1, false, cents(1), ""})), "reason_missing");
    const Decision asked = p.at_cage(MoveFloat{counter_1, true, cents(1), "more"});
    const auto& request = get<AuthorisationRequested>(asked.events.at(0).fact);
    EXPECT_EQ(reason_of(p.at_cage(speaker(Role::dealer), Authorise{request.digest})),
              "not_logged_on");
    EXPECT_EQ(reason_of(p.at_cage(other_cashier, Authorise{request.digest})), "not_allowed");
    EXPECT_EQ(p.drawer(), cents(1'000));
}

TEST(Shifts, AreAdjustedForAReasonByTwo) {
    CageProperty p;
    p.open_shift(10'000);
    EXPECT_EQ(reason_of(p.at_cage_by_two(
                  AdjustCounter{counter_1, false, cents(300), "paid twice, receipt 12"})),
              "");
    EXPECT_EQ(p.drawer(), cents(9'700));
    EXPECT_EQ(variance_of(p), cents(-300));
    EXPECT_EQ(reason_of(p.at_cage_by_two(AdjustCounter{counter_1, true, cents(100), "given back"})),
              "");
    EXPECT_EQ(variance_of(p), cents(-200));
    const Decision asked = p.at_cage(AdjustCounter{counter_1, true, cents(1), "x"});
    EXPECT_TRUE(holds<AuthorisationRequested>(asked.events.at(0).fact));
    EXPECT_EQ(p.drawer(), cents(9'800));
}

TEST(CageTickets, AreSoldForCashAndGoodAtATerminal) {
    CageProperty p;
    p.open_shift(10'000);
    EXPECT_EQ(reason_of(p.at_cage(p.sale(1, 4'000))), "");
    EXPECT_EQ(p.drawer(), cents(14'000));
    EXPECT_EQ(cage_of(p), cents(-4'000));
    EXPECT_EQ(p.balance(ledger::tickets(sgd())), cents(4'000));
    EXPECT_EQ(p.ticket_state(1), TicketState::printed);
    EXPECT_EQ(reason_of(p.present_ticket(1, 1)), "");
    EXPECT_EQ(reason_of(p.at_cage(p.redemption(1))), "ticket_pending");
    p.report_ticket(1, true);
    EXPECT_EQ(p.credit(1), cents(9'000));
    EXPECT_EQ(reason_of(p.at_cage(p.sale(1, 4'000))), "ticket_number_taken");
    EXPECT_EQ(reason_of(p.at_cage(p.sale(2, 99))), "amount_out_of_range");
    EXPECT_EQ(reason_of(p.at_cage(p.sale(2, 50'001))), "ticket_above_maximum");
}

TEST(CageTickets, AreRedeemedOnce) {
    CageProperty p;
    p.open_shift(10'000);
    p.print_ticket(1, 1);
    EXPECT_EQ(reason_of(p.at_cage(p.redemption(1))), "");
    EXPECT_EQ(p.drawer(), cents(5'000));
    EXPECT_EQ(cage_of(p), cents(5'000));
    EXPECT_EQ(p.balance(ledger::tickets(sgd())), Money());
    const Decision again = p.at_cage(p.redemption(1));
    EXPECT_EQ(reason_of(again), "ticket_redeemed");
    EXPECT_NE(again.detail.find("at the cage"), std::string::npos) << again.detail;
    EXPECT_TRUE(holds<CounterTicketRejected>(again.events.at(0).fact));
    EXPECT_EQ(p.drawer(), cents(5'000));
}

TEST(CageTickets, AreRefusedEachForItsReason) {
    CageProperty p({.players = 4, .credit = cents(5'000)});
    p.open_shift(10'000);
    const auto refused = [&](const CashTicket& order) {
        const Decision decision = p.at_cage(order);
        EXPECT_EQ(decision.events.size(), 1u);
        return reason_of(decision);
    };
    EXPECT_EQ(refused(p.redemption(9)), "no_such_ticket");
    EXPECT_EQ(refused(p.redemption(9, true)), "ticket_closed");
    CashTicket misread = p.redemption(9);
    misread.last_four.clear();
    EXPECT_EQ(refused(misread), "ticket_misread");
    p.cash_out(1, 1);
    EXPECT_EQ(refused(p.redemption(1)), "ticket_not_printed");
    p.report_print(1, PrintResult::not_printed);
    EXPECT_EQ(refused(p.redemption(1)), "ticket_voided");
    p.print_ticket(2, 2);
    p.present_ticket(3, 2);
    const Decision elsewhere = p.at_cage(p.redemption(2));
    EXPECT_EQ(reason_of(elsewhere), "ticket_pending");
    EXPECT_NE(elsewhere.detail.find("at terminal 3"), std::string::npos) << elsewhere.detail;
    p.print_ticket(4, 4);
    const auto make = [&](CurrencyCode currency) {
        p.state.instruments.tickets.at(ticket_named(4)).currency = currency;
        return decide(p.state, [&] {
            Command command = p.command(speaker(Role::cashier), p.redemption(4));
            command.stamp.table = {};
            return command;
        }());
    };
    EXPECT_EQ(reason_of(make(ledger::currency_code("USD", false))), "ticket_currency");
    EXPECT_EQ(reason_of(make(ledger::currency_code("SGD", true))), "ticket_training");
    make(sgd());
    p.at = p.at + 31LL * 86'400'000;
    EXPECT_EQ(refused(p.redemption(4)), "ticket_expired");
}

TEST(CageTickets, ThreeUnknownNumbersLockTheReaderOfTheCounter) {
    CageProperty p;
    p.open_shift(10'000);
    p.open_shift(10'000, counter_2, true);
    p.print_ticket(1, 1);
    p.print_ticket(2, 2);
    for (int number = 11; number <= 13; ++number) p.at_cage(p.redemption(number));
    EXPECT_EQ(reason_of(p.at_cage(p.redemption(1))), "reader_locked");
    // Another counter is not concerned.
    CashTicket elsewhere = p.redemption(2);
    elsewhere.counter = counter_2;
    EXPECT_EQ(reason_of(p.at_cage(other_cashier, elsewhere)), "");
    EXPECT_EQ(reason_of(p.at_cage(UnlockCounter{counter_1})), "not_allowed");
    p.at_cage_must(speaker(Role::supervisor), UnlockCounter{counter_1});
    EXPECT_EQ(reason_of(p.at_cage(speaker(Role::supervisor), UnlockCounter{counter_1})),
              "reader_not_locked");
    EXPECT_EQ(reason_of(p.at_cage(p.redemption(1))), "");
}

TEST(CageTickets, AreNotPaidFromAnEmptyDrawer) {
    CageProperty p;
    p.open_shift(4'999);
    p.print_ticket(1, 1);
    EXPECT_EQ(reason_of(p.at_cage(p.redemption(1))), "not_enough_cash");
    EXPECT_EQ(p.ticket_state(1), TicketState::printed);
}

TEST(SoldTickets, AreVoidedByTwoPeopleAtTheCage) {
    CageProperty p;
    p.open_shift(10'000);
    p.at_cage_must(p.sale(1, 4'000));
    p.print_ticket(1, 2);
    const VoidSoldTicket order{ticket_named(1), "illegible"};
    EXPECT_EQ(reason_of(p.at_cage(VoidSoldTicket{ticket_named(1), ""})), "reason_missing");
    EXPECT_EQ(reason_of(p.at_cage(VoidSoldTicket{ticket_named(2), "illegible"})), "no_such_ticket");
    EXPECT_EQ(reason_of(p.at_cage(VoidSoldTicket{ticket_named(3), "illegible"})), "no_such_ticket");
    EXPECT_EQ(reason_of(p.give(Role::supervisor, order)), "not_at_the_cage");
    const Decision asked = p.at_cage_must(order);
    ASSERT_TRUE(holds<AuthorisationRequested>(asked.events.at(0).fact));
    EXPECT_EQ(p.ticket_state(1), TicketState::printed);
    const Hash digest = get<AuthorisationRequested>(asked.events.at(0).fact).digest;
    EXPECT_EQ(reason_of(p.at_cage(speaker(Role::supervisor), Authorise{digest})), "");
    EXPECT_EQ(p.ticket_state(1), TicketState::voided);
    EXPECT_EQ(p.balance(ledger::expired(sgd())), cents(4'000));
    EXPECT_EQ(p.drawer(), cents(14'000));
    EXPECT_EQ(reason_of(p.at_cage(p.redemption(1))), "ticket_voided");
    EXPECT_EQ(reason_of(p.at_cage(order)), "ticket_voided");
}

// The patron redeemed it while the second person was called: it is not voided too.
TEST(SoldTickets, LapseAsRequestsWhenTheTicketIsRedeemed) {
    CageProperty p;
    p.open_shift(10'000);
    p.at_cage_must(p.sale(1, 4'000));
    const Decision asked = p.at_cage_must(VoidSoldTicket{ticket_named(1), "lost"});
    const Hash digest = get<AuthorisationRequested>(asked.events.at(0).fact).digest;
    p.at_cage_must(p.redemption(1));
    EXPECT_EQ(reason_of(p.at_cage(speaker(Role::supervisor), Authorise{digest})), "request_lapsed");
    EXPECT_EQ(p.ticket_state(1), TicketState::redeemed);
}

TEST(ExpiredTickets, ArePaidOnceByTwoPeople) {
    CageProperty p;
    p.open_shift(10'000);
    p.print_ticket(1, 1);
    const CashExpired order{counter_1, ticket_named(1), "was in hospital", {"P-1", ""}};
    EXPECT_EQ(reason_of(p.at_cage(order)), "ticket_not_expired");
    p.at = p.at + 31LL * 86'400'000;
    p.at_cage_must(machine, ExpireTickets{});
    EXPECT_EQ(reason_of(p.at_cage(p.redemption(1))), "ticket_expired");
    EXPECT_EQ(p.balance(ledger::expired(sgd())), cents(5'000));
    EXPECT_EQ(reason_of(p.at_cage(CashExpired{counter_1, ticket_named(1), "", {}})),
              "reason_missing");
    EXPECT_EQ(reason_of(p.at_cage(CashExpired{counter_1, ticket_named(9), "why", {}})),
              "no_such_ticket");
    EXPECT_EQ(reason_of(p.at_cage(CashExpired{counter_2, ticket_named(1), "why", {}})),
              "no_such_counter");
    EXPECT_EQ(reason_of(p.at_cage_by_two(order)), "");
    EXPECT_EQ(p.ticket_state(1), TicketState::redeemed);
    EXPECT_EQ(p.balance(ledger::expired(sgd())), Money());
    EXPECT_EQ(p.drawer(), cents(5'000));
    EXPECT_EQ(p.state.cage.patrons.at("P-1").out, cents(5'000));
    EXPECT_EQ(reason_of(p.at_cage(order)), "ticket_redeemed");
}

TEST(ExpiredTickets, AskForIdentityAndForCashAsEveryPayment) {
    CageProperty p;
    p.at_cage_must(machine, SetCagePolicy{identity_policy(5'000, 0)});
    p.open_shift(4'999);
    p.print_ticket(1, 1);
    p.at = p.at + 31LL * 86'400'000;
    p.at_cage_must(machine, ExpireTickets{});
    EXPECT_EQ(reason_of(p.at_cage(CashExpired{counter_1, ticket_named(1), "why", {}})),
              "identity_needed");
    EXPECT_EQ(
        reason_of(p.at_cage(CashExpired{counter_1, ticket_named(1), "why", {"", "passport"}})),
        "not_enough_cash");
}

// The amount of a void ticket of a terminal is kept for its player, so it is not paid twice.
TEST(ExpiredTickets, AreNotVoidTicketsOfTerminals) {
    CageProperty p;
    p.open_shift(10'000);
    p.print_ticket(1, 1);
    EXPECT_EQ(
        reason_of(p.by_two(VoidTicket{ticket_named(1), "torn"}, Role::supervisor, Role::dealer)),
        "");
    EXPECT_EQ(reason_of(p.at_cage(CashExpired{counter_1, ticket_named(1), "why", {}})),
              "ticket_voided");
    EXPECT_EQ(reason_of(p.at_cage(CashUnclaimed{counter_1, p.stay(1), {}})), "");
    p.at_cage_must(p.sale(2, 3'000));
    EXPECT_EQ(reason_of(p.at_cage_by_two(VoidSoldTicket{ticket_named(2), "illegible"})), "");
    EXPECT_EQ(reason_of(p.at_cage_by_two(CashExpired{counter_1, ticket_named(2), "why", {}})), "");
    EXPECT_EQ(p.drawer(), cents(5'000));
}

TEST(CagePayments, OfAHandPayLeaveTheTerminalLockedUntilAcknowledged) {
    CageProperty p({.players = 2, .credit = cents(60'000)});
    p.open_shift(200'000);
    p.cash_out(1, 1);  // above the largest ticket
    const CashHandPay order{counter_1, HandPayId{1}, {}};
    EXPECT_EQ(reason_of(p.at_cage_by_two(order)), "");
    EXPECT_EQ(p.drawer(), cents(140'000));
    EXPECT_EQ(cage_of(p), cents(60'000));
    EXPECT_EQ(p.credit(1), Money());
    EXPECT_EQ(p.cabinet(1).meter.hand_paid_credit, cents(60'000));
    EXPECT_TRUE(p.table().terminals.at(Property::terminal(1)).locked);
    EXPECT_EQ(reason_of(p.at_cage(order)), "hand_pay_paid");
    EXPECT_EQ(reason_of(p.give(Role::cashier, PayByHand{HandPayId{1}})), "hand_pay_paid");
    p.must(Role::cashier, AcknowledgeHandPay{HandPayId{1}});
    EXPECT_FALSE(p.table().terminals.at(Property::terminal(1)).locked);
}

TEST(CagePayments, OfASmallHandPayTakeOnePerson) {
    CageProperty p({.players = 1, .credit = cents(5'000)});
    p.open_shift(10'000);
    p.connect(1, {.connected = true, .paper = Paper::out});
    p.cash_out(1, 1);
    EXPECT_EQ(reason_of(p.at_cage(CashHandPay{counter_1, HandPayId{1}, {}})), "");
    EXPECT_EQ(p.drawer(), cents(5'000));
}

TEST(CagePayments, OfUnclaimedMoneyCollectDebtsFirst) {
    CageProperty p({.players = 1, .credit = cents(5'000)});
    p.open_shift(10'000);
    EXPECT_EQ(reason_of(p.by_two(ClearTerminal{Property::terminal(1), false, "left"},
                                 Role::supervisor, Role::dealer)),
              "");
    EXPECT_EQ(reason_of(p.at_cage(CashUnclaimed{counter_1, p.stay(1), {}})), "");
    EXPECT_EQ(p.drawer(), cents(5'000));
    EXPECT_EQ(p.balance(ledger::unclaimed(p.stay(1))), Money());
    EXPECT_EQ(reason_of(p.at_cage(CashUnclaimed{counter_1, p.stay(1), {}})), "nothing_to_pay");
    EXPECT_EQ(reason_of(p.at_cage(CashUnclaimed{counter_1, StayId{99}, {}})), "no_such_stay");
}

TEST(CagePayments, TakeWhatAPlayerOwes) {
    CageProperty p({.players = 1, .credit = cents(1'000)});
    p.open_shift(10'000);
    p.go_on();
    p.bet(1, "big", 1'000);
    p.finish({6, 5, 4});
    EXPECT_EQ(p.credit(1), cents(2'000));
    p.must(Role::cashier, PayCredit{Property::terminal(1), {}, {}});
    const AmendRounds lose{
        {{1, rules::Roll{1, 2, 4}, {}}}, rules::Cause::wrong_result, "on the film"};
    EXPECT_EQ(reason_of(p.by_two(lose)), "");
    const ledger::Account debt = ledger::receivable(p.stay(1));
    EXPECT_EQ(p.balance(debt), cents(-2'000));
    EXPECT_EQ(reason_of(p.at_cage(TakeReceivable{counter_1, p.stay(1), cents(2'001), {}})),
              "amount_out_of_range");
    EXPECT_EQ(reason_of(p.at_cage(TakeReceivable{counter_1, p.stay(1), cents(1'500), {}})), "");
    EXPECT_EQ(p.balance(debt), cents(-500));
    EXPECT_EQ(p.drawer(), cents(11'500));
    EXPECT_EQ(reason_of(p.at_cage(TakeReceivable{counter_1, p.stay(1), cents(500), {}})), "");
    EXPECT_EQ(reason_of(p.at_cage(TakeReceivable{counter_1, p.stay(1), cents(1), {}})),
              "nothing_owed");
}

TEST(Identity, IsAskedForFromAnAmountOn) {
    CageProperty p;
    p.at_cage_must(machine, SetCagePolicy{identity_policy(10'000, 15'000)});
    p.open_shift(100'000);
    EXPECT_EQ(reason_of(p.at_cage(p.sale(1, 10'000))), "identity_needed");
    EXPECT_EQ(reason_of(p.at_cage(p.sale(1, 10'000, {"", "passport 7"}))), "");
    EXPECT_EQ(reason_of(p.at_cage(p.sale(2, 9'999))), "");
    // The payments of one patron in a gaming day are added up, each direction for itself.
    EXPECT_EQ(reason_of(p.at_cage(p.sale(3, 9'000, {"P-12", ""}))), "");
    EXPECT_EQ(reason_of(p.at_cage(p.redemption(3, false, {"P-12", ""}))), "");
    EXPECT_EQ(reason_of(p.at_cage(p.sale(4, 6'000, {"P-12", ""}))), "identity_needed");
    EXPECT_EQ(reason_of(p.at_cage(p.sale(4, 6'000, {"P-13", ""}))), "");
    EXPECT_EQ(reason_of(p.at_cage(p.sale(5, 6'000, {"P-12", "passport 8"}))), "");
    EXPECT_EQ(p.state.cage.patrons.at("P-12").in, cents(15'000));
    EXPECT_EQ(p.state.cage.patrons.at("P-12").out, cents(9'000));
    // The day begins at 06:00; the tests begin at 10:00.
    p.at = p.at + 19LL * 3'600'000;
    EXPECT_EQ(reason_of(p.at_cage(p.sale(6, 6'000, {"P-12", ""}))), "identity_needed");
    p.at = p.at + 3'600'000;
    EXPECT_EQ(reason_of(p.at_cage(p.sale(6, 6'000, {"P-12", ""}))), "");
    EXPECT_EQ(p.state.cage.patrons.size(), 1u);
    EXPECT_EQ(reason_of(p.at_cage(p.sale(7, 100, {std::string(61, 'x'), ""}))), "bad_text");
}

TEST(Identity, PoliciesAreChecked) {
    CageProperty p;
    const auto refused = [&](const CagePolicy& policy) {
        return reason_of(p.at_cage(machine, SetCagePolicy{policy})) == "bad_cash_policy";
    };
    EXPECT_TRUE(refused(identity_policy(-1, 0)));
    EXPECT_TRUE(refused(identity_policy(0, -1)));
    CagePolicy policy;
    policy.day_begins_at = 1'440;
    EXPECT_TRUE(refused(policy));
    policy = {};
    policy.alert_percent = 0;
    EXPECT_TRUE(refused(policy));
    policy.alert_percent = 101;
    EXPECT_TRUE(refused(policy));
    EXPECT_TRUE(p.at_cage(machine, SetCagePolicy{}).events.empty());
}

TEST(Cage, KeepsPlayMoneyApart) {
    Settings settings{.players = 1, .credit = cents(5'000)};
    settings.configuration.training = true;
    CageProperty p(settings);
    p.at_cage_must(OpenShift{counter_1, "SGD", true, cents(10'000)});
    EXPECT_EQ(reason_of(p.at_cage(p.sale(1, 2'000))), "");
    EXPECT_EQ(cage_of(p), Money());
    EXPECT_EQ(p.balance(ledger::cage(ledger::currency_code("SGD", true))), cents(-2'000));
    EXPECT_EQ(p.balance(ledger::tickets(sgd())), Money());
}

TEST(Cage, IsWrittenAndReadWithTheState) {
    CageProperty p;
    p.open_shift(10'000);
    p.at_cage_must(p.sale(1, 4'000, {"P-1", "passport"}));
    const std::string bytes = to_bytes(p.state);
    const Result<State> read = from_bytes<State>(bytes);
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(to_bytes(*read), bytes);
    EXPECT_EQ(find_inconsistency(*read), std::nullopt);
    EXPECT_EQ(read->cage.counters.at(counter_1).shift->expected(), cents(14'000));
}

}  // namespace
}  // namespace sicbo::table
