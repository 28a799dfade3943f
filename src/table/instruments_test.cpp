// SPDX-License-Identifier: MIT
// Notes, tickets and hand pays, through the engine. Every step is held to the invariants.
#include "table/instruments.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/cash_desk.h"

namespace sicbo::table {
namespace {

using namespace test;

ledger::Account sgd_tickets() { return ledger::tickets(ledger::currency_code("SGD", false)); }
ledger::Account sgd_expired() { return ledger::expired(ledger::currency_code("SGD", false)); }

TEST(Currencies, HaveACodeOfTheirLetters) {
    for (const bool training : {false, true}) {
        const CurrencyCode code = ledger::currency_code("USD", training);
        EXPECT_EQ(ledger::letters_of(code), "USD");
        EXPECT_EQ(ledger::is_training(code), training);
    }
    EXPECT_NE(ledger::currency_code("SGD", false), ledger::currency_code("SGD", true));
}

TEST(Notes, AreCreditOnceTheyAreStacked) {
    CashProperty p;
    EXPECT_EQ(reason_of(p.present_note(1, 5'000)), "");
    EXPECT_EQ(p.credit(1), cents(5'000));
    EXPECT_EQ(reason_of(p.report_note(1, 5'000, true)), "");
    EXPECT_EQ(p.credit(1), cents(10'000));
    EXPECT_EQ(p.balance(ledger::stacker(Property::terminal(1))), cents(-5'000));
    // The cabinet says it again until it is acknowledged.
    EXPECT_TRUE(p.report_note(1, 5'000, true).events.empty());
    EXPECT_EQ(p.credit(1), cents(10'000));
}

TEST(Notes, ThatGoBackAreNoCredit) {
    CashProperty p;
    p.present_note(1, 5'000);
    EXPECT_EQ(reason_of(p.report_note(1, 5'000, false)), "");
    EXPECT_EQ(p.credit(1), cents(5'000));
    // A report that contradicts the first one comes too late.
    EXPECT_TRUE(p.report_note(1, 5'000, true).events.empty());
    EXPECT_EQ(p.credit(1), cents(5'000));
}

TEST(Notes, ThatTheServerNeverSawAreCreditAllTheSame) {
    CashProperty p;
    const ReportBanknote unseen{Property::terminal(1), 7, cents(1'000), true};
    EXPECT_EQ(reason_of(p.give(cabinet_device, unseen)), "");
    EXPECT_EQ(p.credit(1), cents(6'000));
    EXPECT_TRUE(p.give(cabinet_device, unseen).events.empty());
    const ReportBanknote strange{Property::terminal(1), 8, cents(1'234), true};
    EXPECT_EQ(reason_of(p.give(cabinet_device, strange)), "note_not_accepted");
    EXPECT_EQ(p.credit(1), cents(6'000));
}

TEST(Notes, AreRefusedForAReasonThatIsRecorded) {
    CashProperty p;
    const auto refused = [&](int n, std::int64_t amount) {
        const Decision decision = p.present_note(n, amount);
        EXPECT_EQ(decision.events.size(), 1u);
        EXPECT_TRUE(holds<BanknoteRejected>(decision.events.at(0).fact));
        return reason_of(decision);
    };
    EXPECT_EQ(refused(1, 2'000), "note_not_accepted");
    p.connect(1, {.connected = true, .stacker_full = true});
    EXPECT_EQ(refused(1, 1'000), "cabinet_not_ready");
    p.connect(1, {.connected = true, .door_open = true});
    EXPECT_EQ(refused(1, 1'000), "cabinet_not_ready");
    p.connect(1);
    p.must(Role::supervisor, DisableTerminal{Property::terminal(1)});
    EXPECT_EQ(refused(1, 1'000), "terminal_disabled");
    p.must(Role::supervisor, EnableTerminal{Property::terminal(1)});
    p.must(Role::cashier, PutCredit{Property::terminal(1), {}, cents(190'000)});
    EXPECT_EQ(refused(1, 10'000), "credit_above_maximum");
    EXPECT_EQ(reason_of(p.present_note(1, 5'000)), "");
    // Counters that were used before have no effect.
    const PresentBanknote again{Property::terminal(1), 1, cents(1'000)};
    EXPECT_EQ(reason_of(p.give(cabinet_device, again)), "replayed");
}

TEST(Notes, OfACabinetThatNeverReturnsAreResolvedByTwo) {
    CashProperty p;
    p.present_note(1, 10'000);
    p.connect(1, {.connected = false});
    const ResolveBanknote order{Property::terminal(1), 1, true, "found in the stacker"};
    EXPECT_EQ(reason_of(p.by_two(order, Role::supervisor, Role::dealer)), "");
    EXPECT_EQ(p.credit(1), cents(15'000));
    // When it comes back after all, its report is no news.
    p.connect(1);
    EXPECT_TRUE(p.report_note(1, 10'000, true).events.empty());
    EXPECT_EQ(p.credit(1), cents(15'000));
    EXPECT_EQ(reason_of(p.give(Role::supervisor, order)), "nothing_pending");
}

TEST(Tickets, LeaveTheCreditBeforeTheyArePrinted) {
    CashProperty p;
    const Decision out = p.cash_out(1, 1);
    ASSERT_EQ(reason_of(out), "");
    EXPECT_EQ(p.credit(1), cents(0));
    EXPECT_EQ(p.balance(sgd_tickets()), cents(5'000));
    EXPECT_EQ(p.ticket_state(1), TicketState::issued);
    EXPECT_EQ(reason_of(p.present_ticket(2, 1)), "ticket_not_printed");
    EXPECT_EQ(reason_of(p.report_print(1, PrintResult::printed)), "");
    EXPECT_EQ(p.ticket_state(1), TicketState::printed);
    EXPECT_FALSE(p.table().terminals.at(Property::terminal(1)).stay);
    EXPECT_TRUE(p.report_print(1, PrintResult::printed).events.empty());
}

TEST(Tickets, AreRedeemedInTwoStepsAndOnce) {
    CashProperty p;
    p.print_ticket(1, 1);
    EXPECT_EQ(reason_of(p.present_ticket(2, 1)), "");
    EXPECT_EQ(p.ticket_state(1), TicketState::pending);
    EXPECT_EQ(p.credit(2), cents(5'000));
    EXPECT_EQ(reason_of(p.present_ticket(3, 1)), "ticket_pending");
    EXPECT_EQ(reason_of(p.report_ticket(2, true)), "");
    EXPECT_EQ(p.credit(2), cents(10'000));
    EXPECT_EQ(p.ticket_state(1), TicketState::redeemed);
    EXPECT_EQ(p.balance(sgd_tickets()), Money());
    EXPECT_TRUE(p.report_ticket(2, true).events.empty());
    EXPECT_TRUE(p.report_ticket(2, false).events.empty());
    const Decision again = p.present_ticket(3, 1);
    EXPECT_EQ(reason_of(again), "ticket_redeemed");
    EXPECT_NE(again.detail.find("at terminal 2"), std::string::npos) << again.detail;
}

TEST(Tickets, ThatAreGivenBackCanBeUsedElsewhere) {
    CashProperty p;
    p.print_ticket(1, 1);
    p.present_ticket(2, 1);
    EXPECT_EQ(reason_of(p.report_ticket(2, false)), "");
    EXPECT_EQ(p.ticket_state(1), TicketState::printed);
    EXPECT_EQ(reason_of(p.present_ticket(3, 1)), "");
    EXPECT_EQ(reason_of(p.report_ticket(3, true)), "");
    EXPECT_EQ(p.credit(3), cents(10'000));
}

TEST(Tickets, ThatWereNotPrintedAreCreditAgain) {
    CashProperty p;
    p.cash_out(1, 1);
    EXPECT_EQ(reason_of(p.report_print(1, PrintResult::not_printed)), "");
    EXPECT_EQ(p.credit(1), cents(5'000));
    EXPECT_EQ(p.ticket_state(1), TicketState::voided);
    EXPECT_EQ(reason_of(p.present_ticket(2, 1)), "ticket_voided");
    EXPECT_EQ(reason_of(p.cash_out(1, 1)), "ticket_number_taken");
    EXPECT_EQ(reason_of(p.cash_out(1, 2)), "");
}

TEST(Tickets, OfWhichThePrinterCannotSayAreResolvedByTwo) {
    for (const bool printed : {true, false}) {
        CashProperty p;
        p.cash_out(1, 1);
        EXPECT_EQ(reason_of(p.report_print(1, PrintResult::unknown)), "");
        EXPECT_TRUE(p.table().terminals.at(Property::terminal(1)).locked);
        EXPECT_EQ(reason_of(p.give(Role::cashier, UnlockTerminal{Property::terminal(1)})),
                  "print_pending");
        EXPECT_EQ(reason_of(p.present_ticket(2, 1)), "ticket_not_printed");
        EXPECT_TRUE(p.report_print(1, PrintResult::printed).events.empty());  // it can't know
        const Money cash = p.balance(ledger::cash(p.id));
        const ResolvePrint order{Property::terminal(1), 1, printed, "looked into the printer"};
        EXPECT_EQ(reason_of(p.by_two(order, Role::supervisor, Role::dealer)), "");
        EXPECT_EQ(p.ticket_state(1), printed ? TicketState::printed : TicketState::voided);
        EXPECT_EQ(p.balance(ledger::cash(p.id)) - cash, cents(printed ? 0 : 5'000));
        EXPECT_FALSE(p.table().terminals.at(Property::terminal(1)).locked);
        EXPECT_EQ(reason_of(p.give(Role::supervisor, order)), "nothing_pending");
    }
}

TEST(Tickets, OfAConnectedPrinterAreNotResolvedByPeople) {
    CashProperty p;
    p.cash_out(1, 1);
    const ResolvePrint order{Property::terminal(1), 1, false, "impatient"};
    EXPECT_EQ(reason_of(p.give(Role::supervisor, order)), "print_pending");
    p.connect(1, {.connected = false});
    EXPECT_EQ(reason_of(p.by_two(order, Role::supervisor, Role::dealer)), "");
    p.connect(1);
    EXPECT_TRUE(p.report_print(1, PrintResult::printed).events.empty());
    EXPECT_EQ(p.balance(sgd_tickets()), Money());
}

TEST(Tickets, AreRefusedWithOneReasonForEachCause) {
    CashProperty p({.players = 3, .credit = cents(40'000)});
    p.print_ticket(1, 1);
    EXPECT_EQ(reason_of(p.present_ticket(2, 1)), "ticket_cage_only");
    EXPECT_EQ(reason_of(p.present_ticket(2, 9)), "no_such_ticket");
    EXPECT_EQ(reason_of(p.present_ticket(2, 9, true)), "ticket_closed");
    const PresentTicket misread{Property::terminal(2), p.cabinet(2).ticket_counter + 1, {}, "", {}};
    EXPECT_EQ(reason_of(p.give(cabinet_device, misread)), "ticket_misread");
    p.connect(2, {.connected = true, .ticket_jam = true});
    EXPECT_EQ(reason_of(p.present_ticket(2, 1)), "cabinet_not_ready");
    p.connect(2);
    EXPECT_EQ(
        reason_of(p.by_two(VoidTicket{ticket_named(1), "torn"}, Role::supervisor, Role::dealer)),
        "");
    EXPECT_EQ(p.balance(ledger::unclaimed(p.stay(1))), cents(40'000));
    EXPECT_EQ(reason_of(p.present_ticket(2, 1)), "ticket_voided");
}

TEST(Tickets, AboveTheCreditOfATerminalAreRefused) {
    CashProperty p({.players = 2, .credit = cents(20'000)});
    p.print_ticket(1, 1);
    p.must(Role::cashier, PutCredit{Property::terminal(2), {}, cents(170'000)});
    EXPECT_EQ(reason_of(p.present_ticket(2, 1)), "credit_above_maximum");
    EXPECT_EQ(p.ticket_state(1), TicketState::printed);
}

TEST(Tickets, ExpireIntoTheirOwnAccount) {
    CashProperty p;
    p.print_ticket(1, 1);
    const Instant last = p.ticket(1).expires_at;
    EXPECT_EQ(last, p.at + 30LL * 86'400'000);
    const auto is_due = [&](Instant at) {
        return std::ranges::any_of(due(p.state, at), [](const Command& command) {
            return holds<ExpireTickets>(command.order);
        });
    };
    EXPECT_FALSE(is_due(last + -1));
    EXPECT_TRUE(is_due(last));
    p.at = last;
    EXPECT_EQ(reason_of(p.present_ticket(2, 1)), "ticket_expired");
    const Decision expired = p.give(machine, ExpireTickets{});
    EXPECT_EQ(expired.events.size(), 1u);
    EXPECT_EQ(p.ticket_state(1), TicketState::expired);
    EXPECT_EQ(p.balance(sgd_expired()), cents(5'000));
    EXPECT_EQ(p.balance(sgd_tickets()), Money());
    EXPECT_TRUE(p.give(machine, ExpireTickets{}).events.empty());
    EXPECT_EQ(reason_of(p.present_ticket(2, 1)), "ticket_expired");
}

TEST(Tickets, ThatAreClosedForLongAreForgotten) {
    CashProperty p;
    p.print_ticket(1, 1);
    p.present_ticket(2, 1);
    p.report_ticket(2, true);
    p.at = p.at + 8LL * 86'400'000;
    p.print_ticket(2, 2);
    p.present_ticket(3, 2);
    p.report_ticket(3, true);
    EXPECT_FALSE(p.state.instruments.tickets.contains(ticket_named(1)));
    EXPECT_TRUE(p.state.instruments.tickets.contains(ticket_named(2)));
    EXPECT_EQ(reason_of(p.present_ticket(1, 1, true)), "ticket_closed");
}

TEST(Readers, LockAfterThreeUnknownNumbers) {
    CashProperty p;
    p.print_ticket(1, 1);
    EXPECT_EQ(reason_of(p.present_ticket(2, 11)), "no_such_ticket");
    EXPECT_EQ(reason_of(p.present_ticket(2, 12)), "no_such_ticket");
    EXPECT_EQ(reason_of(p.present_ticket(2, 1)), "");  // a good one ends the row
    EXPECT_EQ(reason_of(p.report_ticket(2, false)), "");
    for (int number = 13; number <= 15; ++number) p.present_ticket(2, number);
    EXPECT_TRUE(p.cabinet(2).reader_locked);
    EXPECT_EQ(reason_of(p.present_ticket(2, 1)), "reader_locked");
    EXPECT_EQ(reason_of(p.present_ticket(3, 1)), "");  // another reader is not concerned
    EXPECT_EQ(reason_of(p.report_ticket(3, false)), "");
    EXPECT_EQ(reason_of(p.give(Role::cashier, UnlockReader{Property::terminal(2)})), "not_allowed");
    EXPECT_EQ(reason_of(p.give(Role::supervisor, UnlockReader{Property::terminal(2)})), "");
    EXPECT_EQ(reason_of(p.present_ticket(2, 1)), "");
}

TEST(Readers, WithATicketThatWasNeverReportedAreResolvedByTwo) {
    for (const bool stacked : {true, false}) {
        CashProperty p;
        p.print_ticket(1, 1);
        p.present_ticket(2, 1);
        const ResolveTicket order{Property::terminal(2), 1, stacked, "opened the cabinet"};
        EXPECT_EQ(reason_of(p.by_two(order, Role::supervisor, Role::dealer)), "");
        EXPECT_EQ(p.credit(2), cents(stacked ? 10'000 : 5'000));
        EXPECT_TRUE(p.report_ticket(2, !stacked).events.empty());
    }
}

TEST(HandPays, TakeThePlaceOfTicketsThatAreNotPrinted) {
    for (const std::int64_t credit : {50LL, 60'000LL}) {  // too little, too much
        CashProperty p({.players = 1, .credit = cents(credit)});
        const Decision out = p.cash_out(1, 1);
        ASSERT_EQ(reason_of(out), "");
        EXPECT_TRUE(holds<HandPayRequested>(out.events.at(0).fact));
        EXPECT_EQ(p.credit(1), cents(credit));  // until it is paid
        EXPECT_EQ(reason_of(p.cash_out(1, 2)), "hand_pay_pending");
    }
    CashProperty p;
    p.connect(1, {.connected = true, .paper = Paper::out});
    EXPECT_TRUE(holds<HandPayRequested>(p.cash_out(1, 1).events.at(0).fact));
}

TEST(HandPays, ArePaidAcknowledgedAndEndTheStay) {
    CashProperty p;
    p.connect(1, {.connected = true, .printer_failed = true});
    p.cash_out(1, 1);
    const HandPayId id{1};
    EXPECT_EQ(reason_of(p.give(Role::cashier, AcknowledgeHandPay{id})), "hand_pay_not_paid");
    EXPECT_EQ(reason_of(p.give(Role::cashier, UnlockTerminal{Property::terminal(1)})),
              "hand_pay_pending");
    EXPECT_EQ(reason_of(p.give(Role::cashier, PayCredit{Property::terminal(1), {}, {}})),
              "hand_pay_pending");
    const Money cash = p.balance(ledger::cash(p.id));
    EXPECT_EQ(reason_of(p.give(Role::cashier, PayByHand{id})), "");
    EXPECT_EQ(p.balance(ledger::cash(p.id)) - cash, cents(5'000));
    EXPECT_EQ(reason_of(p.give(Role::cashier, PayByHand{id})), "hand_pay_paid");
    EXPECT_EQ(reason_of(p.give(Role::cashier, CancelHandPay{id, "late"})), "hand_pay_paid");
    EXPECT_TRUE(p.table().terminals.at(Property::terminal(1)).locked);
    EXPECT_EQ(reason_of(p.give(Role::cashier, AcknowledgeHandPay{id})), "");
    EXPECT_FALSE(p.table().terminals.at(Property::terminal(1)).locked);
    EXPECT_FALSE(p.table().terminals.at(Property::terminal(1)).stay);
    EXPECT_EQ(p.cabinet(1).meter.hand_paid_credit, cents(5'000));
}

TEST(HandPays, TakeAsManySignaturesAsThePolicySays) {
    const auto asked = [](std::int64_t credit) {
        CashProperty p({.players = 1, .credit = cents(credit)});
        p.connect(1, {.connected = true, .printer_failed = true});
        p.cash_out(1, 1);
        const auto pair = second_for(p.state, p.table(), PayByHand{HandPayId{1}});
        return pair ? std::string(to_word(pair->decides)) : "nobody";
    };
    EXPECT_EQ(asked(19'999), "nobody");
    EXPECT_EQ(asked(20'000), "supervisor");
    EXPECT_EQ(asked(100'000), "shift-manager");
    CashProperty p({.players = 1, .credit = cents(20'000)});
    p.connect(1, {.connected = true, .printer_failed = true});
    p.cash_out(1, 1);
    const PayByHand order{HandPayId{1}};
    EXPECT_EQ(reason_of(p.by_two(order, Role::cashier, Role::dealer)), "not_allowed");
    EXPECT_EQ(p.credit(1), cents(20'000));
    EXPECT_EQ(reason_of(p.by_two(order, Role::cashier, Role::supervisor)), "");
    EXPECT_EQ(p.credit(1), Money());
}

TEST(HandPays, OfALargeWinMayStayAtTheTerminal) {
    Settings settings{.players = 1, .credit = cents(10'000)};
    settings.configuration.large_win = cents(5'000);
    CashProperty p(settings);
    p.go_on();
    ASSERT_EQ(reason_of(p.bet(1, "big", 6'000)), "");
    p.finish({6, 5, 4});
    ASSERT_EQ(p.state.instruments.hand_pays.size(), 1u);
    EXPECT_EQ(p.state.instruments.hand_pays.begin()->second.amount, cents(6'000));
    CashProperty other = p;
    EXPECT_EQ(reason_of(p.give(Role::cashier, UnlockTerminal{Property::terminal(1)})), "");
    EXPECT_EQ(p.credit(1), cents(16'000));
    EXPECT_TRUE(p.state.instruments.hand_pays.empty());
    EXPECT_EQ(reason_of(other.give(Role::cashier, PayByHand{HandPayId{1}})), "");
    EXPECT_EQ(reason_of(other.give(Role::cashier, AcknowledgeHandPay{HandPayId{1}})), "");
    EXPECT_EQ(other.credit(1), cents(10'000));
    EXPECT_EQ(other.cabinet(1).meter.hand_paid_wins, cents(6'000));
}

TEST(Instruments, AreInTheStateAndComeBackFromItsBytes) {
    CashProperty p;
    p.print_ticket(1, 1);
    p.cash_out(2, 2);
    p.present_note(3, 1'000);
    p.at = p.at + 1'000;
    p.present_ticket(1, 1);
    p.report_ticket(1, true);
    const std::string bytes = to_bytes(p.state);
    ByteReader reader(bytes);
    const State read = decode<State>(reader);
    ASSERT_FALSE(reader.failed());
    EXPECT_EQ(to_bytes(read), bytes);
    EXPECT_EQ(read.instruments.expiring, p.state.instruments.expiring);
    EXPECT_EQ(read.instruments.closed, p.state.instruments.closed);
    EXPECT_EQ(find_inconsistency(read), std::nullopt);
}

TEST(Instruments, OfATrainingTableExistOnlyWithoutRealTables) {
    Settings settings{.players = 1, .credit = cents(5'000)};
    settings.configuration.training = true;
    CashProperty p(settings);
    CashProperty mixed = p;
    p.print_ticket(1, 1);
    EXPECT_TRUE(ledger::is_training(p.ticket(1).currency));
    Configuration real = mixed.table().configuration;
    real.training = false;
    mixed.must(administrator, AddTable{TableId{2}, "table 2", real});
    EXPECT_EQ(reason_of(mixed.cash_out(1, 1)), "training_table");
}

TEST(CashPolicies, AreHeldToTheirRanges) {
    const auto wrong = [](auto change) {
        CashPolicy policy = small_policy();
        change(policy);
        const auto error = find_error(policy);
        return error ? error->location : std::string();
    };
    EXPECT_EQ(find_error(small_policy()), std::nullopt);
    EXPECT_EQ(find_error(CashPolicy{}), std::nullopt);
    EXPECT_EQ(wrong([](CashPolicy& p) { p.ticket_min = Money(); }), "ticket_min");
    EXPECT_EQ(wrong([](CashPolicy& p) { p.ticket_min = cents(60'000); }), "ticket_min");
    EXPECT_EQ(wrong([](CashPolicy& p) { p.ticket_max = cents(2'000'000'000'000); }), "ticket_max");
    EXPECT_EQ(wrong([](CashPolicy& p) { p.expiry_days = 40'000; }), "expiry_days");
    EXPECT_EQ(wrong([](CashPolicy& p) { p.closed_days = 0; }), "closed_days");
    EXPECT_EQ(wrong([](CashPolicy& p) { p.notes = {cents(50), cents(50)}; }), "notes");
    EXPECT_EQ(wrong([](CashPolicy& p) { p.notes = {cents(50), cents(10)}; }), "notes");
    EXPECT_EQ(wrong([](CashPolicy& p) { p.notes = {cents(-1)}; }), "notes");
    EXPECT_EQ(wrong([](CashPolicy& p) { p.signatures.push_back({cents(1), Role::supervisor}); }),
              "signatures");
    for (const Role low : {Role::technician, Role::cashier, Role::dealer, Role::administrator}) {
        EXPECT_EQ(wrong([&](CashPolicy& p) { p.signatures[0].role = low; }), "signatures");
    }
}

TEST(CashPolicies, OfATableReplaceThePropertys) {
    CashProperty p({.players = 1, .credit = cents(40'000)});
    CashPolicy own = small_policy();
    own.ticket_max = cents(10'000);
    EXPECT_EQ(reason_of(p.give(machine, SetCashPolicy{own})), "");
    EXPECT_TRUE(p.give(machine, SetCashPolicy{own}).events.empty());
    EXPECT_TRUE(holds<HandPayRequested>(p.cash_out(1, 1).events.at(0).fact));
}

TEST(OldTickets, AreSupersededByACashPolicy) {
    CashProperty p;
    const IssueTicket issue{Property::terminal(1), "000000000000000001"};
    EXPECT_EQ(reason_of(p.give(p.player(1), issue)), "superseded");
}

}  // namespace
}  // namespace sicbo::table
