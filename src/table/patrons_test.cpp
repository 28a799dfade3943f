// SPDX-License-Identifier: MIT
// Disputes of patrons, and alerts about much cash with little play, through the engine.
#include <gtest/gtest.h>

#include "support/cage_desk.h"

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

}  // namespace
}  // namespace sicbo::table
