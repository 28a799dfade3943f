// SPDX-License-Identifier: MIT
// Ten thousand tickets, each presented a hundred times by terminals and by cashiers at once:
// ticket_race [TICKETS [ATTEMPTS [SEED]]].
//
// Ends with 1 unless each ticket was redeemed exactly once and every other attempt was refused for
// a reason that names what became of the ticket.
#include <fmt/format.h>

#include <cstdlib>
#include <string>

#include "support/ticket_race.h"

int main(int count, char** arguments) {
    const auto number = [&](int at, int otherwise) {
        return count > at ? std::atoi(arguments[at]) : otherwise;
    };
    const int tickets = number(1, 10'000);
    const int attempts = number(2, 100);
    const int seed = number(3, 20210524);
    if (count > 4 || tickets < 1 || attempts < 2 || seed < 0) {
        fmt::print(stderr, "usage: ticket_race [TICKETS [ATTEMPTS [SEED]]]\n");
        return 2;
    }
    sicbo::test::TicketRace race(tickets);
    race.print_tickets();
    race.run(attempts, static_cast<unsigned>(seed));
    fmt::print("{} tickets, {} attempts each: {} redeemed at terminals, {} at the cage\n", tickets,
               attempts, race.at_readers, race.at_counters);
    for (const auto& [reason, refusals] : race.refused) {
        fmt::print("refused with {}: {}\n", sicbo::to_word(reason), refusals);
    }
    if (const auto error = race.find_error(attempts)) {
        fmt::print("seed {}: {}\n", seed, *error);
        return 1;
    }
    return 0;
}
