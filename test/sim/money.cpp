// SPDX-License-Identifier: MIT
// Simulated months with cabinets at the terminals: the meters, the accounts and a count of the
// facts are compared after every command, and revenue by wagers with revenue by drop.
//
// money EVENTS [SEED]: new worlds with voids, corrections, damaged dice and power cuts until so
// many events have occurred. Ends with 1 and the seed if something differs, or if less than a month
// has passed in the end.
#include <fmt/format.h>

#include <cstdlib>

#include "sim/sim.h"

int main(int count, char** arguments) {
    using namespace sicbo;
    const auto number = [&](int at, std::uint64_t otherwise) -> std::uint64_t {
        return count > at ? std::strtoull(arguments[at], nullptr, 10) : otherwise;
    };
    const std::uint64_t events = number(1, 0);
    std::uint64_t seed = number(2, 1);
    if (count < 2 || events == 0) {
        fmt::print(stderr, "usage: money EVENTS [SEED]\n");
        return 2;
    }
    std::uint64_t done = 0;
    std::uint64_t days = 0;
    sim::Counts facts;
    for (; done < events; ++seed) {
        const sim::Summary summary =
            sim::run({.games = {"rws-etg", "rws-taisai", "maryland", "mbs-etg"},
                      .seed = seed,
                      .rounds = 20'000,
                      .check = sim::Check::command,
                      .days = 31,
                      .cabinets = true});
        if (summary.failure || summary.by_wagers != summary.by_drop) {
            fmt::print("seed {}: {}\n", seed,
                       summary.failure.value_or("the two formulas of revenue differ"));
            return 1;
        }
        fmt::print("seed {}: {} rounds, {} events, {} days, won {} by wagers, {} by drop\n", seed,
                   summary.rounds, summary.events, summary.days, to_text(summary.by_wagers),
                   to_text(summary.by_drop));
        done += summary.events;
        days += summary.days;
        for (const auto& [name, times] : summary.facts) facts[name] += times;
    }
    fmt::print(
        "{} events in {} days: {} voids, {} corrections, {} notes, {} tickets, {} hand pays\n",
        done, days, facts["RoundVoided"], facts["RoundsAmended"], facts["BanknoteStacked"],
        facts["TicketCreated"], facts["HandPaid"]);
    fmt::print(
        "cage: {} shifts, {} tickets sold, {} redeemed, {} chips, {} inventories, {} counts\n",
        facts["ShiftOpened"], facts["TicketSold"], facts["TicketCashed"],
        facts["ChipsSold"] + facts["ChipsBought"], facts["InventoryCounted"], facts["BoxCounted"]);
    if (days < 30) fmt::print("less than a month has passed\n");
    return days < 30 ? 1 : 0;
}
