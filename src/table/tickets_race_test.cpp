// SPDX-License-Identifier: MIT
// Copies of the same tickets in many readers at once: each ticket is redeemed once, whatever the
// order in which attempts and reports arrive.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "support/cash_desk.h"

namespace sicbo::table {
namespace {

using namespace test;

constexpr int tickets = 10'000;
constexpr int attempts_each = 100;
constexpr int readers = 100;

// The engine alone: the invariants are checked at the end, and not a million times.
class Race {
public:
    Race() : property_({.players = readers, .credit = cents(1'000)}, policy()) {
        for (int number = 0; number <= tickets; ++number) names_.push_back(ticket_named(number));
    }

    // Issues and prints a ticket of 10.00 for each number.
    void print_tickets() {
        for (int number = 1; number <= tickets; ++number) {
            const int n = number % readers + 1;
            const TerminalId terminal = Property::terminal(n);
            if (number > readers) must(cashier(), PutCredit{terminal, {}, cents(1'000)});
            must(property_.player(n), CashOut{terminal, name_of(number), last_four_of(number)});
            must(cabinet_device,
                 ReportPrint{terminal, property_.cabinet(n).job, PrintResult::printed});
        }
    }

    // Presents each ticket as often as it was copied, in a drawn order of readers and tickets. A
    // reader stacks what it holds some attempts later.
    void run() {
        std::mt19937 random(20210524);
        std::vector<int> order;
        for (int number = 1; number <= tickets; ++number) {
            order.insert(order.end(), attempts_each, number);
        }
        std::ranges::shuffle(order, random);
        for (const int number : order) {
            const int n = static_cast<int>(random() % readers) + 1;
            present(n, number);
            const int other = static_cast<int>(random() % readers) + 1;
            if (property_.cabinet(other).ticket) stack(other);
        }
        for (int n = 1; n <= readers; ++n) {
            if (property_.cabinet(n).ticket) stack(n);
        }
    }

    const State& state() const { return property_.state; }
    int redeemed = 0;
    int pending = 0;
    std::map<Reason, int> refused;

private:
    static CashPolicy policy() {
        CashPolicy policy = small_policy();
        policy.credit_max = cents(1'000'000'000);
        return policy;
    }
    static Speaker cashier() { return speaker(Role::cashier); }
    const Hash& name_of(int number) const { return names_.at(static_cast<std::size_t>(number)); }

    Decision execute(const Speaker& by, Order order) {
        Decision decision = decide(property_.state, property_.command(by, std::move(order)));
        for (const Event& event : decision.events) apply(property_.state, event);
        return decision;
    }
    void must(const Speaker& by, Order order) {
        const Decision decision = execute(by, std::move(order));
        ASSERT_EQ(reason_of(decision), "");
    }

    void present(int n, int number) {
        const Decision decision =
            execute(cabinet_device,
                    PresentTicket{Property::terminal(n), property_.cabinet(n).ticket_counter + 1,
                                  name_of(number), "0001", false});
        if (decision.refusal) {
            ++refused[decision.refusal->reason];
        } else {
            ++pending;
        }
    }

    void stack(int n) {
        const std::uint64_t counter = property_.cabinet(n).ticket->counter;
        const Decision decision =
            execute(cabinet_device, ReportTicket{Property::terminal(n), counter, true});
        redeemed += static_cast<int>(std::ranges::count_if(
            decision.events, [](const Event& e) { return holds<TicketCredited>(e.fact); }));
    }

    CashProperty property_;
    std::vector<Hash> names_;
};

TEST(TicketRace, EachOfTenThousandTicketsIsRedeemedOnceInAHundredAttempts) {
    Race race;
    race.print_tickets();
    race.run();
    EXPECT_EQ(race.redeemed, tickets);
    EXPECT_EQ(race.pending, tickets);
    int refusals = 0;
    for (const auto& [reason, count] : race.refused) {
        const bool named = reason == Reason::ticket_pending || reason == Reason::ticket_redeemed ||
                           reason == Reason::reader_busy;
        EXPECT_TRUE(named) << to_word(reason);
        refusals += count;
    }
    EXPECT_EQ(refusals, tickets * attempts_each - tickets);
    EXPECT_GT(race.refused[Reason::ticket_pending], 0);
    EXPECT_EQ(race.state().ledger.balance(ledger::tickets(ledger::currency_code("SGD", false))),
              Money());
    Money in;
    Money out;
    for (const auto& [id, cabinet] : race.state().instruments.cabinets) {
        in += cabinet.meter.tickets_in;
        out += cabinet.meter.tickets_out;
    }
    EXPECT_EQ(in, out);
    EXPECT_EQ(in, cents(std::int64_t{tickets} * 1'000));
    EXPECT_EQ(broken(race.state()), std::nullopt);
}

}  // namespace
}  // namespace sicbo::table
