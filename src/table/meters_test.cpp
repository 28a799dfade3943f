// SPDX-License-Identifier: MIT
// The meters of terminals that are counted a second time, and the identities between both.
#include <gtest/gtest.h>

#include <functional>

#include "support/cage_desk.h"
#include "table/invariants.h"

namespace sicbo::table {
namespace {

using namespace test;

const TerminalId metered = Property::terminal(1);

const CashMeter& meter_of(const State& state) { return state.meters.terminals.at(metered); }

// A terminal that notes, a ticket and an attendant have given credit, that won and was paid by
// hand, and from which a ticket, one that was not printed, and cash were taken.
CageProperty used() {
    Settings settings{.players = 2, .credit = cents(10'000)};
    settings.configuration.large_win = cents(5'000);
    CageProperty p(settings);
    p.present_note(1, 5'000);
    p.report_note(1, 5'000, true);
    p.print_ticket(2, 1);
    p.present_ticket(1, 1);
    p.report_ticket(1, true);
    p.go_on();
    EXPECT_EQ(reason_of(p.bet(1, "big", 6'000)), "");
    p.finish({6, 5, 4});
    p.must(Role::cashier, PayByHand{HandPayId{1}});
    p.must(Role::cashier, AcknowledgeHandPay{HandPayId{1}});
    p.must(Role::cashier, PayCredit{metered, {}, cents(1'000)});
    EXPECT_EQ(reason_of(p.cash_out(1, 2)), "");
    p.report_print(1, PrintResult::not_printed);
    p.connect(1);
    p.print_ticket(1, 3);
    return p;
}

TEST(CashMeters, AddUpToTheMetersOfTheTerminal) {
    const CageProperty p = used();
    EXPECT_EQ(broken(p.state), std::nullopt);
    const CashMeter& meter = meter_of(p.state);
    EXPECT_EQ(meter.notes.at(cents(5'000)), 1u);
    EXPECT_EQ(meter.drop, cents(15'000));
    EXPECT_EQ(meter.cashable_tickets_in, cents(10'000));
    EXPECT_EQ(meter.attendant_in, Money());
    EXPECT_EQ(meter.earlier_in, cents(10'000));  // before the property had a policy
    EXPECT_EQ(meter.attendant_out, cents(1'000));
    EXPECT_EQ(meter.hand_paid, cents(6'000));
    EXPECT_EQ(meter.machine_paid_wins, cents(6'000));  // the stake of the bet that won
    EXPECT_EQ(meter.tickets_back, cents(24'000));
    EXPECT_EQ(meter.cashable_tickets_out, cents(48'000));
    EXPECT_EQ(meter.promotional_tickets_in, Money());
}

TEST(CashMeters, CountNotesOfBoxesThatAreCounted) {
    CageProperty p = used();
    EXPECT_EQ(reason_of(p.by_two(RemoveStacker{metered, "S1"}, Role::supervisor, Role::dealer)),
              "");
    EXPECT_EQ(meter_of(p.state).drop_counted, Money());
    const CountBox order{"S1", cents(4'000)};  // 10.00 are missing
    EXPECT_EQ(reason_of(p.by_two(order, Role::cashier, Role::supervisor)), "");
    EXPECT_EQ(meter_of(p.state).drop_counted, cents(5'000));
    EXPECT_EQ(broken(p.state), std::nullopt);
}

TEST(CashMeters, OfAWinThatStaysInTheCreditAreOfTheMachine) {
    Settings settings{.players = 1, .credit = cents(10'000)};
    settings.configuration.large_win = cents(5'000);
    CageProperty p(settings);
    p.go_on();
    EXPECT_EQ(reason_of(p.bet(1, "big", 6'000)), "");
    p.finish({6, 5, 4});
    EXPECT_EQ(meter_of(p.state).machine_paid_wins, cents(6'000));
    EXPECT_EQ(broken(p.state), std::nullopt);
    p.must(Role::cashier, UnlockTerminal{metered});
    EXPECT_EQ(meter_of(p.state).machine_paid_wins, cents(12'000));
    EXPECT_EQ(broken(p.state), std::nullopt);
}

// Each meter that is wrong by a cent breaks an identity.
TEST(CashMeters, BreakAnIdentityIfOneIsWrong) {
    const CageProperty good = used();
    const auto wrong = [&](const std::function<void(State&)>& change) {
        State state = good.state;
        change(state);
        return broken(state).has_value();
    };
    const auto cash = [](State& state) -> CashMeter& { return state.meters.terminals.at(metered); };
    const auto instruments = [](State& state) -> InstrumentMeter& {
        return state.instruments.cabinets.at(metered).meter;
    };
    EXPECT_FALSE(wrong([](State&) {}));
    EXPECT_TRUE(wrong([&](State& s) { ++cash(s).notes[cents(5'000)]; }));
    int fields = 0;
    for_each_value(good.state.meters.terminals.at(metered), [&]<class F>(const F&) {
        const int at = fields++;
        if constexpr (std::is_same_v<F, Money>) {
            EXPECT_TRUE(wrong([&](State& s) {
                int i = 0;
                for_each_value(cash(s), [&]<class G>(G& field) {
                    if constexpr (std::is_same_v<G, Money>) {
                        if (i == at) field += cents(1);
                    }
                    ++i;
                });
            })) << at;
        }
    });
    EXPECT_TRUE(wrong([&](State& s) { instruments(s).notes_in += cents(1); }));
    EXPECT_TRUE(wrong([&](State& s) { instruments(s).tickets_in += cents(1); }));
    EXPECT_TRUE(wrong([&](State& s) { instruments(s).tickets_out += cents(1); }));
    EXPECT_TRUE(wrong([&](State& s) { instruments(s).tickets_unprinted += cents(1); }));
    EXPECT_TRUE(wrong([&](State& s) { instruments(s).hand_paid_credit += cents(1); }));
    EXPECT_TRUE(wrong([&](State& s) { instruments(s).hand_paid_wins += cents(1); }));
}

// A program that did not count them has left a snapshot: it is not used, and the journal is read.
TEST(CashMeters, AreNeededInAStateWithInstruments) {
    State state = used().state;
    const std::string whole = to_bytes(state);
    ByteReader reader(whole);
    EXPECT_EQ(to_bytes(decode<State>(reader)), whole);
    EXPECT_FALSE(reader.failed());
    const std::string meters = to_bytes(state.meters);
    ASSERT_TRUE(whole.ends_with(meters));
    const std::string old = whole.substr(0, whole.size() - meters.size());
    ByteReader of_old(old);
    decode<State>(of_old);
    EXPECT_TRUE(of_old.failed() || of_old.finish().has_value());
}

}  // namespace
}  // namespace sicbo::table
