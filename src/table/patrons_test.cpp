// SPDX-License-Identifier: MIT
// Disputes of patrons, and alerts about much cash with little play, through the engine.
#include <gtest/gtest.h>

#include <optional>

#include "support/cage_desk.h"
#include "table/invariants.h"

namespace sicbo::table {
namespace {

using namespace test;

const TerminalId terminal_1 = Property::terminal(1);

bool is_locked(const Property& p) { return p.table().terminals.at(terminal_1).locked; }

TEST(PatronDisputes, LockTheTerminalUntilTheyAreClosed) {
    CageProperty p;
    EXPECT_EQ(reason_of(p.give(Role::dealer, OpenDispute{terminal_1, ""})), "reason_missing");
    EXPECT_EQ(reason_of(p.give(Role::dealer, OpenDispute{{99}, "x"})), "no_such_terminal");
    p.must(Role::cashier, OpenDispute{terminal_1, "the note was a hundred"});
    const IncidentId incident{p.state.incidents_raised};
    EXPECT_TRUE(is_locked(p));
    EXPECT_EQ(p.table().incidents.at(incident).note, "the note was a hundred");
    EXPECT_EQ(reason_of(p.give(Role::dealer, OpenDispute{terminal_1, "again"})), "dispute_open");
    EXPECT_EQ(reason_of(p.give(Role::supervisor, UnlockTerminal{terminal_1})), "dispute_open");
    EXPECT_EQ(reason_of(p.give(Role::supervisor, ResolveIncident{incident, "fine"})),
              "dispute_open");
    EXPECT_EQ(reason_of(p.give(Role::supervisor, CloseDispute{incident, ""})), "reason_missing");
    p.must(Role::supervisor, CloseDispute{incident, "paid 50.00 after the stacker was counted"});
    EXPECT_FALSE(is_locked(p));
    EXPECT_FALSE(p.table().incidents.contains(incident));
    EXPECT_EQ(reason_of(p.give(Role::supervisor, CloseDispute{incident, "x"})), "no_such_incident");
}

TEST(PatronDisputes, OutlastAHandPayAtTheTerminal) {
    CageProperty p({.players = 1, .credit = cents(5'000)});
    p.connect(1, {.connected = true, .paper = Paper::out});
    p.cash_out(1, 1);
    p.must(Role::dealer, OpenDispute{terminal_1, "it should be more"});
    p.must(Role::cashier, PayByHand{HandPayId{1}});
    p.must(Role::cashier, AcknowledgeHandPay{HandPayId{1}});
    EXPECT_TRUE(is_locked(p));
    p.must(Role::supervisor, CloseDispute{IncidentId{p.state.incidents_raised}, "it was right"});
    EXPECT_FALSE(is_locked(p));
}

TEST(CashAlerts, AreRaisedForMuchCashWithLittlePlay) {
    CageProperty p({.players = 2, .credit = cents(1'000)});
    CagePolicy policy;
    policy.alert_from = cents(20'000);
    policy.alert_percent = 20;
    p.at_cage_must(machine, SetCagePolicy{policy});
    p.must(Role::cashier, PayCredit{terminal_1, {}, {}});
    p.must(Role::cashier, PutCredit{terminal_1, {}, cents(30'000)});
    const auto play = [&](std::int64_t stake) {
        p.go_on();
        EXPECT_EQ(reason_of(p.bet(1, "big", stake)), "");
        p.finish({6, 5, 4});
    };
    play(1'000);
    const Decision out = p.cash_out(1, 1);
    ASSERT_EQ(out.events.size(), 2u);
    const auto& alert = get<CashAlertRaised>(out.events.at(1).fact);
    EXPECT_EQ(alert.in, cents(30'000));
    EXPECT_EQ(alert.out, cents(31'000));
    EXPECT_EQ(alert.played, cents(1'000));
    EXPECT_TRUE(p.table().incidents.contains(alert.incident));
    p.must(Role::shift_manager, ResolveIncident{alert.incident, "known"});
    p.report_print(1, PrintResult::printed);
    // The next stay counts for itself.
    p.must(Role::cashier, PutCredit{terminal_1, {}, cents(30'000)});
    play(6'000);
    EXPECT_EQ(p.cash_out(1, 2).events.size(), 1u);
}

// A property that raises an alert from 200.00 on. Nobody has credit.
CageProperty alerting() {
    CageProperty p({.players = 2, .credit = cents(1'000)});
    CagePolicy policy;
    policy.alert_from = cents(20'000);
    p.at_cage_must(machine, SetCagePolicy{policy});
    p.must(Role::cashier, PayCredit{terminal_1, {}, {}});
    return p;
}
void insert_notes(CageProperty& p, int count) {
    for (int i = 0; i < count; ++i) {
        p.present_note(1, 10'000);
        p.report_note(1, 10'000, true);
    }
}
// Returns the alert of the decision; nothing if it raises none.
std::optional<CashAlertRaised> alert_of(const Decision& decision) {
    EXPECT_EQ(reason_of(decision), "");
    for (const Event& event : decision.events) {
        if (const auto* alert = get_if<CashAlertRaised>(&event.fact)) return *alert;
    }
    return std::nullopt;
}

TEST(CashAlerts, AreRaisedWhenAHandPayIsPaidAndNotBefore) {
    for (const bool at_cage : {false, true}) {
        CageProperty p = alerting();
        insert_notes(p, 2);
        p.connect(1, {.connected = true, .paper = Paper::out});
        EXPECT_FALSE(alert_of(p.cash_out(1, 1)));
        p.must(Role::cashier, CancelHandPay{HandPayId{1}, "plays on"});
        EXPECT_FALSE(alert_of(p.cash_out(1, 1)));
        p.open_shift(100'000);
        const HandPayId hand_pay{2};
        const Decision paid = at_cage
                                  ? p.at_cage_by_two(CashHandPay{counter_1, hand_pay, {}})
                                  : p.by_two(PayByHand{hand_pay}, Role::cashier, Role::supervisor);
        const auto alert = alert_of(paid);
        ASSERT_TRUE(alert);
        EXPECT_EQ(alert->in, cents(20'000));
        EXPECT_EQ(alert->out, cents(20'000));
        EXPECT_EQ(alert->terminal, terminal_1);
        EXPECT_TRUE(p.table().incidents.contains(alert->incident));
        EXPECT_EQ(broken(p.state), std::nullopt);
    }
}

TEST(CashAlerts, AddUpWhatAnAttendantPaysInParts) {
    CageProperty p = alerting();
    insert_notes(p, 4);
    const auto pay = [&](std::int64_t amount) {
        return alert_of(p.give(Role::cashier, PayCredit{terminal_1, {}, cents(amount)}));
    };
    EXPECT_FALSE(pay(10'000));
    EXPECT_FALSE(pay(9'900));
    const auto alert = pay(100);
    ASSERT_TRUE(alert);
    EXPECT_EQ(alert->in, cents(40'000));
    EXPECT_EQ(alert->out, cents(20'000));
    EXPECT_FALSE(pay(19'900));  // on top of what the alert was about
    const auto next = pay(100);
    ASSERT_TRUE(next);
    EXPECT_EQ(next->out, cents(40'000));
}

TEST(CashAlerts, AreRaisedOnceForATicketThatIsNotPrinted) {
    CageProperty p = alerting();
    insert_notes(p, 2);
    EXPECT_TRUE(alert_of(p.cash_out(1, 1)));
    p.report_print(1, PrintResult::not_printed);
    EXPECT_EQ(p.credit_at(1), cents(20'000));
    EXPECT_FALSE(alert_of(p.cash_out(1, 2)));  // the same money
}

TEST(CashAlerts, AreRaisedForCreditOfAClearedTerminal) {
    CageProperty p = alerting();
    insert_notes(p, 2);
    const ClearTerminal order{terminal_1, false, "the player has left"};
    EXPECT_TRUE(alert_of(p.by_two(order, Role::supervisor, Role::dealer)));
}

TEST(CashAlerts, AreRaisedForATicketThatIsSoldAndRedeemedAtTheCage) {
    CageProperty p = alerting();
    p.open_shift(100'000);
    p.at_cage_must(p.sale(1, 19'900));
    EXPECT_FALSE(alert_of(p.at_cage(p.redemption(1))));
    p.at_cage_must(p.sale(2, 20'000));
    const auto alert = alert_of(p.at_cage(p.redemption(2)));
    ASSERT_TRUE(alert);
    EXPECT_FALSE(alert->terminal);
    EXPECT_EQ(alert->played, Money());
    EXPECT_NE(p.table().incidents.at(alert->incident).note.find("at the cage"), std::string::npos);
    // One that was printed at a terminal has had its alert there.
    insert_notes(p, 2);
    EXPECT_TRUE(alert_of(p.cash_out(1, 3)));
    p.report_print(1, PrintResult::printed);
    EXPECT_FALSE(alert_of(p.at_cage(p.redemption(3))));
}

TEST(CashAlerts, AreRaisedUnderEdition2AsTheyWere) {
    CageProperty p = alerting();
    p.state.memory.edition = 2;
    insert_notes(p, 4);
    EXPECT_FALSE(alert_of(p.give(Role::cashier, PayCredit{terminal_1, {}, cents(20'000)})));
    p.connect(1, {.connected = true, .paper = Paper::out});
    const auto alert = alert_of(p.cash_out(1, 1));
    ASSERT_TRUE(alert);
    EXPECT_EQ(alert->out, cents(20'000));
}

}  // namespace
}  // namespace sicbo::table
