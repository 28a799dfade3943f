// SPDX-License-Identifier: MIT
// Copies of the same tickets at the readers of terminals and at the counters of the cage, all at
// once: each ticket is redeemed once, and every other attempt gets a refusal that says why.
//
// The engine alone: the invariants are checked at the end, and not a million times.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "support/cage_desk.h"

namespace sicbo::test {

class TicketRace {
public:
    // The amount of each ticket.
    static Money amount() { return cents(1'000); }

    explicit TicketRace(int tickets) : tickets_(tickets), property_(settings(), policy()) {
        for (int number = 0; number <= tickets; ++number) names_.push_back(ticket_named(number));
        // Either drawer could pay all of them.
        property_.open_shift(tickets * amount().cents(), counter_1);
        property_.open_shift(tickets * amount().cents(), counter_2, true);
    }

    // Issues and prints all tickets, each at one of the terminals.
    void print_tickets() {
        for (int number = 1; number <= tickets_; ++number) {
            const int n = number % readers + 1;
            const TerminalId terminal = Property::terminal(n);
            if (number > readers) {
                must(speaker(Role::cashier), table::PutCredit{terminal, {}, amount()});
            }
            must(property_.player(n),
                 table::CashOut{terminal, name_of(number), last_four_of(number)});
            must(cabinet_device, table::ReportPrint{terminal, property_.cabinet(n).job,
                                                    table::PrintResult::printed});
        }
    }

    // Presents every ticket `attempts` times, half of the time to a counter. The copies of fifty
    // tickets are on their way together, in an order drawn from the seed; a reader stacks what it
    // holds some attempts later.
    void run(int attempts, unsigned seed) {
        std::mt19937 random(seed);
        for (int first = 1; first <= tickets_; first += at_once) {
            std::vector<int> order;
            for (int number = first; number < first + at_once && number <= tickets_; ++number) {
                order.insert(order.end(), static_cast<std::size_t>(attempts), number);
            }
            std::ranges::shuffle(order, random);
            for (const int number : order) {
                if (random() % 2 == 0) {
                    present_to_counter(number, random() % 2 == 0);
                } else {
                    present_to_reader(drawn_reader(random), number);
                }
                stack(drawn_reader(random));
            }
        }
        for (int n = 1; n <= readers; ++n) stack(n);
    }

    // Returns what does not hold after run(attempts, ...); nothing if all does.
    std::optional<std::string> find_error(int attempts) const {
        const int redeemed = at_readers + at_counters;
        if (redeemed != tickets_) return std::to_string(redeemed) + " tickets were redeemed";
        if (at_readers == 0 || at_counters == 0) return "only one side redeemed tickets";
        int refusals = 0;
        for (const auto& [reason, count] : refused) {
            using enum table::Reason;
            if (reason != ticket_pending && reason != ticket_redeemed && reason != reader_busy) {
                return "an attempt was refused with " + std::string(to_word(reason));
            }
            refusals += count;
        }
        if (refusals != tickets_ * (attempts - 1)) {
            return std::to_string(refusals) + " attempts were refused";
        }
        if (!refused.contains(table::Reason::ticket_pending)) return "no two attempts overlapped";
        return find_missing_money();
    }

    int at_readers = 0;   // tickets that became credit
    int at_counters = 0;  // tickets that were paid in cash
    std::map<table::Reason, int> refused;

private:
    static constexpr int readers = 40;
    static constexpr int at_once = 50;

    static Settings settings() { return {.players = readers, .credit = amount()}; }
    static table::CashPolicy policy() {
        table::CashPolicy policy = small_policy();
        policy.credit_max = cents(1'000'000'000);
        return policy;
    }
    static int drawn_reader(std::mt19937& random) {
        return static_cast<int>(random() % readers) + 1;
    }
    const Hash& name_of(int number) const { return names_.at(static_cast<std::size_t>(number)); }

    Decision follow(const table::Command& command) {
        Decision decision = decide(property_.state, command);
        for (const table::Event& event : decision.events) apply(property_.state, event);
        return decision;
    }
    void must(const Speaker& by, Order order) {
        const Decision decision = follow(property_.command(by, std::move(order)));
        if (decision.refusal) throw std::runtime_error(reason_of(decision) + decision.detail);
    }

    void present_to_reader(int n, int number) {
        const Decision decision = follow(property_.command(
            cabinet_device,
            table::PresentTicket{Property::terminal(n), property_.cabinet(n).ticket_counter + 1,
                                 name_of(number), "0001", false}));
        if (decision.refusal) ++refused[decision.refusal->reason];
    }
    void present_to_counter(int number, bool second) {
        table::CashTicket order = property_.redemption(number);
        order.counter = second ? counter_2 : counter_1;
        table::Command command =
            property_.command(speaker(Role::cashier, second), std::move(order));
        command.stamp.table = {};
        const Decision decision = follow(command);
        if (decision.refusal) {
            ++refused[decision.refusal->reason];
        } else {
            at_counters += count_facts<table::TicketCashed>(decision);
        }
    }
    // The reader stacks the ticket that it holds, if it holds one.
    void stack(int n) {
        if (!property_.cabinet(n).ticket) return;
        const std::uint64_t counter = property_.cabinet(n).ticket->counter;
        const Decision decision = follow(property_.command(
            cabinet_device, table::ReportTicket{Property::terminal(n), counter, true}));
        at_readers += count_facts<table::TicketCredited>(decision);
    }
    template <class Fact>
    static int count_facts(const Decision& decision) {
        return static_cast<int>(std::ranges::count_if(
            decision.events, [](const table::Event& one) { return holds<Fact>(one.fact); }));
    }

    // All tickets were turned into credit or cash, to the cent.
    std::optional<std::string> find_missing_money() const {
        Money in;
        Money out;
        for (const auto& [id, cabinet] : property_.state.instruments.cabinets) {
            in += cabinet.meter.tickets_in;
            out += cabinet.meter.tickets_out;
        }
        Money paid;
        for (const auto& [id, counter] : property_.state.cage.counters) {
            paid += counter.shift->out;
        }
        if (out.cents() != tickets_ * amount().cents()) return "tickets out: " + to_text(out);
        if (in.cents() != at_readers * amount().cents()) return "tickets in: " + to_text(in);
        if (paid.cents() != at_counters * amount().cents()) return "paid: " + to_text(paid);
        const Money left = property_.balance(ledger::tickets(sgd()));
        if (left != Money()) return "tickets that nobody redeemed: " + to_text(left);
        return broken(property_.state);
    }

    int tickets_;
    CageProperty property_;
    std::vector<Hash> names_;
};

}  // namespace sicbo::test
