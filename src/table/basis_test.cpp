// SPDX-License-Identifier: MIT
// A request for a second person lapses when what it is about has changed.
#include "table/basis.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "support/cash_desk.h"
#include "table/recall.h"

namespace sicbo::table {
namespace {

using namespace test;
using Change = std::function<void(CashProperty&)>;

constexpr TerminalId first_terminal = Property::terminal(1);

Hash ask(Property& property, Role by, const Order& order) {
    const Decision asked = property.must(by, order);
    return get<AuthorisationRequested>(asked.events.at(0).fact).digest;
}

std::string agree(Property& property, Role by, const Hash& digest) {
    return reason_of(property.give(by, Authorise{digest}));
}

// Asks for the order, lets `change` happen, and returns why the second person is refused.
std::string after(CashProperty property, const Order& order, const Change& change,
                  Role first = Role::supervisor, Role second = Role::dealer) {
    const Hash digest = ask(property, first, order);
    change(property);
    return agree(property, second, digest);
}

void nothing(CashProperty&) {}

void change_players(CashProperty& p) {
    p.must(Role::cashier, PayCredit{first_terminal, {}, {}});
    p.must(Role::cashier, PutCredit{first_terminal, {}, cents(50'000)});
}

void add_credit(CashProperty& p) {
    p.must(Role::cashier, PutCredit{first_terminal, {}, cents(1'000)});
}

TEST(Requests, ToClearATerminalAreForOnePlayerAndAmount) {
    for (const bool pay : {true, false}) {
        const ClearTerminal order{first_terminal, pay, "left"};
        EXPECT_EQ(after(CashProperty(), order, nothing), "");
        EXPECT_EQ(after(CashProperty(), order, change_players), "request_lapsed");
        EXPECT_EQ(after(CashProperty(), order, add_credit), "request_lapsed");
        EXPECT_EQ(after(CashProperty(), order,
                        [](CashProperty& p) {
                            p.must(Role::cashier,
                                   PutCredit{Property::terminal(2), {}, cents(1'000)});
                        }),
                  "");
    }
}

// Before edition 2 such a request did not lapse; journals of that time are decided as they were.
TEST(Requests, ToClearATerminalLapseFromEditionTwoOn) {
    CashProperty old;
    old.state.memory.edition = 1;
    const ClearTerminal order{first_terminal, true, "left"};
    EXPECT_EQ(after(old, order, change_players), "");
}

TEST(Requests, AboutANoteAreForThePlayerAtTheTerminal) {
    CashProperty p;
    p.present_note(1, 5'000);
    const ResolveBanknote order{first_terminal, p.cabinet(1).note_counter, true, "in the stacker"};
    EXPECT_EQ(after(p, order, nothing), "");
    EXPECT_EQ(after(p, order, change_players), "request_lapsed");
    EXPECT_EQ(after(p, order, add_credit), "");
}

TEST(Requests, AboutATicketInAReaderAreForThePlayerAtTheTerminal) {
    CashProperty p;
    p.print_ticket(2, 1);
    p.present_ticket(1, 1);
    const ResolveTicket order{first_terminal, p.cabinet(1).ticket_counter, true, "opened"};
    EXPECT_EQ(after(p, order, nothing), "");
    EXPECT_EQ(after(p, order, change_players), "request_lapsed");
    EXPECT_EQ(after(p, order, add_credit), "");
}

TEST(Requests, AboutAPrintAreForTheTicketAsItWas) {
    CashProperty p;
    p.cash_out(1, 1);
    p.connect(1, {.connected = false});
    const ResolvePrint order{first_terminal, 1, false, "the printer is dead"};
    EXPECT_EQ(after(p, order, nothing), "");
    EXPECT_EQ(after(p, order, [](CashProperty& q) { q.report_print(1, PrintResult::unknown); }),
              "request_lapsed");
    EXPECT_EQ(after(p, order, [](CashProperty& q) { q.report_print(1, PrintResult::printed); }),
              "request_lapsed");
}

TEST(Requests, ToVoidATicketAreForTheTicketAsItWas) {
    CashProperty p;
    p.print_ticket(1, 1);
    const VoidTicket order{ticket_named(1), "torn"};
    EXPECT_EQ(after(p, order, nothing), "");
    // Somebody used it and took it back: it is not the ticket in the cashier's hand.
    EXPECT_EQ(after(p, order,
                    [](CashProperty& q) {
                        q.at = q.at + 1'000;
                        q.present_ticket(2, 1);
                        q.report_ticket(2, false);
                    }),
              "request_lapsed");
}

TEST(Requests, ToPayByHandAreForOneHandPay) {
    CashProperty p({.players = 1, .credit = cents(30'000)});
    p.connect(1, {.connected = true, .printer_failed = true});
    p.cash_out(1, 1);
    const PayByHand order{HandPayId{1}};
    const auto hand_pay = [&](const Change& change) {
        return after(p, order, change, Role::cashier, Role::supervisor);
    };
    EXPECT_EQ(hand_pay(nothing), "");
    EXPECT_EQ(hand_pay([](CashProperty& q) {
                  q.must(Role::cashier, CancelHandPay{HandPayId{1}, "the player stays"});
                  q.connect(1);
              }),
              "request_lapsed");
}

TEST(Requests, AboutAHeldRoundAreForTheDiceThatWereKnown) {
    Property property("rws-etg");
    property.go_past(rules::Step::close);
    property.must(Role::dealer, StartCoveredMix{});
    property.must(Role::dealer, Report{rules::Cause::not_covered, "a noise"});
    const DecideHold order{Verdict::void_, "a noise"};
    const Hash digest = ask(property, Role::shift_manager, order);
    property.table().round->reading = rules::Roll{6, 5, 4};
    EXPECT_EQ(agree(property, Role::supervisor, digest), "request_lapsed");
    const Hash again = ask(property, Role::shift_manager, order);
    EXPECT_EQ(agree(property, Role::supervisor, again), "");
}

// The records in a request are older than an amendment that was made since.
TEST(Requests, ToRecallRoundsEndWithAnotherRecallAndWithTheClose) {
    for (const bool close : {false, true}) {
        Settings settings;
        settings.configuration.rounds_kept = 1;
        Property property("rws-taisai", settings);
        RoundFinder finder(Property::id, {1});
        std::string found;
        for (int i = 0; i < 3; ++i) {
            property.go_past(rules::Step::open);
            property.bet(1, "big", 1'000);
            property.finish({6, 5, 4});
            if (i == 0) found = write_records(finder.records(property.state));
        }
        const RecallRounds order{{1}, "film", found};
        const Hash old = ask(property, Role::shift_manager, order);
        if (!close) EXPECT_EQ(reason_of(property.by_two(order)), "");
        if (close) property.must(Role::supervisor, CloseTable{});
        EXPECT_EQ(agree(property, Role::supervisor, old), "request_lapsed");
        EXPECT_EQ(property.table().past.contains(1), !close);
    }
}

TEST(Requests, ForANewPasswordAreForThePersonAsItWas) {
    CashProperty property;
    const PersonId person{static_cast<std::uint32_t>(Role::supervisor)};
    const auto at_property = [&](const Speaker& by, Order order) {
        Command command = property.command(by, std::move(order));
        command.stamp.table = {};
        return property.follow(command);
    };
    const Speaker first = speaker(Role::administrator);
    const Speaker second = speaker(Role::administrator, true);
    ASSERT_EQ(reason_of(at_property(first, LogOn{})), "");
    ASSERT_EQ(reason_of(at_property(second, LogOn{})), "");
    const auto ask_reset = [&] {
        const Decision asked = at_property(first, ResetPassword{person});
        return get<AuthorisationRequested>(asked.events.at(0).fact).digest;
    };
    const Hash digest = ask_reset();
    ASSERT_EQ(reason_of(at_property(first, DisablePerson{person})), "");
    EXPECT_EQ(reason_of(at_property(second, Authorise{digest})), "request_lapsed");
    EXPECT_EQ(reason_of(at_property(second, Authorise{ask_reset()})), "");
}

}  // namespace
}  // namespace sicbo::table
